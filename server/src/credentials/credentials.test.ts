import { createHash } from 'node:crypto'
import { resetSandboxSecret } from '@trestle/domain/sandboxes/contract.ts'
import {
  listClientSecrets,
  resetAppSecret,
  resetOauthApplicationSecret,
} from '@trestle/domain/credentials/contract.ts'
import { deleteDeveloperApp, getDeveloperApp, updateDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buildApp,
  buildCollaborator,
  buildDeveloper,
  buildVersion,
  type AppRow,
  type DeveloperRow,
} from '../../testing/build.ts'
import { listEmailsTo } from '../../testing/emails.ts'
import { holdRow, race, raceInOrder } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts'

let server: TestServer
let app: AppRow
let owner: Client
let admin: DeveloperRow
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
})
afterAll(() => server.close())
beforeEach(async () => {
  app = await buildApp(server, { internal_name: 'Crane Log' })
  owner = server.as({ id: app.owner_id })
  admin = await buildCollaborator(server, app, 'admin')
})

const connect = (more = {}, connected = app) =>
  buildVersion(server, connected, {
    versionable_type: 'ProductionEnvironment',
    has_data_connector: true,
    ...more,
  })

const sandboxRow = () =>
  server.services.db
    .selectFrom('sandboxes')
    .selectAll()
    .where('developer_app_id', '=', app.id)
    .executeTakeFirstOrThrow()

const appRow = () =>
  server.services.db
    .selectFrom('developer_apps')
    .selectAll()
    .where('id', '=', app.id)
    .executeTakeFirstOrThrow()

const toHash = (secret: string) => createHash('sha256').update(secret).digest('hex')
const events = async () => (await server.audit()).filter(({ app_id }) => app_id === app.id)
const emails = (to: { email: string }) => listEmailsTo(server, to.email)

/** Returns all text stored in the tables, to check that something isn't there. */
async function everythingStored(): Promise<string> {
  const { db } = server.services
  const tables = [
    'developer_apps',
    'sandboxes',
    'audit_events',
    'mails',
    'jobs',
    'sessions',
    'app_versions',
  ] as const
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  return JSON.stringify(rows)
}

describe('production credentials', () => {
  test.each([
    ['no version is in production', () => buildVersion(server, app, { has_data_connector: true })],
    ['no production version has a data connector', () => connect({ has_data_connector: false })],
    ['only another app has them', async () => connect({}, await buildApp(server))],
  ])('production credentials do not exist while %s', { tags: ['CRED-09'] }, async (_when, build) => {
    await build()
    const { body } = await owner.call(getDeveloperApp, { params: { id: app.id } })
    expect([body.uid, body.credentials, body.stored_secret]).toEqual([null, null, null])
    const reply = await owner.refusal(resetAppSecret, { params: { id: app.id } })
    expect([reply.status, reply.body.message]).toEqual([
      409,
      'This app has no production credentials yet. Release a version with a data connector to production to get them.',
    ])
    expect((await appRow()).secret_hash).toBeNull()
  })

  test(
    'appear with a promoted data connector to owner, admin and developer, but not to a guest',
    { tags: ['CRED-01', 'CRED-09'] },
    async () => {
      await connect()
      await owner.call(resetAppSecret, { params: { id: app.id } })
      const seenBy = async (person: { id: number }) => {
        const { body } = await server.as(person).call(getDeveloperApp, { params: { id: app.id } })
        return [body.uid, body.credentials, body.app_secret, typeof body.stored_secret?.last_four]
      }
      const all = [app.uid, { uid: app.uid, secret: null }, null, 'string']
      expect(await seenBy({ id: app.owner_id })).toEqual(all)
      expect(await seenBy(admin)).toEqual(all)
      expect(await seenBy(await buildCollaborator(server, app, 'developer'))).toEqual(all)
      expect(await seenBy(await buildCollaborator(server, app, 'user'))).toEqual([
        null,
        null,
        null,
        'undefined',
      ])
    },
  )

  test(
    'reveals the secret the first time without a confirmation',
    { tags: ['API-45', 'API-46', 'CRED-10'] },
    async () => {
      await connect()
      const reply = await owner.call(resetAppSecret, { params: { id: app.id } })
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual({
        credentials: { uid: app.uid, secret: expect.stringMatching(/^tr[kx]_\w{49}$/) },
      })
      expect(reply.headers['cache-control']).toBe('no-store')
      expect(await events()).toMatchObject([
        { action: 'credentials.revealed', subject_id: String(app.id), actor_id: app.owner_id },
      ])
    },
  )

  test(
    'requires a confirmation for a later reset, which ends the old secret',
    { tags: ['CRED-11', 'CRED-12'] },
    async () => {
      await connect()
      const first = await owner.call(resetAppSecret, { params: { id: app.id } })
      const message = 'Confirm the reset. The old secret and its tokens stop working immediately.'
      for (const body of [undefined, {}, { confirmed: false }]) {
        const refused = await owner.refusal(resetAppSecret, { params: { id: app.id }, body })
        expect([refused.status, refused.body.errors, refused.body.fields]).toEqual([
          422,
          [message],
          { confirmed: [message] },
        ])
      }
      expect((await appRow()).secret_hash).toBe(toHash(first.body.credentials.secret))
      const second = await server
        .as(admin)
        .call(resetAppSecret, { params: { id: app.id }, body: { confirmed: true } })
      expect(second.status).toBe(200)
      expect(second.body.credentials.secret).not.toBe(first.body.credentials.secret)
      expect((await appRow()).secret_hash).toBe(toHash(second.body.credentials.secret))
      expect((await events()).map(({ action, actor_id }) => [action, actor_id])).toEqual([
        ['credentials.revealed', app.owner_id],
        ['credentials.reset', admin.id],
      ])
    },
  )

  test(
    'the OAuth application of an app uses its id and has the same secret',
    { tags: ['API-44'] },
    async () => {
      await connect()
      const first = await owner.call(resetOauthApplicationSecret, { params: { id: app.id } })
      expect([first.status, first.body]).toEqual([
        200,
        { credentials: { uid: app.uid, secret: expect.stringMatching(/^tr[kx]_\w{49}$/) } },
      ])
      expect((await owner.refusal(resetOauthApplicationSecret, { params: { id: app.id } })).status).toBe(422)
      const second = await owner.call(resetOauthApplicationSecret, {
        params: { id: app.id },
        body: { confirmed: true },
      })
      expect((await appRow()).secret_hash).toBe(toHash(second.body.credentials.secret))
    },
  )

  test(
    'a reset does not make open forms stale, and a save does not touch the secret',
    { tags: ['API-33'] },
    async () => {
      await connect()
      server.clock.advance(minuteMs)
      await owner.call(resetAppSecret, { params: { id: app.id } })
      expect((await appRow()).updated_at).toBe(app.updated_at)
      const saved = await owner.call(updateDeveloperApp, {
        params: { id: app.id },
        body: {
          redirect_uri: ' https://crane.example/cb \n\nurn:ietf:wg:oauth:2.0:oob',
          allowed_cors_domain: 'crane.example',
          if_unchanged_since: app.updated_at,
        },
      })
      expect([saved.status, saved.body.redirect_uri, saved.body.allowed_cors_domain]).toEqual([
        200,
        'https://crane.example/cb\nurn:ietf:wg:oauth:2.0:oob',
        'crane.example',
      ])
      const { secret_last_four, secret_made_at } = await appRow()
      expect(saved.body.stored_secret).toEqual({ last_four: secret_last_four, made_at: secret_made_at })
      expect(Date.parse(secret_made_at ?? '')).toBeGreaterThan(Date.parse(app.updated_at))
    },
  )
})

describe('sandbox secret', () => {
  const reset = async (person: Client, body?: { confirmed?: boolean }) =>
    person.attempt(resetSandboxSecret, { params: { id: (await sandboxRow()).id }, ...(body && { body }) })

  test('requires a confirmation, even for the first one', { tags: ['API-50', 'CRED-15'] }, async () => {
    const before = await sandboxRow()
    expect((await reset(owner)).status).toBe(422)
    const reply = await reset(owner, { confirmed: true })
    expect([reply.status, reply.body]).toEqual([
      200,
      { uid: before.app_id, secret: expect.stringMatching(/^tr[kx]_\w{49}$/) },
    ])
    expect(reply.headers['cache-control']).toBe('no-store')
    expect((await reset(owner, {})).status).toBe(422)
    const after = await sandboxRow()
    expect([after.secret_hash, after.updated_at]).toEqual([
      toHash(reply.body.secret ?? ''),
      before.updated_at,
    ])
    expect(await events()).toMatchObject([
      {
        action: 'sandbox.secret_revealed',
        subject_id: String(before.id),
        actor_id: app.owner_id,
        changes: { secret_made_at: [null, after.secret_made_at] },
      },
    ])
    await reset(owner, { confirmed: true })
    expect((await events()).map(({ action }) => action)).toContain('sandbox.secret_reset')
  })

  test('the sandbox secret does not exist before the sandbox is live', async () => {
    app = await buildApp(server, { sandbox: 'pending' })
    const reply = await reset(server.as({ id: app.owner_id }), { confirmed: true })
    expect([reply.status, reply.body.message]).toEqual([
      409,
      "The sandbox has no client secret until it's live.",
    ])
  })

  test(
    'the sandbox secret is reset while the app is being deleted, and neither call fails',
    repeated,
    async () => {
      await reset(owner, { confirmed: true })
      const { id } = await server.services.db
        .selectFrom('client_secrets')
        .select('id')
        .where('app_id', '=', app.id)
        .executeTakeFirstOrThrow()
      const replies = await raceInOrder<{ status: number }>(server, holdRow('client_secrets', id), [
        () => reset(owner, { confirmed: true }),
        () => owner.attempt(deleteDeveloperApp, { params: { id: app.id } }),
      ])
      expect(replies.map(({ status }) => status)).toEqual([200, 204])
    },
  )

  test(
    'answers 404 in government cloud, where there are no sandboxes',
    { tags: ['CRED-08', 'SBX-23'] },
    async () => {
      const gov = await startTestServer({ env: { GOV_CLOUD: 'true' } })
      const theirs = await buildApp(gov)
      const { id } = await gov.services.db.selectFrom('sandboxes').select('id').executeTakeFirstOrThrow()
      const reply = await gov
        .as({ id: theirs.owner_id })
        .refusal(resetSandboxSecret, { params: { id }, body: { confirmed: true } })
      expect([reply.status, reply.body.code]).toEqual([404, 'not_found'])
    },
  )
})

interface Secret {
  environment: 'production' | 'sandbox'
  table: 'developer_apps' | 'sandboxes'
  stored: () => ReturnType<typeof appRow> | ReturnType<typeof sandboxRow>
  reset: (person: Client) => Promise<{ status: number; message?: string; secret?: string }>
}

const confirmed = { body: { confirmed: true } }

const secrets: [which: string, Secret][] = [
  [
    'of the app',
    {
      environment: 'production',
      table: 'developer_apps',
      stored: appRow,
      reset: async (person) => {
        const { status, body } = await person.attempt(resetAppSecret, {
          params: { id: app.id },
          ...confirmed,
        })
        return { status, ...body, ...body.credentials }
      },
    },
  ],
  [
    'of the sandbox',
    {
      environment: 'sandbox',
      table: 'sandboxes',
      stored: sandboxRow,
      reset: async (person) => {
        const { id } = await sandboxRow()
        const { status, body } = await person.attempt(resetSandboxSecret, { params: { id }, ...confirmed })
        return { status, ...body }
      },
    },
  ],
]

describe.each(secrets)('the client secret %s', (_which, { environment, table, stored, reset }) => {
  const make = async (person: Client) => {
    const { status, secret = '' } = await reset(person)
    expect([status, secret]).toEqual([200, expect.stringMatching(/^tr[kx]_\w{49}$/)])
    return secret
  }

  test(
    'the client secret is stored only as a hash, with its last four characters and its date',
    { tags: ['CRED-13', 'CRED-19'] },
    async () => {
      await connect()
      const secret = await make(owner)
      const { body, text } = await owner.call(getDeveloperApp, { params: { id: app.id } })
      const shown = environment === 'sandbox' ? body.sandbox : body
      expect([shown?.app_secret, shown?.stored_secret]).toEqual([
        null,
        { last_four: secret.slice(-4), made_at: (await stored()).secret_made_at },
      ])
      expect(text).not.toContain(toHash(secret))
      const everything = await everythingStored()
      expect(everything).toContain(toHash(secret))
      expect(everything).not.toContain(secret)
      const auditLog = JSON.stringify(await server.audit())
      expect(auditLog).not.toContain(toHash(secret))
      expect(auditLog).not.toContain(secret.slice(-4))
    },
  )

  test('the client secret is listed with the name of the person who created it', async () => {
    await connect()
    await make(server.as(admin))
    const { body } = await owner.call(listClientSecrets, { params: { id: app.id }, query: { environment } })
    expect(body.map(({ created_by: name }) => name)).toEqual([admin.name])
  })

  test('the client secret stays valid when the secret of the other environment is reset', async () => {
    await connect()
    await make(owner)
    const usable = () =>
      server.services.db
        .selectFrom('client_secrets')
        .select('id')
        .where('app_id', '=', app.id)
        .where('environment', '=', environment)
        .where('ends_at', 'is', null)
        .execute()
    const before = await usable()
    expect(before).toHaveLength(1)
    const others = secrets.filter(([, other]) => other.environment !== environment)
    for (const [, other] of others) expect((await other.reset(owner)).status).toBe(200)
    expect(others).toHaveLength(1)
    expect(await usable()).toEqual(before)
  })

  test('of two concurrent resets, only the later secret is valid', repeated, async () => {
    await connect()
    await make(owner)
    const { id } = await stored()
    const made = await race(
      server,
      holdRow(table, id),
      [owner, server.as(admin)].map((client) => () => make(client)),
    )
    expect(new Set(made).size).toBe(2)
    const { secret_hash, secret_last_four } = await stored()
    const alive = made.filter((secret) => toHash(secret) === secret_hash)
    expect(alive).toHaveLength(1)
    expect(alive[0]?.slice(-4)).toBe(secret_last_four)
    const auditLog = await events()
    const last = made[auditLog.at(-1)?.actor_id === admin.id ? 1 : 0]
    expect(auditLog).toHaveLength(3)
    expect(last).toBe(alive[0])
  })

  test(
    'the client secret can be reset only by owner and admins, and is not revealed to a stranger',
    { tags: ['CRED-17'] },
    async () => {
      await connect()
      const before = await stored()
      const post = async (person: { id: number }) => {
        const { status, message } = await reset(server.as(person))
        return [status, message]
      }
      const forbidden = [403, "Only the app's owner and admins can reset this app's secrets."]
      expect(await post(await buildCollaborator(server, app, 'developer'))).toEqual(forbidden)
      expect(await post(await buildCollaborator(server, app, 'user'))).toEqual(forbidden)
      expect((await post(await buildDeveloper(server)))[0]).toBe(404)
      expect(await stored()).toEqual(before)
    },
  )

  test('emails owner and admins who created it, without the secret', async () => {
    await connect()
    const developer = await buildCollaborator(server, app, 'developer')
    await make(owner)
    await make(server.as(admin))
    const name = `${environment} client secret of Crane Log`
    const own = await server.services.db
      .selectFrom('developers')
      .selectAll()
      .where('id', '=', app.owner_id)
      .executeTakeFirstOrThrow()
    const page = `${server.services.settings.PUBLIC_URL}/developer_apps/${app.id}/oauth_credentials`
    for (const reader of [own, admin]) {
      const [made, reset] = await emails(reader)
      expect([made?.kind, made?.subject]).toEqual(['secret_made', `A ${name} was generated`])
      expect(made?.body).toContain(`A ${name} was generated by ${own.name} (${own.email}).`)
      expect(made?.body).toContain('supposed to do this, reset the secret and review')
      expect(made?.body).not.toContain('revoked')
      expect([reset?.kind, reset?.subject]).toEqual(['secret_reset', `The ${name} was reset`])
      expect(reset?.body).toContain(`The ${name} was reset by ${admin.name} (${admin.email}).`)
      expect(reset?.body).toContain('The old secret and its tokens are revoked.')
      expect(reset?.body).toContain(page)
    }
    expect(await emails(developer)).toEqual([])
  })
})

test(
  'of two concurrent reveals of a new production secret, the second requires a confirmation',
  { tags: ['CRED-10', 'CRED-11'], ...repeated },
  async () => {
    await connect()
    const replies = await race(
      server,
      holdRow('developer_apps', app.id),
      [owner, server.as(admin)].map(
        (client) => () => client.attempt(resetAppSecret, { params: { id: app.id } }),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
    const won = replies.find(({ status }) => status === 200)
    expect((await appRow()).secret_hash).toBe(toHash(won?.body.credentials?.secret ?? ''))
  },
)
