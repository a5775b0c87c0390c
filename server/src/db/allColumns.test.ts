import { expect, test } from 'vitest'
import { allColumns } from './allColumns.ts'

interface Row {
  id: number
  name: string
}

test('a list of all columns that lacks one does not compile', () => {
  expect(allColumns<Row>()(['rows.id', 'name'])).toEqual(['rows.id', 'name'])
  // @ts-expect-error -- The column `name` is missing.
  allColumns<Row>()(['rows.id'])
})
