import {
  getSession,
  listAccountSessions,
  listAdminDevelopers,
  updateAccount,
  updateAdminDeveloper,
} from '@trestle/domain/accounts/contract.ts'
import { listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { getSecondFactors } from '@trestle/domain/accounts/factors/contract.ts'
import { listChangelog } from '@trestle/domain/reference/contract.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp, buildDeveloper } from '../../../testing/build.ts'
import { addPasskey, addTotp } from '../../../testing/factors.ts'
import { newFolder } from '../../../testing/folders.ts'
import { buildPersonalToken } from '../../../testing/personalTokens.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { routes } from '../../routes.ts'
import { grantAdmin } from '../grantAdmin.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    keepOpen: true,
    env: { STAFF_SECOND_FACTOR: 'required', REQUESTS_PER_MINUTE: '100000' },
  })
})
afterAll(() => server.close())

/** Builds staff whose grace period started this many days ago. */
const buildStaff = (
  days: number,
  rights: { is_admin?: boolean; is_employee?: boolean } = { is_admin: true },
) =>
  buildDeveloper(server, {
    ...rights,
    factor_grace_from: new Date(server.services.now().getTime() - days * dayMs),
  })

/**
 * What staff can do before they set up a second factor: set one up, confirm their address, accept the terms, sign in
 * or out, or unsubscribe.
 */
const openBefore = [
  'GET /api/v1/session',
  'POST /api/v1/session',
  'POST /api/v1/session/second_factor',
  'POST /api/v1/session/passkey_options',
  'DELETE /api/v1/session',
  'POST /api/v1/session/confirmation',
  'GET /api/v1/email_confirmations/:token',
  'POST /api/v1/email_confirmations',
  'POST /api/v1/email_confirmation_requests',
  'GET /api/v1/account/second_factors',
  'GET /api/v1/account/passkeys',
  'POST /api/v1/account/passkey_options',
  'POST /api/v1/account/passkeys',
  'PATCH /api/v1/account/passkeys/:id',
  'DELETE /api/v1/account/passkeys/:id',
  'POST /api/v1/account/totp',
  'POST /api/v1/account/totp/confirmation',
  'DELETE /api/v1/account/totp',
  'GET /api/v1/factor_reset_rejections/:token',
  'POST /api/v1/factor_reset_rejections',
  'POST /api/v1/account/recovery_codes',
  'POST /api/v1/account/terms_acceptance',
  'GET /api/v1/unsubscribe_links/:token',
  'POST /unsubscribe/:token',
]

test('staff see the days that are left, and can work until then', async () => {
  const client = server.as(await buildStaff(5))
  const { factor_enrollment: enrollment } = (await client.call(getSession)).body
  expect(enrollment?.is_due).toBe(false)
  const days = (Date.parse(enrollment?.due_at ?? '') - server.services.now().getTime()) / dayMs
  expect(Math.round(days)).toBe(2)
  await client.call(listDeveloperApps)
})

test.each([{ is_admin: true }, { is_employee: true }])(
  'after that, nothing but enrollment opens for staff with %j',
  async (rights) => {
    const client = server.as(await buildStaff(7, rights))
    expect((await client.call(getSession)).body.factor_enrollment?.is_due).toBe(true)
    const refused = await client.refusal(listDeveloperApps)
    expect([refused.status, refused.body.code]).toEqual([403, 'not_allowed'])
    expect(refused.body.message).toMatch(/^Set up a second factor first/)
    for (const list of [listAdminDevelopers, listChangelog, listAccountSessions]) {
      expect((await client.refusal(list)).status, list.path).toBe(403)
    }
    expect((await client.refusal(updateAccount, { body: { first_name: 'Eve' } })).status).toBe(403)
    await client.call(getSecondFactors)
    await addPasskey(client)
    expect((await client.call(getSession)).body.factor_enrollment).toBeNull()
    await client.call(listDeveloperApps)
  },
)

test('until then, no other call opens', async () => {
  const person = await buildStaff(7)
  const opened: string[] = []
  for (const { access, endpoint } of routes) {
    if (access === 'service' || access === 'public') continue
    // Each call that anyone can make has its own session, because some end it.
    const client = access === 'anyone' ? server.asAgain(person) : server.as(person)
    const { status, body } = await client.send({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/:(\w+)/g, '1'),
    })
    const isRefused = status === 403 && body.message.startsWith('Set up a second factor first')
    if (!isRefused) opened.push(`${endpoint.method} ${endpoint.path}`)
  }
  expect(opened).toEqual(openBefore)
})

test('until then, their personal access tokens open nothing either', async () => {
  const person = await buildStaff(7)
  const program = server.bearer((await buildPersonalToken(server, person)).token)
  const refused = await program.refusal(listDeveloperApps)
  expect([refused.status, refused.body.message]).toEqual([
    403,
    expect.stringMatching(/^Set up a second factor first/),
  ])
  await addPasskey(server.as(person))
  await program.call(listDeveloperApps)
})

test('until then, documents of pages have no data for them, and there are no downloads', async () => {
  const webFolder = await newFolder({ 'index.html': '<div id="root"></div><!--bootstrap-->' })
  const portal = await startTestServer({ webFolder, env: { STAFF_SECOND_FACTOR: 'required' } })
  const owner = await buildDeveloper(portal, { is_employee: true, factor_grace_from: '2020-01-01T00:00:00Z' })
  const { id } = await buildApp(portal, { owner_id: owner.id })
  const client = portal.as(owner)
  const open = async () => {
    const page = await client.get(`/developer_apps/${id}/engagement_report`)
    const download = await client.get(`/developer_apps/${id}/installations.csv`)
    return { hasData: page.text.includes('app_installations'), download: download.status }
  }
  expect(await open()).toEqual({ hasData: false, download: 403 })
  await addTotp(portal, client)
  expect(await open()).toEqual({ hasData: true, download: 200 })
})

test('an authenticator app is enough, and others need nothing', async () => {
  const client = server.as(await buildStaff(30))
  await addTotp(server, client)
  await client.call(listChangelog)
  const other = server.as(await buildStaff(30, {}))
  expect((await other.call(getSession)).body.factor_enrollment).toBeNull()
  await other.call(listDeveloperApps)
})

test('nothing is required where it is optional, as in development and test', async () => {
  const open = await startTestServer()
  const client = open.as(
    await buildDeveloper(open, { is_admin: true, factor_grace_from: '2020-01-01T00:00:00Z' }),
  )
  expect((await client.call(getSession)).body.factor_enrollment).toBeNull()
  await client.call(listDeveloperApps)
})

test('the days start when someone becomes staff', async () => {
  const admin = server.as(await buildStaff(0))
  const promoted = await buildStaff(30, {})
  await admin.call(updateAdminDeveloper, { params: { id: promoted.id }, body: { is_employee: true } })
  const due = async (person: { id: number }) =>
    (await server.as(person).call(getSession)).body.factor_enrollment?.is_due
  expect(await due(promoted)).toBe(false)
  const granted = await buildStaff(30, {})
  await grantAdmin(server.services.db, server.services.now(), granted.email)
  expect(await due(granted)).toBe(false)
  // Another right for someone who is already staff doesn't restart the grace period.
  const employee = await buildStaff(30, { is_employee: true })
  await admin.call(updateAdminDeveloper, { params: { id: employee.id }, body: { is_admin: true } })
  expect(await due(employee)).toBe(true)
})
