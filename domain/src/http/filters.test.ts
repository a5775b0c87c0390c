import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bodyId, flag } from './fields.ts'
import { commaList, listFilters, oneOrMany } from './filters.ts'
import { searchText } from './listFields.ts'

const filters = listFilters(
  z.strictObject({
    owner_id: z.array(bodyId).max(3).optional(),
    type: commaList(z.array(z.enum(['fix', 'new']))).optional(),
    search: searchText,
    in_review: flag.optional(),
  }),
)

describe('a filter with one value', { tags: ['AREV-02', 'AREV-16'] }, () => {
  test.each([
    [{ owner_id: '4' }, { owner_id: [4] }],
    [{ owner_id: ['4'] }, { owner_id: [4] }],
    [{ owner_id: ['4', '5'] }, { owner_id: [4, 5] }],
    [{ owner_id: 4 }, { owner_id: [4] }],
    [{ type: 'fix' }, { type: ['fix'] }],
    [{ type: ['fix'] }, { type: ['fix'] }],
    [{ type: 'fix,new' }, { type: ['fix', 'new'] }],
    [{ type: ['fix, new'] }, { type: ['fix', 'new'] }],
    [{ search: ['crane'] }, { search: 'crane' }],
    [{ search: 'crane' }, { search: 'crane' }],
    [{ in_review: ['true'] }, { in_review: true }],
  ])('parses %j as %j', (typed, read) => {
    expect(filters.parse(typed)).toEqual(read)
  })

  test.each([
    [{ search: 'one,two' }, { search: 'one,two' }],
    [{ search: ['one,two'] }, { search: 'one,two' }],
  ])('a filter with one value does not split a search at commas: %j', (typed, read) => {
    expect(filters.parse(typed)).toEqual(read)
  })

  test.each([
    [{ owner_id: '4,5' }, 'owner_id.0'],
    [{ search: ['a', 'b'] }, 'search'],
    [{ type: 'fix,rumor' }, 'type.1'],
    [{ owner_id: ['1', '2', '3', '4'] }, 'owner_id'],
    [{ owner_id: { a: '1' } }, 'owner_id'],
  ])('names the field it refuses: %j', (typed, path) => {
    const { error } = filters.safeParse(typed)
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path])
  })

  test('refuses an unknown filter, and leaves a value that is not an object alone', () => {
    expect(filters.safeParse({ color: 'red' }).error?.issues[0]).toMatchObject({ keys: ['color'] })
    expect(filters.safeParse('x').success).toBe(false)
    expect(oneOrMany(z.string(), 'x')).toBe('x')
  })

  test('parses a page address the same way, with a default for invalid values', () => {
    const ofPage = z.object({
      owner_id: z.array(z.coerce.number<unknown>().int()).catch([]),
      search: z.string().catch(''),
    })
    const read = (typed: unknown) => ofPage.parse(oneOrMany(ofPage, typed))
    expect(read({ owner_id: '3', search: ['a'] })).toEqual({ owner_id: [3], search: 'a' })
    expect(read({ owner_id: 'x', search: ['a', 'b'] })).toEqual({ owner_id: [], search: '' })
  })
})
