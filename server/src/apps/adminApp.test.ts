import { deleteAccount } from '@trestle/domain/accounts/deletion/contract.ts'
import { suspendDeveloper } from '@trestle/domain/accounts/suspensions/contract.ts'
import { updateContact, deleteContact, createContact } from '@trestle/domain/apps/contacts/contract.ts'
import { requestAdminSandbox, resetAdminSandboxSecret } from '@trestle/domain/sandboxes/contract.ts'
import {
  updateAdminDeveloperApp,
  getAdminDeveloperApp,
  undeleteDeveloperApp,
  deleteDeveloperApp,
  getDeveloperApp,
  createDeveloperApp,
} from '@trestle/domain/apps/contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildApp,
  buildCollaborator,
  buildContact,
  buildDeveloper,
  buildSuspension,
  buildVersion,
  type AppRow,
  type DeveloperRow,
} from '../../testing/build.ts'
import { buildSubmission } from '../../testing/listings.ts'
import { listEmailsTo } from '../../testing/emails.ts'
import { holdRow, race, raceInOrder } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type Answer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let staff: DeveloperRow
let colleague: DeveloperRow
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
  staff = await buildDeveloper(server, { is_admin: true })
  colleague = await buildDeveloper(server, { is_admin: true })
})
afterAll(() => server.close())

const save = (app: AppRow, body: object) =>
  server.as(staff).attempt(updateAdminDeveloperApp, { params: { id: app.id }, body })

const statuses = (answers: Answer[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b)

/** Sends one request from each of two platform admins at the same moment. */
async function bothAtOnce(
  app: AppRow,
  call: (client: ReturnType<TestServer['as']>, index: number) => Promise<Answer>,
): Promise<number[]> {
  const clients = [server.as(staff), server.as(colleague)]
  return statuses(
    await race(
      server,
      holdRow('developer_apps', app.id),
      clients.map((client, index) => () => call(client, index)),
    ),
  )
}

async function listEvents(app: { id: number }): Promise<string[]> {
  const events = await server.audit()
  return events.filter(({ app_id }) => app_id === app.id).map(({ action }) => action)
}

async function emailsSince(count: number) {
  return (await server.emails()).slice(count)
}

describe('saving an app as staff', () => {
  test(
    'changes its fields, its external owner and whether it is on the marketplace',
    { tags: ['AAPP-47', 'AAPP-46', 'API-68'] },
    async () => {
      const app = await buildApp(server)
      const fields = {
        internal_name: 'Bolt Counter 2',
        name: 'Bolt Counter',
        redirect_uri: 'https://bolt.example/cb',
        allowed_cors_domain: 'bolt.example',
        legacy: true,
        connectable: true,
        external_owner_id: 4711,
        marketplace_enabled: true,
      }
      const { status, body } = await save(app, fields)
      expect(status).toBe(200)
      expect(body).toMatchObject({ ...fields, id: app.id, owner_id: app.owner_id, role: null })
      expect((await server.as(staff).call(getAdminDeveloperApp, { params: { id: app.id } })).body).toEqual(
        body,
      )
      expect((await save(app, { external_owner_id: null })).body).toMatchObject({
        ...fields,
        external_owner_id: null,
      })
      expect(await listEvents(app)).toEqual(['app.updated', 'app.updated'])
    },
  )

  test('an empty form field removes the external owner', { tags: ['AAPP-47'] }, async () => {
    const app = await buildApp(server, { external_owner_id: 12 })
    expect((await save(app, { external_owner_id: '' })).body.external_owner_id).toBeNull()
    const { status, body } = await save(app, { external_owner_id: 'twelve' })
    expect([status, body.fields]).toEqual([
      422,
      { external_owner_id: ['Enter a whole number from 1, or nothing'] },
    ])
  })

  test(
    'makes an app public or confidential, and sets the matching grant type',
    { tags: ['AAPP-29', 'CRED-05'] },
    async () => {
      const app = await buildApp(server)
      const open = { confidential: false, grant_type: 'implicit' }
      expect((await save(app, { confidential: false })).body).toMatchObject({ ...open, sandbox: open })
      const closed = { confidential: true, grant_type: 'authorization_code' }
      expect((await save(app, { confidential: true })).body).toMatchObject({ ...closed, sandbox: closed })
      const service = await buildApp(server, { grant_type: 'client_credentials' })
      expect((await save(service, { confidential: true })).body.grant_type, 'it was confidential').toBe(
        'client_credentials',
      )
    },
  )

  test(
    'refuses to change marketplace_enabled while listing applications are off; the same value is no change',
    { tags: ['LADM-14'] },
    async () => {
      const own = await startTestServer({ env: { LISTING_APPLICATIONS_ENABLED: 'false' } })
      const admin = own.as(await buildDeveloper(own, { is_admin: true }))
      const app = await buildApp(own)
      await buildVersion(own, app)
      await buildSubmission(own, app, { state: 'published' })
      const refused = await admin.refusal(updateAdminDeveloperApp, {
        params: { id: app.id },
        body: { marketplace_enabled: true, name: 'Bolt Counter' },
      })
      expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['marketplace_enabled']])
      expect((await admin.call(getAdminDeveloperApp, { params: { id: app.id } })).body).toMatchObject({
        marketplace_enabled: false,
        name: app.name,
        next_step: { kind: 'turn_on_applications' },
      })
      expect(
        (
          await admin.call(updateAdminDeveloperApp, {
            params: { id: app.id },
            body: { marketplace_enabled: false },
          })
        ).status,
      ).toBe(200)
    },
  )

  test(
    'emails the owner and admins that the app is activated, only when it was not before',
    { tags: ['LADM-13', 'LIST-23'] },
    async () => {
      const former = await buildDeveloper(server)
      const next = await buildDeveloper(server)
      const app = await buildApp(server, { owner_id: former.id, internal_name: 'Rebar Log' })
      await buildCollaborator(server, app, 'developer')
      const count = (await server.emails()).length
      const activations = async () =>
        (await emailsSince(count)).filter(({ kind }) => kind === 'app_activated')
      await save(app, { marketplace_enabled: false })
      expect(await activations()).toEqual([])
      await save(app, { marketplace_enabled: true, owner_id: next.id })
      await save(app, { marketplace_enabled: true, name: 'Rebar' })
      await save(app, { marketplace_enabled: false })
      const subject = 'Rebar Log was activated on the marketplace'
      expect(await activations()).toMatchObject([
        { recipient: former.email, subject },
        { recipient: next.email, subject },
      ])
      expect((await activations())[0]?.body).toContain(
        'Platform staff activated the app Rebar Log on the marketplace.',
      )
    },
  )

  test('a deleted app can be activated, which emails no one', { tags: ['LADM-13'] }, async () => {
    const app = await buildApp(server, { deleted_at: server.services.now() })
    const count = (await server.emails()).length
    expect((await save(app, { marketplace_enabled: true })).status).toBe(200)
    expect(await emailsSince(count)).toEqual([])
  })

  test('refuses a stale save with the stored values', { tags: ['AAPP-47'] }, async () => {
    const app = await buildApp(server)
    const since = app.updated_at
    server.clock.advance(1000)
    expect((await save(app, { name: 'First', if_unchanged_since: since })).status).toBe(200)
    const { status, body } = await save(app, { name: 'Second', if_unchanged_since: since })
    expect([status, body.current?.name, body.current?.id]).toEqual([409, 'First', app.id])
  })

  test(
    'of two concurrent saves of the same version, stores one',
    { ...repeated, tags: ['AAPP-47'] },
    async () => {
      const app = await buildApp(server)
      server.clock.advance(1000)
      const both = await bothAtOnce(app, (client, index) =>
        client.attempt(updateAdminDeveloperApp, {
          params: { id: app.id },
          body: { name: `Name ${index}`, if_unchanged_since: app.updated_at },
        }),
      )
      expect(both).toEqual([200, 409])
      expect(await listEvents(app)).toEqual(['app.updated'])
    },
  )

  test('names invalid fields and saves nothing', { tags: ['AAPP-47'] }, async () => {
    const app = await buildApp(server)
    const { status, body } = await save(app, { name: 'Good', redirect_uri: 'http://bolt.example' })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['redirect_uri']])
    expect((await server.as(staff).call(getAdminDeveloperApp, { params: { id: app.id } })).body.name).toBe(
      app.name,
    )
  })

  test('refuses members of the app, including its owner', { tags: ['AAPP-46', 'AAPP-20'] }, async () => {
    const app = await buildApp(server)
    const owner = server.as({ id: app.owner_id })
    expect(
      (
        await owner.refusal(updateAdminDeveloperApp, {
          params: { id: app.id },
          body: { marketplace_enabled: true },
        })
      ).status,
    ).toBe(403)
    expect((await owner.refusal(undeleteDeveloperApp, { params: { id: app.id } })).status).toBe(403)
    const own = await owner.patch(`/api/v1/developer_apps/${app.id}`, { marketplace_enabled: true })
    expect([own.status, own.body.message]).toEqual([422, expect.stringContaining('marketplace_enabled')])
  })

  test('answers 404 for an unknown app', async () => {
    expect(
      (await server.as(staff).refusal(updateAdminDeveloperApp, { params: { id: 999999 }, body: {} })).status,
    ).toBe(404)
    expect((await server.as(staff).refusal(undeleteDeveloperApp, { params: { id: 999999 } })).status).toBe(
      404,
    )
  })
})

describe('assigning a new owner', () => {
  const rolesOn = async (app: AppRow) => {
    const rows = await server.services.db
      .selectFrom('collaborators')
      .select(['developer_id', 'role'])
      .where('app_id', '=', app.id)
      .orderBy('id')
      .execute()
    return rows.map(({ developer_id, role }) => [developer_id, role])
  }

  test(
    'accepts a developer from outside, keeps the old owner as an admin, and emails both',
    { tags: ['AAPP-38', 'AAPP-39'] },
    async () => {
      const old = await buildDeveloper(server)
      const app = await buildApp(server, { owner_id: old.id, internal_name: 'Girder Watch' })
      const next = await buildDeveloper(server, { procore_id: 88_001 })
      const count = (await server.emails()).length
      const { status, body } = await save(app, { owner_id: next.id, legacy: true })
      expect([status, body.owner_id, body.owner, body.legacy]).toEqual([
        200,
        next.id,
        { name: next.name, email: next.email, procore_id: 88_001 },
        true,
      ])
      expect(await rolesOn(app)).toEqual([
        [old.id, 'admin'],
        [next.id, 'owner'],
      ])
      expect(await listEvents(app)).toEqual(['app.transferred', 'app.updated'])
      const emails = await emailsSince(count)
      expect(emails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
        [next.email, 'You now own Girder Watch'],
        [old.email, 'Girder Watch has a new owner'],
      ])
      expect(emails[0]?.body).toContain(
        `${old.name} (${old.email}), the previous owner, stays on it as an admin.`,
      )
      expect(emails[1]?.body).toContain(
        `,\n\nPlatform staff made ${next.name} (${next.email}) the owner of the app Girder Watch`,
      )
      expect((await server.as(next).call(deleteDeveloperApp, { params: { id: app.id } })).status).toBe(204)
    },
  )

  test('accepts anyone who already works on the app', { tags: ['AAPP-38'] }, async () => {
    const app = await buildApp(server)
    const guest = await buildCollaborator(server, app, 'user')
    expect((await save(app, { owner_id: guest.id })).status).toBe(200)
    expect(await rolesOn(app)).toEqual([
      [app.owner_id, 'admin'],
      [guest.id, 'owner'],
    ])
  })

  test(
    'refuses an unconfirmed or unknown developer, and the current owner',
    { tags: ['AAPP-38'] },
    async () => {
      const app = await buildApp(server)
      const count = (await server.emails()).length
      const unconfirmed = await buildDeveloper(server, { email_confirmed_at: null })
      const refused = await save(app, { owner_id: unconfirmed.id, name: 'Not saved either' })
      expect([refused.status, refused.body.fields]).toEqual([
        409,
        {
          owner_id: [
            `${unconfirmed.name} can't own an app until they confirm the address ${unconfirmed.email}.`,
          ],
        },
      ])
      expect((await save(app, { owner_id: 999_999 })).body).toMatchObject({
        code: 'invalid_input',
        fields: { owner_id: ["This developer doesn't exist."] },
      })
      expect((await save(app, { owner_id: app.owner_id })).status).toBe(409)
      expect(await rolesOn(app)).toEqual([[app.owner_id, 'owner']])
      expect((await server.as(staff).call(getAdminDeveloperApp, { params: { id: app.id } })).body.name).toBe(
        app.name,
      )
      expect(await emailsSince(count)).toEqual([])
      expect(await listEvents(app)).toEqual([])
    },
  )

  test('refuses a suspended developer, as an owner must be reachable', { tags: ['AAPP-38'] }, async () => {
    const app = await buildApp(server)
    const member = await buildCollaborator(server, app, 'admin')
    for (const person of [await buildDeveloper(server), member]) {
      await buildSuspension(server, { developer_id: person.id, suspended_by: staff.id })
      const { status, body } = await save(app, { owner_id: person.id })
      expect([status, body.fields]).toEqual([
        409,
        { owner_id: [`${person.name} is suspended and can't own an app.`] },
      ])
    }
    expect(await rolesOn(app)).toEqual([
      [app.owner_id, 'owner'],
      [member.id, 'admin'],
    ])
    expect(await listEvents(app)).toEqual([])
  })

  test('refuses someone who has been suspended since', { ...repeated, tags: ['AAPP-38'] }, async () => {
    const app = await buildApp(server)
    const person = await buildDeveloper(server)
    const [, saved] = await raceInOrder<{ status: number }>(server, holdRow('developers', person.id), [
      () =>
        server.as(staff).attempt(suspendDeveloper, {
          params: { id: person.id },
          body: { reason: 'Shared their password' },
        }),
      () => save(app, { owner_id: person.id }),
    ])
    expect(saved?.status).toBe(409)
    expect(await rolesOn(app)).toEqual([[app.owner_id, 'owner']])
  })

  test(
    'gives a deleted app a new owner, who can use it once it is undeleted',
    { tags: ['AAPP-38'] },
    async () => {
      const app = await buildApp(server, { deleted_at: server.services.now() })
      const next = await buildDeveloper(server)
      const count = (await server.emails()).length
      expect((await save(app, { owner_id: next.id })).status).toBe(200)
      expect(await rolesOn(app)).toEqual([
        [app.owner_id, 'admin'],
        [next.id, 'owner'],
      ])
      const emails = await emailsSince(count)
      expect(emails).toHaveLength(2)
      for (const { body } of emails) {
        expect(body).toContain('The app is deleted. Only platform staff can undelete it.')
        expect(body).not.toContain(`/developer_apps/${app.id}`)
      }
      expect((await server.as(staff).call(undeleteDeveloperApp, { params: { id: app.id } })).status).toBe(200)
    },
  )

  test(
    'gives a deleted app whose owner deleted their account a new owner, and removes the old one',
    { tags: ['AAPP-38'] },
    async () => {
      const old = await buildDeveloper(server)
      const app = await buildApp(server, { owner_id: old.id, deleted_at: server.services.now() })
      await server.as(old).call(deleteAccount, { body: { email: old.email } })
      const params = { id: app.id }
      const refused = await server.as(staff).refusal(undeleteDeveloperApp, { params })
      expect(refused.body.message).toMatch(/Change its owner first\.$/)
      const next = await buildDeveloper(server)
      const count = (await server.emails()).length
      expect((await save(app, { owner_id: next.id })).status).toBe(200)
      expect(await rolesOn(app)).toEqual([[next.id, 'owner']])
      expect(await listEvents(app)).toContain('app.transferred')
      const emails = await emailsSince(count)
      expect(emails.map(({ recipient }) => recipient)).toEqual([next.email])
      expect(emails[0]?.body).toContain('The previous owner deleted their account.')
      expect((await server.as(staff).call(undeleteDeveloperApp, { params })).status).toBe(200)
    },
  )

  test(
    'refuses an owner who already has 200 apps, even if they got the last one at the same moment',
    { ...repeated, tags: ['AAPP-38'] },
    async () => {
      const rich = await buildDeveloper(server)
      for (let owned = 0; owned < 199; owned += 1) {
        await buildApp(server, { owner_id: rich.id, sandbox: 'none' })
      }
      const apps = [await buildApp(server), await buildApp(server)]
      const answers = await race(
        server,
        holdRow('developers', rich.id),
        apps.map((app) => () => save(app, { owner_id: rich.id })),
      )
      expect(statuses(answers)).toEqual([200, 409])
      const refused = answers.findIndex(({ status }) => status === 409)
      expect(answers[refused]?.body.message).toBe(
        'The new owner already owns 200 apps, and a developer can own at most 200. Choose someone else.',
      )
      const app = apps[refused]
      expect(app && (await rolesOn(app))).toEqual([[app?.owner_id, 'owner']])
      // Deleted apps don't count; undeleting one checks the limit.
      const deleted = await buildApp(server, { deleted_at: server.services.now() })
      expect((await save(deleted, { owner_id: rich.id })).status).toBe(200)
      expect(
        (await server.as(staff).refusal(undeleteDeveloperApp, { params: { id: deleted.id } })).status,
      ).toBe(409)
    },
  )

  test(
    'two staff who choose the same owner at the same time make one change and send one pair of emails',
    { ...repeated, tags: ['AAPP-39'] },
    async () => {
      const app = await buildApp(server)
      const next = await buildDeveloper(server)
      const count = (await server.emails()).length
      expect(
        await bothAtOnce(app, (client) =>
          client.attempt(updateAdminDeveloperApp, { params: { id: app.id }, body: { owner_id: next.id } }),
        ),
      ).toEqual([200, 409])
      expect(await emailsSince(count)).toHaveLength(2)
      expect(await listEvents(app)).toEqual(['app.transferred'])
    },
  )

  test(
    'two staff who choose different owners at the same time leave the app with one owner',
    { ...repeated, tags: ['AAPP-39'] },
    async () => {
      const app = await buildApp(server)
      const [one, two] = [await buildDeveloper(server), await buildDeveloper(server)]
      const both = await bothAtOnce(app, (client, index) =>
        client.attempt(updateAdminDeveloperApp, {
          params: { id: app.id },
          body: { owner_id: index === 0 ? one.id : two.id },
        }),
      )
      expect(both).toEqual([200, 200])
      const roles = await rolesOn(app)
      expect(roles.filter(([, role]) => role === 'owner')).toHaveLength(1)
      expect(roles.filter(([, role]) => role === 'admin')).toHaveLength(2)
    },
  )
})

describe('undeleting', () => {
  const undelete = (app: { id: number }) =>
    server.as(staff).attempt(undeleteDeveloperApp, { params: { id: app.id } })

  test(
    'gives the app back to everyone who worked on it, and emails them',
    { tags: ['AAPP-35'] },
    async () => {
      const owner = await buildDeveloper(server)
      const app = await buildApp(server, { owner_id: owner.id, internal_name: 'Crane Log' })
      const guest = await buildCollaborator(server, app, 'user')
      await server.as(owner).call(deleteDeveloperApp, { params: { id: app.id } })
      const count = (await server.emails()).length
      server.clock.advance(1000)
      const since = server.services.now().getTime()
      const { status, body } = await undelete(app)
      expect([status, body.deleted_at, body.sandbox?.status]).toEqual([200, null, 'live'])
      expect(Date.parse(body.updated_at ?? ''), 'forms that are open become stale').toBeGreaterThanOrEqual(
        since,
      )
      expect((await server.as(owner).call(getDeveloperApp, { params: { id: app.id } })).status).toBe(200)
      expect((await emailsSince(count)).map(({ recipient, subject }) => [recipient, subject])).toEqual([
        [owner.email, 'Crane Log was restored'],
        [guest.email, 'Crane Log was restored'],
      ])
      expect(await listEvents(app)).toEqual(['app.deleted', 'app.undeleted'])
    },
  )

  test('restarts the build that the deletion stopped, and finishes it', { tags: ['AAPP-35'] }, async () => {
    const owner = await buildDeveloper(server)
    const created = await server.as(owner).call(createDeveloperApp, { body: { internal_name: 'Half Built' } })
    const app: { id: number } = created.body
    server.clock.advance(1000)
    await server.as(owner).call(deleteDeveloperApp, { params: { id: app.id } })
    await server.drainJobs()
    expect(
      (await server.as(staff).call(getAdminDeveloperApp, { params: { id: app.id } })).body.sandbox?.status,
    ).toBe('failed')
    server.clock.advance(1000)
    expect((await undelete(app)).body.sandbox?.status).toBe('pending')
    await server.drainJobs()
    expect(
      (await server.as(owner).call(getDeveloperApp, { params: { id: app.id } })).body.sandbox?.status,
    ).toBe('live')
    const ready = (await server.emails()).filter(({ kind }) => kind === 'sandbox_ready')
    expect(ready.map(({ recipient }) => recipient)).toEqual([owner.email])
    expect(await listEvents(app)).toEqual(
      expect.arrayContaining(['sandbox.canceled', 'app.undeleted', 'sandbox.requested', 'sandbox.built']),
    )
  })

  test(
    'undeleting does not restart a build that failed before the deletion',
    { tags: ['AAPP-35'] },
    async () => {
      const owner = await buildDeveloper(server)
      const app = await buildApp(server, { owner_id: owner.id, sandbox: 'failed' })
      server.clock.advance(1000)
      await server.as(owner).call(deleteDeveloperApp, { params: { id: app.id } })
      expect((await undelete(app)).body.sandbox?.status).toBe('failed')
    },
  )

  test('refuses an app that is not deleted', { tags: ['AAPP-34'] }, async () => {
    const { status, body } = await undelete(await buildApp(server))
    expect([status, body.message]).toEqual([409, "This app isn't deleted."])
  })

  test(
    'two staff at the same time restore the app once and send one set of emails',
    { ...repeated, tags: ['AAPP-35'] },
    async () => {
      const app = await buildApp(server, { deleted_at: server.services.now() })
      const count = (await server.emails()).length
      expect(
        await bothAtOnce(app, (client) => client.attempt(undeleteDeveloperApp, { params: { id: app.id } })),
      ).toEqual([200, 409])
      expect(await emailsSince(count)).toHaveLength(1)
      expect(await listEvents(app)).toEqual(['app.undeleted'])
    },
  )
})

describe('sandbox actions for staff', () => {
  const request = (app: { id: number }) =>
    server.as(staff).attempt(requestAdminSandbox, { params: { id: app.id } })
  const reset = (app: { id: number }, body: object) =>
    server.as(staff).attempt(resetAdminSandboxSecret, { params: { id: app.id }, body })

  test.each(['none', 'failed'] as const)(
    'generates a sandbox when its status is %s, and emails the owner when it is ready',
    { tags: ['AAPP-29'] },
    async (sandbox) => {
      const owner = await buildDeveloper(server)
      const app = await buildApp(server, { owner_id: owner.id, sandbox })
      const { status, body } = await request(app)
      expect([status, body.status]).toEqual([201, 'pending'])
      await server.drainJobs()
      expect(
        (await server.as(staff).call(getAdminDeveloperApp, { params: { id: app.id } })).body.sandbox?.live,
      ).toBe(true)
      const email = (await listEmailsTo(server, owner.email)).find(({ kind }) => kind === 'sandbox_ready')
      expect(email?.subject).toBe(`The sandbox of ${app.internal_name} is ready`)
    },
  )

  test(
    'rebuilds a sandbox only after it takes much longer than expected, and never a live one',
    { tags: ['AAPP-29'] },
    async () => {
      const app = await buildApp(server, { sandbox: 'pending' })
      const early = await request(app)
      expect([early.status, early.body.message]).toEqual([
        409,
        "The sandbox is being built. We'll email you when it's ready.",
      ])
      server.clock.advance(16_000)
      expect((await request(app)).status).toBe(201)
      await server.drainJobs()
      const live = await request(app)
      expect([live.status, live.body.message]).toEqual([
        409,
        'This app already has a sandbox. An app can have only one.',
      ])
    },
  )

  test('two requests at the same time start one build', { ...repeated, tags: ['AAPP-29'] }, async () => {
    const app = await buildApp(server, { sandbox: 'none' })
    expect(
      await bothAtOnce(app, (client) => client.attempt(requestAdminSandbox, { params: { id: app.id } })),
    ).toEqual([201, 409])
    await server.drainJobs()
    expect((await listEvents(app)).filter((action) => action === 'sandbox.built')).toHaveLength(1)
  })

  test(
    'resets the secret after a confirmation and shows it once; the email to the owner says who did it',
    { tags: ['AAPP-29', 'CRED-13', 'CRED-15'] },
    async () => {
      const owner = await buildDeveloper(server)
      const app = await buildApp(server, { owner_id: owner.id })
      expect((await reset(app, {})).status).toBe(422)
      const count = (await server.emails()).length
      const { status, body } = await reset(app, { confirmed: true })
      expect([status, Object.keys(body).toSorted()]).toEqual([200, ['secret', 'uid']])
      const { sandbox } = (await server.as(staff).call(getAdminDeveloperApp, { params: { id: app.id } })).body
      expect([sandbox?.app_secret, sandbox?.stored_secret?.last_four]).toEqual([null, body.secret?.slice(-4)])
      const [email] = await emailsSince(count)
      expect([
        email?.recipient,
        email?.body.includes(staff.email),
        email?.body.includes(body.secret ?? ''),
      ]).toEqual([owner.email, true, false])
    },
  )

  test('leaves the sandbox of a deleted app alone', { tags: ['AAPP-29'] }, async () => {
    const app = await buildApp(server, { deleted_at: server.services.now(), sandbox: 'failed' })
    const message = 'This app is deleted. Undelete it first.'
    expect((await request(app)).body.message).toBe(message)
    expect((await reset(app, { confirmed: true })).body.message).toBe(message)
  })

  test('answers 404 in government cloud, and undeletes without a build', { tags: ['AAPP-25'] }, async () => {
    const gov = await startTestServer({ env: { GOV_CLOUD: 'true' } })
    const admin = await buildDeveloper(gov, { is_admin: true })
    const at = gov.services.now()
    const app = await buildApp(gov, { sandbox: 'failed', deleted_at: at })
    // The state after a deletion that stopped the build.
    await gov.services.db.updateTable('sandboxes').set({ updated_at: at }).execute()
    const params = { id: app.id }
    expect((await gov.as(admin).refusal(requestAdminSandbox, { params })).status).toBe(404)
    const reset = await gov.as(admin).refusal(resetAdminSandboxSecret, { params, body: { confirmed: true } })
    expect(reset.status).toBe(404)
    expect((await gov.as(admin).call(undeleteDeveloperApp, { params })).status).toBe(200)
    const sandboxes = await gov.services.db.selectFrom('sandboxes').select('status').execute()
    expect(sandboxes).toEqual([{ status: 'failed' }])
  })
})

describe('contacts of an app', () => {
  const loadContacts = async (app: AppRow) =>
    (await server.as(staff).call(getAdminDeveloperApp, { params: { id: app.id } })).body.contacts
  const add = (app: AppRow, body: { name: string; email: string }) =>
    server.as(staff).attempt(createContact, { params: { id: app.id }, body })
  const ida = { name: 'Ida Lund', email: 'ida@lund.example' }

  test('staff can add, change and remove contacts', { tags: ['AAPP-33', 'APP-26', 'SET-10'] }, async () => {
    const app = await buildApp(server)
    const { body: contact } = await server.as(staff).call(createContact, {
      params: { id: app.id },
      body: { name: ' Ida Lund ', email: 'IDA@Lund.example' },
    })
    expect(contact).toEqual({
      id: expect.any(Number),
      ...ida,
      links: { edit: `/admin/developer_apps/${app.id}/contacts/${contact.id}/edit` },
      updated_at: expect.any(String),
    })
    expect(await loadContacts(app)).toEqual([contact])
    const changed = await server
      .as(staff)
      .call(updateContact, { params: { id: app.id, contact_id: contact.id }, body: { name: 'Ida Berg' } })
    expect([changed.status, changed.body.name, changed.body.email]).toEqual([200, 'Ida Berg', ida.email])
    expect(
      (await server.as(staff).call(deleteContact, { params: { id: app.id, contact_id: contact.id } })).status,
    ).toBe(204)
    expect(await loadContacts(app)).toEqual([])
    const { status, body } = await server.as(staff).refusal(updateContact, {
      params: { id: app.id, contact_id: contact.id },
      body: { name: 'No address' },
    })
    expect([status, body.message]).toEqual([404, 'Contact not found. It may have been removed already.'])
    expect(
      (await server.as(staff).refusal(deleteContact, { params: { id: app.id, contact_id: contact.id } }))
        .status,
    ).toBe(404)
    expect(await listEvents(app)).toEqual(['contact.added', 'contact.updated', 'contact.removed'])
  })

  test(
    'requires a name on one line and an address that is unique on the app',
    { tags: ['AAPP-33'] },
    async () => {
      const app = await buildApp(server)
      const empty = await add(app, { name: ' ', email: 'not an address' })
      expect([empty.status, Object.keys(empty.body.fields ?? {})]).toEqual([422, ['name', 'email']])
      await add(app, ida)
      const twice = await add(app, { ...ida, name: 'Same address' })
      expect([twice.status, twice.body.fields]).toEqual([
        409,
        { email: ['Ida Lund is already a contact of this app with this address.'] },
      ])
      expect((await add(await buildApp(server), ida)).status, 'another app').toBe(201)
    },
  )

  test('answers 404 for contacts of another app', { tags: ['AAPP-33'] }, async () => {
    const { id } = await buildContact(server, await buildApp(server))
    const params = { id: (await buildApp(server)).id, contact_id: id }
    expect((await server.as(staff).refusal(updateContact, { params, body: ida })).status).toBe(404)
    expect((await server.as(staff).refusal(deleteContact, { params })).status).toBe(404)
  })

  test('refuses a stale save', { ...repeated, tags: ['AAPP-33'] }, async () => {
    const app = await buildApp(server)
    const { id, updated_at: since } = await buildContact(server, app, ida)
    server.clock.advance(1000)
    const both = await bothAtOnce(app, (client, index) =>
      client.attempt(updateContact, {
        params: { id: app.id, contact_id: id },
        body: { name: `Ida ${index}`, if_unchanged_since: since },
      }),
    )
    expect(both).toEqual([200, 409])
    const { body } = await server.as(staff).refusal(updateContact, {
      params: { id: app.id, contact_id: id },
      body: { name: 'Late', if_unchanged_since: since },
    })
    expect(body.current).toMatchObject({ id, name: expect.stringMatching(/^Ida \d$/) })
  })

  test(
    'adds one contact when two staff add the same address at the same time',
    { ...repeated, tags: ['AAPP-33'] },
    async () => {
      const app = await buildApp(server)
      expect(
        await bothAtOnce(app, (client) =>
          client.attempt(createContact, { params: { id: app.id }, body: ida }),
        ),
      ).toEqual([201, 409])
      expect(await loadContacts(app)).toHaveLength(1)
    },
  )

  test('limits contacts to fifty', { tags: ['AAPP-33'] }, async () => {
    const app = await buildApp(server)
    for (let count = 0; count < 50; count += 1) {
      await buildContact(server, app)
    }
    const { status, body } = await add(app, ida)
    expect([status, body.message]).toEqual([
      409,
      'An app can have at most 50 contacts. Remove one before you add another.',
    ])
  })
})
