import { afterEach, expect, test, vi } from 'vitest'
import { randomId } from './randomId.ts'

afterEach(() => vi.restoreAllMocks())

test('creates ids of 32 digits without what browsers offer only over https', () => {
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    throw new TypeError('crypto.randomUUID is not a function')
  })
  const ids = Array.from({ length: 100 }, randomId)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{32}$/)
  expect(new Set(ids).size).toBe(100)
})
