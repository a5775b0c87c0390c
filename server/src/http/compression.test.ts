import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib'
import cookie from '@fastify/cookie'
import { endpoint } from '@trestle/domain/http/endpoint.ts'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { buildDeveloper } from '../../testing/build.ts'
import { newFolder } from '../../testing/folders.ts'
import { routeDependencies } from '../../testing/routeDependencies.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { changelogFeed } from '../reference/changelogFeed.ts'
import { routes } from '../routes.ts'
import { compressReplies } from './compression.ts'
import { mountRoutes } from './mountRoutes.ts'
import { route } from './route.ts'

const script = `export const words = '${'a beam, a column, '.repeat(200)}'`
const template = `<html><head><title>x</title></head><body><div id="root"></div><!--bootstrap--></body></html>`

async function startServer(): Promise<TestServer> {
  const webFolder = await newFolder({
    'index.html': template,
    'assets/app.js': script,
    'assets/app.js.br': 'the copy in brotli',
    'assets/app.js.gz': 'the copy in gzip',
  })
  return startTestServer({ webFolder })
}

const decoders = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes: Buffer) => bytes,
} as const

/** Requests an address with this `accept-encoding` and returns the encoding that was chosen and the decoded text. */
async function request(server: TestServer, url: string, accepted: string | undefined) {
  const answer = await server.app.inject({
    url,
    headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
  })
  const encoding = (answer.headers['content-encoding'] ?? 'identity') as keyof typeof decoders
  const text = decoders[encoding](answer.rawPayload).toString()
  return { status: answer.statusCode, encoding, text, vary: String(answer.headers['vary']), answer }
}

test.each([
  ['/api/v1/openapi.json', 'application/json'],
  ['/marketplace', 'text/html'],
  [`${changelogFeed.path}.atom`, 'application/atom+xml'],
  [`${changelogFeed.path}.json`, 'application/feed+json'],
])('compresses %s as the client accepts it', async (url, type) => {
  const server = await startServer()
  const plain = await request(server, url, undefined)
  expect(plain).toMatchObject({ status: 200, encoding: 'identity' })
  expect(plain.answer.headers['content-type']).toContain(type)
  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', 'identity'],
  ] as const) {
    const compressed = await request(server, url, accepted)
    expect([compressed.status, compressed.encoding], accepted).toEqual([200, encoding])
    // Pages differ in their nonces and tokens.
    expect(compressed.text.length).toBe(plain.text.length)
    if (encoding !== 'identity') expect(compressed.vary.toLowerCase()).toContain('accept-encoding')
    if (encoding !== 'identity') {
      expect(compressed.answer.rawPayload.length).toBeLessThan(plain.text.length / 1.5)
    }
  }
})

test('compresses a list and its CSV export, as they are streamed', async () => {
  const server = await startServer()
  const admin = await buildDeveloper(server, { is_admin: true })
  for (let index = 0; index < 30; index += 1) await buildDeveloper(server)
  const client = server.as(admin)
  for (const url of ['/api/v1/admin/developers', '/api/v1/admin/developers.csv']) {
    const plain = await client.get(url)
    const compressed = await client.send({ method: 'GET', url, headers: { 'accept-encoding': 'gzip' } })
    expect([compressed.status, compressed.headers['content-encoding']], url).toEqual([200, 'gzip'])
    expect(plain.headers['content-encoding']).toBeUndefined()
  }
})

test('compresses quickly what changes, and well what stays the same', async () => {
  const server = await startServer()
  const client = server.as(await buildDeveloper(server, { is_admin: true }))
  for (let index = 0; index < 30; index += 1) await buildDeveloper(server)
  for (const [url, quality] of [
    ['/api/v1/admin/developers', 2],
    ['/api/v1/documentation', 4],
  ] as const) {
    const plain = await client.get(url)
    const compressed = await client.send({ method: 'GET', url, headers: { 'accept-encoding': 'br' } })
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
    const expected = brotliCompressSync(JSON.stringify(plain.body), { params })
    expect(Number(compressed.headers['content-length']), url).toBe(expected.length)
  }
})

test('leaves a short reply as it is', async () => {
  expect(await request(await startServer(), '/healthz', 'br, gzip')).toMatchObject({
    encoding: 'identity',
    text: expect.stringContaining('{"status":"ok",'),
  })
})

test('answers HEAD with the headers of GET, and no body', async () => {
  const server = await startServer()
  const { statusCode, headers, rawPayload } = await server.app.inject({
    method: 'HEAD',
    url: '/api/v1/openapi.json',
    headers: { 'accept-encoding': 'br' },
  })
  expect([statusCode, rawPayload.length]).toEqual([200, 0])
  expect(headers['etag']).toMatch(/^W\/"/)
})

test('sends the copies of an asset that were compressed when the web app was built', async () => {
  const server = await startServer()
  const answers = await Promise.all(
    ['br, gzip', 'gzip', undefined].map((accepted) =>
      server.app.inject({
        url: '/assets/app.js',
        headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
      }),
    ),
  )
  expect(answers.map(({ body, headers }) => [body, headers['content-encoding'], headers['vary']])).toEqual([
    ['the copy in brotli', 'br', 'accept-encoding'],
    ['the copy in gzip', 'gzip', 'accept-encoding'],
    [script, undefined, 'accept-encoding'],
  ])
  for (const { headers } of answers) {
    expect(headers['content-type']).toMatch(/^(application|text)\/javascript/)
    expect(headers['cache-control']).toContain('immutable')
  }
})

/** Finds text properties named like secrets, at any depth of a JSON schema. */
function secretsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {} } = schema as { properties?: Record<string, { type?: string }> }
  const own = Object.entries(properties)
    .filter(
      ([name, { type }]) =>
        (/secret|password|token|atom_url/.test(name) && type === 'string') || name === 'codes',
    )
    .map(([name]) => name)
  return [...own, ...Object.values(schema).flatMap(secretsIn)]
}

test('every reply that contains a secret is marked, but for the CSRF token, which is new in every reply', () => {
  const withSecrets = routes
    .filter(({ endpoint: { reply } }) => {
      const schema = reply && z.toJSONSchema(reply, { unrepresentable: 'any' })
      return secretsIn(schema).some((name) => name !== 'csrf_token')
    })
    .map(({ endpoint: { operationId } }) => operationId)
  const marked = routes.filter((each) => each.endpoint.carriesSecret).map((each) => each.endpoint.operationId)
  expect(marked.length).toBeGreaterThan(3)
  expect(withSecrets.toSorted()).toEqual(marked.toSorted())
})

test('never compresses a reply that contains a secret', async () => {
  const server = await startServer()
  const app = fastify()
  app.setSerializerCompiler(() => JSON.stringify)
  await app.register(cookie)
  await compressReplies(app)
  const reply = z.object({ text: z.string() })
  const mounted = [false, true].map((isSecret) =>
    route(
      endpoint({
        operationId: `get${isSecret}`,
        method: 'GET',
        path: `/${isSecret}`,
        summary: 'x',
        reply,
        ...(isSecret && { carriesSecret: true }),
      }),
      { access: 'anyone', handle: async () => ({ text: 'x'.repeat(5000) }) },
    ),
  )
  await mountRoutes(app, server.services, mounted, routeDependencies)
  const readEncoding = async (url: string) =>
    (await app.inject({ url, headers: { 'accept-encoding': 'br' } })).headers['content-encoding']
  expect([await readEncoding('/false'), await readEncoding('/true')]).toEqual(['br', undefined])
})
