import { getSession } from '@trestle/domain/accounts/contract.ts'
import { acceptTerms } from '@trestle/domain/accounts/termsAcceptance/contract.ts'
import { termsVersion } from '@trestle/domain/accounts/terms.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDeveloper } from '../../../testing/build.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
})
afterAll(() => server.close())

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
  const recorded = (await server.audit()).filter(({ action }) => action === 'terms.accepted')
  expect(recorded).toMatchObject([{ actor_id: person.id }])
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
