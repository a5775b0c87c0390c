import { createHash, randomBytes } from 'node:crypto'
import {
  createClientSecret,
  listClientSecrets,
  resetAppSecret,
  updateClientSecret,
} from '@trestle/domain/credentials/contract.ts'
import { suspendCredentials } from '@trestle/domain/oauth/contract.ts'
import { credentialEnvironments } from '@trestle/domain/oauth/environments.ts'
import { resetSandboxSecret } from '@trestle/domain/sandboxes/contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import {
  authorize,
  buildOauthApp,
  getUserTokens,
  isLive,
  redeem,
  refresh,
  requestOwnToken,
  type OauthApp,
} from '../../testing/oauth.ts'
import { holdRow, race } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts'
import type { Db } from '../db/schema.ts'

// During an upgrade, servers of 0.1.0 run on the same database. They store a new secret in the row of the app or of its
// sandbox, and don't know the tables of secrets, generations and tokens.

let server: TestServer
let browser: Client
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
})
afterAll(() => server.close())
beforeEach(async () => {
  browser = server.as(await buildDeveloper(server))
})

interface EarlierSecret {
  secret: string
  columns: { secret_hash: string; secret_last_four: string; secret_made_at: Date }
}

/** Creates a secret as 0.1.0 does. */
function makeEarlierSecret(): EarlierSecret {
  const secret = randomBytes(32).toString('base64url')
  const columns = {
    secret_hash: createHash('sha256').update(secret).digest('hex'),
    secret_last_four: secret.slice(-4),
    secret_made_at: server.services.now(),
  }
  return { secret, columns }
}

const tables = { production: 'developer_apps', sandbox: 'sandboxes' } as const

const findSandbox = (db: Db, appId: number) =>
  db.selectFrom('sandboxes').select('id').where('developer_app_id', '=', appId).executeTakeFirstOrThrow()

/** Runs the SQL with which 0.1.0 resets a secret, and returns the new one. */
async function resetEarlier({ app, environment }: OauthApp): Promise<string> {
  const { secret, columns } = makeEarlierSecret()
  await server.services.db.transaction().execute(async (tx) => {
    const { id } = environment === 'production' ? app : await findSandbox(tx, app.id)
    const table = sql.table(tables[environment])
    await sql`select * from ${table} where id = ${id} for update`.execute(tx)
    await sql`update ${table} set secret_hash = ${columns.secret_hash},
      secret_last_four = ${columns.secret_last_four}, secret_made_at = ${columns.secret_made_at}
      where id = ${id}`.execute(tx)
  })
  return secret
}

const works = async (app: OauthApp, secret: string): Promise<boolean> =>
  (await requestOwnToken(server, { ...app, secret })).status === 200

/** Expects exactly this secret to be live, in every place that names the app's newest secret. */
async function expectOnlySecret({ app, environment }: OauthApp, secret: string): Promise<void> {
  const { db, now } = server.services
  const live = await db
    .selectFrom('client_secrets')
    .select(['hash', 'last_four'])
    .where('app_id', '=', app.id)
    .where('environment', '=', environment)
    .where('disabled_at', 'is', null)
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', now().toISOString())]))
    .execute()
  const hash = createHash('sha256').update(secret).digest()
  expect(live).toEqual([{ hash, last_four: secret.slice(-4) }])
  const { rows } = await sql<{ secret_hash: string; secret_last_four: string }>`
    select secret_hash, secret_last_four from ${sql.table(tables[environment])}
    where ${sql.ref(environment === 'production' ? 'id' : 'developer_app_id')} = ${app.id}`.execute(db)
  expect(rows).toEqual([{ secret_hash: hash.toString('hex'), secret_last_four: secret.slice(-4) }])
  const { body } = await server
    .as({ id: app.owner_id })
    .call(listClientSecrets, { params: { id: app.id }, query: { environment } })
  expect(body).toMatchObject([{ last_four: secret.slice(-4), state: 'live' }])
}

const readGeneration = async ({ app, environment }: OauthApp): Promise<number | undefined> =>
  (
    await server.services.db
      .selectFrom('app_credentials')
      .select('generation')
      .where('app_id', '=', app.id)
      .where('environment', '=', environment)
      .executeTakeFirst()
  )?.generation

describe.each(credentialEnvironments)('a reset in %s by a server of 0.1.0', (environment) => {
  test('ends the secret and every token and code that depends on it', async () => {
    const app = await buildOauthApp(server, { environment })
    const { body: own } = await requestOwnToken(server, app)
    const user = await getUserTokens(server, browser, app)
    const { code } = await authorize(browser, app)
    expect([await isLive(server, app, own.access_token), await isLive(server, app, user.access)]).toEqual([
      true,
      true,
    ])
    const secret = await resetEarlier(app)
    expect([await isLive(server, app, own.access_token), await isLive(server, app, user.access)]).toEqual([
      false,
      false,
    ])
    const renewed = { ...app, secret }
    expect((await refresh(server, renewed, user.refresh)).body.error).toBe('invalid_grant')
    expect((await redeem(server, renewed, code)).body.error).toBe('invalid_grant')
    expect([await works(app, app.secret), await works(app, secret)]).toEqual([false, true])
    await expectOnlySecret(app, secret)
    expect(await readGeneration(app)).toBe(1)
  })

  test('ends both secrets of an app that had two, one of them in its grace period', async () => {
    const app = await buildOauthApp(server, { environment })
    const owner = server.as({ id: app.app.owner_id })
    const params = { id: app.app.id }
    const { body: second } = await owner.call(createClientSecret, { params, query: { environment } })
    const change = { ...params, secret_id: app.secretId }
    await owner.call(updateClientSecret, { params: change, body: { ends_in: '30d' } })
    const secret = await resetEarlier(app)
    expect([await works(app, app.secret), await works(app, second.secret)]).toEqual([false, false])
    await expectOnlySecret(app, secret)
  })

  test('ends a disabled secret, which can then not be enabled again', async () => {
    const app = await buildOauthApp(server, { environment })
    const owner = server.as({ id: app.app.owner_id })
    const params = { id: app.app.id }
    await owner.call(createClientSecret, { params, query: { environment } })
    const change = { ...params, secret_id: app.secretId }
    await owner.call(updateClientSecret, { params: change, body: { disabled: true } })
    const secret = await resetEarlier(app)
    const enabled = await owner.refusal(updateClientSecret, { params: change, body: { disabled: false } })
    expect([enabled.status, await works(app, app.secret)]).toEqual([404, false])
    await expectOnlySecret(app, secret)
  })

  test('leaves the tokens of the other environment and of other apps alone', async () => {
    const app = await buildOauthApp(server, { environment })
    const others = [await buildOauthApp(server, { environment }), ...(await buildTwin(app))]
    const tokens = await Promise.all(others.map(async (other) => requestOwnToken(server, other)))
    await resetEarlier(app)
    for (const [index, other] of others.entries()) {
      expect(await isLive(server, other, tokens[index]?.body.access_token)).toBe(true)
      expect(await readGeneration(other)).toBeUndefined()
    }
  })

  test('a reset by a server of 0.1.0 does not end a suspension of the credentials', async () => {
    const app = await buildOauthApp(server, { environment })
    const staff = server.as(await buildDeveloper(server, { is_admin: true }))
    const body = { environment, reason: 'Abuse' }
    await staff.call(suspendCredentials, { params: { id: app.app.id }, body })
    expect(await works(app, await resetEarlier(app))).toBe(false)
  })

  test('a reset by a server of 0.1.0 can be followed by one of this release, and the other way around', async () => {
    const app = await buildOauthApp(server, { environment })
    const first = await resetEarlier(app)
    const second = await resetNow(app)
    expect([await works(app, first), await works(app, second)]).toEqual([false, true])
    await expectOnlySecret(app, second)
    const third = await resetEarlier(app)
    await expectOnlySecret(app, third)
    expect(await readGeneration(app)).toBe(3)
  })

  test('leaves one secret when it meets one of this release', repeated, async () => {
    for (let round = 0; round < 2; round += 1) {
      const app = await buildOauthApp(server, { environment })
      const { body } = await requestOwnToken(server, app)
      const row = environment === 'production' ? app.app : await findSandbox(server.services.db, app.app.id)
      const [earlier, now] = await race(server, holdRow(tables[environment], row.id), [
        () => resetEarlier(app),
        () => resetNow(app),
      ])
      const last = (await works(app, now ?? '')) ? now : earlier
      await expectOnlySecret(app, last ?? '')
      expect(await isLive(server, app, body.access_token)).toBe(false)
      expect(await readGeneration(app)).toBe(2)
    }
  })
})

/** Returns the same app as a client of the other environment. */
async function buildTwin({ app, environment }: OauthApp): Promise<OauthApp[]> {
  const other = environment === 'production' ? 'sandbox' : 'production'
  const client = await buildOauthApp(server, { environment: other })
  const { db } = server.services
  await db.updateTable('client_secrets').set({ app_id: app.id }).where('id', '=', client.secretId).execute()
  const sandbox = await db
    .selectFrom('sandboxes')
    .select('app_id')
    .where('developer_app_id', '=', app.id)
    .executeTakeFirstOrThrow()
  return [{ ...client, app, clientId: other === 'production' ? app.uid : (sandbox.app_id ?? '') }]
}

/** Resets a secret as this release does. */
async function resetNow({ app, environment }: OauthApp): Promise<string> {
  const owner = server.as({ id: app.owner_id })
  const call = (id: number) => ({ params: { id }, body: { confirmed: true } })
  if (environment === 'production') {
    return (await owner.call(resetAppSecret, call(app.id))).body.credentials.secret
  }
  const { id } = await findSandbox(server.services.db, app.id)
  return (await owner.call(resetSandboxSecret, call(id))).body.secret
}

test('the first secret that a server of 0.1.0 creates works', async () => {
  const app = await buildOauthApp(server)
  await server.services.db.deleteFrom('client_secrets').where('app_id', '=', app.app.id).execute()
  const secret = await resetEarlier(app)
  expect(await works(app, secret)).toBe(true)
  await expectOnlySecret(app, secret)
})
