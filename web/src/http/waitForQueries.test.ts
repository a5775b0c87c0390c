import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { waitForQueries } from './waitForQueries.ts'

const isSettled = async (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setTimeout(resolve, 5, false))])

test('resolves immediately if no query is running', async () => {
  expect(await isSettled(waitForQueries(new QueryClient()))).toBe(true)
})

test('waits for every query, also for one that fails', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const first = Promise.withResolvers<string>()
  const second = Promise.withResolvers<string>()
  void client.prefetchQuery({ queryKey: ['first'], queryFn: () => first.promise })
  void client.prefetchQuery({ queryKey: ['second'], queryFn: () => second.promise })
  const waiting = waitForQueries(client)
  expect(await isSettled(waiting)).toBe(false)
  first.reject(new Error('no'))
  expect(await isSettled(waiting)).toBe(false)
  second.resolve('data')
  expect(await isSettled(waiting)).toBe(true)
})
