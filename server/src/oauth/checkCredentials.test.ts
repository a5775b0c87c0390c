import { checkCredentials } from '@trestle/domain/oauth/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { buildOauthApp, startOauthServer, type OauthApp } from '../../testing/oauth.ts'
import type { Client, TestServer } from '../../testing/server.ts'

let server: TestServer
let owner: Client
let app: OauthApp
let other: OauthApp

beforeAll(async () => {
  server = await startOauthServer()
  const person = await buildDeveloper(server)
  owner = server.as(person)
  app = await buildOauthApp(server, { app: { owner_id: person.id } })
  other = await buildOauthApp(server, { app: { owner_id: person.id } })
})
afterAll(() => server.close())

const works = { works: true, message: 'The client ID and the client secret work.' }

async function check(body: { client_id?: string; secret?: string; environment?: 'sandbox' }, client = app) {
  const defaults = { environment: 'production', client_id: client.clientId, secret: client.secret } as const
  const reply = await owner.call(checkCredentials, {
    params: { id: client.app.id },
    body: { ...defaults, ...body },
  })
  expect(JSON.stringify(reply.body)).not.toContain(client.secret)
  return reply.body
}

test('says that credentials work', async () => {
  expect(await check({})).toEqual(works)
})

test('says what is wrong, and nothing about other apps', async () => {
  const unknown = { works: false, message: "This isn't the app's client ID in this environment." }
  expect(await check({ client_id: 'nothing' })).toEqual(unknown)
  expect(await check({ client_id: other.clientId, secret: other.secret })).toEqual(unknown)
  const wrong = { works: false, message: "The client secret isn't one of the app's secrets." }
  expect(await check({ secret: 'nothing' })).toEqual(wrong)
  expect(await check({ secret: other.secret })).toEqual(wrong)
  expect(await check({ secret: `${app.secret} ` })).toEqual(wrong)
  expect(await check({ environment: 'sandbox' })).toEqual({
    works: false,
    message: 'The client ID belongs to the other environment.',
  })
  const sandbox = await server.services.db
    .selectFrom('sandboxes')
    .select('app_id')
    .where('developer_app_id', '=', app.app.id)
    .executeTakeFirstOrThrow()
  expect(await check({ environment: 'sandbox', client_id: sandbox.app_id ?? '' })).toEqual({
    works: false,
    message: 'The client secret belongs to the other environment.',
  })
})

test('says when a secret was disabled', async () => {
  await server.services.db
    .updateTable('client_secrets')
    .set({ disabled_at: '2026-11-20T09:00:00Z' })
    .where('id', '=', other.secretId)
    .execute()
  expect(await check({}, other)).toEqual({
    works: false,
    message: 'The client secret was disabled on 2026-11-20.',
  })
})

test('an app that keeps no secret must not send one', async () => {
  await server.services.db
    .updateTable('developer_apps')
    .set({ confidential: false })
    .where('id', '=', app.app.id)
    .execute()
  expect(await check({})).toEqual({
    works: false,
    message: "The app can't keep a secret, so it must not send one.",
  })
})

test('needs a client id and a secret', async () => {
  const refusal = await owner.refusal(checkCredentials, {
    params: { id: app.app.id },
    body: { environment: 'production', client_id: '', secret: '' },
  })
  expect(refusal.body.errors).toEqual(['Client ID is required', 'Secret is required'])
})
