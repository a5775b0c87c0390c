import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { existsSync } from 'node:fs'
import { serviceScopes } from '@trestle/domain/access/serviceScopes.ts'
import { pageRoutes } from '@trestle/domain/routes.ts'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exchange, parseReply, startListeningServer, type ListeningServer } from '../../testing/sockets.ts'
import { createServiceToken } from '../accounts/serviceToken.ts'
import { routes } from '../routes.ts'

const isBuilt = existsSync(new URL('../../../web/dist/index.html', import.meta.url))

interface Target {
  method: string
  url: string
}

const mounted: Target[] = []

/** Records every route that the server mounts, including those of plugins, so that new routes are tested too. */
function recordRoutes(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
    for (const each of [method].flat()) mounted.push({ method: each, url })
  })
}

let server: ListeningServer
let serviceToken: string
beforeAll(async () => {
  subscribe('fastify.initialization', recordRoutes)
  server = await startListeningServer({ keepOpen: true, env: { REQUESTS_PER_MINUTE: '100000' } })
  unsubscribe('fastify.initialization', recordRoutes)
  serviceToken = await createServiceToken(server.services, 'gateway', { scopes: serviceScopes })
})
afterAll(() => server.close())

const filled = (pattern: string): string => pattern.replaceAll(/:\w+/g, '1').replace('*', 'unknown')

/** Returns the same address with one character of a fixed part percent-encoded. */
function encoded(pattern: string, which: 'first' | 'last'): string {
  const letters = [...pattern.matchAll(/(?<=\/[^:/]*)[a-z]/gi)].map(({ index }) => index)
  const at = which === 'first' ? letters[0] : letters.at(-1)
  if (at === undefined) return filled(pattern)
  const hex = pattern.charCodeAt(at).toString(16)
  return `${filled(pattern.slice(0, at))}%${hex}${filled(pattern.slice(at + 1))}`
}

async function ask({ method, url }: Target, token?: string) {
  const reply = await server.app.inject({
    method: method as 'GET',
    url,
    headers: { accept: 'text/html', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  })
  const { headers } = reply
  const remaining = headers['x-ratelimit-remaining']
  return {
    reply: {
      status: reply.statusCode,
      type: headers['content-type'],
      caching: headers['cache-control'],
      location: headers.location,
      isCounted: remaining !== undefined,
      isError: reply.body.includes('"request_id"'),
    },
    remaining: Number(remaining),
  }
}

/** Expects that the encoded address gets the same reply as the plain one and counts against the same limit. */
async function expectSame(method: string, pattern: string, token?: string): Promise<void> {
  const plain = await ask({ method, url: filled(pattern) }, token)
  for (const which of ['first', 'last'] as const) {
    const url = encoded(pattern, which)
    const { reply, remaining } = await ask({ method, url }, token)
    expect(reply, `${method} ${url}`).toEqual(plain.reply)
    if (plain.reply.isCounted) {
      expect(plain.remaining - remaining, `${method} ${url}`).toBe(which === 'first' ? 1 : 2)
    }
  }
}

test("records the product's routes", () => {
  const names = new Set(mounted.map(({ method, url }) => `${method} ${url}`))
  for (const { endpoint } of routes) expect(names).toContain(`${endpoint.method} ${endpoint.path}`)
  for (const other of [
    '/healthz',
    '/readyz',
    '/files/:key',
    '/reference/rest/changelog.atom',
    '/.well-known/change-password',
  ]) {
    expect(names).toContain(`GET ${other}`)
  }
})

test('applies the same limit, caching and access to an address with a percent-encoded character', async () => {
  for (const { method, url } of mounted) {
    await expectSame(method, url)
  }
})

test('treats a service with its token the same at a percent-encoded address', async () => {
  const forServices = routes.filter(({ access }) => access === 'service')
  expect(forServices.length).toBeGreaterThan(0)
  for (const { endpoint } of forServices) {
    await expectSame(endpoint.method, endpoint.path, serviceToken)
    const { reply } = await ask(
      { method: endpoint.method, url: encoded(endpoint.path, 'first') },
      serviceToken,
    )
    expect(reply).toMatchObject({ isCounted: false, status: 422 })
  }
})

test('treats missing calls and addresses the same, encoded or not', async () => {
  for (const pattern of ['/api/v1/nothing_here', '/nothing_here', '/nothing_here.json', '/favicon.svg']) {
    for (const method of ['GET', 'POST', 'PUT']) await expectSame(method, pattern)
  }
})

test.runIf(isBuilt)('serves the same pages, encoded or not', async () => {
  for (const { pattern } of Object.values(pageRoutes)) {
    await expectSame('GET', pattern.replaceAll(/\{-(\$\w+)\}|(\$\w+)/g, ':tab'))
  }
})

test('treats an absolute URL in the request line like its path', async () => {
  const plain = await exchange(
    server.port,
    'GET /api/v1/session HTTP/1.1\r\nHost: portal.test\r\nConnection: close\r\n\r\n',
  )
  const whole = await exchange(
    server.port,
    'GET http://portal.test/api/v1/session HTTP/1.1\r\nHost: portal.test\r\nConnection: close\r\n\r\n',
  )
  const [first, second] = [parseReply(plain), parseReply(whole)]
  expect(second.status).toBe(200)
  expect(second.headers['cache-control']).toBe('no-store')
  expect(
    Number(first.headers['x-ratelimit-remaining']) - Number(second.headers['x-ratelimit-remaining']),
  ).toBe(1)
})

test('counts every call, and allows caching only where the contract does', async () => {
  const cacheable = routes.filter(({ endpoint }) => endpoint.cacheSeconds !== undefined)
  const paths: string[] = cacheable.map(({ endpoint }) => endpoint.path)
  const readCaching = (url: string): unknown => {
    // Checked each time, by its ETag.
    if (url === '/api/v1/openapi.json') return 'no-cache'
    return paths.includes(url) ? expect.stringMatching(/^public, max-age=/) : 'no-store'
  }
  for (const { method, url } of mounted.filter(({ url: path }) => path.startsWith('/api/'))) {
    const { reply } = await ask({ method, url: encoded(url, 'first') })
    expect(reply, `${method} ${url}`).toMatchObject({
      caching: reply.status === 200 ? readCaching(url) : 'no-store',
      isCounted: true,
    })
  }
})
