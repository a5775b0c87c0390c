import { expect, test } from 'vitest'
import { withMinimumDuration } from './timing.ts'

test('takes the minimum time even if the work is done immediately', async () => {
  const startedAt = performance.now()
  await withMinimumDuration(() => Promise.resolve())
  // A timer may fire a millisecond early.
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(248)
})

test('reports the failure of the work, after the minimum time', async () => {
  const startedAt = performance.now()
  await expect(withMinimumDuration(() => Promise.reject(new Error('no database')))).rejects.toThrow(
    'no database',
  )
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(248)
})
