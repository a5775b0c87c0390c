import { readFile } from 'node:fs/promises'
import { getSession } from '@trestle/domain/accounts/contract.ts'
import { suspendCredentials, unsuspendCredentials } from '@trestle/domain/oauth/contract.ts'
import { tryCall, type TryRequest } from '@trestle/domain/platformApi/contract.ts'
import { dateIn, startOfDay } from '@trestle/domain/platformApi/dates.ts'
import { sandboxOperations } from '@trestle/domain/platformApi/operations.ts'
import { maxRfis } from '@trestle/domain/platformApi/rfiRules.ts'
import { timeZone } from '@trestle/domain/platformApi/samples.ts'
import { getMetricsSummary } from '@trestle/domain/metrics/contract.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { importJWK, SignJWT, type JWTPayload } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { load } from 'js-yaml'
import { buildCollaborator, buildDeveloper, limitSandboxCalls } from '../../testing/build.ts'
import { engine } from '../../testing/database.ts'
import { failWrites } from '../../testing/faults.ts'
import {
  buildOauthApp,
  getUserTokens,
  requestOwnToken,
  serviceManifest,
  startOauthServer,
  userManifest,
  type OauthApp,
} from '../../testing/oauth.ts'
import { countWaiting, holdRow, race } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import type { TestServer } from '../../testing/server.ts'
import { loadSigningKeys } from '../oauth/keys/loadKeys.ts'
import { listProjectRfis } from './readRfis.ts'
import { findCompany } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startOauthServer()
})
afterAll(() => server.close())

type Json = Record<string, unknown>

interface Reply {
  status: number
  headers: Record<string, string | undefined>
  // Each test knows which reply it reads.
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  body: any
}

interface Call {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS'
  headers?: Record<string, string>
  body?: unknown
}

async function send(path: string, { method = 'GET', headers = {}, body }: Call = {}): Promise<Reply> {
  const reply = await server.app.inject({
    method,
    url: `/sandbox${path}`,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return {
    status: reply.statusCode,
    headers: reply.headers as Reply['headers'],
    body: reply.body === '' ? undefined : reply.json(),
  }
}

interface SandboxClient {
  app: OauthApp
  token: string
  companyId: number
  call: (path: string, options?: Call) => Promise<Reply>
}

const levels = { company: { home: 'readonly' }, project: { rfi: 'standard' } }

async function buildClient(permissions: object = levels): Promise<SandboxClient> {
  const app = await buildOauthApp(server, {
    environment: 'sandbox',
    manifest: { ...serviceManifest, permissions },
  })
  const { body } = await requestOwnToken(server, app)
  const token: string = body.access_token
  const companyId = await findSandboxCompany(app)
  const call: SandboxClient['call'] = (path, options = {}) =>
    send(path, {
      ...options,
      headers: {
        authorization: `Bearer ${token}`,
        'x-company-id': String(companyId),
        ...options.headers,
      },
    })
  return { app, token, companyId, call }
}

async function findSandboxCompany({ app }: OauthApp): Promise<number> {
  const { company_id: id } = await server.services.db
    .selectFrom('sandboxes')
    .select('company_id')
    .where('developer_app_id', '=', app.id)
    .executeTakeFirstOrThrow()
  return id ?? 0
}

const firstProject = async ({ call }: SandboxClient): Promise<number> =>
  (await call('/rest/v1.1/projects?sort=-number')).body[1].id

async function readGroup(name: string): Promise<Json> {
  const folder = new URL('../../../content/reference/main/groups/', import.meta.url)
  return load(await readFile(new URL(`${name}.yaml`, folder), 'utf8')) as Json
}

const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)

/** Returns how a reply violates its schema in the reference. */
async function findProblems(group: string, schema: string, value: unknown): Promise<unknown> {
  const id = `https://reference.example/${group}`
  if (!ajv.getSchema(id)) ajv.addSchema({ ...(await readGroup(group)), $id: id })
  const validate = ajv.compile({ $ref: `${id}#/components/schemas/${schema}` })
  return validate(value) ? null : validate.errors
}

describe('the reference', () => {
  test('says which tool each operation of the sandbox needs', async () => {
    const documents = await Promise.all(['companies', 'projects', 'rfis'].map(readGroup))
    const documented = documents.flatMap(({ paths }) =>
      Object.entries(paths as Record<string, Record<string, Json>>).flatMap(([path, item]) =>
        Object.entries(item).map(([method, operation]) => ({
          id: operation['operationId'],
          method: method.toUpperCase(),
          path,
          tool: operation['x-tool'] ?? null,
        })),
      ),
    )
    for (const each of sandboxOperations) expect(documented).toContainEqual(each)
  })

  test('gives each operation of the sandbox the company header, and the reply to calls without it', async () => {
    const documents = await Promise.all(['companies', 'projects', 'rfis'].map(readGroup))
    const described = documents.flatMap(({ paths }) =>
      Object.values(paths as Record<string, Record<string, Json>>).flatMap((item) => Object.values(item)),
    )
    for (const { id } of sandboxOperations) {
      const operation = described.find(({ operationId }) => operationId === id)
      const parameters = JSON.stringify(operation?.['parameters'])
      expect(parameters, id).toMatch(/"name":"X-Company-Id"|parameters\/CompanyHeader"/)
      expect(operation?.['responses'], id).toHaveProperty('403')
    }
  })

  test.each([
    ['companies', 'Company', '/rest/v1.0/companies'],
    ['projects', 'Project', '/rest/v1.0/projects?company_id=COMPANY'],
    ['projects', 'ProjectSummary', '/rest/v1.1/projects'],
    ['rfis', 'Rfi', '/rest/v1.1/projects/PROJECT/rfis'],
    ['rfis', 'RfiV1', '/rest/v1.0/projects/PROJECT/rfis'],
  ])('the reference of %s describes each %s in a list', async (group, schema, path) => {
    const client = await buildClient()
    const project = await firstProject(client)
    const reply = await client.call(
      path.replace('COMPANY', String(client.companyId)).replace('PROJECT', String(project)),
    )
    expect(reply.status).toBe(200)
    expect(reply.body.length).toBeGreaterThan(0)
    for (const row of reply.body) expect(await findProblems(group, schema, row)).toBeNull()
    expect(reply.headers).toMatchObject({ total: String(reply.body.length), 'per-page': '25' })
  })

  test('describes single records and errors', async () => {
    const client = await buildClient()
    const project = await firstProject(client)
    const company = await client.call(`/rest/v1.0/companies/${client.companyId}`)
    expect(await findProblems('companies', 'Company', company.body)).toBeNull()
    const shown = await client.call(`/rest/v1.0/projects/${project}`)
    expect(await findProblems('projects', 'Project', shown.body)).toBeNull()
    const missing = await client.call(`/rest/v1.0/projects/${project + 1_000_000}`)
    expect([missing.status, missing.body.code]).toEqual([404, 'not_found'])
    expect(await findProblems('projects', 'Error', missing.body)).toBeNull()
    expect(missing.body.request_id).toBe(missing.headers['x-request-id'])
  })
})

describe('RFIs', () => {
  const input = {
    subject: 'Waterproofing termination at planter wall',
    question: '<p>Shall the membrane turn up behind the flashing?</p>',
    status: 'open',
    assignee_ids: [42010],
    rfi_manager_id: 41655,
  }

  test('RFIs are created, found, changed and closed', async () => {
    const client = await buildClient()
    const project = await firstProject(client)
    const rfis = `/rest/v1.1/projects/${project}/rfis`
    const created = await client.call(rfis, { method: 'POST', body: { rfi: input } })
    expect([created.status, created.body.number, created.body.status]).toEqual([201, 'RFI-002', 'open'])
    expect(await findProblems('rfis', 'Rfi', created.body)).toBeNull()
    expect(created.body.ball_in_court).toEqual(created.body.assignees)
    const inAWeek = new Date(server.services.now().getTime() + 7 * dayMs)
    expect(created.body.due_date).toBe(dateIn(inAWeek, timeZone))

    const found = await client.call(`${rfis}?filters[search]=planter&filters[status]=open,closed`)
    expect(found.body).toEqual([created.body])
    const closed = await client.call(`${rfis}/${created.body.id}`, {
      method: 'PATCH',
      body: { rfi: { status: 'closed', cost_impact_amount: '1200.00' } },
    })
    expect(closed.body).toMatchObject({
      status: 'closed',
      ball_in_court: [],
      cost_impact_amount: '1200.00',
      closed_at: expect.any(String),
    })
    expect((await client.call(`${rfis}/${created.body.id}`)).body).toEqual(closed.body)
    const change = async (rfi: object) =>
      (await client.call(`${rfis}/${created.body.id}`, { method: 'PATCH', body: { rfi } })).body
    server.clock.advance(1000)
    expect(await change({ subject: 'Planter wall' })).toMatchObject({ closed_at: closed.body.closed_at })
    expect(await change({ status: 'open' })).toMatchObject({ status: 'open', closed_at: null })
  })

  test('RFIs are found by their filters, in the order that the call names', async () => {
    const client = await buildClient()
    const rfis = `/rest/v1.1/projects/${await firstProject(client)}/rfis`
    const samples = (await client.call(rfis)).body
    await server.services.db
      .updateTable('sandbox_rfis')
      .set({ due_date: '2020-01-31' })
      .where(
        'id',
        'in',
        samples.map(({ id }: { id: number }) => id),
      )
      .execute()
    const { body } = await client.call(rfis, { method: 'POST', body: { rfi: input } })
    await client.call(`${rfis}/${body.id}`, { method: 'PATCH', body: { rfi: { status: 'closed' } } })
    const names = ['Embed plate', 'Fire rating', 'Waterproofing'] as const
    const [open, draft, closed] = names
    for (const [query, found] of [
      ['filters[ball_in_court_id]=42010', [open]],
      ['filters[ball_in_court_id]=42118', []],
      ['filters[overdue]=true', [open]],
      ['filters[overdue]=false', [closed, draft]],
      ['filters[assignee_id]=42118', [draft]],
      ['filters[location_id]=5512', [open, draft]],
      ['filters[search]=LIFÉ safety', [draft]],
      ['', [open, closed, draft]],
      ['sort=-number', [closed, open, draft]],
      ['sort=-due_date', [closed, open, draft]],
    ] as const) {
      const rows: { subject: string }[] = (await client.call(`${rfis}?${query}`)).body
      const listed = rows.map(({ subject }) => names.find((name) => subject.startsWith(name)))
      expect(listed, query).toEqual(found)
    }
  })

  test('RFIs are overdue by the date in the time zone of the sandbox', async () => {
    const client = await buildClient()
    const project = await firstProject(client)
    const { body: rfi } = await client.call(`/rest/v1.1/projects/${project}/rfis`, {
      method: 'POST',
      body: { rfi: input },
    })
    const company = await findCompany(server.services.db, client.app.app.id)
    if (!company) throw new Error('The app has no live sandbox.')
    const isOverdue = async (now: Date) => {
      const { body } = await listProjectRfis(
        { ...server.services, now: () => now },
        {
          caller: { company, developer_id: null, levels: null, isMember: false, mayWrite: true },
          company,
          params: { project_id: String(project) },
          query: [['filters[overdue]', 'true']],
          address: 'https://portal.example/rest/v1.1/projects',
          body: '',
          idempotencyKey: undefined,
        },
      )
      return (body as { id: number }[]).some(({ id }) => id === rfi.id)
    }
    const nextDay = new Date(`${rfi.due_date}T00:00:00Z`).getTime() + dayMs
    const midnight = startOfDay(nextDay, timeZone)
    expect(await isOverdue(new Date(midnight - 1))).toBe(false)
    expect(await isOverdue(new Date(midnight))).toBe(true)
  })

  test('say when to try again while the database is busy', async () => {
    const client = await buildClient()
    const rfis = `/rest/v1.1/projects/${await firstProject(client)}/rfis`
    await failWrites(server, { table: 'sandbox_rfis', event: 'insert', sqlState: '55P03' })
    const { status, headers, body } = await client.call(rfis, { method: 'POST', body: { rfi: input } })
    expect([status, headers['retry-after'], body.code]).toEqual([503, '5', 'unavailable'])
  })

  test('RFIs get each number only once when many are created at the same time', async () => {
    const client = await buildClient()
    const rfis = `/rest/v1.1/projects/${await firstProject(client)}/rfis`
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => client.call(rfis, { method: 'POST', body: { rfi: input } })),
    )
    expect(new Set(replies.map(({ body }) => body.number)).size).toBe(10)
  })

  test('RFIs get one number when a draft is opened twice at the same time', repeated, async () => {
    const client = await buildClient()
    const rfis = `/rest/v1.1/projects/${await firstProject(client)}/rfis`
    const draft = await client.call(rfis, { method: 'POST', body: { rfi: { ...input, status: 'draft' } } })
    const { id } = draft.body
    const open = () => client.call(`${rfis}/${id}`, { method: 'PATCH', body: { rfi: { status: 'open' } } })
    const [first, second] = await race(server, holdRow('sandbox_rfis', id), [open, open])
    expect(first?.body.number).toMatch(/^RFI-\d+$/)
    expect(second?.body.number).toBe(first?.body.number)
  })

  const createWithKey = (client: SandboxClient, rfis: string, rfi: object = input) =>
    client.call(rfis, { method: 'POST', body: { rfi }, headers: { 'idempotency-key': 'a-1' } })

  test('RFIs are created once for an Idempotency-Key', repeated, async () => {
    const client = await buildClient()
    const rfis = `/rest/v1.1/projects/${await firstProject(client)}/rfis`
    const { id } = await server.services.db
      .selectFrom('sandboxes')
      .select('id')
      .where('developer_app_id', '=', client.app.app.id)
      .executeTakeFirstOrThrow()
    const create = () => createWithKey(client, rfis)
    const replies = await race(server, holdRow('sandboxes', id), [create, create])
    expect(replies[1]?.body).toEqual(replies[0]?.body)
    const replays = replies.filter(({ headers }) => headers['idempotent-replay'] === 'true')
    expect(replays).toHaveLength(1)
  })

  test('RFIs are refused with an Idempotency-Key of another request', async () => {
    const client = await buildClient()
    const rfis = `/rest/v1.1/projects/${await firstProject(client)}/rfis`
    const { body: first } = await createWithKey(client, rfis)
    const other = await createWithKey(client, rfis, { ...input, subject: 'Another one' })
    const message = 'This key belongs to another request. Use a new key for a new request.'
    expect([other.status, other.body]).toMatchObject([
      422,
      { code: 'invalid', message, fields: { 'idempotency-key': [message] } },
    ])
    const reordered = Object.fromEntries(Object.entries(input).toReversed())
    expect((await createWithKey(client, rfis, reordered)).body).toEqual(first)
    // As a server of the previous version stored it.
    await server.services.db
      .updateTable('sandbox_rfis')
      .set({ request_hash: null })
      .where('id', '=', first.id)
      .execute()
    expect((await createWithKey(client, rfis)).body).toEqual(first)
  })

  test('RFIs are created again for an Idempotency-Key that is older than a day', async () => {
    const client = await buildClient()
    const rfis = `/rest/v1.1/projects/${await firstProject(client)}/rfis`
    const { body: first } = await createWithKey(client, rfis)
    await server.services.db
      .updateTable('sandbox_rfis')
      .set({ created_at: new Date(server.services.now().getTime() - dayMs) })
      .where('id', '=', first.id)
      .execute()
    const again = await createWithKey(client, rfis)
    expect([again.status, again.headers['idempotent-replay']]).toEqual([201, undefined])
    expect(again.body.id).not.toBe(first.id)
  })

  test('RFIs are refused with an Idempotency-Key of more than 64 characters', async () => {
    const client = await buildClient()
    const rfis = `/rest/v1.1/projects/${await firstProject(client)}/rfis`
    const statusWith = async (key: string) =>
      (await client.call(rfis, { method: 'POST', body: { rfi: input }, headers: { 'idempotency-key': key } }))
        .status
    expect([await statusWith('k'.repeat(64)), await statusWith('k'.repeat(65))]).toEqual([201, 400])
  })

  test.each([
    ['no JSON', '{', 400, {}],
    ['no RFI', {}, 422, { rfi: ['is required'] }],
    ['an unknown field', { rfi: { ...input, colour: 1 } }, 422, { 'rfi.colour': ['is not a known field'] }],
    [
      'a stranger',
      { rfi: { ...input, assignee_ids: [1] } },
      422,
      { 'rfi.assignee_ids': ["must be ids of people in the project's directory"] },
    ],
    [
      'a file, which the sandbox does not store',
      { rfi: { ...input, upload_ids: ['6f9619ff-8b86-4d01-b42d-00cf4fc964ff'] } },
      422,
      { 'rfi.upload_ids': ['must be ids of finished uploads'] },
    ],
    [
      'a due date in the past',
      { rfi: { ...input, due_date: '2020-01-31' } },
      422,
      { 'rfi.due_date': ['must be today or later'] },
    ],
    [
      'no one to answer it',
      { rfi: { subject: 'a', question: 'b', status: 'open' } },
      422,
      {
        'rfi.assignee_ids': ['is required to open an RFI'],
        'rfi.rfi_manager_id': ['is required to open an RFI'],
      },
    ],
  ])('RFIs are refused with %s', async (_what, body, status, fields) => {
    const client = await buildClient()
    const rfis = `/rest/v1.1/projects/${await firstProject(client)}/rfis`
    const reply = await client.call(rfis, { method: 'POST', body })
    expect([reply.status, reply.body.fields ?? {}]).toEqual([status, fields])
    if (status === 422) expect(await findProblems('rfis', 'ValidationError', reply.body)).toBeNull()
  })

  test('RFIs are limited in number', async () => {
    const client = await buildClient()
    const project = await firstProject(client)
    const { db, now } = server.services
    await db
      .insertInto('sandbox_rfis')
      .values(
        Array.from({ length: maxRfis }, () => ({
          project_id: project,
          subject: 'a',
          question: 'b',
          status: 'draft' as const,
          rfi_manager_id: null,
          assignee_ids: [],
          due_date: null,
          location_id: null,
          drawing_ids: [],
          specification_section: null,
          cost_impact: 'none' as const,
          created_at: now(),
          updated_at: now(),
        })),
      )
      .execute()
    const reply = await client.call(`/rest/v1.1/projects/${project}/rfis`, {
      method: 'POST',
      body: { rfi: input },
    })
    expect([reply.status, reply.body.message]).toEqual([422, `The sandbox already has ${maxRfis} RFIs.`])
  })

  test('RFIs of another app do not exist', async () => {
    const [mine, other] = [await buildClient(), await buildClient()]
    const project = await firstProject(other)
    const own = await firstProject(mine)
    const [rfi] = (await other.call(`/rest/v1.1/projects/${project}/rfis`)).body
    for (const [path, options] of [
      [`/rest/v1.0/projects/${project}`, {}],
      [`/rest/v1.0/projects?company_id=${other.companyId}`, {}],
      [`/rest/v1.1/projects/${project}/rfis`, {}],
      [`/rest/v1.1/projects/${project}/rfis/${rfi.id}`, {}],
      [`/rest/v1.1/projects/${project}/rfis/${rfi.id}`, { method: 'PATCH', body: { rfi: {} } }],
      [`/rest/v1.1/projects/${project}/rfis`, { method: 'POST', body: { rfi: input } }],
      [`/rest/v1.1/projects/${own}/rfis/${rfi.id}`, {}],
      [`/rest/v1.1/projects/${own}/rfis/${rfi.id}`, { method: 'PATCH', body: { rfi: {} } }],
    ] as const) {
      expect((await mine.call(path, options)).status).toBe(404)
    }
    const company = await mine.call('/rest/v1.0/companies', {
      headers: { 'x-company-id': String(other.companyId) },
    })
    expect([company.status, company.body.message]).toEqual([403, 'The app is not connected to this company.'])
    await createWithKey(other, `/rest/v1.1/projects/${project}/rfis`)
    const created = await createWithKey(mine, `/rest/v1.1/projects/${own}/rfis`)
    expect([created.status, created.headers['idempotent-replay']]).toEqual([201, undefined])
  })
})

test.each([
  ['filters[is_active]=false', ['24-087']],
  ['filters[stage_id]=11,16', ['26-121']],
  ['filters[office_id]=377', ['26-114', '26-121']],
  ['filters[office_id]=378', []],
  ['filters[search]=CÉDAR', ['26-121']],
])('projects are found by %s', async (query, numbers) => {
  const { call } = await buildClient()
  const rows: { number: string }[] = (await call(`/rest/v1.1/projects?sort=number&${query}`)).body
  expect(rows.map(({ number }) => number)).toEqual(numbers)
})

test('pages link to each other', async () => {
  const client = await buildClient()
  const address = `${server.services.settings.PUBLIC_URL}/sandbox/rest/v1.1/projects`
  const first = await client.call('/rest/v1.1/projects?per_page=1&sort=number')
  expect([first.headers['total'], first.headers['link']]).toEqual([
    '2',
    `<${address}?sort=number&page=2&per_page=1>; rel="next", <${address}?sort=number&page=2&per_page=1>; rel="last"`,
  ])
  const last = await client.call('/rest/v1.1/projects?per_page=1&page=2&sort=number')
  expect(last.headers['link']).toContain('rel="prev"')
  expect(last.headers['link']).not.toContain('rel="next"')
  expect((await client.call('/rest/v1.1/projects?page=9')).body).toEqual([])
})

test.each([
  ['/rest/v1.1/projects?per_page=101', 'per_page must be between 1 and 100.'],
  ['/rest/v1.1/projects?page=0', 'page must be between 1 and 1000000.'],
  ['/rest/v1.1/projects?filters[statuss]=open', 'filters[statuss] is not a known parameter of this list.'],
  ['/rest/v1.1/projects?filters[is_active]=1', 'filters[is_active] must be true or false.'],
  [
    '/rest/v1.1/projects?sort=city',
    'sort must be one of name, -name, number, -number, updated_at, -updated_at.',
  ],
  ['/rest/v1.0/projects', 'company_id is missing.'],
  ['/rest/v1.0/companies/1?x=1', 'x is not a known parameter of this call.'],
])('%s is refused and names the parameter', async (path, message) => {
  const { call } = await buildClient()
  const reply = await call(path)
  expect([reply.status, reply.body.code, reply.body.message]).toEqual([400, 'bad_request', message])
})

/** Signs a token as the OAuth server does. */
async function sign(environment: 'production' | 'sandbox', claims: JWTPayload): Promise<string> {
  const keys = await loadSigningKeys(server.services, environment)
  if (!keys) throw new Error('There are no keys')
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: keys.current.kid ?? '' })
    .sign(await importJWK(keys.current, 'ES256'))
}

const readClaims = (token: string): JWTPayload =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

describe('a call is refused (RFC 6750)', () => {
  const companies = '/rest/v1.0/companies'
  const refused = (reply: Reply) => [reply.status, reply.body.code, reply.headers['www-authenticate']]

  test('a call is refused without a token', async () => {
    expect(refused(await send(companies))).toEqual([401, 'unauthorized', 'Bearer'])
  })

  test('a call is refused with a malformed header', async () => {
    const reply = await send(companies, { headers: { authorization: 'Token abc' } })
    expect(refused(reply)).toEqual([400, 'bad_request', 'Bearer error="invalid_request"'])
  })

  test('a call is refused with the token in the address', async () => {
    const { token } = await buildClient()
    const reply = await send(`${companies}?access_token=${token}`)
    expect(refused(reply)).toEqual([401, 'unauthorized', 'Bearer'])
  })

  test('a call is refused with an expired token', async () => {
    const client = await buildClient()
    const expired = await sign('sandbox', {
      ...readClaims(client.token),
      exp: Math.floor(Date.now() / 1000) - 1,
    })
    const reply = await client.call(companies, { headers: { authorization: `Bearer ${expired}` } })
    expect(refused(reply)).toEqual([401, 'unauthorized', 'Bearer error="invalid_token"'])
    expect(reply.body.message).toBe('The access token expired.')
  })

  test('a call is refused with a token of the other environment', async () => {
    const app = await buildOauthApp(server)
    const { body } = await requestOwnToken(server, app)
    const reply = await send(companies, { headers: { authorization: `Bearer ${body.access_token}` } })
    expect(refused(reply)).toEqual([401, 'unauthorized', 'Bearer error="invalid_token"'])
    expect(reply.body.message).toBe('The access token is invalid.')
  })

  test('a call is refused with a token for another audience', async () => {
    const { token, call } = await buildClient()
    const claims = readClaims(token)
    const withClaims = async (more: JWTPayload) =>
      call(companies, {
        headers: { authorization: `Bearer ${await sign('sandbox', { ...claims, ...more })}` },
      })
    expect((await withClaims({})).status).toBe(200)
    const reply = await withClaims({ aud: `${server.services.settings.PUBLIC_URL}/elsewhere` })
    expect(refused(reply)).toEqual([401, 'unauthorized', 'Bearer error="invalid_token"'])
  })

  test('a call is refused with too small a permission', async () => {
    const { call } = await buildClient({ company: {}, project: { rfi: 'readonly' } })
    const reply = await call('/rest/v1.1/projects')
    expect(refused(reply)).toEqual([403, 'forbidden', 'Bearer error="insufficient_scope"'])
    expect(await call('/rest/v1.1/projects/1/rfis', { method: 'POST', body: {} })).toMatchObject({
      status: 403,
      body: { message: 'This call needs permission to write with the project tool rfi.' },
    })
    expect((await call('/rest/v1.1/projects/1/rfis')).status).toBe(404)
  })

  test('a call is refused after the app was deleted', async () => {
    const { app, call } = await buildClient()
    const { db, now } = server.services
    await db.updateTable('developer_apps').set({ deleted_at: now() }).where('id', '=', app.app.id).execute()
    expect((await call(companies)).status).toBe(401)
  })

  test('a call is refused without the company, or with an unreadable one', async () => {
    const { token } = await buildClient()
    const headers = { authorization: `Bearer ${token}` }
    const missing = await send(companies, { headers })
    expect([missing.status, missing.body.message]).toEqual([403, 'X-Company-Id is missing.'])
    expect((await send(companies, { headers: { ...headers, 'x-company-id': 'one' } })).status).toBe(400)
  })
})

test('someone who is signed in sees the company of an app only as its member', async () => {
  const app = await buildOauthApp(server, { environment: 'sandbox' })
  const guest = await buildCollaborator(server, app.app, 'user')
  const stranger = await buildDeveloper(server)
  const companyId = await findSandboxCompany(app)
  const open = async (person: { id: number }) => {
    const { access } = await getUserTokens(server, server.as(person), app)
    const headers = { authorization: `Bearer ${access}` }
    const withCompany = { ...headers, 'x-company-id': String(companyId) }
    return { headers, withCompany }
  }
  const owner = await open({ id: app.app.owner_id })
  // An app gets the company's id from the list of companies.
  expect((await send('/rest/v1.0/companies', owner)).body).toMatchObject([
    { id: companyId, my_company: true },
  ])
  const [project] = (await send('/rest/v1.1/projects', { headers: owner.withCompany })).body
  const rfis = `/rest/v1.1/projects/${project.id}/rfis`
  const write = (headers: Record<string, string>) =>
    send(rfis, { method: 'POST', headers, body: { rfi: { subject: 'a', question: 'b' } } })
  expect((await write(owner.withCompany)).status).toBe(201)
  const reader = await open(guest)
  expect((await send(rfis, { headers: reader.withCompany })).status).toBe(200)
  expect((await write(reader.withCompany)).status).toBe(403)
  const outsider = await open(stranger)
  expect((await send('/rest/v1.0/companies', outsider)).body).toEqual([])
  expect((await send(rfis, { headers: outsider.withCompany })).status).toBe(403)
})

test('calls beyond the limit of the app are refused until it resets', async () => {
  const { app, call } = await buildClient()
  await limitSandboxCalls(server, app.clientId, 2)
  const first = await call('/rest/v1.0/companies')
  expect(first.headers).toMatchObject({
    'x-rate-limit-limit': '2',
    'x-rate-limit-remaining': '1',
    'x-rate-limit-reset': expect.stringMatching(/^\d{10}$/),
  })
  // The portal's own limit, per network, would contradict them.
  const limits = Object.keys(first.headers).filter((name) => /^x-rate-?limit/.test(name))
  expect(limits).toEqual(['x-rate-limit-limit', 'x-rate-limit-remaining', 'x-rate-limit-reset'])
  // A call that fails counts too.
  expect((await call('/rest/v9/other')).status).toBe(404)
  const refused = await call('/rest/v1.0/companies')
  expect([refused.status, refused.body.code, refused.body.message]).toEqual([
    429,
    'rate_limited',
    'You have surpassed the maximum number of requests for this hour.',
  ])
  expect(refused.headers['x-rate-limit-remaining']).toBe('0')
  expect(await findProblems('companies', 'Error', refused.body)).toBeNull()
  const secondsToWait = Number(refused.headers['retry-after'])
  server.clock.advance((secondsToWait - 2) * 1000)
  expect((await call('/rest/v1.0/companies')).status).toBe(429)
  server.clock.advance(3000)
  expect((await call('/rest/v1.0/companies')).status).toBe(200)
})

test('calls are counted in the metrics of the app', async () => {
  const { app, call } = await buildClient()
  for (let count = 0; count < 3; count += 1) await call('/rest/v1.0/companies')
  await call('/rest/v9/anything')
  const owner = server.as({ id: app.app.owner_id })
  await expect
    .poll(async () => (await owner.call(getMetricsSummary, { params: { id: app.app.id } })).body.api_calls, {
      timeout: 10_000,
      interval: 500,
    })
    .toBe(4)
  // The address of a call that doesn't exist is the caller's own text.
  const recorded = await server.services.db
    .selectFrom('api_call_records')
    .select('normalized_route')
    .distinct()
    .where('developer_app_id', '=', app.app.id)
    .orderBy('normalized_route')
    .execute()
  expect(recorded.map(({ normalized_route: route }) => route)).toEqual(['/rest', '/rest/v1.0/companies'])
})

test('calls of a service account count for the company that they name, those of people for the app', async () => {
  const { app, companyId, call } = await buildClient()
  await call('/rest/v1.0/companies')
  const { access } = await getUserTokens(server, server.as({ id: app.app.owner_id }), app)
  await send('/rest/v1.0/companies', { headers: { authorization: `Bearer ${access}` } })
  const counters = await server.services.db
    .selectFrom('quota_counters')
    .select('client_id')
    .where('domain', '=', app.clientId)
    .orderBy('id')
    .execute()
  expect(counters).toEqual([{ client_id: String(companyId) }, { client_id: '*' }])
})

test('pages of a public app, and of no other, can call from the origins that the app named', async () => {
  const origin = 'https://crane.example'
  const preflight = await send('/rest/v1.0/companies', { method: 'OPTIONS', headers: { origin } })
  expect([preflight.status, preflight.headers]).toMatchObject([
    204,
    {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, POST, PATCH',
      'access-control-allow-headers': 'authorization, content-type, idempotency-key, x-company-id',
    },
  ])
  const startApp = async (confidential: boolean) => {
    const app = await buildOauthApp(server, {
      environment: 'sandbox',
      app: { confidential, allowed_cors_domain: origin },
    })
    const { access } = await getUserTokens(server, server.as({ id: app.app.owner_id }), app)
    return async (sender: string) => {
      const headers = { authorization: `Bearer ${access}`, origin: sender }
      const reply = await send('/rest/v1.0/companies', { headers })
      return {
        status: reply.status,
        vary: reply.headers.vary,
        origin: reply.headers['access-control-allow-origin'],
        exposed: reply.headers['access-control-expose-headers'],
      }
    }
  }
  const closed = { status: 200, vary: 'Origin', origin: undefined, exposed: undefined }
  const exposed =
    'Total, Per-Page, Link, Retry-After, Idempotent-Replay, X-Request-Id, X-Rate-Limit-Limit, X-Rate-Limit-Remaining, X-Rate-Limit-Reset'
  const ofPublicApp = await startApp(false)
  expect(await ofPublicApp(origin)).toEqual({ ...closed, origin, exposed })
  expect(await ofPublicApp('https://elsewhere.example')).toEqual(closed)
  const ofConfidentialApp = await startApp(true)
  expect(await ofConfidentialApp(origin)).toEqual(closed)
})

test('pages can read from any origin that a call was refused before its app was known', async () => {
  const origin = 'https://crane.example'
  const exposed = expect.stringContaining('X-Request-Id')
  const readable = { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed }
  for (const authorization of ['', 'Token abc', 'Bearer unknown']) {
    const headers = { origin, ...(authorization && { authorization }) }
    const { status, headers: sent } = await send('/rest/v1.0/companies', { headers })
    expect([status, sent]).toMatchObject([authorization === 'Token abc' ? 400 : 401, readable])
  }
})

describe('Try it', () => {
  const companies = { method: 'GET', path: '/rest/v1.0/companies' } as const

  const tryAs = async (person: { id: number }, { app }: OauthApp, body: TryRequest) =>
    (await server.as(person).call(tryCall, { params: { id: app.id }, body })).body

  test('calls with a token of the app, which no one sees, and says so in the audit log', async () => {
    const { app, companyId } = await buildClient()
    const developer = await buildCollaborator(server, app.app, 'developer')
    const body = await tryAs(developer, app, { ...companies, path: `${companies.path}?page=1` })
    expect([body.status, body.called_as]).toEqual([200, 'service_account'])
    expect(body.body).toMatchObject([{ id: companyId }])
    expect(body.headers).toMatchObject({ total: '1', 'x-rate-limit-limit': '100' })
    expect(JSON.stringify(body)).not.toMatch(/bearer|eyJ/i)
    expect((await server.audit()).filter(({ app_id }) => app_id === app.app.id)).toMatchObject([
      {
        action: 'sandbox.api_tried',
        actor_id: developer.id,
        changes: { call: [null, 'GET /rest/v1.0/companies'] },
      },
    ])
  })

  test('Try it has the permissions of the service account, even for the owner', async () => {
    const { app, call } = await buildClient({ company: {}, project: { rfi: 'readonly' } })
    const request = { method: 'GET', path: '/rest/v1.1/projects' } as const
    const { status, headers, body } = await tryAs({ id: app.app.owner_id }, app, request)
    const direct = await call(request.path)
    expect([status, headers['www-authenticate'], body]).toMatchObject([
      403,
      'Bearer error="insufficient_scope"',
      { message: 'This call needs permission to read with the company tool home.' },
    ])
    expect([direct.status, direct.body.message]).toEqual([403, (body as Json)['message']])
  })

  test('counts toward the limits and the metrics of the app like any other call', async () => {
    const { app, call } = await buildClient()
    const tried = await tryAs({ id: app.app.owner_id }, app, companies)
    const owner = server.as({ id: app.app.owner_id })
    const metrics = await owner.call(getMetricsSummary, { params: { id: app.app.id } })
    expect(metrics.body.api_calls).toBe(1)
    const direct = await call('/rest/v1.0/companies')
    const left = (headers: Record<string, string | undefined>) => Number(headers['x-rate-limit-remaining'])
    expect(left(tried.headers) - left(direct.headers)).toBe(1)
  })

  test('calls as the member where the app has no service account, or can keep no secret', async () => {
    const users = await buildOauthApp(server, { environment: 'sandbox', manifest: userManifest })
    const open = await buildOauthApp(server, { environment: 'sandbox', app: { confidential: false } })
    for (const app of [users, open]) {
      const request = { method: 'GET', path: '/rest/v1.1/projects' } as const
      const { status, called_as: as } = await tryAs({ id: app.app.owner_id }, app, request)
      expect([status, as]).toEqual([200, 'member'])
    }
  })

  test('writes, and passes on refusals of the API', async () => {
    const { app } = await buildClient()
    const attempt = (body: TryRequest) => tryAs({ id: app.app.owner_id }, app, body)
    const projects = await attempt({ method: 'GET', path: '/rest/v1.1/projects?per_page=1' })
    const [project] = projects.body as { id: number }[]
    const rfis = `/rest/v1.1/projects/${project?.id}/rfis`
    const created = await attempt({
      method: 'POST',
      path: rfis,
      body: { rfi: { subject: 'a', question: 'b' } },
    })
    expect([created.status, created.body]).toMatchObject([201, { subject: 'a', status: 'draft' }])
    expect((await attempt({ method: 'POST', path: rfis, body: {} })).status).toBe(422)
    expect((await attempt({ method: 'GET', path: '/rest/v9/other' })).status).toBe(404)
  })

  test('Try it returns the reply even if the call could not be counted', async () => {
    const { app } = await buildClient()
    const { db } = server.services
    await sql`alter table api_call_records rename to unreachable`.execute(db)
    onTestFinished(async () => {
      await sql`alter table unreachable rename to api_call_records`.execute(db)
    })
    expect((await tryAs({ id: app.app.owner_id }, app, companies)).status).toBe(200)
  })

  test('Try it is refused while the credentials are suspended', async () => {
    const { app } = await buildClient()
    const admin = server.as(await buildDeveloper(server, { is_admin: true }))
    const suspension = { environment: 'sandbox', reason: 'Too many calls' } as const
    await admin.call(suspendCredentials, { params: { id: app.app.id }, body: suspension })
    const input = { params: { id: app.app.id }, body: companies }
    const refused = await server.as({ id: app.app.owner_id }).refusal(tryCall, input)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "The app's sandbox credentials are suspended.",
    ])
    await admin.call(unsuspendCredentials, {
      params: { id: app.app.id },
      body: { environment: 'sandbox' },
    })
    expect((await tryAs({ id: app.app.owner_id }, app, companies)).status).toBe(200)
  })

  test('Try it is refused to guests and strangers, and without a live sandbox', async () => {
    const { app } = await buildClient()
    const input = { params: { id: app.app.id }, body: companies }
    const guest = await buildCollaborator(server, app.app, 'user')
    expect((await server.as(guest).refusal(tryCall, input)).status).toBe(403)
    expect((await server.as(await buildDeveloper(server)).refusal(tryCall, input)).status).toBe(404)
    await server.services.db
      .updateTable('sandboxes')
      .set({ status: 'failed' })
      .where('developer_app_id', '=', app.app.id)
      .execute()
    expect((await server.as({ id: app.app.owner_id }).refusal(tryCall, input)).status).toBe(409)
  })

  test.runIf(engine === 'server')('Try it is refused after ten seconds without a reply', async () => {
    const client = await buildClient()
    const id = client.app.app.id
    const path = `/rest/v1.1/projects/${await firstProject(client)}/rfis`
    const owner = server.as({ id: client.app.app.owner_id })
    await owner.call(getSession)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await server.services.db.transaction().execute(async (tx) => {
      await sql`lock table sandbox_rfis in access exclusive mode`.execute(tx)
      let isAnswered = false
      const refusing = owner
        .refusal(tryCall, { params: { id }, body: { method: 'GET', path } })
        .finally(() => (isAnswered = true))
      // `expect.poll` would advance the clock.
      while ((await countWaiting(server)) === 0);
      await vi.advanceTimersByTimeAsync(9_999)
      expect(isAnswered).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      expect(await refusing).toMatchObject({
        status: 503,
        body: { message: 'The sandbox took too long to answer.' },
      })
    })
  })

  test('only calls the API', async () => {
    const { app } = await buildClient()
    const owner = server.as({ id: app.app.owner_id })
    const reply = await owner.refusal(tryCall, {
      params: { id: app.app.id },
      body: { method: 'GET', path: '/api/v1/account' },
    })
    expect([reply.status, reply.body.fields]).toEqual([
      422,
      { path: ['Path must begin with /rest/ and have no spaces'] },
    ])
  })
})
