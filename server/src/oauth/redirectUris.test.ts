import { getDeveloperApp, updateDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { decideAuthorizationRequest, getAuthorizationRequest } from '@trestle/domain/oauth/contract.ts'
import { outOfBandUri } from '@trestle/domain/oauth/rules.ts'
import { updateSandbox } from '@trestle/domain/sandboxes/contract.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import {
  authorize,
  buildOauthApp,
  isLive,
  openAuthorize,
  readRefusal,
  redeem,
  redirectUri,
  startOauthServer,
  type OauthApp,
} from '../../testing/oauth.ts'
import type { Client, TestServer } from '../../testing/server.ts'

let server: TestServer
let browser: Client
beforeAll(async () => {
  server = await startOauthServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  browser = server.as(await buildDeveloper(server))
})

/** Leaves the app only one redirect URI. */
async function leave({ app, environment }: OauthApp, redirect_uri: string): Promise<void> {
  const owner = server.as({ id: app.owner_id })
  const params = { id: app.id }
  const body = { redirect_uri }
  if (environment === 'production') {
    await owner.call(updateDeveloperApp, { params, body })
    return
  }
  const { sandbox } = (await owner.call(getDeveloperApp, { params })).body
  await owner.call(updateSandbox, { params: { id: sandbox?.id ?? 0 }, body })
}

const requestIn = (location: unknown): string => String(location).split('/').at(-1) ?? ''

describe.each(['production', 'sandbox'] as const)('a redirect URI removed in %s', (environment) => {
  let app: OauthApp
  beforeEach(async () => {
    app = await buildOauthApp(server, { environment })
  })

  test('ends the open question about a request', async () => {
    const opened = await openAuthorize(browser, app)
    const params = { request: requestIn(opened.headers.location) }
    await browser.call(getAuthorizationRequest, { params })
    await leave(app, 'https://crane.example/other')
    const gone = [404, 'This request has expired. Go back to the app and start again.']
    for (const allow of [true, false]) {
      const decided = await browser.refusal(decideAuthorizationRequest, { params, body: { allow } })
      expect([decided.status, decided.body.message]).toEqual(gone)
    }
    const read = await browser.refusal(getAuthorizationRequest, { params })
    expect([read.status, read.body.message]).toEqual(gone)
  })

  test.each([true, false])(
    'a removed redirect URI gets nothing from an earlier decision (allowed: %s)',
    async (allow) => {
      const opened = await openAuthorize(browser, app)
      const params = { request: requestIn(opened.headers.location) }
      const decided = await browser.call(decideAuthorizationRequest, { params, body: { allow } })
      await leave(app, outOfBandUri)
      const reply = await browser.get(decided.body.location)
      expect([reply.status, reply.headers.location]).toEqual([400, undefined])
      expect(reply.text).toContain('The request has expired')
    },
  )

  test('ends its codes, but not the tokens that the app already has', async () => {
    const first = await redeem(server, app, (await authorize(browser, app)).code)
    const { code } = await authorize(browser, app)
    await leave(app, 'http://localhost/cb')
    const refused = await redeem(server, app, code)
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant'])
    expect(await readRefusal(server, app)).toMatchObject({
      reason: 'redirect_removed',
      message: 'The redirect URI that the code was requested with is no longer registered.',
    })
    expect(await isLive(server, app, first.body.access_token)).toBe(true)
    // The code wasn't used up.
    await leave(app, redirectUri)
    expect((await redeem(server, app, code)).status).toBe(200)
  })
})

describe('a redirect URI that no browser can open', () => {
  const unusable = 'https://10.0.0.256/cb'
  let app: OauthApp
  beforeEach(async () => {
    // Earlier versions accepted it.
    app = await buildOauthApp(server, { app: { redirect_uri: `${unusable}\n${redirectUri}` } })
  })

  test('a redirect URI that no browser can open is refused on a page, and its team sees why', async () => {
    const opened = await openAuthorize(browser, app, { redirect_uri: unusable })
    expect([opened.status, opened.headers.location]).toEqual([400, undefined])
    expect(opened.text).toContain("an address that isn't registered for it")
    expect((await readRefusal(server, app)).message).toBe(
      'The request is incomplete or malformed: no browser can open the redirect URI',
    )
  })

  test('leaves the others of the app usable', async () => {
    expect((await redeem(server, app, (await authorize(browser, app)).code)).status).toBe(200)
  })

  test('ends an open question about it', async () => {
    const opened = await openAuthorize(browser, app)
    expect(opened.headers.location).toMatch(/^\/consent\//)
    const params = { request: requestIn(opened.headers.location) }
    await server.services.db
      .updateTable('oauth_interactions')
      .set({ payload: sql`jsonb_set(payload, '{params,redirect_uri}', ${JSON.stringify(unusable)}::jsonb)` })
      .where('client_id', '=', app.clientId)
      .execute()
    expect((await browser.refusal(getAuthorizationRequest, { params })).status).toBe(404)
  })
})
