import { describe, expect, test } from 'vitest'
import { matchingEntries } from './changelog.ts'
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
  ] as const)('%j match %j', { tags: ['CHG-16', 'CHG-17', 'CHG-20'] }, (filters, expected) => {
    expect(matchingEntries(entries, filters).map((each) => entries.indexOf(each))).toEqual(expected)
  })
})
