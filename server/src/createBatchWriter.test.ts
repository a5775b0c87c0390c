import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBatchWriter } from './createBatchWriter.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Creates a writer of words with their numbers. Its writes end when the test says so. */
function start() {
  const writes: { rows: [string, number][]; end: PromiseWithResolvers<void> }[] = []
  const errors: unknown[] = []
  const drops: number[] = []
  const writer = createBatchWriter<[string, number]>({
    write: (rows) => {
      const end = Promise.withResolvers<void>()
      writes.push({ rows, end })
      return end.promise
    },
    onError: (error) => errors.push(error),
    onDrop: (dropped) => drops.push(dropped),
    maxWaiting: 2,
    everyMs: 1000,
  })
  const add = (...words: string[]) => {
    for (const word of words) writer.add(word, (known) => [word, (known?.[1] ?? 0) + 1])
  }
  return { add, flush: writer.flush, writes, errors, drops, rows: () => writes.map(({ rows }) => rows) }
}

test('writes what was added, once after some time, and nothing without it', async () => {
  const { add, rows } = start()
  await vi.advanceTimersByTimeAsync(5000)
  expect(rows()).toEqual([])
  add('one', 'two', 'one')
  await vi.advanceTimersByTimeAsync(999)
  expect(rows()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(rows()).toEqual([
    [
      ['one', 2],
      ['two', 1],
    ],
  ])
  await vi.advanceTimersByTimeAsync(5000)
  expect(rows()).toHaveLength(1)
})

test('drops new keys when too many wait, and says how many', async () => {
  const { add, flush, writes, drops } = start()
  add('one', 'two', 'three', 'four', 'one')
  const flushed = flush()
  await vi.advanceTimersByTimeAsync(0)
  expect(writes[0]?.rows).toEqual([
    ['one', 2],
    ['two', 1],
  ])
  writes[0]?.end.resolve()
  await flushed
  add('three')
  void flush()
  await vi.advanceTimersByTimeAsync(0)
  expect(writes[1]?.rows).toEqual([['three', 1]])
  expect(drops).toEqual([2])
})

test('writes one batch after the other, and a flush waits for all', async () => {
  const { add, flush, writes } = start()
  add('one')
  await vi.advanceTimersByTimeAsync(1000)
  add('one')
  let isFlushed = false
  const flushed = flush().then(() => (isFlushed = true))
  await vi.advanceTimersByTimeAsync(5000)
  expect(writes).toHaveLength(1)
  writes[0]?.end.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect([writes.length, isFlushed]).toEqual([2, false])
  writes[1]?.end.resolve()
  await flushed
})

test('continues after a failure, which it reports', async () => {
  const { add, flush, writes, errors, rows } = start()
  add('one')
  const failed = flush()
  await vi.advanceTimersByTimeAsync(0)
  writes[0]?.end.reject(new Error('unreachable'))
  await failed
  expect(errors).toEqual([new Error('unreachable')])
  add('two')
  await vi.advanceTimersByTimeAsync(1000)
  expect(rows()).toEqual([[['one', 1]], [['two', 1]]])
})
