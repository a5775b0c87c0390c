import { confirmEmail, getSession, updateAccount } from '@trestle/domain/accounts/contract.ts'
import { getDeveloperApp, createDeveloperApp, listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { startTestServer } from '../../testing/server.ts'
import { signIn } from '../../testing/sockets.ts'

const few = { REQUESTS_PER_MINUTE: '3' }
const sixth = ['1', '2', '3', '4', '5', '6']

test('counts unauthorized and unknown calls against the limit too', async () => {
  for (const url of ['/api/v1/developer_apps', '/api/v1/nothing_here']) {
    const { app } = await startTestServer({ env: few })
    const statuses = []
    for (const _call of sixth) {
      statuses.push((await app.inject(url)).statusCode)
    }
    expect(statuses.slice(3), url).toEqual([429, 429, 429])
  }
})

test("doesn't show its own limit in the replies of the sandbox's API, which have another", async () => {
  const { app } = await startTestServer({ env: few })
  const replies = []
  for (const _call of sixth) replies.push(await app.inject('/sandbox/rest/v1.0/companies'))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 429, 429, 429])
  for (const { headers } of replies) {
    expect(Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([])
  }
  expect(replies.at(-1)?.headers['retry-after']).toMatch(/^\d+$/)
})

test('behind a proxy, counts the address the proxy saw and ignores the one the caller claims', async () => {
  const { app } = await startTestServer({ env: { ...few, TRUST_PROXY: 'true' } })
  const statuses = []
  for (const call of sixth) {
    const headers = { 'x-forwarded-for': `10.0.0.${call}, 192.0.2.7` }
    statuses.push((await app.inject({ url: '/api/v1/session', headers })).statusCode)
  }
  expect(statuses.slice(3)).toEqual([429, 429, 429])
  const other = await app.inject({ url: '/api/v1/session', headers: { 'x-forwarded-for': '192.0.2.8' } })
  expect(other.statusCode).toBe(200)
})

test('counts the calls of an IPv6 network like those of one address', async () => {
  const { app } = await startTestServer({ env: few })
  const call = async (remoteAddress: string) =>
    (await app.inject({ url: '/api/v1/session', remoteAddress })).statusCode
  const statuses = []
  for (const n of sixth) statuses.push(await call(`2001:db8::${n}`))
  expect(statuses.slice(3)).toEqual([429, 429, 429])
  expect(await call('2001:db8:0:1::1')).toBe(200)
})

test("answers an address that can't be read with the common error reply", { tags: ['ERR-42'] }, async () => {
  const server = await startTestServer()
  const client = server.as(await buildDeveloper(server))
  expect((await client.get('/api/v1/developer_apps/%zz')).body).toMatchObject({
    code: 'malformed',
    errors: ["The request couldn't be read."],
    request_id: expect.any(String),
  })
  expect((await client.refusal(getDeveloperApp, { params: { id: '9'.repeat(400) } })).body).toMatchObject({
    code: 'not_found',
  })
})

test.each(['Site\u0000Sync', 'Site\ud800Sync'])(
  'refuses malformed text anywhere in a request: %j',
  { tags: ['ERR-42'] },
  async (text) => {
    const server = await startTestServer()
    const client = server.as(await buildDeveloper(server))
    const answers = [
      await client.refusal(createDeveloperApp, { body: { internal_name: text } }),
      await client.post('/api/v1/analytics', {
        key: 'developers.invitation.sent',
        additional_properties: { note: [text] },
      }),
      await client.post('/api/v1/analytics', {
        key: 'developers.invitation.sent',
        additional_properties: { [text]: 1 },
      }),
    ]
    for (const answer of answers) expect(answer.body).toMatchObject({ code: 'malformed' })
    expect(
      (await client.refusal(listDeveloperApps, { query: { filters: { search: 'a\0' } } })).body,
    ).toMatchObject({
      code: 'malformed',
    })
  },
)

test(
  'reports problems in full sentences, even where the contract has no message',
  { tags: ['ERR-42'] },
  async () => {
    const server = await startTestServer()
    const client = server.as(await buildDeveloper(server))
    expect((await client.post('/api/v1/email_confirmations', {})).body.fields).toEqual({
      token: ['This field is required'],
    })
    expect((await client.refusal(confirmEmail, { body: { token: 'x'.repeat(201) } })).body.fields).toEqual({
      token: ['Character limit exceeded (200)'],
    })
    expect((await client.refusal(getDeveloperApp, { params: { id: 'first' } })).body.errors).toEqual([
      'ID: Enter a whole number from 1',
    ])
    const list = '/api/v1/manifests?filters[developer_app_id]=1&filters[versionable_type]=Moon'
    expect((await client.get(list)).body.errors).toEqual([
      'Versionable type: Choose one of Sandbox, ProductionEnvironment',
    ])
  },
)

test('refuses unknown fields where a call accepts none', async () => {
  const server = await startTestServer()
  const client = server.as(await buildDeveloper(server))
  const query = await client.refusal(getSession, { query: { developer: '1' } })
  expect(query.body).toMatchObject({ code: 'invalid_input', errors: ['developer is not a known field'] })
  const body = await client.delete('/api/v1/account/sessions', { session: 1 })
  expect(body.body).toMatchObject({ code: 'invalid_input', errors: ['session is not a known field'] })
})

test.each(['constructor', 'toString', 'hasOwnProperty'])(
  'refuses a field named %s, a property of every object, like any other unknown field',
  async (name) => {
    const server = await startTestServer()
    const client = server.as(await buildDeveloper(server))
    const answer = await client.refusal(createDeveloperApp, {
      body: { internal_name: 'Site Sync', [name]: 'x' },
    })
    expect([answer.status, answer.body.fields]).toEqual([422, { [name]: [`${name} is not a known field`] }])
  },
)

test(
  'refuses a key named __proto__ or constructor by name, in a query, a form and JSON',
  { tags: ['API-67'] },
  async () => {
    const server = await startTestServer()
    const developer = await buildDeveloper(server)
    const headers = await signIn(server, developer)
    const ask = async (query: string, payload?: string, type = 'application/json') => {
      const answer = await server.app.inject({
        method: payload === undefined ? 'GET' : 'POST',
        url: `/api/v1/developer_apps${query}`,
        headers: { ...headers, ...(payload !== undefined && { 'content-type': type }) },
        ...(payload !== undefined && { payload }),
      })
      const { fields } = answer.json<{ fields?: Record<string, string[]> }>()
      return [answer.statusCode, Object.entries(fields ?? {}).flat(2)]
    }
    const refused = (name: string, path = name) => [422, [path, `${name} is not a known field`]]
    expect(await ask('?__proto__=x')).toEqual(refused('__proto__'))
    expect(await ask('?__proto__[page]=1')).toEqual(refused('__proto__'))
    expect(await ask('?filters[%5F_proto__][]=1')).toEqual(refused('__proto__', 'filters.__proto__'))
    expect(await ask('?constructor=x')).toEqual(refused('constructor'))
    const form = 'application/x-www-form-urlencoded'
    expect(await ask('', 'internal_name=Site+Sync&__proto__[name]=x', form)).toEqual(refused('__proto__'))
    expect(await ask('', 'internal_name=Site+Sync&constructor[name]=x', form)).toEqual(refused('constructor'))
    expect(await ask('', '{"internal_name":"Site Sync","__proto__":{"name":"x"}}')).toEqual(
      refused('__proto__'),
    )
    expect(await ask('', '{"internal_name":"Site Sync","constructor":{"prototype":{}}}')).toEqual(
      refused('constructor'),
    )
  },
)

test("limits a name to one line, so that it can't add lines to an email", async () => {
  const server = await startTestServer()
  const client = server.as(await buildDeveloper(server))
  const answer = await client.refusal(createDeveloperApp, { body: { internal_name: 'Site\r\nSync' } })
  expect(answer.body.fields).toEqual({ internal_name: ['Write this on one line'] })
})

test('treats equal moments as equal in any notation (if_unchanged_since)', async () => {
  const server = await startTestServer()
  const developer = await buildDeveloper(server)
  const client = server.as(developer)
  const save = (since: string) =>
    client.attempt(updateAccount, { body: { company_name: `Since ${since}`, if_unchanged_since: since } })
  const otherZone = developer.updated_at.replace('Z', '+00:00')
  expect((await save(otherZone)).status).toBe(200)
  expect((await save(otherZone)).status).toBe(409)
})
