import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { utcDay } from '@trestle/domain/time/days.ts'
import { dayMs, hourMs } from '@trestle/domain/time/durations.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { byJob } from '../access/actor.ts'
import { buildDeveloper } from '../../testing/build.ts'
import {
  authorize,
  authorizeOutOfBand,
  buildOauthApp,
  isLive,
  openAuthorize,
  postForm,
  basic,
  redeem,
  redirectUri,
  refresh,
  requestOwnToken,
  startOauthServer,
  verifier,
} from '../../testing/oauth.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { addUses } from '../credentials/secrets/store.ts'
import type { EncryptedColumn } from '../encryption/columns.ts'
import { createEncryption } from '../encryption/encryption.ts'
import { cleanUpOauth } from './cleanUpOauth.ts'
import { revokeAllGrants } from './grants/store.ts'
import { rotateKeys } from './keys/rotateKeys.ts'
import { insertRevokedToken } from './revocations/store.ts'
import { hashJti } from './tokens/hashing.ts'

/** Returns every row of every table as text. */
async function dump({ services: { db } }: TestServer): Promise<string> {
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db)
  const texts: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(each)::text as text from ${sql.table(name)} each`.execute(db)
    texts.push(...rows.map(({ text }) => text))
  }
  return texts.join('\n')
}

test('neither the database nor the logs contain anything that can be used', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString())
      done()
    },
  })
  const server = await startTestServer({ logger: { level: 'debug', stream } })
  const app = await buildOauthApp(server)
  const spa = await buildOauthApp(server, { app: { confidential: false, grant_type: 'implicit' } })
  const browser = server.as(await buildDeveloper(server))
  const { body: own } = await requestOwnToken(server, app)
  const first = await authorize(browser, app)
  const { body: tokens } = await redeem(server, app, first.code)
  const { body: renewed } = await refresh(server, app, tokens.refresh_token)
  const open = await authorize(browser, spa)
  const { body: ofSpa } = await redeem(server, spa, open.code)
  const pushed = await postForm(
    server,
    '/oauth/par',
    { response_type: 'code', client_id: app.clientId, redirect_uri: redirectUri, prompt: 'consent' },
    { authorization: basic(app.clientId, app.secret) },
  )
  const requestUri: string = pushed.body.request_uri
  const shown = await authorizeOutOfBand(browser, app)
  for (const token of [tokens.refresh_token, renewed.access_token]) {
    const auth = { authorization: basic(app.clientId, app.secret) }
    for (const call of ['introspect', 'revoke']) await postForm(server, `/oauth/${call}`, { token }, auth)
  }
  await server.app.inject({ url: `/oauth/token/info?access_token=${own.access_token}` })
  const opened = await browser.get(
    `/oauth/authorize?${new URLSearchParams({ client_id: app.clientId, request_uri: requestUri }).toString()}`,
  )
  await postForm(
    server,
    '/oauth/token',
    { grant_type: 'client_credentials' },
    { authorization: basic(app.clientId, 'wrong secret of someone') },
  )
  const secrets = [
    own.access_token,
    first.code,
    tokens.access_token,
    tokens.refresh_token,
    renewed.access_token,
    renewed.refresh_token,
    open.code,
    shown,
    ofSpa.refresh_token,
    requestUri.split(':').at(-1),
    String(opened.headers.location).split('/').at(-1),
    app.secret,
    verifier,
    'wrong secret of someone',
  ]
  await server.leave()
  const stored = await dump(server)
  const logged = lines.join('\n')
  expect(stored).toContain('authorization_code')
  expect(logged).toContain('/oauth/token')
  for (const secret of secrets) {
    expect(secret).toEqual(expect.stringMatching(/.{16}/))
    const rows = stored.split('\n').filter((row) => row.includes(secret))
    expect(rows, `the database has ${secret}`).toEqual([])
    expect(logged, `the log has ${secret}`).not.toContain(secret)
  }
  // The same applies to the private keys.
  expect(stored).not.toMatch(/"d": ?"/)
})

describe('with a shared server', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startOauthServer()
  })
  afterAll(async () => {
    vi.useRealTimers()
    await server.close()
  })

  const readKids = async (): Promise<string[]> =>
    (await server.app.inject({ url: '/oauth/jwks' }))
      .json<{ keys: { kid: string }[] }>()
      .keys.map(({ kid }) => kid)

  test('a new key is published before it signs, and the old one until its tokens have expired', async () => {
    const app = await buildOauthApp(server)
    const rotate = async (isForced: boolean) => {
      const steps = await rotateKeys(server.services, { by: byJob, rotate: isForced })
      server.clock.advance(15_001)
      return steps
    }
    const before = await readKids()
    const { body } = await requestOwnToken(server, app)
    expect(await rotate(true)).toEqual(['create_next', 'create_next'])
    expect((await readKids()).length).toBe(2)
    expect(await rotate(false)).toEqual([])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hourMs })
    expect(await rotate(false)).toEqual(['promote_next', 'promote_next'])
    expect(await readKids()).toEqual(expect.arrayContaining(before))
    expect(await isLive(server, app, body.access_token)).toBe(true)
    const later = await requestOwnToken(server, app)
    expect(await isLive(server, app, later.body.access_token)).toBe(true)
    vi.setSystemTime(Date.now() + 2 * hourMs)
    expect(await rotate(false)).toEqual(['delete_retired', 'delete_retired'])
    expect(await readKids()).not.toEqual(expect.arrayContaining(before))
    vi.useRealTimers()
    const ofKeys = (await server.audit()).filter(({ action }) => action.startsWith('oauth_key.'))
    expect(ofKeys.map(({ action, subject_id: id }) => `${action} ${id}`)).toEqual([
      'oauth_key.created production',
      'oauth_key.created sandbox',
      'oauth_key.created production',
      'oauth_key.created sandbox',
      'oauth_key.promoted production',
      'oauth_key.promoted sandbox',
    ])
  })

  test('lost keys are only replaced on request, immediately, and tokens that they signed stay valid', async () => {
    const app = await buildOauthApp(server)
    const { body } = await requestOwnToken(server, app)
    const before = await readKids()
    const encryption = createEncryption<EncryptedColumn>([randomBytes(32)])
    await server.services.db
      .updateTable('oauth_keys')
      .set({ private_encrypted: encryption.encrypt(Buffer.from('{}'), 'oauth_keys.private_encrypted') })
      .execute()
    const rotation = { by: byJob }
    expect(await rotateKeys(server.services, rotation)).not.toContain('create_current')
    await expect(rotateKeys(server.services, { ...rotation, rotate: true })).rejects.toThrow(/--replace-lost/)
    expect(await rotateKeys(server.services, { ...rotation, rotate: true, replacesLost: true })).toEqual(
      expect.arrayContaining(['create_current', 'create_current']),
    )
    server.clock.advance(15_001)
    expect(await readKids()).toEqual(expect.arrayContaining(before))
    expect(await isLive(server, app, body.access_token)).toBe(true)
    const later = await requestOwnToken(server, app)
    expect(await isLive(server, app, later.body.access_token)).toBe(true)
  })

  test('what has expired is deleted', async () => {
    const app = await buildOauthApp(server)
    const browser = server.as(await buildDeveloper(server))
    await authorize(browser, app)
    await openAuthorize(browser, app, { prompt: 'consent' })
    const { db } = server.services
    const count = async () => [
      (await db.selectFrom('oauth_tokens').select('hash').execute()).length,
      (await db.selectFrom('oauth_interactions').select('hash').execute()).length,
    ]
    expect(await count()).toEqual([1, 1])
    const later = (days: number) => () => new Date(Date.now() + days * dayMs)
    await cleanUpOauth({ db, now: later(0) })
    expect(await count()).toEqual([1, 1])
    await cleanUpOauth({ db, now: later(1) })
    expect(await count()).toEqual([1, 0])
    await cleanUpOauth({ db, now: later(6) })
    expect(await count(), 'an expired token still tells why it is refused').toEqual([1, 0])
    await cleanUpOauth({ db, now: later(8) })
    expect(await count()).toEqual([0, 0])
  })

  test('a revocation is deleted once its token has expired', async () => {
    const { db } = server.services
    const at = new Date()
    await insertRevokedToken(db, hashJti('expired'), new Date(at.getTime() - 1))
    await insertRevokedToken(db, hashJti('live'), new Date(at.getTime() + hourMs))
    await cleanUpOauth({ db, now: () => at })
    const left = await db.selectFrom('revoked_tokens').select('jti_hash').execute()
    expect(left).toEqual([{ jti_hash: hashJti('live') }])
  })

  test('how much a secret was used is deleted after 30 days', async () => {
    const { db } = server.services
    const { secretId: secret_id } = await buildOauthApp(server)
    const at = Date.now()
    const use = (daysAgo: number) => {
      const last_used_at = new Date(at - daysAgo * dayMs)
      return { secret_id, day: utcDay(last_used_at.getTime()), tokens: daysAgo, last_used_at }
    }
    await addUses(db, [use(31), use(30)])
    await cleanUpOauth({ db, now: () => new Date(at) })
    const left = db.selectFrom('client_secret_uses').select('tokens').where('secret_id', '=', secret_id)
    expect(await left.execute()).toEqual([{ tokens: 30 }])
  })

  test('what a person no longer allows an app is deleted a week later', async () => {
    const app = await buildOauthApp(server)
    const person = await buildDeveloper(server)
    await authorize(server.as(person), app)
    const { db } = server.services
    const grants = () =>
      db.selectFrom('oauth_grants').select('id').where('developer_id', '=', person.id).execute()
    const revokedAt = Date.now()
    const later = (days: number) => () => new Date(revokedAt + days * dayMs)
    await cleanUpOauth({ db, now: later(8) })
    expect(await grants(), 'what is allowed stays').toHaveLength(1)
    await db.transaction().execute((tx) => revokeAllGrants(tx, person.id, new Date(revokedAt)))
    await cleanUpOauth({ db, now: later(6) })
    expect(await grants()).toHaveLength(1)
    await cleanUpOauth({ db, now: later(8) })
    expect(await grants()).toEqual([])
  })

  test('pages of a public app may call the server if the app names their origin', async () => {
    const spa = await buildOauthApp(server, {
      app: { confidential: false, grant_type: 'implicit', allowed_cors_domain: 'crane.example' },
    })
    const browser = server.as(await buildDeveloper(server))
    const call = async (origin: string) => {
      const { code } = await authorize(browser, spa)
      const form = {
        grant_type: 'authorization_code',
        client_id: spa.clientId,
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }
      const reply = await postForm(server, '/oauth/token', form, { origin })
      return { reply, allowed: reply.headers['access-control-allow-origin'] }
    }
    const { reply, allowed } = await call('https://crane.example')
    expect([reply.status, allowed]).toEqual([200, 'https://crane.example'])
    const refused = await call('https://evil.example')
    expect([refused.reply.status, refused.allowed]).toEqual([400, undefined])
    const info = async (origin: string) =>
      (
        await server.app.inject({
          url: '/oauth/token/info',
          headers: { origin, authorization: `Bearer ${reply.body.access_token}` },
        })
      ).headers['access-control-allow-origin']
    expect(await info('https://crane.example')).toBe('https://crane.example')
    expect(await info('https://evil.example')).toBeUndefined()
    // A page can't keep a secret, so a confidential app has no business in one.
    const app = await buildOauthApp(server, { app: { allowed_cors_domain: 'crane.example' } })
    const own = await postForm(
      server,
      '/oauth/token',
      { grant_type: 'client_credentials' },
      { authorization: basic(app.clientId, app.secret), origin: 'https://crane.example' },
    )
    expect(own.headers['access-control-allow-origin']).toBeUndefined()
    const preflight = await server.app.inject({
      method: 'OPTIONS',
      url: '/oauth/token',
      headers: { origin: 'https://crane.example', 'access-control-request-method': 'POST' },
    })
    expect([preflight.statusCode, preflight.headers['access-control-allow-methods']]).toEqual([204, 'POST'])
  })
})
