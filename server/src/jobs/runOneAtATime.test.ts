import { expect, test } from 'vitest'
import { runOneAtATime } from './runOneAtATime.ts'

/** Starts work whose runs the test ends. */
function startWork() {
  const ends: PromiseWithResolvers<void>[] = []
  const look = runOneAtATime(() => {
    const end = Promise.withResolvers<void>()
    ends.push(end)
    return end.promise
  })
  return { ends, look }
}

test('runs once more for any number of calls during a run', async () => {
  const { ends, look } = startWork()
  const calls = [look(), look(), look()]
  expect(ends).toHaveLength(1)
  ends[0]?.resolve()
  await expect.poll(() => ends.length).toBe(2)
  ends[1]?.resolve()
  await Promise.all(calls)
  expect(ends).toHaveLength(2)
})

test('runs again for a call at the very moment when a run ends', async () => {
  const { ends, look } = startWork()
  const first = look()
  // Called right after the code that waits for the work.
  const next = ends[0]?.promise.then(() => void look())
  ends[0]?.resolve()
  await Promise.all([first, next])
  expect(ends).toHaveLength(2)
})

test('runs again after a failure', async () => {
  const { ends, look } = startWork()
  const first = look()
  ends[0]?.reject(new Error('unreachable'))
  await expect(first).rejects.toThrow('unreachable')
  const second = look()
  ends[1]?.resolve()
  await second
  expect(ends).toHaveLength(2)
})
