import {
  getAppPermissions,
  getDeveloperApp,
  listDeveloperApps,
  updateDeveloperApp,
} from '@trestle/domain/apps/contract.ts'
import {
  listCollaborators,
  updateCollaborators,
  removeCollaborator,
} from '@trestle/domain/collaborators/contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buildApp,
  buildCollaborator,
  buildDeveloper,
  buildSuspension,
  unconfirm,
  type AppRow,
  type DeveloperRow,
} from '../../testing/build.ts'
import { listEmailsTo } from '../../testing/emails.ts'
import { holdRow, race } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts'

let server: TestServer
let owner: DeveloperRow
let admin: DeveloperRow
let developer: DeveloperRow
let app: AppRow
let asOwner: Client
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
})
afterAll(() => server.close())
beforeEach(async () => {
  owner = await buildDeveloper(server, { first_name: 'Olivia', last_name: 'Okafor' })
  app = await buildApp(server, { owner_id: owner.id, internal_name: 'Site Sync' })
  admin = await buildCollaborator(server, app, 'admin')
  developer = await buildCollaborator(server, app, 'developer')
  asOwner = server.as(owner)
})

const url = '/api/v1/collaborators'

interface Person {
  id: number
  developer_id: number
  role: string
  updated_at: string
}

async function people(client = asOwner): Promise<Person[]> {
  return (await client.call(listCollaborators, { query: { developer_app_id: app.id } })).body
}

async function findId(person: DeveloperRow): Promise<number> {
  return (await people()).find((row) => row.developer_id === person.id)?.id ?? 0
}

const roles = async () => (await people()).map(({ role }) => role)

const change = async (client: Client, person: DeveloperRow, role: string, more: object = {}) =>
  client.patch(url, {
    developer_app_id: app.id,
    collaborators: [{ id: await findId(person), role }],
    ...more,
  })

async function lastEmailTo({ email }: DeveloperRow) {
  return (await listEmailsTo(server, email)).at(-1)
}

describe('members of an app', () => {
  test(
    'lists id, name, email and role, and the developer id a transfer needs',
    { tags: ['API-37', 'COLL-04', 'COLL-13'] },
    async () => {
      const guest = await buildCollaborator(server, app, 'user')
      const rows = await people()
      expect(rows).toMatchObject([
        { developer_id: owner.id, name: owner.name, email: owner.email, role: 'owner' },
        { developer_id: admin.id, name: admin.name, email: admin.email, role: 'admin' },
        { developer_id: developer.id, name: developer.name, email: developer.email, role: 'developer' },
        { developer_id: guest.id, name: guest.name, email: guest.email, role: 'user' },
      ])
      expect(await people(server.as(developer))).toEqual(rows)
      const refused = await server
        .as(guest)
        .refusal(listCollaborators, { query: { developer_app_id: app.id } })
      expect([refused.status, refused.body.message]).toEqual([
        403,
        "Only the app's owner, admins and developers can see this app's collaborators.",
      ])
    },
  )

  test('returns the permissions of the caller on one app in one call', { tags: ['API-36'] }, async () => {
    const flags = async (person: DeveloperRow) =>
      (await server.as(person).call(getAppPermissions, { query: { developer_app_id: app.id } })).body
    expect((await flags(admin)).canUpdateCollaborators).toBe(true)
    expect((await flags(developer)).canUpdateCollaborators).toBe(false)
  })
})

describe('changing roles', () => {
  test(
    'lets owner and admin change the roles in the request, and emails the person',
    { tags: ['API-38', 'ROLE-09', 'ROLE-22'] },
    async () => {
      const answer = await change(server.as(admin), developer, 'admin')
      expect(answer.status).toBe(200)
      expect(answer.body.map(({ role }: Person) => role)).toEqual(['owner', 'admin', 'admin'])
      expect(await lastEmailTo(developer)).toMatchObject({
        subject: 'Your role on Site Sync is now Admin',
        body: expect.stringContaining(
          `${admin.name} changed your role on the app Site Sync from Developer to Admin.`,
        ),
      })
      const event = (await server.audit()).at(-1)
      expect(event).toMatchObject({
        action: 'collaborator.role_changed',
        subject_id: String(developer.id),
        actor_id: admin.id,
        app_id: app.id,
        changes: { role: ['developer', 'admin'] },
      })
      const refused = await change(
        server.as(await buildCollaborator(server, app, 'developer')),
        admin,
        'developer',
      )
      expect([refused.status, refused.body.message]).toEqual([
        403,
        "Only the app's owner and admins can change this app's collaborators.",
      ])
    },
  )

  test('accepts the whole table and ignores unchanged roles', { tags: ['API-38'] }, async () => {
    const rows = await people()
    const collaborators = rows.map(({ id, developer_id, role }) => ({
      id,
      role: developer_id === developer.id ? 'admin' : role,
    }))
    const emails = (await server.emails()).length
    const answer = await asOwner.patch(url, { developer_app_id: app.id, collaborators })
    expect([answer.status, await roles()]).toEqual([200, ['owner', 'admin', 'admin']])
    expect((await server.emails()).length).toBe(emails + 1)
  })

  test(
    'refuses changes of the owner, of oneself, to owner or to guest, and changes nothing',
    { tags: ['COLL-10', 'COLL-11', 'COLL-05'] },
    async () => {
      const asAdmin = server.as(admin)
      const answers = [
        await change(asAdmin, owner, 'admin'),
        await change(asAdmin, admin, 'developer'),
        await change(asOwner, admin, 'owner'),
        await change(asOwner, admin, 'user'),
      ]
      expect(answers.map(({ status, body }) => [status, body.fields['collaborators.0.role']])).toEqual([
        [409, ['Olivia Okafor owns this app. To change the owner, transfer the app.']],
        [403, ["You can't change your own role."]],
        [422, ['To change the owner, transfer the app.']],
        [422, ['Only platform staff can make someone a guest.']],
      ])
      const both = await asOwner.refusal(updateCollaborators, {
        body: {
          developer_app_id: app.id,
          collaborators: [
            { id: await findId(developer), role: 'admin' },
            { id: await findId(owner), role: 'admin' },
          ],
        },
      })
      expect(both.status).toBe(409)
      expect(await roles()).toEqual(['owner', 'admin', 'developer'])
    },
  )

  test(
    'refuses a stale save with the current list, but ignores changes of other members',
    { tags: ['API-38'] },
    async () => {
      const seen = (await people())
        .map((row) => row.updated_at)
        .toSorted()
        .at(-1)
      const other = await buildCollaborator(server, app, 'developer')
      server.clock.advance(1000)
      await change(asOwner, other, 'admin')
      const unrelated = await change(asOwner, developer, 'admin', { if_unchanged_since: seen })
      expect(unrelated.status).toBe(200)
      server.clock.advance(1000)
      await change(asOwner, other, 'developer')
      const stale = await change(asOwner, developer, 'developer', { if_unchanged_since: seen })
      expect([stale.status, stale.body.current]).toEqual([409, await people()])
      const again = await change(asOwner, developer, 'developer', {
        if_unchanged_since: stale.body.current
          .map((row: Person) => row.updated_at)
          .toSorted()
          .at(-1),
      })
      expect(again.status).toBe(200)
    },
  )

  test(
    'of two saves of the same list at the same time, one is refused',
    { tags: ['API-38'], ...repeated },
    async () => {
      await change(asOwner, developer, 'admin')
      server.clock.advance(1000)
      const since = (await people()).find(({ developer_id }) => developer_id === developer.id)?.updated_at
      const id = await findId(developer)
      const body = {
        developer_app_id: app.id,
        collaborators: [{ id, role: 'developer' as const }],
        if_unchanged_since: since,
      }
      const answers = await race(
        server,
        holdRow('developer_apps', app.id),
        [asOwner, server.as(admin)].map((client) => () => client.attempt(updateCollaborators, { body })),
      )
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      const changes = (await server.audit()).filter(({ app_id }) => app_id === app.id)
      expect(changes).toHaveLength(2)
    },
  )

  test('refuses someone who has left since, or works on another app', async () => {
    const elsewhere = await buildApp(server)
    const { id } = await server.services.db
      .selectFrom('collaborators')
      .select('id')
      .where('app_id', '=', elsewhere.id)
      .executeTakeFirstOrThrow()
    const answer = await asOwner.refusal(updateCollaborators, {
      body: {
        developer_app_id: app.id,
        collaborators: [{ id, role: 'admin' }],
      },
    })
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'A collaborator whose role you changed is no longer on the app. Reload the page and try again.',
    ])
    const twice = await findId(admin)
    const repeated = await asOwner.refusal(updateCollaborators, {
      body: {
        developer_app_id: app.id,
        collaborators: [
          { id: twice, role: 'admin' },
          { id: twice, role: 'developer' },
        ],
      },
    })
    expect(repeated.status).toBe(422)
  })
})

describe('removing', () => {
  test(
    'hides the app from a signed-in member immediately and emails them',
    { tags: ['API-39', 'COLL-09'] },
    async () => {
      const client = server.as(developer)
      expect((await client.call(getDeveloperApp, { params: { id: app.id } })).status).toBe(200)
      expect(
        (await server.as(admin).call(removeCollaborator, { params: { id: await findId(developer) } })).status,
      ).toBe(204)
      expect((await client.refusal(getDeveloperApp, { params: { id: app.id } })).status).toBe(404)
      expect((await client.call(listDeveloperApps)).body).toEqual([])
      expect(await lastEmailTo(developer)).toMatchObject({
        subject: 'You no longer work on Site Sync',
        body: expect.stringContaining(`${admin.name} removed you from the app Site Sync.`),
      })
      expect((await server.audit()).at(-1)).toMatchObject({
        action: 'collaborator.removed',
        subject_id: String(developer.id),
        app_id: app.id,
      })
    },
  )

  test('refuses to remove the owner and oneself', { tags: ['COLL-09', 'ROLE-22'] }, async () => {
    const answers = [
      await server.as(admin).refusal(removeCollaborator, { params: { id: await findId(owner) } }),
      await server.as(admin).refusal(removeCollaborator, { params: { id: await findId(admin) } }),
      await asOwner.refusal(removeCollaborator, { params: { id: await findId(owner) } }),
      await server.as(developer).refusal(removeCollaborator, { params: { id: await findId(developer) } }),
      await server
        .as(await buildDeveloper(server))
        .refusal(removeCollaborator, { params: { id: await findId(admin) } }),
    ]
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [409, 'Olivia Okafor owns this app. Transfer the app first.'],
      [403, "You can't remove yourself. Ask the owner or another admin to do it."],
      [409, 'You own this app. Transfer the app first.'],
      [403, "Only the app's owner and admins can change this app's collaborators."],
      [404, 'Collaborator not found.'],
    ])
  })

  test(
    'succeeds once when the same member is removed eight times at the same time',
    { tags: ['COLL-09'], ...repeated },
    async () => {
      const id = await findId(developer)
      const answers = await race(
        server,
        holdRow('developer_apps', app.id),
        Array.from({ length: 8 }, () => () => asOwner.attempt(removeCollaborator, { params: { id } })),
      )
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        204, 404, 404, 404, 404, 404, 404, 404,
      ])
    },
  )
})

describe('transferring', () => {
  const transfer = (client: Client, to: { id: number }, more: object = {}) =>
    client.attempt(updateDeveloperApp, { params: { id: app.id }, body: { owner_id: to.id, ...more } })

  test(
    'makes a collaborator the owner and the old owner an admin, and emails both',
    { tags: ['COLL-08', 'COLL-17'] },
    async () => {
      const answer = await transfer(asOwner, developer)
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({ role: 'admin', owner: { email: developer.email } })
      expect(await roles()).toEqual(['admin', 'admin', 'owner'])
      expect((await lastEmailTo(developer))?.subject).toBe('You now own Site Sync')
      const email = await lastEmailTo(owner)
      expect(email?.subject).toBe('Site Sync has a new owner')
      expect(email?.body).toContain(',\n\nYou transferred the app Site Sync')
      // A new password alone would not bring the app back.
      expect(email?.body).toContain(`/forgot_password\n\n${server.services.settings.SUPPORT_URL}`)
      const events = (await server.audit()).filter(({ app_id }) => app_id === app.id)
      expect(events).toMatchObject([
        { action: 'app.transferred', actor_id: owner.id, changes: { owner_id: [owner.id, developer.id] } },
      ])
      const flags = await server
        .as(developer)
        .call(getAppPermissions, { query: { developer_app_id: app.id } })
      expect(flags.body.canDestroy).toBe(true)
    },
  )

  test(
    'transferring is allowed only for the owner, to an accepted collaborator who is not a guest',
    { tags: ['COLL-17'] },
    async () => {
      const guest = await buildCollaborator(server, app, 'user')
      const answers = [
        await transfer(server.as(admin), admin),
        await transfer(asOwner, owner),
        await transfer(asOwner, guest),
        await transfer(asOwner, await buildDeveloper(server)),
        await transfer(asOwner, { id: 999_999 }),
      ]
      expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
        [403, "Only the app's owner can transfer this app."],
        [409, 'You own this app already.'],
        [409, `${guest.name} is a guest. Make them an admin or developer first.`],
        [422, 'Only a collaborator of this app can become its owner.'],
        [422, 'Only a collaborator of this app can become its owner.'],
      ])
      expect(await roles()).toEqual(['owner', 'admin', 'developer', 'user'])
    },
  )

  test('transferring is refused to a suspended collaborator', { tags: ['COLL-17'] }, async () => {
    await buildSuspension(server, { developer_id: developer.id, suspended_by: admin.id })
    const { status, body } = await transfer(asOwner, developer)
    const message = `${developer.name} is suspended and can't own an app.`
    expect([status, body.message, body.fields]).toEqual([409, message, { owner_id: [message] }])
    expect(await roles()).toEqual(['owner', 'admin', 'developer'])
  })

  test(
    'transferring is refused to a collaborator with an unconfirmed address',
    { tags: ['COLL-17'] },
    async () => {
      await unconfirm(server, developer)
      const { status, body } = await transfer(asOwner, developer)
      const { name, email } = developer
      const message = `${name} can't own an app until they confirm the address ${email}.`
      expect([status, body.message, body.fields]).toEqual([409, message, { owner_id: [message] }])
      expect(await roles()).toEqual(['owner', 'admin', 'developer'])
    },
  )

  test(
    'refuses a stale save, and saves other fields in the same request',
    { tags: ['COLL-17'] },
    async () => {
      const stale = await transfer(asOwner, admin, { if_unchanged_since: '2020-01-01T00:00:00Z' })
      expect(stale.status).toBe(409)
      expect((await transfer(asOwner, admin, { name: 'Handed over' })).body).toMatchObject({
        name: 'Handed over',
        role: 'admin',
      })
      const actions = (await server.audit()).filter(({ app_id }) => app_id === app.id).map((e) => e.action)
      expect(actions).toEqual(['app.transferred', 'app.updated'])
    },
  )

  test(
    'eight concurrent transfers to two members leave one owner',
    { tags: ['COLL-17'], ...repeated },
    async () => {
      const answers = await race(
        server,
        holdRow('developer_apps', app.id),
        Array.from({ length: 8 }, (_, index) => () => transfer(asOwner, index % 2 === 0 ? admin : developer)),
      )
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(statuses.filter((status) => status === 403)).toHaveLength(7)
      expect((await roles()).filter((role) => role === 'owner')).toHaveLength(1)
    },
  )
})
