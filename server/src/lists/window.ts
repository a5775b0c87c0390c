import type { Page, TotalRelation } from '@trestle/domain/http/paging.ts'
import { offsetOf } from './listPage.ts'

/** The rows of an ordered list that make up a page. */
export interface Window {
  limit: number
  offset: number
  /** Whether it is counted from the end of the list, because that is nearer. */
  backwards: boolean
}

/**
 * Returns a page's window. The last page costs as much as the first, because both are at an end, unless the total
 * isn't exact: the end is then unknown. A page beyond the last is empty.
 */
export function toWindow(page: Page, total: number, relation: TotalRelation = 'eq'): Window {
  const before = offsetOf(page)
  const limit = Math.max(0, Math.min(page.per_page, total - before))
  const after = Math.max(0, total - before - limit)
  return relation === 'eq' && limit > 0 && after < before
    ? { limit, offset: after, backwards: true }
    : { limit, offset: before, backwards: false }
}
