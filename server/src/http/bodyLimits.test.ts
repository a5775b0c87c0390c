import { serviceScopes } from '@trestle/domain/access/serviceScopes.ts'
import { defaultBodyLimit } from '@trestle/domain/http/bodyLimit.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp, buildDeveloper, type DeveloperRow } from '../../testing/build.ts'
import { writeForm } from '../../testing/pictures.ts'
import {
  openSocket,
  parseReply,
  readToEnd,
  signIn,
  startListeningServer,
  writeHead,
  type ListeningServer,
} from '../../testing/sockets.ts'
import { createServiceToken } from '../accounts/serviceToken.ts'
import { routes } from '../routes.ts'

let server: ListeningServer
let staff: DeveloperRow
let serviceToken: string
beforeAll(async () => {
  server = await startListeningServer({ keepOpen: true, env: { REQUESTS_PER_MINUTE: '100000' } })
  // Takes the ID that the calls below name, so that they don't end the caller's session.
  await buildDeveloper(server)
  staff = await buildDeveloper(server, { is_admin: true })
  serviceToken = await createServiceToken(server.services, 'gateway', { scopes: serviceScopes })
})
afterAll(() => server.close())

const unknownKeys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`unknown_${n}`, n]))

const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`

const postJson = (url: string, payload: string) =>
  server.as(staff).send({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload })

describe('the body of a call that needs no session', () => {
  test('refuses a megabyte of unknown keys unread, in a short reply that names the limit', async () => {
    const { status, body, text } = await server.anonymous().post('/api/v1/session', unknownKeys(90_000))
    expect([status, body.code, body.message]).toEqual([
      413,
      'too_large',
      'The request body is larger than 64 KB. Send less in one request.',
    ])
    expect(text.length).toBeLessThan(500)
  })

  test('refuses more values than a call accepts before validating them', async () => {
    const values = defaultBodyLimit.values
    const url = '/api/v1/session'
    const tooMany = await server.anonymous().post(url, unknownKeys(values + 1))
    expect([tooMany.status, tooMany.body.message]).toEqual([
      413,
      `The request body contains more than ${values} values. Send less in one request.`,
    ])
    const list = await server.anonymous().post(url, { email: Array.from({ length: values }, () => 0) })
    expect(list.status).toBe(413)
    expect((await server.anonymous().post(url, unknownKeys(values))).status).toBe(422)
  })

  test('refuses a body that is nested too deeply, at any depth', async () => {
    for (const depth of [42, 10_000]) {
      const { status, body } = await postJson('/api/v1/developer_apps', nested(depth))
      expect([status, body.message]).toEqual([400, 'The request body is nested more than 40 levels deep.'])
    }
    expect((await postJson('/api/v1/developer_apps', nested(40))).status).toBe(422)
  })
})

test('lists fifty problems in an error and counts the rest', async () => {
  const { status, body } = await server.as(staff).post('/api/v1/developer_apps', unknownKeys(120))
  expect(status).toBe(422)
  // 120 unknown fields and one missing field.
  expect(body.errors.slice(0, 2)).toEqual(['Internal name is required', 'unknown_0 is not a known field'])
  expect([body.errors.length, body.errors.at(-1)]).toEqual([51, 'and 71 more'])
  expect(Object.keys(body.fields)).toHaveLength(50)
  const few = await server.as(staff).post('/api/v1/developer_apps', unknownKeys(49))
  expect([few.body.errors.length, few.body.errors.at(-1)]).toEqual([50, 'unknown_48 is not a known field'])
})

test('shortens the name of an unknown field in the message', async () => {
  const { body, text } = await postJson('/api/v1/developer_apps', `{"${'x'.repeat(60_000)}":1}`)
  expect(body.errors).toContain(`${'x'.repeat(100)}… is not a known field`)
  expect(text.length).toBeLessThan(1_000)
})

const postForm = (payload: string) =>
  server.as(staff).send({
    method: 'POST',
    url: '/api/v1/developer_apps',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload,
  })

test('accepts as many values in a form as in JSON, and names the limit beyond it', async () => {
  const { values } = defaultBodyLimit
  const form = (count: number) => Array.from({ length: count }, (_, n) => `field_${n}=1`).join('&')
  expect((await postForm(form(values))).status).toBe(422)
  const tooMany = await postForm(form(values + 1))
  expect([tooMany.status, tooMany.body.message]).toEqual([
    413,
    `The request body contains more than ${values} values. Send less in one request.`,
  ])
})

test('refuses a form that is nested too deeply', async () => {
  const { status, body } = await postForm('a[b][c][d][e][f][g]=1')
  expect([status, body.message]).toEqual([400, 'The values of a form can be nested at most 5 levels deep.'])
})

test('refuses a query with too many or too deeply nested values, naming the limits', async () => {
  const message = 'A query can have at most 200 values, nested at most 5 levels deep.'
  for (const query of [Array.from({ length: 201 }, () => 'page=1').join('&'), 'a[b][c][d][e][f][g]=1']) {
    const { status, body } = await server.as(staff).get(`/api/v1/developer_apps?${query}`)
    expect([status, body.message]).toEqual([400, message])
  }
})

test('limits the texts of a form with files to the size of a body, and their names to a few characters', async () => {
  const app = await buildApp(server, { owner_id: staff.id })
  const send = (parts: { name: string; value: string }[]) =>
    server.as(staff).send({
      method: 'PATCH',
      url: `/api/v1/developer_apps/${app.id}`,
      ...writeForm(parts),
    })
  const half = 'x'.repeat(40_000)
  const large = await send([
    { name: 'developer_app[redirect_uri]', value: half },
    { name: 'developer_app[name]', value: half },
  ])
  expect([large.status, large.body.message]).toEqual([
    413,
    'The request body is larger than 64 KB. Send less in one request.',
  ])
  const long = await send([{ name: `developer_app[${'x'.repeat(300)}]`, value: '' }])
  expect([long.status, long.body.message]).toEqual([
    413,
    'The name of a field is longer than 200 characters.',
  ])
})

const larger: Record<string, number> = {
  'POST /api/v1/app_versioned_manifests': 1536,
  'POST /api/v1/manifest_validations': 1536,
  'POST /api/v1/developer_apps/:id/submissions': 512,
  'PATCH /api/v1/submissions/:id': 512,
  'POST /api/v1/admin/developer_apps/:id/submissions': 512,
  'PATCH /api/v1/admin/submissions/:id': 512,
  'POST /api/v1/platform/events': 2048,
  'POST /api/v1/leaked_secrets': 1024,
  'POST /api/v1/admin/notifications': 256,
  'PATCH /api/v1/admin/notifications/:id': 256,
  'PUT /api/v1/drafts/:kind/:subject_id': 1024,
}

const unsafe = routes.filter(({ endpoint }) => endpoint.method !== 'GET')
const nameFor = ({ endpoint }: (typeof routes)[number]) => `${endpoint.method} ${endpoint.path}`

test.each(unsafe.map((route) => [nameFor(route), route] as const))(
  '%s accepts a body up to its limit, and names the limit beyond it',
  async (name, { access, endpoint }) => {
    const kilobytes = larger[name] ?? 64
    const send = (bytes: number) =>
      server.as(staff).send({
        method: endpoint.method,
        url: endpoint.path.replaceAll(/:\w+/g, '1'),
        headers: {
          'content-type': 'application/json',
          ...(access === 'service' && { authorization: `Bearer ${serviceToken}` }),
        },
        payload: `{}${' '.repeat(bytes - 2)}`,
      })
    const over = await send(kilobytes * 1024 + 1)
    expect([over.status, over.body.message]).toEqual([
      413,
      `The request body is larger than ${kilobytes} KB. Send less in one request.`,
    ])
    if (endpoint.path !== '/api/v1/session') expect((await send(kilobytes * 1024)).status).not.toBe(413)
  },
)

test('states the body limit of every call in the OpenAPI document', async () => {
  const { body } = await server.anonymous().get('/api/v1/openapi.json')
  for (const route of unsafe.filter(({ endpoint }) => endpoint.body)) {
    const path = route.endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    const operation = body.paths[path][route.endpoint.method.toLowerCase()]
    const limit = `${larger[nameFor(route)] ?? 64} KB`
    expect(operation.responses['413'].description, nameFor(route)).toContain(limit)
    expect(operation.requestBody.description, nameFor(route)).toContain(`At most ${limit}`)
  }
})

test('replies to an unauthorized caller before the body arrives', async () => {
  const guarded = unsafe.filter(({ access }) => access !== 'anyone')
  for (const { endpoint } of guarded) {
    const head = writeHead(`${endpoint.method} ${endpoint.path.replaceAll(/:\w+/g, '1')}`, {
      connection: 'close',
      'content-type': 'application/json',
      'content-length': 60_000,
    })
    const socket = await openSocket(server.port)
    socket.write(head)
    expect(parseReply(await readToEnd(socket)).status, endpoint.path).toBe(401)
  }
})

test('delivers the reply to the sender of a body that is too large', async () => {
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/v1/developer_apps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(await signIn(server, staff)) },
    body: JSON.stringify({ internal_name: 'x'.repeat(20_000_000) }),
  })
  expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'too_large' }])
})
