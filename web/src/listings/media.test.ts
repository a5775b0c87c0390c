import type { MediaItem } from '@trestle/domain/listings/content.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { movedItem, withArrived } from './media.ts'

const picture = (id: number): MediaItem => ({
  id,
  type: 'Picture',
  name: '',
  description: '',
  original_filename: `${id}.png`,
  url: `/files/${id}`,
  external_url: null,
  content_type: 'image/png',
  bytes: 10,
  width: 1280,
  height: 720,
})

const ids = (items: readonly MediaItem[]) => items.map(({ id }) => id)

test('files chosen together stand in the order of choice, in whatever order they arrive (MEDIA-02)', () => {
  const chosen = [11, 12, 13, 14, 15]
  const arrivals = fc.shuffledSubarray(chosen, { minLength: chosen.length })
  fc.assert(
    fc.property(arrivals, (order) => {
      const sequences = new Map<number, number>()
      const stored = [picture(1), picture(2)]
      const shown = order.reduce((items, id) => {
        sequences.set(id, chosen.indexOf(id))
        return withArrived(items, picture(id), sequences)
      }, stored)
      expect(ids(shown)).toEqual([1, 2, ...chosen])
    }),
  )
})

test.each([
  [1, 2, [2, 3, 1]],
  [3, 0, [3, 1, 2]],
  [2, 2, [1, 3, 2]],
  [9, 0, [1, 2, 3]],
])('file %i moved to index %i', (id, to, order) => {
  expect(ids(movedItem([1, 2, 3].map(picture), id, to))).toEqual(order)
})
