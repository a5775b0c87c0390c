import { expect, test } from 'vitest'
import { buildApp, buildCollaborator, buildDeveloper, type AppRow } from '../../testing/build.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const insertContact = ({ services }: TestServer, app: AppRow, name: string, email: string) =>
  services.db
    .insertInto('contacts')
    .values({ app_id: app.id, name, email, created_at: services.now(), updated_at: services.now() })
    .returning('id')
    .executeTakeFirstOrThrow()

test("an app's people see its contacts, each with its edit link; guests do not (SET-10)", async () => {
  const server = await startTestServer()
  const owner = await buildDeveloper(server)
  const app = await buildApp(server, { owner_id: owner.id })
  const { id } = await insertContact(server, app, 'Ida Lund', 'ida@lund.example')
  await insertContact(server, await buildApp(server), 'Somebody Else', 'else@lund.example')
  const url = `/api/v1/developer_apps/${app.id}`
  const contacts = [
    {
      id,
      name: 'Ida Lund',
      email: 'ida@lund.example',
      links: { edit: `/admin/developer_apps/${app.id}/contacts/${id}/edit` },
    },
  ]
  for (const person of [owner, await buildCollaborator(server, app, 'developer')]) {
    // oxlint-disable-next-line no-await-in-loop -- one person after the other
    expect((await server.as(person).get(url)).body.contacts).toEqual(contacts)
  }
  const guest = await buildCollaborator(server, app, 'user')
  expect((await server.as(guest).get(url)).body.contacts).toEqual([])
  const staff = await buildDeveloper(server, { is_admin: true })
  expect((await server.as(staff).get(`/api/v1/admin/developer_apps/${app.id}`)).body.contacts).toEqual(
    contacts,
  )
})
