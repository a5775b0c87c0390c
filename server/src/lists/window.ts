import type { Page } from '@trestle/domain/http/paging.ts'

/** Which rows of an ordered list make a page. */
export interface Window {
  limit: number
  offset: number
  /** Counted from the end of the list, because that is nearer. */
  backwards: boolean
}

/** The last page costs what the first one costs: both are at an end. A page beyond the last is empty. */
export function toWindow({ page, per_page: perPage }: Page, total: number): Window {
  const before = (page - 1) * perPage
  const limit = Math.max(0, Math.min(perPage, total - before))
  const after = Math.max(0, total - before - limit)
  return limit > 0 && after < before
    ? { limit, offset: after, backwards: true }
    : { limit, offset: before, backwards: false }
}
