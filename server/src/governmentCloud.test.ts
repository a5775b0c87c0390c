import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { buildApp, buildDeveloper, simpleManifest, type AppRow } from '../testing/build.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { noSuchCall } from './errors.ts'
import { routes } from './routes.ts'

/** Every call that takes an environment. Government cloud has no sandboxes, so one that names the sandbox answers 404. */

let server: TestServer
let app: AppRow
let staff: { id: number }
let secretId: number

beforeAll(async () => {
  server = await startTestServer({ keepOpen: true, env: { GOV_CLOUD: 'true' } })
  app = await buildApp(server)
  staff = await buildDeveloper(server, { is_admin: true })
  const { id } = await server.services.db
    .insertInto('client_secrets')
    .values({
      environment: 'sandbox',
      app_id: app.id,
      hash: randomBytes(32),
      last_four: 'abcd',
      created_at: server.services.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  secretId = id
})
afterAll(() => server.close())

interface Call {
  url: string
  body?: object
  asStaff?: true
}

const calls: Record<string, () => Call> = {
  'GET /api/v1/developer_apps/:id/client_secrets': () => ({
    url: `/api/v1/developer_apps/${app.id}/client_secrets?environment=sandbox`,
  }),
  'POST /api/v1/developer_apps/:id/client_secrets': () => ({
    url: `/api/v1/developer_apps/${app.id}/client_secrets?environment=sandbox`,
    body: {},
  }),
  'GET /api/v1/developer_apps/:id/oauth_events': () => ({
    url: `/api/v1/developer_apps/${app.id}/oauth_events?environment=sandbox`,
  }),
  'POST /api/v1/developer_apps/:id/check_credentials': () => ({
    url: `/api/v1/developer_apps/${app.id}/check_credentials`,
    body: { environment: 'sandbox', client_id: 'a', secret: 'b' },
  }),
  'POST /api/v1/admin/developer_apps/:id/credentials_suspension': () => ({
    url: `/api/v1/admin/developer_apps/${app.id}/credentials_suspension`,
    body: { environment: 'sandbox', reason: 'A leak' },
    asStaff: true,
  }),
  'DELETE /api/v1/admin/developer_apps/:id/credentials_suspension': () => ({
    url: `/api/v1/admin/developer_apps/${app.id}/credentials_suspension`,
    body: { environment: 'sandbox' },
    asStaff: true,
  }),
  'GET /api/v1/manifests': () => ({
    url: `/api/v1/manifests?filters[developer_app_id]=${app.id}&filters[versionable_type]=Sandbox`,
  }),
  'POST /api/v1/manifest_validations': () => ({
    url: `/api/v1/manifest_validations?developer_app_id=${app.id}&environment_type=sandbox`,
    body: { manifest: { content: simpleManifest } },
  }),
  'GET /api/v1/admin/oauth_applications': () => ({
    url: '/api/v1/admin/oauth_applications?environment=sandbox',
    asStaff: true,
  }),
  'GET /api/v1/admin/oauth_applications.csv': () => ({
    url: '/api/v1/admin/oauth_applications.csv?environment=sandbox',
    asStaff: true,
  }),
}

const takesEnvironment = (schema: z.ZodType | undefined): boolean => {
  if (!schema) return false
  const text = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  return /"(environment(_type)?|versionable_type)":/.test(text) && /"sandbox"/i.test(text)
}

test('every call that takes an environment is here', () => {
  const found = routes
    .filter(({ endpoint: { query, body } }) => takesEnvironment(query) || takesEnvironment(body))
    .map(({ endpoint: { method, path } }) => `${method} ${path}`)
  expect(found.toSorted()).toEqual(Object.keys(calls).toSorted())
})

test.each(Object.entries(calls))('%s refuses the sandbox', { tags: ['SHELL-14'] }, async (name, toCall) => {
  const { url, body, asStaff } = toCall()
  const audited = (await server.audit()).length
  const client = server.as(asStaff ? staff : { id: app.owner_id })
  const [method = ''] = name.split(' ')
  const reply = await client.send({ method, url, ...(body && { payload: body }) })
  expect([reply.status, reply.body.message], reply.text).toEqual([404, 'Sandbox not found.'])
  expect(await server.audit()).toHaveLength(audited)
  expect(await server.emails()).toEqual([])
})

test.each([
  ['PATCH', { label: 'Old' }],
  ['DELETE', undefined],
])('%s of a secret of the sandbox answers 404', { tags: ['SHELL-14'] }, async (method, payload) => {
  const url = `/api/v1/developer_apps/${app.id}/client_secrets/${secretId}`
  const reply = await server.as({ id: app.owner_id }).send({ method, url, ...(payload && { payload }) })
  expect([reply.status, reply.body.message]).toEqual([404, 'Sandbox not found.'])
})

const absent = routes
  .filter(({ isAbsentInGovernmentCloud }) => isAbsentInGovernmentCloud)
  .map(({ endpoint: { method, path } }) => `${method} ${path}`)

test.each(absent)('%s does not exist in government cloud', { tags: ['SHELL-14'] }, async (name) => {
  const [method = '', path = ''] = name.split(' ')
  const audited = (await server.audit()).length
  const client = server.as(path.includes('/admin/') ? staff : { id: app.owner_id })
  const url = path.replace(':id', String(app.id))
  for (const caller of [client, server.anonymous()]) {
    const reply = await caller.send({ method, url })
    expect([reply.status, reply.body.message], reply.text).toEqual([404, noSuchCall.message])
  }
  expect(await server.audit()).toHaveLength(audited)
})

test('a personal access token can have no action on the sandbox', { tags: ['SHELL-14'] }, async () => {
  const payload = { name: 'Build', actions: ['sandbox.edit'], app_ids: [app.id], expires_in_days: 30 }
  const url = '/api/v1/personal_access_tokens'
  const reply = await server.as({ id: app.owner_id }).send({ method: 'POST', url, payload })
  expect([reply.status, reply.body.fields], reply.text).toEqual([422, { 'actions.0': [expect.any(String)] }])
})
