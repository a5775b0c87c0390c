import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { buildApp, buildDeveloper, type DeveloperRow } from '../../testing/build.ts'
import { writeForm } from '../../testing/pictures.ts'
import {
  openSocket,
  signIn,
  startListeningServer,
  writeHead,
  type ListeningServer,
} from '../../testing/sockets.ts'

const script = fileURLToPath(new URL('../../testing/hangUp.mjs', import.meta.url))

let server: ListeningServer
let staff: DeveloperRow
let headers: Awaited<ReturnType<typeof signIn>>
beforeEach(async () => {
  server = await startListeningServer({ env: { REQUESTS_PER_MINUTE: '100000' } })
  staff = await buildDeveloper(server, { is_admin: true })
  headers = await signIn(server, staff)
})

const countConnections = (): Promise<number> =>
  new Promise((resolve, reject) => {
    server.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })

/**
 * Expects that every connection is closed, nothing was logged or reported as an error, and the server still answers.
 */
async function expectCalm(): Promise<void> {
  await expect.poll(countConnections).toBe(0)
  expect((await fetch(`http://127.0.0.1:${server.port}/readyz`)).status).toBe(200)
  const alarms = server.logged().filter(({ level }) => level !== 'info')
  expect(new Set(alarms.map(({ msg, err }) => `${msg}: ${err?.message}`))).toEqual(new Set())
  expect(server.reported.length).toBe(0)
}

/** Sends a string on many connections and resets them once it is sent, or once the server handles it or responds. */
async function hangUpAfter(text: string, until: 'sent' | 'handled' | 'answered'): Promise<void> {
  const count = 20
  let requests = 0
  const handled = new Promise<void>((resolve) => {
    server.app.server.on('request', () => {
      requests += 1
      if (requests === count) resolve()
    })
  })
  await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = await openSocket(server.port)
      const answered = new Promise((resolve) => socket.once('readable', resolve))
      await new Promise((resolve) => socket.write(text, resolve))
      if (until === 'handled') await handled
      if (until === 'answered') await answered
      socket.resetAndDestroy()
    }),
  )
}

test.each([
  ['a call', 'GET /api/v1/session'],
  ['a page', 'GET /developer_apps'],
  ['a call that records the address', 'POST /api/v1/session'],
])('does not report clients that disconnect before their request for %s is read', async (_what, target) => {
  const { cookie, 'x-csrf-token': token } = headers
  const text = writeHead(target, { cookie, 'x-csrf-token': token, 'content-length': 0 })
  // Synchronous, so that the server reads nothing before all of them are closed.
  execFileSync(process.execPath, [script, String(server.port), '60', text.repeat(10)])
  await expectCalm()
})

test('does not report clients that disconnect in the head of a request', async () => {
  await hangUpAfter('GET /api/v1/session HTTP/1.1\r\nHost: port', 'sent')
  await expectCalm()
})

test.each([
  ['application/json', '{"internal_name":'],
  ['application/x-www-form-urlencoded', 'internal_name='],
])('does not report clients that disconnect in a body of type %s', async (type, begin) => {
  const head = writeHead('POST /api/v1/developer_apps', {
    ...headers,
    'content-type': type,
    'content-length': 5000,
  })
  await hangUpAfter(head + begin, 'handled')
  await expectCalm()
})

test('does not report clients that disconnect during a file upload', async () => {
  const app = await buildApp(server, { owner_id: staff.id })
  const form = writeForm([{ name: 'media[file]', value: 'x'.repeat(5000), filename: 'a.pdf' }])
  const head = writeHead(`POST /api/v1/developer_apps/${app.id}/media?type=Document`, {
    ...headers,
    ...form.headers,
    'content-length': form.payload.length,
  })
  for (const length of [0, 60, 3000]) {
    await hangUpAfter(head + form.payload.subarray(0, length).toString(), 'handled')
  }
  await expectCalm()
})

test('does not report clients that disconnect while the reply is being sent', async () => {
  // Larger than a connection's buffers.
  await sql`insert into developers (email, first_name, last_name, company_name, password_hash, terms_version,
      terms_accepted_at, created_at, updated_at)
    select 'many' || n || '@example.test', repeat('x', 100), repeat('y', 100), repeat('z', 200), 'none', '2026-11-01',
      now(), now(), now()
    from generate_series(1, 10000) as n`.execute(server.services.db)
  const targets = ['/api/v1/admin/developers.csv', '/api/v1/openapi.json', '/api/v1/session']
  for (const target of targets) {
    await hangUpAfter(writeHead(`GET ${target}`, headers), 'answered')
    await hangUpAfter(writeHead(`GET ${target}`, headers), 'handled')
  }
  await expectCalm()
})
