import { expect, test } from 'vitest'
import { rememberFor } from './rememberFor.ts'

function start() {
  const loadings: PromiseWithResolvers<string>[] = []
  const clock = { ms: 0 }
  const read = rememberFor(
    1000,
    () => new Date(clock.ms),
    () => {
      const loading = Promise.withResolvers<string>()
      loadings.push(loading)
      return loading.promise
    },
  )
  return { loadings, clock, read }
}

test('loads once for concurrent callers, and again after some time', async () => {
  const { loadings, clock, read } = start()
  const first = [read(), read()]
  loadings[0]?.resolve('first')
  expect(await Promise.all(first)).toEqual(['first', 'first'])
  clock.ms = 999
  expect(await read()).toBe('first')
  clock.ms = 1000
  const second = read()
  loadings[1]?.resolve('second')
  expect(await second).toBe('second')
  expect(loadings).toHaveLength(2)
})

test('forgets a failure', async () => {
  const { loadings, read } = start()
  const first = [read(), read()]
  loadings[0]?.reject(new Error('unreachable'))
  for (const each of first) await expect(each).rejects.toThrow('unreachable')
  const second = read()
  loadings[1]?.resolve('second')
  expect(await second).toBe('second')
})
