import { connect, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import {
  authorize,
  basic,
  buildOauthApp,
  getUserTokens,
  isLive,
  redeem,
  redirectUri,
  refresh,
  startOauthServer,
  type FormReply,
  type OauthApp,
} from '../../testing/oauth.ts'
import { callDuring } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import type { TestServer } from '../../testing/server.ts'

let server: TestServer
let app: OauthApp
beforeAll(async () => {
  server = await startOauthServer()
  app = await buildOauthApp(server)
})
afterAll(() => server.close())

/** Longer than a call takes. */
const callMs = 300

/** Sends a call for a token over a connection that closes before the server has read what it needs to answer. */
async function sendAndHangUp(form: Record<string, string>): Promise<void> {
  const { port } = server.app.server.address() as AddressInfo
  const body = new URLSearchParams(form).toString()
  const head = [
    'POST /oauth/token HTTP/1.1',
    'host: localhost',
    `authorization: ${basic(app.clientId, app.secret)}`,
    'content-type: application/x-www-form-urlencoded',
    `content-length: ${body.length}`,
  ]
  const socket = connect(port, 'localhost')
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await callDuring(
    server,
    (tx) => sql`lock table client_secrets in access exclusive mode`.execute(tx),
    async () => {
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
      await closed
    },
    async () => {
      socket.destroy()
      await pause(callMs)
    },
  )
  await pause(callMs)
}

test.each<[what: string, prepare: () => Promise<[Record<string, string>, () => Promise<FormReply>]>]>([
  [
    'an authorization code',
    async () => {
      const { code } = await authorize(server.as(await buildDeveloper(server)), app)
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
      return [form, () => redeem(server, app, code)]
    },
  ],
  [
    'a refresh token',
    async () => {
      const tokens = await getUserTokens(server, server.as(await buildDeveloper(server)), app)
      const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh }
      return [form, () => refresh(server, app, tokens.refresh)]
    },
  ],
])('%s that a client gave up on, and sends again, is not used twice', repeated, async (_what, prepare) => {
  const [form, sendAgain] = await prepare()
  await sendAndHangUp(form)
  const again = await sendAgain()
  expect(again.status).toBe(200)
  expect(await isLive(server, app, again.body.access_token)).toBe(true)
})
