import { useNavigate } from '@tanstack/react-router'
import { readPerPage } from '@trestle/domain/http/paging.ts'
import { useRef } from 'react'
import { perPageKey, readSetting, storePerPage } from '../http/deviceSettings.ts'
import { useLatest } from '../ui/useLatest.ts'
import { useUnchanged } from '../ui/useUnchanged.ts'
import type { ListSearch } from './searchParams.ts'
import { useHasLeft } from './useHasLeft.ts'

/** Reads a list's filters from the address. */
export type ReadFilters<Filters> = (values: Record<string, unknown>) => Filters

export interface ListAddress<Filters> {
  page: number
  perPage: number
  sort: string | undefined
  filters: Filters
}

const rememberedPerPage = (): number => readPerPage(readSetting(perPageKey))

/** Returns the values with single-entry lists unwrapped, because a value may come with or without `[]` (AREV-16). */
const unwrapSingles = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value,
    ]),
  )

export function readListAddress<Filters>(
  search: ListSearch,
  readFilters: ReadFilters<Filters>,
  otherwisePerPage: number,
): ListAddress<Filters> {
  return {
    page: search.page ?? 1,
    perPage: search.per_page ?? otherwisePerPage,
    sort: search.sort,
    filters: readFilters(unwrapSingles(search.filters ?? {})),
  }
}

/** Returns the query with this change: empty values are removed, and any change but the page resets to page 1. */
export function changedAddress(search: object, change: Record<string, unknown>): Record<string, unknown> {
  const next: Record<string, unknown> = { ...search, page: undefined, ...change }
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined && value !== ''))
}

/** Returns the part of a list that an address names. */
export const toListAddress = <Filters>(
  search: ListSearch,
  readFilters: ReadFilters<Filters>,
): ListAddress<Filters> => readListAddress(search, readFilters, rememberedPerPage())

/** For a list without filters. */
export const readNoFilters = (): Record<string, never> => ({})

export interface ListState<Filters> extends ListAddress<Filters> {
  setPage: (page: number) => void
  /** Replaces the history entry, so that Back doesn't return to the invalid page. */
  correctPage: (page: number) => void
  /** Uses the page size of the server's reply from the next request on (AAPP-15). */
  followPerPage: (perPage: number) => void
  /** Applies to every list in this browser. */
  setPerPage: (perPage: number) => void
  setSort: (sort: string | undefined) => void
  /** Merges filters; `undefined` or '' removes one. */
  setFilters: (filters: { [Name in keyof Filters]?: Filters[Name] | undefined }) => void
  clearFilters: () => void
  isFiltered: boolean
}

/**
 * Stores a list's page, sort and filters in the address. The functions and unchanged filters keep their identity, so
 * that memoized parts of the page don't rerender for every address.
 */
export function useListState<Filters extends object>(
  search: ListSearch,
  readFilters: ReadFilters<Filters>,
): ListState<Filters> {
  const navigate = useNavigate()
  const hasLeft = useHasLeft()
  const address = toListAddress(search, readFilters)
  const filters = useUnchanged(address.filters)
  const answeredPerPage = useRef(address.perPage)
  const change = (part: Record<string, unknown>, replace = false) => {
    if (hasLeft()) return
    const { current: perPage } = answeredPerPage
    const next = { ...(perPage !== address.perPage && { per_page: perPage }), ...part }
    void navigate({ to: '.', search: changedAddress(search, next), resetScroll: false, replace })
  }
  const pagePart = (page: number) => ({ page: page === 1 ? undefined : page })
  const raw = search.filters ?? {}
  return {
    ...address,
    filters,
    setPage: useLatest((page: number) => change(pagePart(page))),
    correctPage: useLatest((page: number) => change(pagePart(page), true)),
    followPerPage: useLatest((perPage: number) => {
      answeredPerPage.current = perPage
    }),
    setPerPage: useLatest((perPage: number) => {
      storePerPage(perPage)
      answeredPerPage.current = perPage
      change({ per_page: perPage })
    }),
    setSort: useLatest((sort: string | undefined) => change({ sort })),
    setFilters: useLatest((part: object) => {
      const next = changedAddress(raw, { ...part })
      change({ filters: Object.keys(next).length === 0 ? undefined : next })
    }),
    clearFilters: useLatest(() => change({ filters: undefined })),
    isFiltered: Object.keys(raw).length > 0,
  }
}
