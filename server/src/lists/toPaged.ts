import { maxFound, type Page, type Paged } from '@trestle/domain/http/paging.ts'

/** Returns one page of rows that are in memory. A search has the same limit as one in the database. */
export function toPaged<Row>(
  rows: Row[],
  { page, per_page: perPage }: Page,
  searched: boolean,
  most: number = maxFound,
): Paged<Row> {
  const isCut = searched && rows.length > most
  const total = isCut ? most : rows.length
  const window = rows.slice((page - 1) * perPage, Math.min(total, page * perPage))
  return { rows: window, total, relation: isCut ? 'gte' : 'eq' }
}
