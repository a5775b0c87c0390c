import { maxEventsPerCall } from '@trestle/domain/metrics/contract.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { expect, test } from 'vitest'
import { buildApp } from '../../testing/build.ts'
import { startTestServer } from '../../testing/server.ts'
import { createCallRecorder } from './createCallRecorder.ts'

const call = (uid: string, normalized_route = '/rest/v1.0/companies') => ({
  uid,
  http_method: 'GET' as const,
  normalized_route,
  response_code: 200,
})

async function start() {
  const server = await startTestServer()
  const { uid } = await buildApp(server)
  const readCounts = async () => {
    const rows = await server.services.db
      .selectFrom('api_call_records')
      .select('count')
      .orderBy('day')
      .orderBy('normalized_route')
      .execute()
    return rows.map(({ count }) => count)
  }
  return { server, uid, recorder: createCallRecorder(server.services), readCounts }
}

test('equal calls of a day are stored as one record with their number', async () => {
  const { server, uid, recorder, readCounts } = await start()
  server.clock.advance(-dayMs)
  recorder.record(call(uid))
  server.clock.advance(dayMs)
  recorder.record(call(uid))
  recorder.record(call(uid))
  await recorder.flush()
  expect(await readCounts()).toEqual([1, 2])
})

test('calls of an app that no longer exists are lost, and no others', async () => {
  const { uid, recorder, readCounts } = await start()
  for (const each of ['an-app-that-was-deleted', uid]) recorder.record(call(each))
  await recorder.flush()
  expect(await readCounts()).toEqual([1])
})

test('as many kinds of calls as a batch can have wait to be stored', async () => {
  const { uid, recorder, readCounts } = await start()
  for (let kind = 0; kind <= maxEventsPerCall; kind += 1) recorder.record(call(uid, `/rest/${kind}`))
  await recorder.flush()
  expect(await readCounts()).toEqual(Array(maxEventsPerCall).fill(1))
})
