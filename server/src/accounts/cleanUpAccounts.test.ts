import { requestEmailChange } from '@trestle/domain/accounts/emailChanges/contract.ts'
import { expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { startTestServer } from '../../testing/server.ts'
import { cleanUpAccounts } from './cleanUpAccounts.ts'
import { countAttempt } from './limit.ts'

test('deletes the counters of attempts once the longest window is over, and no earlier', async () => {
  const server = await startTestServer()
  const countRows = async (): Promise<number> =>
    (await server.services.db.selectFrom('attempts').select('key').execute()).length
  const attempt = { action: 'sign_in', account: 'kim@example.test', address: '192.0.2.7' } as const
  await countAttempt(server.services, attempt)
  const counted = await countRows()
  expect(counted).toBeGreaterThan(0)
  await cleanUpAccounts(server.services)
  expect(await countRows()).toBe(counted)
  server.clock.advance(2 * 3_600_000)
  await cleanUpAccounts(server.services)
  expect(await countRows()).toBe(0)
})

test('deletes changes of addresses long after their links have ended', async () => {
  const dayMs = 86_400_000
  const server = await startTestServer()
  const client = server.as(await buildDeveloper(server))
  const countAfter = async (days: number): Promise<number> => {
    server.clock.advance(days * dayMs)
    await cleanUpAccounts(server.services)
    return (await server.services.db.selectFrom('email_changes').select('id').execute()).length
  }
  await client.call(requestEmailChange, { body: { email: 'kim@moved.test' } })
  expect([await countAfter(29), await countAfter(2)]).toEqual([1, 0])
})
