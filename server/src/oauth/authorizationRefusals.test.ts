import type { EventReason } from '@trestle/domain/oauth/events.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import {
  authorize,
  basic,
  buildOauthApp,
  challenge,
  openAuthorize,
  postForm,
  readRefusal,
  redirectUri,
  startOauthServer,
  type OauthApp,
} from '../../testing/oauth.ts'
import { startTestServer, type Answer, type Client, type TestServer } from '../../testing/server.ts'

let server: TestServer
let app: OauthApp
let spa: OauthApp
let browser: Client
beforeAll(async () => {
  server = await startOauthServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  app = await buildOauthApp(server)
  spa = await buildOauthApp(server, { app: { confidential: false, grant_type: 'implicit' } })
  browser = server.as(await buildDeveloper(server))
})
afterEach(() => void vi.useRealTimers())

interface AuthorizeCase {
  name: string
  params: Record<string, string>
  /** The parameters in the app's redirect. If missing, the person gets a page. */
  error?: string
  /** The reason that the app's team sees, unless no app is involved. */
  reason?: EventReason
  /** The description that the app gets. */
  description?: string
  /** The reason as text, if it contains a detail. */
  message?: string
  client?: () => OauthApp
}

/** RFC 6749 §4.1.2.1, §10.12; RFC 7636; RFC 8252; RFC 9207; RFC 9700. */
const authorizeCases: AuthorizeCase[] = [
  { name: 'an unknown client', params: { client_id: 'unknown' } },
  { name: 'no client', params: { client_id: '' } },
  {
    name: 'a redirect URI that is not registered',
    params: { redirect_uri: 'https://crane.example/cd' },
    reason: 'redirect_mismatch',
    message: 'The redirect URI differs from the closest registered one at character 24.',
  },
  {
    name: 'a registered redirect URI with a query',
    params: { redirect_uri: `${redirectUri}?next=https://evil.example` },
    reason: 'redirect_mismatch',
    message: 'The redirect URI differs from the closest registered one at character 25.',
  },
  { name: 'a custom scheme', params: { redirect_uri: 'crane:/cb' }, reason: 'redirect_mismatch' },
  { name: '127.0.0.1', params: { redirect_uri: 'http://127.0.0.1/cb' }, reason: 'redirect_mismatch' },
  {
    name: 'no redirect URI',
    params: { redirect_uri: '' },
    reason: 'invalid_request',
    message: "The request is incomplete or malformed: missing required parameter 'redirect_uri'",
  },
  {
    name: 'no response type',
    params: { response_type: '' },
    error: 'invalid_request',
    reason: 'invalid_request',
    description: "missing required parameter 'response_type'",
    message: "The request is incomplete or malformed: missing required parameter 'response_type'",
  },
  {
    name: 'the response type token',
    params: { response_type: 'token' },
    error: 'unsupported_response_type',
    reason: 'unsupported_response_type',
  },
  {
    name: 'no challenge of a public client',
    params: { code_challenge: '', code_challenge_method: '' },
    error: 'invalid_request',
    reason: 'pkce_missing',
    client: () => spa,
  },
  {
    name: 'the challenge method plain',
    params: { code_challenge: challenge, code_challenge_method: 'plain' },
    error: 'invalid_request',
    reason: 'pkce_method',
  },
  {
    name: 'a request object',
    params: { request: 'e30.e30.' },
    error: 'request_not_supported',
    reason: 'other',
    message: 'The request was refused: request_not_supported',
  },
  ...['login', 'login consent', 'consent login', 'select_account'].map((prompt) => ({
    name: `the prompt ${prompt}`,
    params: { prompt },
    error: 'invalid_request',
    reason: 'invalid_request' as const,
    description: 'unsupported prompt value requested',
    message: 'The request is incomplete or malformed: unsupported prompt value requested',
  })),
  {
    name: 'another response mode',
    params: { response_mode: 'form_post' },
    error: 'unsupported_response_mode',
    reason: 'other',
    message: 'The request was refused: unsupported_response_mode',
  },
]

describe('the authorization endpoint refuses', () => {
  test.each(authorizeCases)('$name', async ({ params, error, description, reason, message, client }) => {
    const concerned = client?.() ?? app
    const reply = await openAuthorize(browser, concerned, params)
    if (error === undefined) {
      expect([reply.status, reply.headers.location]).toEqual([400, undefined])
      expect(reply.headers['content-type']).toMatch('text/html')
      expect(reply.headers['content-security-policy']).toMatch("frame-ancestors 'none'")
      expect(reply.text).not.toContain('evil.example')
      // The page only links to the home page.
      expect(reply.text).not.toMatch(/http-equiv|<script|<form/)
      expect(reply.text.match(/href="[^"]*"/g)).toEqual(['href="/"'])
    } else {
      const location = new URL(String(reply.headers.location))
      expect(`${location.origin}${location.pathname}`).toBe(redirectUri)
      const sent = location.hash ? new URLSearchParams(location.hash.slice(1)) : location.searchParams
      expect(Object.fromEntries(sent)).toMatchObject({
        error,
        ...(description && { error_description: description }),
        state: 'some state',
        iss: server.services.settings.PUBLIC_URL,
      })
      expect(sent.get('code')).toBeNull()
    }
    if (reason === undefined) return
    const recorded = await readRefusal(server, concerned)
    expect(recorded).toMatchObject({ action: 'authorization', reason, ...(message && { message }) })
  })

  test('a request URI of another site, in words for the person in front of the browser', async () => {
    const reply = await openAuthorize(browser, app, { request_uri: 'https://evil.example', redirect_uri: '' })
    expect([reply.status, reply.headers.location]).toEqual([400, undefined])
    const [, paragraph] = /<p>([^<]*)<\/p>/.exec(reply.text) ?? []
    expect(paragraph).toBe("The app's request can't be used. Go back to the app and start again.")
  })

  test('a repeated parameter', async () => {
    const query = new URLSearchParams({
      client_id: app.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
    })
    query.append('state', 'a')
    query.append('state', 'b')
    const reply = await browser.get(`/oauth/authorize?${query.toString()}`)
    expect(Object.fromEntries(new URL(String(reply.headers.location)).searchParams)).toEqual({
      error: 'invalid_request',
      error_description: "'state' parameter must not be provided twice",
      iss: server.services.settings.PUBLIC_URL,
    })
    expect((await readRefusal(server, app)).message).toBe(
      "The request is incomplete or malformed: 'state' parameter must not be provided twice",
    )
  })

  describe('a pushed request', () => {
    const push = async (): Promise<string> => {
      const form = { response_type: 'code', client_id: app.clientId, redirect_uri: redirectUri }
      const { body } = await postForm(server, '/oauth/par', form, {
        authorization: basic(app.clientId, app.secret),
      })
      return body.request_uri
    }
    const open = (client: OauthApp, uri: string): Promise<Answer> => {
      const query = new URLSearchParams({ client_id: client.clientId, request_uri: uri })
      return browser.get(`/oauth/authorize?${query.toString()}`)
    }
    const expectRefusal = async (client: OauthApp, reply: Answer) => {
      expect([reply.status, reply.headers.location]).toEqual([400, undefined])
      vi.useRealTimers()
      expect((await readRefusal(server, client)).reason).toBe('request_uri_invalid')
    }

    test('refuses a pushed request of another client', async () => {
      const other = await buildOauthApp(server)
      await expectRefusal(other, await open(other, await push()))
    })

    test('refuses a pushed request that expired', async () => {
      const uri = await push()
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
      await expectRefusal(app, await open(app, uri))
    })

    test('refuses a pushed request that was used', async () => {
      const uri = await push()
      const { asked, code } = await authorize(browser, app, { request_uri: uri })
      expect([asked, code !== '']).toEqual([true, true])
      await expectRefusal(app, await open(app, uri))
    })
  })

  test('nothing about the state, which comes back as it was sent', async () => {
    const state = 'a b+c%20&d=e#é"<>\\/?:'
    for (const params of [{ state }, { state, response_type: 'token' }]) {
      const { location } = await authorize(browser, app, params)
      const sent = location.hash ? new URLSearchParams(location.hash.slice(1)) : location.searchParams
      expect(sent.get('state')).toBe(state)
    }
  })

  test('a person whose network sends too many requests gets a page, and programs get OAuth errors', async () => {
    const limited = await startTestServer({ env: { REQUESTS_PER_MINUTE: '1' } })
    const limitedApp = await buildOauthApp(limited)
    const person = limited.as(await buildDeveloper(limited))
    await person.get('/oauth/jwks')
    const page = await openAuthorize(person, limitedApp)
    expect([page.status, page.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
    expect(page.text).toContain('<h1>Too many requests</h1>')
    const called = await postForm(limited, '/oauth/token', {}, { accept: 'text/html' })
    expect([called.status, called.body.error]).toEqual([429, 'temporarily_unavailable'])
  })

  test('the authorization endpoint accepts any port of localhost', async () => {
    const { location } = await authorize(browser, app, { redirect_uri: 'http://localhost:8123/cb' })
    expect([location.origin, location.searchParams.has('code')]).toEqual(['http://localhost:8123', true])
  })
})
