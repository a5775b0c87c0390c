import type { MediaItem } from '@trestle/domain/listings/content.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mediaItem } from '../../../../domain/testing/mediaItem.ts'
import { movedItem, withArrived } from './media.ts'

const ids = (items: readonly MediaItem[]) => items.map(({ id }) => id)

test(
  'shows files chosen together in the order they were chosen, whatever order they arrive in',
  { tags: ['MEDIA-02'] },
  () => {
    const chosen = [11, 12, 13, 14, 15]
    const arrivals = fc.shuffledSubarray(chosen, { minLength: chosen.length })
    fc.assert(
      fc.property(arrivals, (order) => {
        const sequences = new Map<number, number>()
        const stored = [mediaItem(1), mediaItem(2)]
        const shown = order.reduce((items, id) => {
          sequences.set(id, chosen.indexOf(id))
          return withArrived(items, mediaItem(id), sequences)
        }, stored)
        expect(ids(shown)).toEqual([1, 2, ...chosen])
      }),
    )
  },
)

test.each([
  [1, 2, [2, 3, 1]],
  [3, 0, [3, 1, 2]],
  [2, 2, [1, 3, 2]],
  [9, 0, [1, 2, 3]],
])('file %i moved to index %i', (id, to, order) => {
  const items = [mediaItem(1), mediaItem(2), mediaItem(3)]
  expect(ids(movedItem(items, id, to))).toEqual(order)
})
