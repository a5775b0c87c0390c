import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { routes } from '../routes.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
})
afterAll(() => server.close())

test('the OpenAPI 3.1 document is valid and lists every route', async () => {
  const { body } = await server.visitor().get('/api/v1/openapi.json')
  const result = await new Validator().validate(structuredClone(body))
  expect(result.errors ?? []).toEqual([])
  expect(body.openapi).toMatch(/^3\.1/)
  for (const { endpoint } of routes) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    expect(body.paths[path], path).toHaveProperty(endpoint.method.toLowerCase())
  }
})

test('bracket parameters are deep objects and paged lists name their headers', async () => {
  const { body } = await server.visitor().get('/api/v1/openapi.json')
  const list = body.paths['/api/v1/developer_apps'].get
  const filters = list.parameters.find((parameter: { name: string }) => parameter.name === 'filters')
  expect(filters).toMatchObject({ in: 'query', style: 'deepObject', explode: true })
  expect(filters.schema.properties.search).toMatchObject({ type: 'string', maxLength: 200 })
  expect(Object.keys(list.responses['200'].headers)).toEqual(['total', 'per-page', 'page', 'link'])
  expect(list.responses.default.content['application/json'].schema.$ref).toBe(
    '#/components/schemas/ErrorReply',
  )
})

test('a table is told as CSV, beside the list that it is the whole of', async () => {
  const { body } = await server.visitor().get('/api/v1/openapi.json')
  const { get } = body.paths['/api/v1/admin/developer_apps.csv']
  expect(get.responses['200'].content).toEqual({ 'text/csv': { schema: { type: 'string' } } })
  expect(get.tags).toEqual(body.paths['/api/v1/admin/developer_apps'].get.tags)
})

test('the document says which calls need a session and which the CSRF token (API-27)', async () => {
  const { body } = await server.visitor().get('/api/v1/openapi.json')
  expect(body.components.securitySchemes).toMatchObject({
    session: { in: 'cookie', name: 'trestle_session' },
    csrf: { in: 'header', name: 'x-csrf-token' },
    service: { type: 'http', scheme: 'bearer' },
  })
  const apps = body.paths['/api/v1/developer_apps']
  expect(apps.get.security).toEqual([{ session: [] }])
  expect(apps.post.security).toEqual([{ session: [], csrf: [] }])
  expect(body.paths['/api/v1/session'].get.security).toEqual([{}])
  expect(body.paths['/api/v1/session'].post.security).toEqual([{ csrf: [] }])
  expect(body.paths['/api/v1/platform/events'].post.security).toEqual([{ service: ['events'] }])
})

test('every operation lists the 4xx replies that follow from what it needs', async () => {
  const { body } = await server.visitor().get('/api/v1/openapi.json')
  const statuses = (path: string, method: string) => Object.keys(body.paths[path][method].responses)
  expect(statuses('/api/v1/session', 'get')).toEqual(['200', '429', 'default'])
  expect(statuses('/api/v1/session', 'post')).toEqual(['200', '403', '413', '422', '429', 'default'])
  expect(statuses('/api/v1/developer_apps/{id}', 'patch')).toEqual([
    '200',
    '401',
    '403',
    '404',
    '409',
    '413',
    '422',
    '429',
    'default',
  ])
})
