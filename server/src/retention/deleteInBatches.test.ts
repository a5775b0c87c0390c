import { expect, test } from 'vitest'
import { deleteInBatches } from './deleteInBatches.ts'

/** Returns a function that deletes from a table with this many old rows, and the limits of its calls. */
function withRows(count: number) {
  let left = count
  const limits: number[] = []
  const deleteUpTo = async (limit: number) => {
    limits.push(limit)
    const deleted = Math.min(limit, left)
    left -= deleted
    return deleted
  }
  return { deleteUpTo, limits }
}

test('deletes all rows of each table, in batches of at most 2000', async () => {
  const [large, small] = [withRows(4001), withRows(5)]
  await deleteInBatches([large.deleteUpTo, small.deleteUpTo])
  expect([large.limits, small.limits]).toEqual([[2000, 2000, 2000], [2000]])
})

test('leaves the rest to the next run after 2000 batches of all tables', async () => {
  const [first, second] = [withRows(3_000_000), withRows(6_000_000)]
  await deleteInBatches([first.deleteUpTo, second.deleteUpTo])
  expect([first.limits.length, second.limits.length]).toEqual([1501, 499])
})
