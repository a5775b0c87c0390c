// @module-tag engine
import { getSession } from '@trestle/domain/accounts/contract.ts'
import {
  decideAuthorizationRequest,
  getAuthorizationRequest,
  listAuthorizedApps,
  revokeAuthorizedApp,
} from '@trestle/domain/oauth/contract.ts'
import { interactionSeconds, outOfBandUri } from '@trestle/domain/oauth/rules.ts'
import {
  deleteDeveloperApp,
  listDeveloperApps,
  undeleteDeveloperApp,
  updateAdminDeveloperApp,
} from '@trestle/domain/apps/contract.ts'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildDeveloper, type DeveloperRow } from '../../testing/build.ts'
import { addTotp } from '../../testing/factors.ts'
import {
  authorize,
  basic,
  buildOauthApp,
  getUserTokens,
  isLive,
  openAuthorize,
  permissions,
  postForm,
  readRefusal,
  redeem,
  redirectUri,
  refresh,
  startOauthServer,
  type OauthApp,
} from '../../testing/oauth.ts'
import { buildPersonalToken } from '../../testing/personalTokens.ts'
import { callDuring, race, type Hold } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts'

let server: TestServer
let app: OauthApp
let person: DeveloperRow
let browser: Client
beforeAll(async () => {
  server = await startOauthServer()
  app = await buildOauthApp(server, { app: { name: 'Crane Watch' } })
})
afterAll(() => server.close())
beforeEach(async () => {
  person = await buildDeveloper(server)
  browser = server.as(person)
})

const requestIn = (location: unknown): string => String(location).split('/').at(-1) ?? ''

const holdRequests: Hold = (tx) => tx.selectFrom('oauth_interactions').select('hash').forUpdate().execute()

/** Ends the session of someone's browser after its call was authenticated, and before the call refers to the session. */
async function endSessionMeanwhile<T>({ id }: DeveloperRow, call: () => Promise<T>): Promise<T> {
  await browser.call(getSession)
  return callDuring(server, (tx) => tx.deleteFrom('sessions').where('developer_id', '=', id).execute(), call)
}

describe('a confidential app', () => {
  test.each(['production', 'sandbox'] as const)(
    'a confidential app gets tokens that act for a person in %s',
    async (environment) => {
      const client = environment === 'production' ? app : await buildOauthApp(server, { environment })
      const { location, code } = await authorize(browser, client)
      const { PUBLIC_URL } = server.services.settings
      const issuer = environment === 'sandbox' ? `${PUBLIC_URL}/sandbox` : PUBLIC_URL
      expect(Object.fromEntries(location.searchParams)).toEqual({ code, state: 'some state', iss: issuer })
      expect(location.href.startsWith(`${redirectUri}?`)).toBe(true)
      const reply = await redeem(server, client, code)
      expect([reply.status, reply.body]).toEqual([
        200,
        {
          access_token: expect.any(String),
          refresh_token: expect.stringMatching(/^trr_\w{49}$/),
          token_type: 'Bearer',
          expires_in: 5400,
          created_at: expect.any(Number),
          scope: 'platform',
        },
      ])
      expect(decodeJwt(reply.body.access_token)).toMatchObject({
        iss: issuer,
        aud: `${issuer}/rest`,
        sub: String(person.id),
        client_id: client.clientId,
        sec: client.secretId,
        gen: 0,
        gid: expect.any(String),
        app_version_id: expect.any(String),
      })
      expect(await isLive(server, client, reply.body.access_token)).toBe(true)
    },
  )

  test('tells the person who asks for what, and remembers the decision', async () => {
    const opened = await openAuthorize(browser, app)
    const { body } = await browser.call(getAuthorizationRequest, {
      params: { request: requestIn(opened.headers.location) },
    })
    expect(body).toEqual({
      environment: 'production',
      app: { name: 'Crane Watch', publisher: expect.any(String), thumbnail_url: null },
      redirect_host: 'crane.example',
      permissions,
      asks: true,
      is_remembered: true,
      restart_path: expect.stringMatching(/^\/oauth\/authorize\?.*client_id=/),
    })
    expect((await authorize(browser, app)).asked).toBe(true)
    expect((await server.audit()).findLast(({ actor_id: id }) => id === person.id)).toMatchObject({
      action: 'oauth_grant.created',
      app_id: app.app.id,
      changes: { environment: [null, 'production'] },
    })
    expect((await authorize(browser, app)).asked).toBe(false)
    expect((await authorize(browser, app, { prompt: 'consent' })).asked).toBe(true)
    const listed = await browser.call(listAuthorizedApps)
    expect(listed.body).toMatchObject([{ id: app.app.id, name: 'Crane Watch', environment: 'production' }])
  })

  test.each(['consent', 'consent consent'])(
    'a confidential app is asked for again with the prompt %j',
    async (prompt) => {
      await authorize(browser, app)
      const asksOf = async (client: Client) => {
        const opened = await openAuthorize(client, app, { prompt })
        const params = { request: requestIn(opened.headers.location) }
        return (await browser.call(getAuthorizationRequest, { params })).body.asks
      }
      expect(await asksOf(browser)).toBe(true)
      // The person signs in only now.
      expect(await asksOf(server.anonymous())).toBe(true)
    },
  )

  test('a confidential app gets an error when the person denies the request', async () => {
    const { location } = await authorize(browser, app, {}, { allow: false })
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'some state',
      iss: server.services.settings.PUBLIC_URL,
    })
    expect((await readRefusal(server, app)).reason).toBe('access_denied')
  })

  test('a confidential app gets no access to an account with an unconfirmed address, which can deny the request', async () => {
    const { id } = await buildDeveloper(server, { email_confirmed_at: null })
    const opened = await openAuthorize(server.as({ id }), app)
    const params = { request: requestIn(opened.headers.location) }
    const decide = (allow: boolean) =>
      server.as({ id }).attempt(decideAuthorizationRequest, { params, body: { allow } })
    const refused = await decide(true)
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { message: expect.stringMatching(/^Confirm your email address first/) },
    ])
    expect((await decide(false)).status).toBe(200)
  })

  test('a confidential app gets new tokens for a refresh token once, and loses all of them when it is used again', async () => {
    const tokens = await getUserTokens(server, browser, app)
    const renewed = await refresh(server, app, tokens.refresh)
    expect([renewed.status, renewed.body.scope]).toEqual([200, 'platform'])
    expect(renewed.body.refresh_token).not.toBe(tokens.refresh)
    expect(await isLive(server, app, renewed.body.access_token)).toBe(true)
    const again = await refresh(server, app, tokens.refresh)
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant'])
    expect(await isLive(server, app, renewed.body.access_token)).toBe(false)
    expect((await refresh(server, app, renewed.body.refresh_token)).status).toBe(400)
  })

  test('loses its tokens when the person revokes its authorization', async () => {
    const tokens = await getUserTokens(server, browser, app)
    await browser.call(revokeAuthorizedApp, { params: { id: app.app.id } })
    expect(await isLive(server, app, tokens.access)).toBe(false)
    expect((await refresh(server, app, tokens.refresh)).body.error).toBe('invalid_grant')
    expect((await browser.call(listAuthorizedApps)).body).toEqual([])
    const again = await browser.refusal(revokeAuthorizedApp, { params: { id: app.app.id } })
    expect(again.body.message).toBe('Authorized app not found. Its access may have ended already.')
    const revoked = (await server.audit()).findLast(({ actor_id: id }) => id === person.id)
    expect(revoked).toMatchObject({
      action: 'oauth_grant.revoked',
      app_id: app.app.id,
      changes: { environment: ['production', null] },
    })
    expect((await authorize(browser, app)).asked).toBe(true)
  })

  test('names the company of its owner, and can still be revoked once it was deleted', async () => {
    const { id: owner_id } = await buildDeveloper(server, { company_name: 'Crane Works' })
    const other = await buildOauthApp(server, { app: { owner_id } })
    const opened = await openAuthorize(browser, other)
    const request = requestIn(opened.headers.location)
    const { body } = await browser.call(getAuthorizationRequest, { params: { request } })
    expect(body.app.publisher).toBe('Crane Works')
    await authorize(browser, other)
    const listed = await browser.call(listAuthorizedApps)
    const row = { id: other.app.id, publisher: 'Crane Works' }
    expect(listed.body).toMatchObject([{ ...row, deleted_at: null }])
    await server.as({ id: owner_id }).call(deleteDeveloperApp, { params: { id: other.app.id } })
    const afterwards = await browser.call(listAuthorizedApps)
    expect(afterwards.body).toMatchObject([{ ...row, deleted_at: expect.any(String) }])
    await browser.call(revokeAuthorizedApp, { params: { id: other.app.id } })
    expect((await browser.call(listAuthorizedApps)).body).toEqual([])
  })

  test.each(['same', 'other'] as const)(
    'keeps what it was allowed if it is undeleted with the same owner, and loses it with another: %s',
    { tags: ['AAPP-35'] },
    async (owner) => {
      const { id: owner_id } = await buildDeveloper(server)
      const other = await buildOauthApp(server, { app: { owner_id } })
      const tokens = await getUserTokens(server, browser, other)
      const params = { id: other.app.id }
      await server.as({ id: owner_id }).call(deleteDeveloperApp, { params })
      const admin = await buildDeveloper(server, { is_admin: true })
      const staff = server.as(admin)
      if (owner === 'other') {
        const { id } = await buildDeveloper(server)
        await staff.call(updateAdminDeveloperApp, { params, body: { owner_id: id } })
        expect((await browser.call(listAuthorizedApps)).body).toEqual([])
      }
      await staff.call(undeleteDeveloperApp, { params })
      const isKept = owner === 'same'
      expect(await isLive(server, other, tokens.access)).toBe(isKept)
      expect((await refresh(server, other, tokens.refresh)).status).toBe(isKept ? 200 : 400)
      expect((await authorize(browser, other)).asked).toBe(!isKept)
      const revoked = (await server.audit()).filter(
        ({ action, app_id }) => action === 'oauth_grant.revoked' && app_id === other.app.id,
      )
      const entry = { actor_id: admin.id, changes: { environment: ['production', null] } }
      expect(revoked).toMatchObject(isKept ? [] : [entry])
    },
  )

  test('keeps what it was allowed when it gets a new owner while people use it', async () => {
    const other = await buildOauthApp(server)
    const tokens = await getUserTokens(server, browser, other)
    const { id: owner_id } = await buildDeveloper(server)
    const staff = server.as(await buildDeveloper(server, { is_admin: true }))
    await staff.call(updateAdminDeveloperApp, { params: { id: other.app.id }, body: { owner_id } })
    expect(await isLive(server, other, tokens.access)).toBe(true)
  })

  test('shows the code on a page for the out-of-band redirect URI, once and not in the address', async () => {
    const outOfBand = { redirect_uri: 'urn:ietf:wg:oauth:2.0:oob' }
    const { location } = await authorize(browser, app, outOfBand)
    expect(location.pathname + location.search).toBe('/oauth/code')
    const page = await browser.get('/oauth/code')
    expect([page.status, page.headers['cache-control'], page.headers['referrer-policy']]).toEqual([
      200,
      'no-store',
      'no-referrer',
    ])
    const [, code = ''] = /<code>([\w-]+)<\/code>/.exec(page.text) ?? []
    const reply = await redeem(server, app, code, outOfBand)
    expect(reply.status).toBe(200)
    const again = await browser.get('/oauth/code')
    expect([again.status, again.text]).toEqual([410, expect.stringContaining('already shown')])
  })

  test('shows that there is no code when the person denies the request', async () => {
    const outOfBand = { redirect_uri: 'urn:ietf:wg:oauth:2.0:oob', prompt: 'consent' }
    const { location } = await authorize(browser, app, outOfBand, { allow: false })
    expect(location.pathname + location.search).toBe('/oauth/code?error=access_denied')
    const page = await browser.get('/oauth/code?error=access_denied')
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('The app got no code')])
    expect(page.text).not.toContain('already shown')
    // Nothing from the address is shown.
    const forged = await browser.get('/oauth/code?error=call%20us%20now')
    expect(forged.text).not.toContain('call us')
  })

  test('a confidential app can push its request first, which the browser then only names', async () => {
    const pushed = await postForm(
      server,
      '/oauth/par',
      { response_type: 'code', client_id: app.clientId, redirect_uri: redirectUri, state: 'pushed' },
      { authorization: basic(app.clientId, app.secret) },
    )
    expect([pushed.status, pushed.body]).toEqual([
      201,
      { expires_in: 60, request_uri: expect.stringMatching(/^urn:ietf:params:oauth:request_uri:/) },
    ])
    const named = { client_id: app.clientId, request_uri: pushed.body.request_uri }
    const opened = await browser.get(`/oauth/authorize?${new URLSearchParams(named).toString()}`)
    const request = requestIn(opened.headers.location)
    const decided = await browser.call(decideAuthorizationRequest, {
      params: { request },
      body: { allow: true },
    })
    const done = await browser.get(decided.body.location)
    expect(new URL(String(done.headers.location)).searchParams.get('state')).toBe('pushed')
    // It has been used.
    const again = await browser.get(`/oauth/authorize?${new URLSearchParams(named).toString()}`)
    expect(again.status).toBe(400)
  })
})

describe('an app that cannot keep a secret', () => {
  test('needs PKCE, is always asked for, and gets a refresh token', async () => {
    const spa = await buildOauthApp(server, { app: { confidential: false, grant_type: 'implicit' } })
    const opened = await openAuthorize(browser, spa)
    const params = { request: requestIn(opened.headers.location) }
    const shown = await browser.call(getAuthorizationRequest, { params })
    expect(shown.body).toMatchObject({ permissions: null, is_remembered: false })
    const first = await authorize(browser, spa)
    expect(first.asked).toBe(true)
    const reply = await redeem(server, spa, first.code)
    expect([reply.status, typeof reply.body.refresh_token]).toEqual([200, 'string'])
    expect(decodeJwt(reply.body.access_token)).not.toHaveProperty('sec')
    expect((await refresh(server, spa, reply.body.refresh_token)).status).toBe(200)
    expect((await authorize(browser, spa)).asked).toBe(true)
  })

  test('an app that cannot keep a secret is listed too, and loses its tokens when the person revokes its authorization', async () => {
    const spa = await buildOauthApp(server, { app: { confidential: false, grant_type: 'implicit' } })
    const tokens = [await getUserTokens(server, browser, spa), await getUserTokens(server, browser, spa)]
    expect((await browser.call(listAuthorizedApps)).body).toMatchObject([{ id: spa.app.id }])
    await browser.call(revokeAuthorizedApp, { params: { id: spa.app.id } })
    for (const { access, refresh: renewable } of tokens) {
      expect(await isLive(server, spa, access)).toBe(false)
      expect((await refresh(server, spa, renewable)).body.error).toBe('invalid_grant')
    }
    expect((await browser.call(listAuthorizedApps)).body).toEqual([])
  })

  test('an app that cannot keep a secret is listed once when the decision is sent again', async () => {
    const spa = await buildOauthApp(server, { app: { confidential: false, grant_type: 'implicit' } })
    const opened = await openAuthorize(browser, spa)
    const params = { request: requestIn(opened.headers.location) }
    const decide = () => browser.call(decideAuthorizationRequest, { params, body: { allow: true } })
    const [first, again] = [await decide(), await decide()]
    expect(again.body).toEqual(first.body)
    expect((await browser.get(again.body.location)).headers.location).toContain('code=')
    const grants = server.services.db.selectFrom('oauth_grants').where('developer_id', '=', person.id)
    expect(await grants.select('id').execute()).toHaveLength(1)
  })

  test('an app that cannot keep a secret is asked for again if it could keep one before', async () => {
    const client = await buildOauthApp(server)
    await authorize(browser, client)
    expect((await authorize(browser, client)).asked).toBe(false)
    await server.services.db
      .updateTable('developer_apps')
      .set({ confidential: false, grant_type: 'implicit' })
      .where('id', '=', client.app.id)
      .execute()
    const open = { ...client, app: { ...client.app, confidential: false } }
    expect((await authorize(browser, open)).asked).toBe(true)
  })

  test('an app that cannot keep a secret is asked for again once it can keep one', async () => {
    const open = await buildOauthApp(server, { app: { confidential: false, grant_type: 'implicit' } })
    await authorize(browser, open)
    await server.services.db
      .updateTable('developer_apps')
      .set({ confidential: true, grant_type: 'authorization_code' })
      .where('id', '=', open.app.id)
      .execute()
    const client = { ...open, app: { ...open.app, confidential: true } }
    expect((await authorize(browser, client)).asked).toBe(true)
    expect((await authorize(browser, client)).asked).toBe(false)
  })
})

describe('the consent page', () => {
  test('the consent page works for someone who signs in only then, and for no other session', async () => {
    const visitor = server.anonymous()
    const opened = await openAuthorize(visitor, app)
    const params = { request: requestIn(opened.headers.location) }
    expect((await browser.call(getAuthorizationRequest, { params })).body.asks).toBe(true)
    const other = server.as(await buildDeveloper(server))
    expect((await other.refusal(getAuthorizationRequest, { params })).status).toBe(409)
    const body = { allow: true }
    expect((await other.refusal(decideAuthorizationRequest, { params, body })).status).toBe(409)
    const decided = await browser.call(decideAuthorizationRequest, { params, body })
    // The browser that started the request is not the one that decided.
    expect((await visitor.get(decided.body.location)).status).toBe(400)
    // And the one that decided doesn't have the cookie of the one that started.
    expect((await browser.get(decided.body.location)).status).toBe(400)
  })

  test('belongs to one of two sessions that open it at the same time', repeated, async () => {
    const opened = await openAuthorize(server.anonymous(), app)
    const params = { request: requestIn(opened.headers.location) }
    const other = server.as(await buildDeveloper(server))
    const replies = await race(
      server,
      holdRequests,
      [browser, other].map((client) => () => client.attempt(getAuthorizationRequest, { params })),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('gives one code to two requests that continue it at the same time', repeated, async () => {
    const opened = await openAuthorize(browser, app)
    const params = { request: requestIn(opened.headers.location) }
    const decided = await browser.call(decideAuthorizationRequest, { params, body: { allow: true } })
    const resume = () => browser.get(decided.body.location)
    const replies = await race(server, holdRequests, [resume, resume])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 400])
    const codes = replies.filter(({ headers }) => String(headers.location).includes('code='))
    expect(codes).toHaveLength(1)
  })

  test('asks to sign in when the session ends as the request begins', repeated, async () => {
    const opened = await endSessionMeanwhile(person, () => openAuthorize(browser, app))
    expect([opened.status, opened.headers.location]).toEqual([303, expect.stringMatching(/^\/consent\//)])
    const params = { request: requestIn(opened.headers.location) }
    expect((await browser.refusal(getAuthorizationRequest, { params })).status).toBe(401)
    const again = server.asAgain(person)
    expect((await again.call(getAuthorizationRequest, { params })).body.asks).toBe(true)
  })

  test('refuses a session that ends as it opens the request', repeated, async () => {
    const opened = await openAuthorize(server.anonymous(), app)
    const params = { request: requestIn(opened.headers.location) }
    const refused = await endSessionMeanwhile(person, () =>
      browser.attempt(getAuthorizationRequest, { params }),
    )
    expect(refused.status).toBe(401)
  })

  test('ends with the session: a person who signs out or switches accounts starts again', async () => {
    const opened = await openAuthorize(browser, app)
    const params = { request: requestIn(opened.headers.location) }
    const decided = await browser.call(decideAuthorizationRequest, { params, body: { allow: true } })
    await browser.delete('/api/v1/session')
    const reply = await browser.get(decided.body.location)
    expect([reply.status, reply.headers.location]).toEqual([400, undefined])
  })

  test('starts again for another account, even after a pushed request', async () => {
    const pushed = await postForm(
      server,
      '/oauth/par',
      { response_type: 'code', client_id: app.clientId, redirect_uri: redirectUri, state: 'pushed' },
      { authorization: basic(app.clientId, app.secret) },
    )
    const named = { client_id: app.clientId, request_uri: pushed.body.request_uri }
    const opened = await browser.get(`/oauth/authorize?${new URLSearchParams(named).toString()}`)
    const { body } = await browser.call(getAuthorizationRequest, {
      params: { request: requestIn(opened.headers.location) },
    })
    const other = server.as(await buildDeveloper(server))
    const again = await other.get(body.restart_path)
    const decided = await other.call(decideAuthorizationRequest, {
      params: { request: requestIn(again.headers.location) },
      body: { allow: true },
    })
    const { location } = (await other.get(decided.body.location)).headers
    const result = new URL(String(location)).searchParams
    expect([result.get('state'), result.has('code')]).toEqual(['pushed', true])
  })

  test('the consent page shows no request that does not exist, or is older than an hour', async () => {
    const params = { request: 'x'.repeat(21) }
    expect((await browser.refusal(getAuthorizationRequest, { params })).status).toBe(404)
    const opened = await openAuthorize(browser, app)
    const old = { params: { request: requestIn(opened.headers.location) } }
    server.clock.advance(interactionSeconds * 1000)
    const later = server.asAgain(person)
    expect((await later.refusal(getAuthorizationRequest, old)).status).toBe(404)
    const decided = await later.refusal(decideAuthorizationRequest, { ...old, body: { allow: true } })
    expect(decided.status).toBe(404)
    server.clock.advance(-interactionSeconds * 1000)
  })
})

test('behind https every cookie of an authorization is Secure, HttpOnly and SameSite=Lax', async () => {
  const secure = await startTestServer({ env: { PUBLIC_URL: 'https://portal.test' } })
  const client = await buildOauthApp(secure)
  const own = secure.as(await buildDeveloper(secure))
  const asks = await openAuthorize(own, client)
  await authorize(own, client)
  const shows = await openAuthorize(own, client, { redirect_uri: outOfBandUri })
  const cookies = [asks, shows].flatMap(({ headers }) => headers['set-cookie'] ?? [])
  const names = new Set(cookies.map((cookie) => cookie.split('=')[0]))
  // A neighboring host that could set the code would make someone copy its own code to an app.
  expect(names).toEqual(
    new Set(['trestle_oauth_interaction', 'trestle_oauth_resume', '__Host-trestle_oauth_code']),
  )
  expect(cookies.find((cookie) => cookie.startsWith('__Host-'))).toMatch(/; path=\/;/i)
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; httponly/i)
    expect(cookie).toMatch(/; secure/i)
    expect(cookie).toMatch(/; samesite=lax/i)
  }
})

describe('staff who had to set up a second factor', () => {
  let strict: TestServer
  let client: OauthApp
  beforeAll(async () => {
    strict = await startOauthServer({ STAFF_SECOND_FACTOR: 'required' })
    client = await buildOauthApp(strict)
  })
  afterAll(() => strict.close())

  /** Someone who authorized the app before becoming staff, and whose grace period for a second factor has ended. */
  const buildOverdue = async () => {
    const overdue = await buildDeveloper(strict, { factor_grace_from: '2020-01-01T00:00:00Z' })
    const own = strict.as(overdue)
    const tokens = await getUserTokens(strict, own, client)
    const waiting = await authorize(own, client)
    await strict.services.db
      .updateTable('developers')
      .set({ is_employee: true })
      .where('id', '=', overdue.id)
      .execute()
    return { overdue, own, tokens, code: waiting.code }
  }

  test('staff who had to set up a second factor get no code for an app that they allowed before, until they have one', async () => {
    const { own } = await buildOverdue()
    const opened = await openAuthorize(own, client)
    expect(opened.headers.location).toMatch(/^\/consent\//)
    const request = requestIn(opened.headers.location)
    const params = { request }
    expect((await own.refusal(getAuthorizationRequest, { params })).body.message).toMatch(
      /^Set up a second factor first/,
    )
    const silent = await openAuthorize(own, client, { prompt: 'none' })
    expect(String(silent.headers.location)).toContain('error=login_required')
    await addTotp(strict, own)
    // The page continues with the same request.
    await own.call(getAuthorizationRequest, { params })
    const decided = await own.call(decideAuthorizationRequest, { params, body: { allow: true } })
    const { headers } = await own.get(decided.body.location)
    expect(String(headers.location)).toMatch(/[?&]code=/)
  })

  test('apps get no new tokens that act for them, and the old ones are not lost', async () => {
    const { own, tokens, code } = await buildOverdue()
    const invalid = [400, 'invalid_grant']
    const redeemed = await redeem(strict, client, code)
    expect([redeemed.status, redeemed.body.error]).toEqual(invalid)
    const refused = await refresh(strict, client, tokens.refresh)
    expect([refused.status, refused.body.error]).toEqual(invalid)
    await addTotp(strict, own)
    expect((await refresh(strict, client, tokens.refresh)).status).toBe(200)
  })

  test('their personal access tokens wait too', async () => {
    const { overdue, own } = await buildOverdue()
    const { token } = await buildPersonalToken(strict, overdue)
    const program = strict.bearer(token)
    const refused = await program.refusal(listDeveloperApps)
    expect(refused.status).toBe(403)
    expect(refused.body.message).toMatch(/^Set up a second factor first/)
    await addTotp(strict, own)
    await program.call(listDeveloperApps)
  })
})

test('someone who has to accept the terms gets no code for an app that they allowed before', async () => {
  await authorize(browser, app)
  await server.services.db
    .updateTable('developers')
    .set({ terms_version: '2025-01-01' })
    .where('id', '=', person.id)
    .execute()
  const silent = await openAuthorize(browser, app, { prompt: 'none' })
  expect(String(silent.headers.location)).toContain('error=login_required')
})
