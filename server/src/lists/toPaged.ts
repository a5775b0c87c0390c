import { maxFound, type Page, type Paged } from '@trestle/domain/http/paging.ts'
import { offsetOf } from './listPage.ts'

/** Returns one page of rows that are in memory. A search has the same limit as one in the database. */
export function toPaged<Row>(
  rows: Row[],
  page: Page,
  searched: boolean,
  most: number = maxFound,
): Paged<Row> {
  const isCut = searched && rows.length > most
  const total = isCut ? most : rows.length
  const start = offsetOf(page)
  const shown = rows.slice(start, Math.min(total, start + page.per_page))
  return { rows: shown, total, relation: isCut ? 'gte' : 'eq' }
}
