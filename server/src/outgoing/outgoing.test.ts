import { readdir, readFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listenOnFreePort } from '../../../scripts/testing/listenOnFreePort.ts'
import { buildApp, buildDeveloper } from '../../testing/build.ts'
import { writeForm } from '../../testing/pictures.ts'
import { productionSettings } from '../../testing/productionSettings.ts'
import { startTestServer } from '../../testing/server.ts'
import { makeVideo } from '../../testing/videos.ts'
import { checkSandboxService } from '../doctor/checkServices.ts'
import { watchErrors } from '../errorReporting.ts'
import { readSettings } from '../settings.ts'
import { createOutgoing } from './outgoing.ts'

interface Listener {
  port: number
  /** The number of connections, and the requests it received. */
  seen: { connections: number; requests: string[] }
}

/** Starts a server on this machine, which an outgoing call must not reach unless allowed. */
async function listen(answer: RequestListener): Promise<Listener> {
  const seen: Listener['seen'] = { connections: 0, requests: [] }
  const server = createServer((request, response) => {
    seen.requests.push(`${request.method} ${request.url}`)
    request.resume()
    answer(request, response)
  })
  server.on('connection', () => (seen.connections += 1))
  const port = await listenOnFreePort(server, '0.0.0.0')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port, seen }
}

const ok: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"hashed_id":"abc","name":"a.mp4"}')
}

const sandboxRequest = {
  key: 'sandbox-7',
  app_id: 7,
  app_name: 'Site Sync',
  owner_email: 'owner@example.test',
  redirect_uri: 'http://localhost',
}

type Env = Record<string, string>

/** Everything in the product that calls another server over HTTP. Returns the error that an operator sees. */
const callers: [name: string, call: (address: string, env: Env) => Promise<string>][] = [
  [
    'the sandbox service',
    async (address, env) => {
      const { services } = await startTestServer({ env: { ...env, SANDBOX_SERVICE_URL: address } })
      return services.sandboxService.build(sandboxRequest).then(String, String)
    },
  ],
  [
    'the check of the sandbox service',
    async (address, env) => {
      const settings = readSettings({ ...productionSettings, SANDBOX_SERVICE_URL: address, ...env })
      const findings = await checkSandboxService(settings, createOutgoing(settings))
      return findings.map(({ text }) => text).join('')
    },
  ],
  [
    'the video host',
    async (address, env) => {
      const lines: string[] = []
      const stream = { write: (line: string) => void lines.push(line) }
      const server = await startTestServer({
        env: { ...env, VIDEO_HOST_URL: address },
        logger: { level: 'error', stream },
      })
      const app = await buildApp(server, { owner_id: (await buildDeveloper(server)).id })
      const value = makeVideo({ width: 1280, height: 720, framesPerSecond: 24 })
      await server.as({ id: app.owner_id }).send({
        method: 'POST',
        url: `/api/v1/developer_apps/${app.id}/media?type=Video`,
        ...writeForm([{ name: 'media[file]', value, filename: 'a.mp4', type: 'video/mp4' }]),
      })
      return lines.join('')
    },
  ],
  [
    'the bucket of files',
    async (address, env) => {
      const FILES_URL = `s3://KEY:SECRET@bucket/portal?endpoint=${address}`
      const { services } = await startTestServer({ env: { ...env, FILES_URL } })
      const error: unknown = await services.files
        .put('ab', Buffer.from('x'), 'image/png')
        .catch((reason: unknown) => reason)
      return error instanceof Error ? `${String(error)} ${String(error.cause)}` : String(error)
    },
  ],
  [
    'the service for error reports',
    async (address, env) => {
      const lines: string[] = []
      const watch = await watchErrors(
        readSettings({
          ...productionSettings,
          ERROR_REPORTING_DSN: `${address.replace('://', '://key@')}/1`,
          ...env,
        }),
        null,
        (line) => lines.push(line),
      )
      watch.onInternalError(new Error('for the report'), { requestId: 'request-7' })
      await expect.poll(() => lines).toHaveLength(1)
      return lines.join('')
    },
  ],
]

test.each(callers)("%s can't reach a private address unless allowed", async (_name, call) => {
  const { port, seen } = await listen(ok)
  const failure = await call(`http://localhost:${port}`, { ALLOW_PRIVATE_OUTGOING: 'false' })
  expect(seen).toEqual({ connections: 0, requests: [] })
  expect(failure).toContain('ALLOW_PRIVATE_OUTGOING')
})

test.each(callers)('%s does not follow a redirect', async (_name, call) => {
  const target = await listen(ok)
  const { port, seen } = await listen((_request, response) => {
    response.writeHead(307, { location: `http://127.0.0.1:${target.port}/elsewhere` }).end()
  })
  const failure = await call(`http://127.0.0.1:${port}`, { ALLOW_PRIVATE_OUTGOING: 'true' })
  expect(seen.requests.length).toBeGreaterThan(0)
  expect(target.seen).toEqual({ connections: 0, requests: [] })
  // The bucket's client has no name for this error.
  expect(failure).toMatch(/redirect|UnknownError/)
})

test.each(callers)('%s gets an error instead of another protocol', async (_name, call) => {
  const { port } = await listen((_request, { socket }) => {
    socket?.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n')
  })
  const failure = await call(`http://127.0.0.1:${port}`, { ALLOW_PRIVATE_OUTGOING: 'true' })
  expect(failure).toContain('http://127.0.0.1 answered with another protocol')
})

test.each(callers)('%s gets an error if the connection is closed', async (_name, call) => {
  const { port } = await listen((_request, { socket }) => socket?.destroy())
  const failure = await call(`http://127.0.0.1:${port}`, { ALLOW_PRIVATE_OUTGOING: 'true' })
  expect(failure).toContain('socket hang up')
})

const closed = createOutgoing({ ALLOW_PRIVATE_OUTGOING: false })
const open = createOutgoing({ ALLOW_PRIVATE_OUTGOING: true })
const get = { method: 'GET', headers: {}, timeoutMs: 5000 } as const

test.each([
  'http://127.0.0.1',
  'http://127.1',
  'http://2130706433',
  'http://0x7f000001',
  'http://0.0.0.0',
  'http://[::1]',
  'http://[::ffff:127.0.0.1]',
  'http://[::ffff:7f00:1]',
  'http://localhost',
  'https://localhost',
])('opens no connection to %s', async (address) => {
  const { port, seen } = await listen(ok)
  await expect(closed.call(`${address}:${port}/`, get)).rejects.toThrow(
    /private address .* ALLOW_PRIVATE_OUTGOING/,
  )
  expect(seen.connections).toBe(0)
})

test('gets the reply of a call into a private network when allowed', async () => {
  const { port, seen } = await listen((_request, response) => response.writeHead(404).end('not here'))
  const answer = await open.call(`http://localhost:${port}/path?query=1`, get)
  expect(answer).toMatchObject({ status: 404, text: 'not here' })
  expect(seen.requests).toEqual(['GET /path?query=1'])
})

test('ends a call when the server does not respond in time, even in the middle of its reply', async () => {
  const silent = await listen(() => undefined)
  const halting = await listen((_request, response) => void response.writeHead(200).write('begun'))
  for (const { port } of [silent, halting]) {
    await expect(open.call(`http://127.0.0.1:${port}/`, { ...get, timeoutMs: 200 })).rejects.toThrow(
      `http://127.0.0.1:${port} did not respond within 0.2 s`,
    )
  }
})

/** Makes the time limits of calls a thousand times shorter. */
function speedUpTimeLimits(): void {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  const faster = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 1000))
  onTestFinished(() => faster.mockRestore())
}

test.each([
  ['the sandbox service', 10],
  ['the check of the sandbox service', 10],
  ['the video host', 600],
  ['the service for error reports', 10],
])('%s gets %i seconds for a reply', async (name, seconds) => {
  const { port } = await listen(() => undefined)
  const [, call] = callers.find(([caller]) => caller === name) ?? []
  speedUpTimeLimits()
  const failure = await call?.(`http://127.0.0.1:${port}`, { ALLOW_PRIVATE_OUTGOING: 'true' })
  expect(failure).toContain(`http://127.0.0.1:${port} did not respond within ${seconds} s`)
})

test('stops reading a reply at one megabyte', async () => {
  const { port } = await listen((_request, response) => response.end('x'.repeat(2_000_000)))
  await expect(open.call(`http://127.0.0.1:${port}/`, get)).rejects.toThrow('responded with more than 1 MB')
})

const sources = join(import.meta.dirname, '../../')
/**
 * Code that opens a connection without the checks of outgoing.ts. The email server is reached by SMTP, the database
 * by its own driver.
 */
const ownWays =
  /\b(?:fetch|WebSocket|EventSource|XMLHttpRequest|Socket)\s*\(|\b(?:from|import|require)[\s(]*['"](?:node:)?(?:https?|http2|net|tls|dgram|undici|axios|got|node-fetch)['"]/

/** Imports that open no connection: types, constants, servers and checks of addresses. */
const harmlessImports =
  /import (?:type \{[^}]*\}|\{ (?:(?:BlockList|isIP|isIPv6|checkServerIdentity|createServer|maxHeaderSize|ServerResponse|STATUS_CODES|Socket|TLSSocket|type \w+)(?:, )?)+ \}) from 'node:(?:net|http|tls)'/g

test.each([
  'await fetch(url)',
  "import http from 'http'",
  "await import('undici')",
  'globalThis.fetch (url)',
  "import { request } from 'node:http'",
  "const https = require('https')",
  "import { connect } from 'node:net'",
  'new WebSocket(url)',
  "import { connect } from 'node:tls'",
  'new Socket()',
])('notices %s as a way around the checks', (code) => {
  expect(code).toMatch(ownWays)
})

test('opens connections to other servers in outgoing.ts only', async () => {
  const files = (
    await Promise.all(
      ['src', 'seed'].map(async (folder) =>
        (await readdir(join(sources, folder), { recursive: true })).map((file) => join(folder, file)),
      ),
    )
  )
    .flat()
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(150)
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(join(sources, file), 'utf8')] as const),
  )
  const withOwnWays = texts.filter(([, text]) => ownWays.test(text.replaceAll(harmlessImports, '')))
  expect(withOwnWays.map(([file]) => file)).toEqual(['src/outgoing/outgoing.ts'])
})
