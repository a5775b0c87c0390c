import { deleteDeveloperApp, getAdminDeveloperApp, getDeveloperApp } from '@trestle/domain/apps/contract.ts'
import {
  createGuest,
  listCollaborators,
  removeCollaborator,
  removeGuest,
} from '@trestle/domain/collaborators/contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buildApp,
  buildCollaborator,
  buildDeveloper,
  buildSuspension,
  findCollaboratorId,
  type AppRow,
  type DeveloperRow,
} from '../../testing/build.ts'
import { listEmailsTo } from '../../testing/emails.ts'
import { holdRow, race } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts'

let server: TestServer
let owner: DeveloperRow
let guest: DeveloperRow
let app: AppRow
let asStaff: Client
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
})
afterAll(() => server.close())
beforeEach(async () => {
  owner = await buildDeveloper(server, { first_name: 'Olivia', last_name: 'Okafor' })
  app = await buildApp(server, { owner_id: owner.id, internal_name: 'Site Sync' })
  guest = await buildDeveloper(server, { first_name: 'Gita', last_name: 'Nair' })
  asStaff = server.as(await buildDeveloper(server, { is_admin: true }))
})

const adding = (person: { id: number }) => ({ params: { id: app.id }, body: { developer_id: person.id } })

const mailsAbout = async (address: string) =>
  (await listEmailsTo(server, address)).map(({ subject }) => subject)

const lastAudit = async () => (await server.audit()).findLast(({ app_id }) => app_id === app.id)

describe('guests', { tags: ['COLL-05'] }, () => {
  test('guests are added by staff, see the app and are notified, and so is the owner', async () => {
    const { status, body } = await asStaff.call(createGuest, adding(guest))
    expect(status).toBe(201)
    expect(body).toMatchObject({ developer_id: guest.id, name: guest.name, role: 'user' })
    const forStaff = (await asStaff.call(getAdminDeveloperApp, { params: { id: app.id } })).body
    expect(forStaff.collaborators).toMatchObject([
      { role: 'owner' },
      { id: body.id, role: 'user', developer: { email: guest.email } },
    ])
    const seen = await server.as(guest).call(getDeveloperApp, { params: { id: app.id } })
    expect(seen.body.internal_name).toBe('Site Sync')
    expect(await mailsAbout(guest.email)).toContain('You can now see Site Sync')
    expect(await mailsAbout(owner.email)).toContain('Gita Nair can now see Site Sync')
    expect(await lastAudit()).toMatchObject({
      action: 'collaborator.guest_added',
      subject_type: 'developer',
      subject_id: String(guest.id),
      changes: { role: [null, 'user'] },
    })
  })

  test('guests are removed by staff', async () => {
    const { id } = (await asStaff.call(createGuest, adding(guest))).body
    const params = { id: app.id, guest_id: id }
    expect((await asStaff.call(removeGuest, { params })).status).toBe(204)
    expect((await server.as(guest).refusal(getDeveloperApp, { params: { id: app.id } })).status).toBe(404)
    expect(await mailsAbout(guest.email)).toContain('You no longer work on Site Sync')
    expect(await lastAudit()).toMatchObject({
      action: 'collaborator.guest_removed',
      changes: { role: ['user', null] },
    })
    expect((await asStaff.refusal(removeGuest, { params })).status).toBe(404)
  })

  test('guests are removed by the owner', async () => {
    const { id } = (await asStaff.call(createGuest, adding(guest))).body
    const asOwner = server.as(owner)
    expect((await asOwner.call(removeCollaborator, { params: { id } })).status).toBe(204)
    expect(
      (await asOwner.call(listCollaborators, { query: { developer_app_id: app.id } })).body,
    ).toHaveLength(1)
  })

  test('guests are not the other collaborators, whom staff leave to the owner', async () => {
    const developer = await buildCollaborator(server, app, 'developer')
    const guestId = await findCollaboratorId(server, app, developer)
    const refused = await asStaff.refusal(removeGuest, { params: { id: app.id, guest_id: guestId } })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      `${developer.name} isn't a guest. Only the owner and the admins of the app can remove them.`,
    ])
  })

  test('need a confirmed, usable account and no role yet', async () => {
    const member = await buildCollaborator(server, app, 'developer')
    const unconfirmed = await buildDeveloper(server, { email_confirmed_at: null })
    const suspended = await buildDeveloper(server)
    await buildSuspension(server, { developer_id: suspended.id, suspended_by: owner.id })
    const answers = []
    for (const person of [member, unconfirmed, suspended, { id: 999_999_999 }]) {
      const { status, body } = await asStaff.refusal(createGuest, adding(person))
      answers.push([status, body.fields?.['developer_id']?.[0]])
    }
    expect(answers).toEqual([
      [409, `${member.name} already works on this app.`],
      [409, `${unconfirmed.name} can't be added until they confirm the address ${unconfirmed.email}.`],
      [409, `${suspended.name} is suspended and can't be added.`],
      [422, "This developer doesn't exist."],
    ])
  })

  test("guests can't be added to a deleted app", async () => {
    await server.as(owner).call(deleteDeveloperApp, { params: { id: app.id } })
    const { status, body } = await asStaff.refusal(createGuest, adding(guest))
    expect([status, body.message]).toEqual([409, 'This app is deleted. Undelete it first.'])
  })

  test('guests are added once by two requests at the same time', repeated, async () => {
    const answers = await race(server, holdRow('developer_apps', app.id), [
      () => asStaff.post(`/api/v1/admin/developer_apps/${app.id}/guests`, { developer_id: guest.id }),
      () => asStaff.post(`/api/v1/admin/developer_apps/${app.id}/guests`, { developer_id: guest.id }),
    ])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409'])
  })
})
