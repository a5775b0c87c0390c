import { dayMs } from '@trestle/domain/time/durations.ts'
import { expect, test } from 'vitest'
import { startTestServer } from '../../testing/server.ts'
import { cleanUpJobs } from './cleanUpJobs.ts'

test('deletes a job a week after it was done, or 90 days after it failed or was canceled', async () => {
  const server = await startTestServer()
  const { db, now } = server.services
  const at = now()
  const job = { kind: 'file.delete', payload: '{}', run_at: at, created_at: at }
  const ended = (['done', 'failed', 'canceled'] as const).map((state) => ({
    ...job,
    key: state,
    state,
    finished_at: at,
  }))
  await db
    .insertInto('jobs')
    .values([...ended, { ...job, key: 'waiting', state: 'waiting', finished_at: null }])
    .execute()
  const statesAfter = async (days: number) => {
    server.clock.advance(days * dayMs)
    await cleanUpJobs(server.services)
    return (await db.selectFrom('jobs').select('state').orderBy('id').execute()).map(({ state }) => state)
  }
  expect(await statesAfter(6)).toEqual(['done', 'failed', 'canceled', 'waiting'])
  expect(await statesAfter(2)).toEqual(['failed', 'canceled', 'waiting'])
  expect(await statesAfter(81)).toEqual(['failed', 'canceled', 'waiting'])
  expect(await statesAfter(2)).toEqual(['waiting'])
})
