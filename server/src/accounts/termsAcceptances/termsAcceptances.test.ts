import { getSession } from '@trestle/domain/accounts/contract.ts'
import { deleteAccount, exportAccount } from '@trestle/domain/accounts/deletion/contract.ts'
import { getSecondFactors } from '@trestle/domain/accounts/factors/contract.ts'
import { acceptTerms } from '@trestle/domain/accounts/termsAcceptance/contract.ts'
import { termsVersion } from '@trestle/domain/accounts/terms.ts'
import { listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp, buildDeveloper, type AppRow } from '../../../testing/build.ts'
import { newFolder } from '../../../testing/folders.ts'
import { buildPersonalToken } from '../../../testing/personalTokens.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import type { Route } from '../../http/route.ts'
import { routes } from '../../routes.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true, env: { REQUESTS_PER_MINUTE: '100000' } })
})
afterAll(() => server.close())

/** What someone can do before they accept the terms: accept them, sign out, or take their data and leave. */
const open = [
  'POST /api/v1/session/confirmation',
  'POST /api/v1/account/terms_acceptance',
  'GET /api/v1/account/export',
  'DELETE /api/v1/account',
]

const nameOf = ({ endpoint }: Route) => `${endpoint.method} ${endpoint.path}`

const needsPerson = ({ access }: Route) => access === 'signedIn' || access === 'platformAdmin'

test('until someone accepts the current terms, their session opens only what needs no acceptance', async () => {
  const person = await buildDeveloper(server, { terms_version: '2025-01-01', is_admin: true })
  const client = server.as(person)
  const refused: string[] = []
  for (const route of routes) {
    if (route.access === 'service') continue
    // Each call that anyone can make has its own session, because some end it.
    const caller = needsPerson(route) ? client : server.asAgain(person)
    const { method, path } = route.endpoint
    const { status, body } = await caller.send({ method, url: path.replaceAll(/:\w+/g, '1') })
    if (status === 403 && body?.code === 'terms_not_accepted') refused.push(nameOf(route))
  }
  const expected = routes.filter(needsPerson).map(nameOf)
  expect(expected.length).toBeGreaterThan(100)
  expect(refused).toEqual(expected.filter((name) => !open.includes(name)))
  expect((await client.refusal(listDeveloperApps)).body.message).toBe(
    'The terms have changed. Reload the page to read and accept them.',
  )
  await client.call(acceptTerms, { body: { version: termsVersion } })
  await client.call(listDeveloperApps)
})

/** Returns the status of a download of an app, and whether the document of its report page has data for its owner. */
async function openReport(client: ReturnType<TestServer['as']>, app: AppRow) {
  const page = await client.get(`/developer_apps/${app.id}/engagement_report`)
  const download = await client.get(`/developer_apps/${app.id}/installations.csv`)
  return { hasData: page.text.includes('app_installations'), download: download.status }
}

test('until then, documents of pages have no data for them, and there are no downloads', async () => {
  const webFolder = await newFolder({ 'index.html': '<div id="root"></div><!--bootstrap-->' })
  const portal = await startTestServer({ webFolder })
  const owner = await buildDeveloper(portal, { terms_version: '2025-01-01' })
  const app = await buildApp(portal, { owner_id: owner.id })
  const client = portal.as(owner)
  expect(await openReport(client, app)).toEqual({ hasData: false, download: 403 })
  await client.call(acceptTerms, { body: { version: termsVersion } })
  expect(await openReport(client, app)).toEqual({ hasData: true, download: 200 })
})

test('their personal access tokens wait too', async () => {
  const person = await buildDeveloper(server, { terms_version: '2025-01-01' })
  const { token } = await buildPersonalToken(server, person)
  const program = server.bearer(token)
  const refused = await program.refusal(listDeveloperApps)
  expect([refused.status, refused.body.code]).toEqual([403, 'terms_not_accepted'])
  expect(refused.body.message).toMatch(/^The terms have changed\. Sign in at http.* and accept them\.$/)
  await server.as(person).call(acceptTerms, { body: { version: termsVersion } })
  await program.call(listDeveloperApps)
})

test('someone can take their data and leave instead of accepting', async () => {
  const person = await buildDeveloper(server, { terms_version: '2025-01-01' })
  const client = server.as(person)
  expect((await client.call(exportAccount)).body.account.terms_version).toBe('2025-01-01')
  await client.call(deleteAccount, { body: { email: person.email } })
})

test('during maintenance, when no one could accept them, nothing waits', async () => {
  const quiet = await startTestServer({ env: { READ_ONLY: 'true' } })
  const person = await buildDeveloper(quiet, { terms_version: '2025-01-01' })
  await quiet.as(person).call(listDeveloperApps)
})

test('staff accept the terms before they set up a second factor', async () => {
  const strict = await startTestServer({ env: { STAFF_SECOND_FACTOR: 'required' } })
  const person = await buildDeveloper(strict, {
    terms_version: '2025-01-01',
    is_admin: true,
    factor_grace_from: '2020-01-01T00:00:00Z',
  })
  const client = strict.as(person)
  expect((await client.refusal(getSecondFactors)).body.code).toBe('terms_not_accepted')
  await client.call(acceptTerms, { body: { version: termsVersion } })
  await client.call(getSecondFactors)
})

const isDue = async (person: { id: number }) => (await server.as(person).call(getSession)).body.terms_due

test('someone who accepted an earlier version is asked until they accept, and both versions are kept', async () => {
  const acceptedAt = '2025-01-01T00:00:00.000Z'
  const person = await buildDeveloper(server, { terms_version: '2025-01-01', terms_accepted_at: acceptedAt })
  expect(await isDue(person)).toBe(true)
  const accept = () => server.as(person).call(acceptTerms, { body: { version: termsVersion } })
  await accept()
  await accept()
  expect(await isDue(person)).toBe(false)
  const rows = await server.services.db
    .selectFrom('terms_acceptances')
    .select(['version', 'accepted_at'])
    .where('developer_id', '=', person.id)
    .orderBy('accepted_at')
    .execute()
  expect(rows).toEqual([
    { version: '2025-01-01', accepted_at: acceptedAt },
    { version: termsVersion, accepted_at: expect.any(String) },
  ])
  const recorded = (await server.audit()).filter(
    ({ action, actor_id: actor }) => action === 'terms.accepted' && actor === person.id,
  )
  expect(recorded).toHaveLength(1)
})

test('people who accepted the current version, and visitors, are not asked', async () => {
  expect(await isDue(await buildDeveloper(server, { terms_version: termsVersion }))).toBe(false)
  expect((await server.as(null).call(getSession)).body.terms_due).toBe(false)
})

test('another version than the current one is refused', async () => {
  const person = await buildDeveloper(server, { terms_version: '2025-01-01' })
  const refused = await server.as(person).refusal(acceptTerms, { body: { version: '2020-01-01' } })
  expect(refused.body.code).toBe('conflict')
  expect(await isDue(person)).toBe(true)
})
