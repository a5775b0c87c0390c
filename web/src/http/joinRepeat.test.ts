import { expect, test, vi } from 'vitest'
import { joinRepeat } from './joinRepeat.ts'

function startChange(reply: string) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return { send: vi.fn(() => promise), end: () => resolve(reply), fail: () => reject(new Error(reply)) }
}

test('sends a change once while it runs, and again after it has ended', async () => {
  const [first, second] = [startChange('first'), startChange('second')]
  const replies = [joinRepeat('PUT /a', first.send), joinRepeat('PUT /a', first.send)]
  first.end()
  expect(await Promise.all(replies)).toEqual(['first', 'first'])
  expect(first.send).toHaveBeenCalledOnce()
  const again = joinRepeat('PUT /a', second.send)
  second.end()
  expect(await again).toBe('second')
})

test('sends a change again after it has failed', async () => {
  const [first, second] = [startChange('refused'), startChange('second')]
  const failing = joinRepeat('PUT /a', first.send)
  first.fail()
  await expect(failing).rejects.toThrow('refused')
  const again = joinRepeat('PUT /a', second.send)
  second.end()
  expect(await again).toBe('second')
})

test('joins a change to the latest one, even after an older one has ended', async () => {
  const [older, latest] = [startChange('older'), startChange('latest')]
  const first = joinRepeat('PUT /a', older.send)
  const replies = [joinRepeat('PUT /b', latest.send)]
  older.end()
  await first
  replies.push(joinRepeat('PUT /b', latest.send))
  latest.end()
  expect(await Promise.all(replies)).toEqual(['latest', 'latest'])
  expect(latest.send).toHaveBeenCalledOnce()
})

test('sends every change of on, off and on', () => {
  const change = startChange('done')
  for (const key of ['on', 'off', 'on']) void joinRepeat(key, change.send)
  expect(change.send).toHaveBeenCalledTimes(3)
  change.end()
})
