import { expect, test } from 'vitest'
import { BundleError, bundleMessage, retry } from './retry.ts'

function failing(times: number) {
  const calls: number[] = []
  const waits: number[] = []
  const attempt = () => {
    calls.push(calls.length)
    return calls.length <= times
      ? Promise.reject(new Error(`attempt ${calls.length}`))
      : Promise.resolve('page')
  }
  const wait = (ms: number) => {
    waits.push(ms)
    return Promise.resolve()
  }
  return { calls, waits, attempt, wait }
}

test('a first attempt that succeeds is not repeated', { tags: ['SHELL-35'] }, async () => {
  const { attempt, wait, calls, waits } = failing(0)
  expect(await retry(attempt, { wait })).toBe('page')
  expect(calls).toHaveLength(1)
  expect(waits).toEqual([])
})

test('makes two more attempts, 300 ms apart', { tags: ['SHELL-35'] }, async () => {
  const { attempt, wait, calls, waits } = failing(2)
  expect(await retry(attempt, { wait })).toBe('page')
  expect(calls).toHaveLength(3)
  expect(waits).toEqual([300, 300])
})

test('throws the module-load error after the third failure', { tags: ['SHELL-36', 'ERR-02'] }, async () => {
  const { attempt, wait, calls } = failing(9)
  const error = await retry(attempt, { wait }).catch((e: unknown) => e)
  expect(error).toBeInstanceOf(BundleError)
  expect((error as BundleError).message).toBe(
    'Error loading JavaScript module bundle. Please reload the page.',
  )
  expect((error as BundleError).message).toBe(bundleMessage)
  expect((error as BundleError).cause).toEqual(new Error('attempt 3'))
  expect(calls).toHaveLength(3)
})

test('really waits 300 ms between attempts', { tags: ['SHELL-35'] }, async () => {
  const { attempt } = failing(2)
  const start = performance.now()
  await retry(attempt)
  expect(performance.now() - start).toBeGreaterThanOrEqual(595)
})
