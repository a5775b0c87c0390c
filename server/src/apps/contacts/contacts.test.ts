import { getDeveloperApp, getAdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { expect, test } from 'vitest'
import { buildApp, buildCollaborator, buildContact, buildDeveloper } from '../../../testing/build.ts'
import { startTestServer } from '../../../testing/server.ts'

test(
  'shows contacts with their edit links to members of the app, but not to guests',
  { tags: ['SET-10'] },
  async () => {
    const server = await startTestServer()
    const owner = await buildDeveloper(server)
    const app = await buildApp(server, { owner_id: owner.id })
    const { id, updated_at } = await buildContact(server, app, {
      name: 'Ida Lund',
      email: 'ida@lund.example',
    })
    await buildContact(server, await buildApp(server))
    const contacts = [
      {
        id,
        name: 'Ida Lund',
        email: 'ida@lund.example',
        links: { edit: `/admin/developer_apps/${app.id}/contacts/${id}/edit` },
        updated_at,
      },
    ]
    for (const person of [owner, await buildCollaborator(server, app, 'developer')]) {
      expect(
        (await server.as(person).call(getDeveloperApp, { params: { id: app.id } })).body.contacts,
      ).toEqual(contacts)
    }
    const guest = await buildCollaborator(server, app, 'user')
    expect((await server.as(guest).call(getDeveloperApp, { params: { id: app.id } })).body.contacts).toEqual(
      [],
    )
    const staff = await buildDeveloper(server, { is_admin: true })
    expect(
      (await server.as(staff).call(getAdminDeveloperApp, { params: { id: app.id } })).body.contacts,
    ).toEqual(contacts)
  },
)
