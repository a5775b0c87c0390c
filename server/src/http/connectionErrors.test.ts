import { errorStatus, type ErrorCode } from '@trestle/domain/http/errors.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noSuchCall } from '../errors.ts'
import { buildDeveloper } from '../../testing/build.ts'
import {
  exchange,
  openSocket,
  parseErrorReply,
  parseReply,
  readToEnd,
  signIn,
  startListeningServer,
  writeHead,
  type ListeningServer,
} from '../../testing/sockets.ts'

let server: ListeningServer
beforeAll(async () => {
  server = await startListeningServer({ keepOpen: true })
})
afterAll(() => server.close())

const secret = 'a-secret-of-the-sender'

const get = (...headers: string[]) =>
  ['GET /api/v1/session HTTP/1.1', ...headers, `x-secret: ${secret}`, '\r\n'].join('\r\n')

const post = (headers: string[], body: string) =>
  ['POST /api/v1/session HTTP/1.1', 'Host: portal.test', ...headers, '', body].join('\r\n')

const notHttp = "The request isn't valid HTTP."
const twoLengths = 'The request states the length of its body more than once.'
const oneEncoding = 'This server only supports the transfer encoding chunked.'
const unknownMethod = 'The method of the request is unknown.'
const badHeader = "A request header contains characters that aren't allowed there."
const tooLarge =
  "The URL and headers of the request are larger than 16 KB. Delete this site's cookies, or send less."

const cases: [what: string, bytes: string, code: ErrorCode, message: string][] = [
  ['a cookie with a control character', get('Host: x', `Cookie: a=\u0001${secret}`), 'malformed', badHeader],
  ['a header without a colon', get('Host: x', 'Nonsense'), 'malformed', badHeader],
  ['two content lengths', post(['Content-Length: 2', 'Content-Length: 3'], '{}'), 'malformed', twoLengths],
  ['a length that is not a number', post(['Content-Length: two'], '{}'), 'malformed', notHttp],
  [
    'a length and chunked encoding',
    post(['Content-Length: 2', 'Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n'),
    'malformed',
    notHttp,
  ],
  ['another transfer encoding', post(['Transfer-Encoding: gzip'], '{}'), 'malformed', notHttp],
  [
    'compressed chunks',
    post(['Transfer-Encoding: gzip, chunked'], '2\r\n{}\r\n0\r\n\r\n'),
    'malformed',
    oneEncoding,
  ],
  [
    'a header that is too large',
    get('Host: x', `X-Long: ${'a'.repeat(20_000)}`),
    'headers_too_large',
    tooLarge,
  ],
  [
    'too many headers',
    get('Host: x', ...Array.from({ length: 3000 }, (_, n) => `X-${n}: 1`)),
    'headers_too_large',
    tooLarge,
  ],
  ['a URL that is too long', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n`, 'headers_too_large', tooLarge],
  ['two hosts', get('Host: x', 'Host: y'), 'malformed', 'The request has more than one Host header.'],
  [
    'the same host twice',
    get('Host: x', 'hOST: x'),
    'malformed',
    'The request has more than one Host header.',
  ],
  ['no host', get(), 'malformed', 'The request has no Host header.'],
  ['no request', 'GARBAGE\r\n\r\n', 'malformed', unknownMethod],
  ['an unknown method', 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n', 'malformed', unknownMethod],
  ['an unknown version', 'GET / HTTP/3.0\r\nHost: x\r\n\r\n', 'malformed', notHttp],
  ['the start of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'malformed', notHttp],
  ['the start of TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001', 'malformed', unknownMethod],
  [
    'bad percent-encoding',
    `GET /api/v1/%zz?${secret} HTTP/1.1\r\nHost: x\r\n\r\n`,
    'malformed',
    "The request couldn't be read.",
  ],
  [
    'an expectation',
    get('Host: x', 'Expect: bananas'),
    'expectation_failed',
    'This server only supports the expectation 100-continue.',
  ],
  [
    'a tunnel',
    'CONNECT portal.test:443 HTTP/1.1\r\nHost: portal.test:443\r\n\r\n',
    'not_found',
    noSuchCall.message,
  ],
]

test.each(cases)(
  'answers %s with the common error reply and closes the connection',
  { tags: ['ERR-42'] },
  async (...row) => {
    const [, bytes, code, message] = row
    const before = server.logged().length
    const text = await exchange(server.port, bytes)
    const { status, headers, body } = parseReply(text)
    expect(parseErrorReply(text)).toEqual({
      code,
      message,
      errors: [message],
      request_id: headers['x-request-id'],
    })
    expect(status).toBe(errorStatus[code])
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      connection: 'close',
      date: expect.stringMatching(/GMT$/),
    })
    await expect.poll(() => server.logged().length).toBeGreaterThan(before)
    const lines = server.logged().slice(before)
    expect(lines).toMatchObject([{ level: 'info', reqId: headers['x-request-id'], status }])
    expect(JSON.stringify(lines)).not.toContain(secret)
    expect(server.reported).toEqual([])
  },
)

test.each([
  ['bad percent-encoding', 'GET /%zz', {}],
  ['bad percent-encoding below the API', 'GET /api/v1/%zz', {}],
  ['a page requested with an expectation', 'GET /developer_apps', { expect: 'bananas' }],
])('shows a page for %s to someone who opens it in a browser', async (_what, target, more) => {
  const text = await exchange(
    server.port,
    writeHead(target, { accept: 'text/html', connection: 'close', ...more }),
  )
  const { status, headers, body } = parseReply(text)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', connection: 'close' })
  expect(body).toContain(`Request ID: ${headers['x-request-id']}`)
  expect(server.logged().filter(({ level }) => level !== 'info')).toEqual([])
})

test('answers a body with malformed chunks once, even after its call has begun', async () => {
  const person = await buildDeveloper(server)
  const headers = { ...(await signIn(server, person)), 'content-type': 'application/json' }
  const head = writeHead('POST /api/v1/developer_apps', { ...headers, 'transfer-encoding': 'chunked' })
  const socket = await openSocket(server.port)
  const handled = new Promise((resolve) => server.app.server.once('request', resolve))
  socket.write(`${head}4\r\n{"in\r\n`)
  await handled
  socket.write('not a length\r\n')
  const text = await readToEnd(socket)
  expect(parseErrorReply(text)).toMatchObject({ code: 'malformed', message: notHttp })
  expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1)
  expect(server.logged().filter(({ level }) => level !== 'info')).toEqual([])
})

test('does not answer a pending request with the error of the bytes after it', async () => {
  const text = await exchange(server.port, `${writeHead('GET /api/v1/session')}GARBAGE\r\n\r\n`)
  // Nothing, unless the reply was faster than the garbage.
  expect(text).toMatch(/^(?:HTTP\/1\.1 200 |$)/)
  expect(text).not.toContain('malformed')
})

test('accepts what browsers send: raw bytes in cookies, 100-continue', async () => {
  const odd = await exchange(
    server.port,
    writeHead('GET /api/v1/session', { cookie: 'a=\u00e9; trestle_session=%E0%A4%A', connection: 'close' }),
  )
  expect(parseReply(odd).status).toBe(200)
  const body = 'x=1'
  const continued = await exchange(
    server.port,
    writeHead('POST /api/v1/session', { expect: '100-continue', 'content-length': 3, connection: 'close' }) +
      body,
  )
  expect(continued).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 403 /)
})

test('closes a connection without any data without a reply', async () => {
  const before = server.logged().length
  const socket = await openSocket(server.port)
  socket.end()
  expect(await readToEnd(socket)).toBe('')
  expect(server.logged().length).toBe(before)
})
