import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import {
  authorize,
  buildOauthApp,
  isLive,
  redeem,
  refresh,
  startOauthServer,
  type OauthApp,
} from '../../testing/oauth.ts'
import type { Client, TestServer } from '../../testing/server.ts'

const day = 86_400

let server: TestServer
let confidential: OauthApp
let spa: OauthApp
let browser: Client
beforeAll(async () => {
  server = await startOauthServer()
  confidential = await buildOauthApp(server)
  spa = await buildOauthApp(server, { app: { confidential: false, grant_type: 'implicit' } })
})
afterAll(() => server.close())

/** The second in which each test begins. The library counts whole seconds. */
let start: number
beforeEach(async () => {
  start = Math.floor(Date.now() / 1000)
  goTo(0)
  browser = server.as(await buildDeveloper(server))
})
afterEach(() => void vi.useRealTimers())

/** Sets the clock to this many seconds after the start of the test. */
const goTo = (seconds: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: (start + seconds) * 1000 })
}

const begin = async (app: OauthApp) => (await redeem(server, app, (await authorize(browser, app)).code)).body

/** Refreshes at each of these times, which all succeed, and returns the last refresh token. */
async function refreshAt(app: OauthApp, times: number[]): Promise<string> {
  let { refresh_token: token } = await begin(app)
  for (const seconds of times) {
    goTo(seconds)
    const reply = await refresh(server, app, token)
    expect([seconds, reply.status]).toEqual([seconds, 200])
    token = reply.body.refresh_token
  }
  return token
}

/** One second before the end, at the end, and one second after it. */
const edges = (end: number): [seconds: number, status: number][] => [
  [end - 1, 200],
  [end, 400],
  [end + 1, 400],
]

const idleEnd = 180 * day
const yearEnd = 365 * day

describe('a refresh token that is not used for 180 days ends', () => {
  describe.each(['confidential', 'public'] as const)('of a %s app', (kind) => {
    test.each(edges(idleEnd))('since it was issued: after %i s it answers %i', async (seconds, status) => {
      const app = kind === 'public' ? spa : confidential
      const token = await refreshAt(app, [])
      goTo(seconds)
      expect((await refresh(server, app, token)).status).toBe(status)
    })
  })

  test.each(edges(day + idleEnd))('since its last use: after %i s it answers %i', async (seconds, status) => {
    const token = await refreshAt(confidential, [day])
    goTo(seconds)
    expect((await refresh(server, confidential, token)).status).toBe(status)
  })
})

describe('a refresh token that is used ends', () => {
  test.each(edges(yearEnd))(
    'a year after the authorization if the app is public: after %i s it answers %i',
    async (seconds, status) => {
      const token = await refreshAt(spa, [100 * day, 200 * day, 300 * day, 364 * day])
      goTo(seconds)
      const reply = await refresh(server, spa, token)
      expect(reply.status).toBe(status)
      if (status !== 200) return
      // The last second of the year doesn't begin another one.
      goTo(yearEnd)
      expect((await refresh(server, spa, reply.body.refresh_token)).body.error).toBe('invalid_grant')
    },
  )

  test('never if the app can keep a secret', async () => {
    const times = Array.from({ length: 7 }, (_, index) => (index + 1) * 170 * day)
    expect(times.at(-1)).toBeGreaterThan(3 * yearEnd)
    await refreshAt(confidential, times)
  })
})

test.each(edges(5_400))('an access token ends after 90 minutes: %i s', async (seconds, status) => {
  const { access_token: token } = await begin(confidential)
  goTo(seconds)
  expect(await isLive(server, confidential, token)).toBe(status === 200)
})

test.each(edges(600))('a code ends after 10 minutes: after %i s it answers %i', async (seconds, status) => {
  const { code } = await authorize(browser, confidential)
  goTo(seconds)
  expect((await redeem(server, confidential, code)).status).toBe(status)
})

test('OAUTH_REFRESH_IDLE_DAYS sets how long a refresh token can be idle', async () => {
  const short = await startOauthServer({ OAUTH_REFRESH_IDLE_DAYS: '1' })
  try {
    const app = await buildOauthApp(short)
    for (const [seconds, status] of edges(day)) {
      goTo(0)
      const { code } = await authorize(short.as(await buildDeveloper(short)), app)
      const { body } = await redeem(short, app, code)
      goTo(seconds)
      expect([seconds, (await refresh(short, app, body.refresh_token)).status]).toEqual([seconds, status])
    }
  } finally {
    await short.close()
  }
})
