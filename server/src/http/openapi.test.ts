import { errorCodes } from '@trestle/domain/http/errors.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { absentInGovernmentCloud } from '../../../domain/testing/governmentCloud.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { routes } from '../routes.ts'
import { version } from '../version.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
})
afterAll(() => server.close())

async function listDescribed(from: TestServer): Promise<Set<string>> {
  const { body } = await from.anonymous().get('/api/v1/openapi.json')
  const described = Object.entries(body.paths).flatMap(([path, operations]) =>
    Object.keys(operations as object).map((method) => `${method.toUpperCase()} ${path}`),
  )
  return new Set(described)
}

test('lists every route in the OpenAPI 3.1 document, and no page, file or probe', async () => {
  const { body } = await server.anonymous().get('/api/v1/openapi.json')
  const result = await new Validator().validate(structuredClone(body))
  expect(result.errors ?? []).toEqual([])
  expect(body.openapi).toMatch(/^3\.1/)
  expect(body.info.version).toBe(version)
  const mounted = routes.map(
    ({ endpoint: { method, path } }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
  )
  expect(await listDescribed(server)).toEqual(new Set(mounted))
})

test('omits in government cloud the calls that always return 404 there', { tags: ['SHELL-14'] }, async () => {
  const government = await startTestServer({ env: { GOV_CLOUD: 'true' } })
  const described = await listDescribed(government)
  const left = [...(await listDescribed(server))].filter((call) => !described.has(call))
  expect(left.toSorted()).toEqual([
    'PATCH /api/v1/sandboxes/{id}',
    'POST /api/v1/admin/developer_apps/{id}/sandbox/reset_secret',
    'POST /api/v1/admin/developer_apps/{id}/sandbox_requests',
    'POST /api/v1/app_version_promotions',
    'POST /api/v1/developer_apps/{id}/fake_sandbox',
    'POST /api/v1/developer_apps/{id}/sandbox_requests',
    'POST /api/v1/developer_apps/{id}/try',
    'POST /api/v1/sandboxes/{id}/reset_secret',
    'POST /video_host',
  ])
})

test("names in government cloud nothing that doesn't exist there", { tags: ['SHELL-14'] }, async () => {
  const government = await startTestServer({ env: { GOV_CLOUD: 'true' } })
  const { body } = await government.anonymous().get('/api/v1/openapi.json')
  const texts = JSON.stringify(body).matchAll(/"(?:summary|description)":("(?:[^"\\]|\\.)*")/g)
  // Names of fields and servers are the same everywhere.
  const written = [...texts].map(([, text = '']) =>
    (JSON.parse(text) as string).replaceAll(/`[^`]*`|\w+_\w+/g, ''),
  )
  expect(written.length).toBeGreaterThan(100)
  expect(written.filter((text) => absentInGovernmentCloud.test(text))).toEqual([])
})

test('describes bracket parameters as deep objects and names the headers of paged lists', async () => {
  const { body } = await server.anonymous().get('/api/v1/openapi.json')
  const list = body.paths['/api/v1/developer_apps'].get
  const filters = list.parameters.find((parameter: { name: string }) => parameter.name === 'filters')
  expect(filters).toMatchObject({ in: 'query', style: 'deepObject', explode: true })
  expect(filters.schema.properties.search).toMatchObject({ type: 'string', maxLength: 200 })
  expect(Object.keys(list.responses['200'].headers)).toEqual([
    'total',
    'total-relation',
    'per-page',
    'page',
    'link',
  ])
  expect(list.responses.default.content['application/json'].schema.$ref).toBe(
    '#/components/schemas/ErrorReply',
  )
})

test('describes the reply of a call that lists nothing, and none where there is none', async () => {
  const { body } = await server.anonymous().get('/api/v1/openapi.json')
  const shown = body.paths['/api/v1/developer_apps/{id}'].get.responses['200']
  expect(Object.keys(shown.headers)).toEqual(['etag'])
  expect(shown.content['application/json'].schema.properties).toHaveProperty('internal_name')
  expect(body.paths['/api/v1/session'].delete.responses['204']).toEqual({ description: 'No content' })
})

test('describes a table as CSV next to the list it exports', async () => {
  const { body } = await server.anonymous().get('/api/v1/openapi.json')
  const { get } = body.paths['/api/v1/admin/developer_apps.csv']
  expect(get.responses['200'].content).toEqual({ 'text/csv': { schema: { type: 'string' } } })
  expect(get.tags).toEqual(body.paths['/api/v1/admin/developer_apps'].get.tags)
})

test('states which calls need a session and which need the CSRF token', { tags: ['API-27'] }, async () => {
  const { body } = await server.anonymous().get('/api/v1/openapi.json')
  expect(body.components.securitySchemes).toMatchObject({
    session: { in: 'cookie', name: 'trestle_session' },
    csrf: { in: 'header', name: 'x-csrf-token' },
    service: { type: 'http', scheme: 'bearer' },
  })
  const apps = body.paths['/api/v1/developer_apps']
  expect(apps.get.security).toEqual([{ session: [] }, { personalToken: ['app.view'] }])
  expect(apps.post.security).toEqual([{ session: [], csrf: [] }, { personalToken: ['apps.create'] }])
  expect(body.paths['/api/v1/personal_access_tokens'].get.security).toEqual([{ session: [] }])
  expect(body.paths['/api/v1/session'].get.security).toEqual([{}])
  expect(body.paths['/api/v1/session'].post.security).toEqual([{ csrf: [] }])
  expect(body.paths['/api/v1/platform/events'].post.security).toEqual([{ service: ['events'] }])
})

test('lists the 4xx replies of every operation that follow from its requirements', async () => {
  const { body } = await server.anonymous().get('/api/v1/openapi.json')
  const statuses = (path: string, method: string) => Object.keys(body.paths[path][method].responses)
  expect(statuses('/api/v1/session', 'get')).toEqual(['200', '429', 'default'])
  expect(statuses('/api/v1/session', 'post')).toEqual(['200', '403', '413', '422', '429', 'default'])
  expect(statuses('/api/v1/developer_apps/{id}', 'get')).toEqual([
    '200',
    '401',
    '403',
    '404',
    '422',
    '429',
    'default',
  ])
  expect(statuses('/api/v1/developer_apps/{id}', 'patch')).toEqual([
    '200',
    '401',
    '403',
    '404',
    '409',
    '412',
    '413',
    '422',
    '429',
    'default',
  ])
})

test('describes the values in a path', async () => {
  const { body } = await server.anonymous().get('/api/v1/openapi.json')
  for (const { endpoint } of routes) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    const { parameters = [] } = body.paths[path][endpoint.method.toLowerCase()]
    const described = parameters
      .filter((parameter: { in: string }) => parameter.in === 'path')
      .map(({ name }: { name: string }) => name)
    const variables = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(new Set(described), path).toEqual(new Set(variables))
  }
  const schemasOf = (path: string) =>
    body.paths[path].get.parameters.map(({ schema }: { schema: object }) => schema)
  expect(schemasOf('/api/v1/developer_apps/{id}')).toMatchObject([{ type: 'integer', exclusiveMinimum: 0 }])
  expect(schemasOf('/api/v1/invitations/{token}/preview')).toMatchObject([{ type: 'string', maxLength: 200 }])
})

test('says of a call that may need a confirmation how to confirm, and when', async () => {
  const { body } = await server.anonymous().get('/api/v1/openapi.json')
  const always = body.paths['/api/v1/account/totp'].post
  expect(always.description).toMatch(/if you signed in a while ago: `POST \/api\/v1\/session\/confirmation`/)
  expect(always.responses['403'].description).toContain('`confirmation_required`')
  const sometimes = body.paths['/api/v1/developer_apps/{id}'].patch
  expect(sometimes.description).toContain('a while ago and the request sets `owner_id`')
  const never = body.paths['/api/v1/developer_apps'].post
  expect(never.description ?? '').not.toContain('confirmation')
  expect(never.responses['403'].description).not.toContain('`confirmation_required`')
})

test('says of an upload how a listing gets to show it, and of the video host that none does', async () => {
  const { body } = await server.anonymous().get('/api/v1/openapi.json')
  expect(body.paths['/api/v1/developer_apps/{id}/media'].post.description).toContain('`videos_attributes`')
  expect(body.paths['/api/v1/admin/developer_apps/{id}/media'].post.description).toContain(
    '`showcase_video_attributes`',
  )
  expect(body.paths['/video_host'].post.description).toContain(
    '`POST /api/v1/developer_apps/{id}/media?type=Video`',
  )
})

test('describes the ETag of a reply and If-Match exactly where a call has them', async () => {
  const { body } = await server.anonymous().get('/api/v1/openapi.json')
  const hasEtag = (operation: { responses: Record<string, { headers?: object }> }) =>
    Object.keys(operation.responses['200']?.headers ?? {}).includes('etag')
  const readsIfMatch = ({ parameters = [] }: { parameters?: { name: string }[] }) =>
    parameters.some(({ name }) => name === 'If-Match')
  const { get, patch } = body.paths['/api/v1/developer_apps/{id}']
  expect([get, patch].map(hasEtag)).toEqual([true, true])
  expect([get, patch].map(readsIfMatch)).toEqual([false, true])
  const list = body.paths['/api/v1/developer_apps'].get
  expect([hasEtag(list), readsIfMatch(list)]).toEqual([false, false])
})

test('says what a repeated call with an Idempotency-Key gets, even if the reply has a secret', async () => {
  const { body } = await server.anonymous().get('/api/v1/openapi.json')
  const describedFor = (path: string) => {
    const { parameters, responses } = body.paths[path].post
    const { description } = parameters.find(({ name }: { name: string }) => name === 'Idempotency-Key')
    return [description, responses['409'].description]
  }
  const [repeated, conflict] = describedFor('/api/v1/developer_apps')
  expect(repeated).toMatch(/gets the reply of the first one.*another request.* 422/)
  expect(conflict).not.toContain('secret')
  const [ofSecret, conflictOfSecret] = describedFor('/api/v1/personal_access_tokens')
  expect(ofSecret).toMatch(/gets 409.*secret.*another request.* 422/)
  expect(ofSecret).not.toContain('gets the reply')
  expect(conflictOfSecret).toContain('secret')
})

test('describes the limits of a body, and of the days that a token can work', async () => {
  const { body } = await server.anonymous().get('/api/v1/openapi.json')
  const { requestBody, responses } = body.paths['/api/v1/personal_access_tokens'].post
  expect(requestBody.description).toBe('At most 64 KB and 2000 values')
  expect(responses['413'].description).toBe('The body contains more than 64 KB or 2000 values')
  const { expires_in_days: days } = requestBody.content['application/json'].schema.properties
  expect(days.description).toMatch(/^At most `personal_token_max_days` in `GET \/api\/v1\/session`/)
})

test('describes a value that may be a number or digits as both', async () => {
  const { body } = await server.anonymous().get('/api/v1/openapi.json')
  const { patch } = body.paths['/api/v1/admin/developer_apps/{id}']
  const { external_owner_id: owner, legacy } = patch.requestBody.content['application/json'].schema.properties
  expect(owner.anyOf).toEqual([
    { type: 'null' },
    { type: 'string', enum: [''] },
    { anyOf: [{ type: 'number' }, { type: 'string', pattern: '^\\d+$' }] },
  ])
  expect(legacy.type).toEqual(['boolean', 'string'])
})

test('has no address that matches two paths, as `/a/{id}/c` and `/a/b/{name}` would', () => {
  const paths = routes.map(({ endpoint }) => endpoint.path.split('/'))
  const isVariable = (part: string | undefined) => part?.startsWith(':')
  const isAmbiguous = (a: string[], b: string[]): boolean =>
    a.length === b.length &&
    a.filter(isVariable).length === b.filter(isVariable).length &&
    a.join('/').replaceAll(/:\w+/g, ':') !== b.join('/').replaceAll(/:\w+/g, ':') &&
    a.every((part, i) => part === b[i] || isVariable(part) || isVariable(b[i]))
  const ambiguous = paths.flatMap((a) => paths.filter((b) => isAmbiguous(a, b)).map((b) => [a, b]))
  expect(ambiguous.map((pair) => pair.map((path) => path.join('/')))).toEqual([])
})

test('gives every operation a tag and links to the error codes', async () => {
  const { body } = await server.anonymous().get('/api/v1/openapi.json')
  expect(body.paths['/video_host'].post.tags).toEqual(['video_host'])
  expect(JSON.stringify(body)).not.toContain('undefined')
  expect(body.externalDocs.url).toMatch(/\/documentation\/troubleshooting#how-errors-look$/)
  expect(body.components.schemas.ErrorReply.properties.code.enum).toEqual(errorCodes)
})

test('gives every operation a unique id, the name of its constant', async () => {
  const { body } = await server.anonymous().get('/api/v1/openapi.json')
  const paths: Record<string, Record<string, { operationId?: string }>> = body.paths
  const ids = Object.values(paths).flatMap((path) => Object.values(path).map((each) => each.operationId))
  const constants = routes.map(({ endpoint }) => endpoint.operationId)
  expect(new Set(ids)).toEqual(new Set(constants))
  expect(new Set(ids).size).toBe(ids.length)
})

test('has only patterns that mean the same in every language, with and without flags', async () => {
  const { body } = await server.anonymous().get('/api/v1/openapi.json')
  const patterns = JSON.stringify(body).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)
  const distinct = [...new Set([...patterns].map(([, pattern = '']): string => JSON.parse(pattern)))]
  expect(distinct.length).toBeGreaterThan(5)
  // JavaScript reads `\p` and `\u{…}` as letters without the flag `u`, with which clients are rarely generated.
  expect(distinct.filter((pattern) => /\\[pPu]/.test(pattern))).toEqual([])
})
