import { describe, expect, test } from 'vitest'
import { matchingEntries, readableEntries } from './changelog.ts'
import type { ChangelogEntry } from './content.ts'

const entry = (fields: Partial<ChangelogEntry> = {}): ChangelogEntry => ({
  summary: 'Photos carry a place',
  description: 'Where they were taken.',
  endpoint: 'GET /rest/v1.0/photos',
  type: 'feature',
  breaking: false,
  datestamp: '2026-02-03',
  versions: ['1.0'],
  'x-doc': { visibility: 'public' },
  ...fields,
})

describe('the filters of the changelog', () => {
  const entries = [
    entry({ type: 'fix', breaking: true }),
    entry({ type: 'new', endpoint: 'POST /rest/v1.0/meetings', summary: 'Meetings can be planned' }),
    entry({ type: 'feature' }),
  ]
  test.each([
    [{}, [0, 1, 2]],
    [{ type: ['fix', 'new'] }, [0, 1]],
    [{ type: [] }, []],
    [{ breaking: true }, [0]],
    [{ breaking: false }, [0, 1, 2]],
    [{ search: '' }, [0, 1, 2]],
    [{ search: '  MEETINGS post ' }, [1]],
    [{ search: 'taken', type: ['feature'] }, [2]],
    [{ search: 'meetings taken photos' }, []],
    // In every text, more than once in one, and only across two.
    [{ search: 'rest' }, [0, 1, 2]],
    [{ search: 'ph' }, [0, 2]],
    [{ search: 'meetings where' }, [1]],
    [{ search: 'photosphotos' }, []],
    [{ search: 'photös' }, [0, 2]],
  ] as const)('%j match %j', { tags: ['CHG-16', 'CHG-17', 'CHG-20'] }, (filters, expected) => {
    expect(matchingEntries(entries, filters).map((each) => entries.indexOf(each))).toEqual(expected)
  })
})

test('finds the public changes of a changelog once', { tags: ['CHG-22', 'CHG-23'] }, () => {
  const employee = { is_admin: false, is_employee: true }
  const entries = [entry(), entry({ 'x-doc': { visibility: 'internal' } })]
  expect(readableEntries(entries, null)).toEqual([entries[0]])
  expect(readableEntries(entries, null)).toBe(readableEntries(entries, null))
  expect(readableEntries(entries, employee)).toBe(entries)
  // Without a filter, a page is a slice of the list.
  expect(matchingEntries(entries, { breaking: false, search: ' ' })).toBe(entries)
})
