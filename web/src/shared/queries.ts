import { queryOptions } from '@tanstack/react-query'
import { getAdminDeveloper, listAdminDevelopers } from '@trestle/domain/accounts/calls.ts'
import { getDeveloperApp, listDeveloperApps } from '@trestle/domain/apps/calls.ts'
import { lastPageFor, maxPerPage } from '@trestle/domain/http/paging.ts'
import { call } from '../http/call.ts'
import type { PickerOption } from '../ui/AsyncPicker.tsx'
import { appKeys } from './appKeys.ts'

export const developerKeys = {
  all: ['developers'] as const,
  list: (address: unknown) => [...developerKeys.all, 'list', address] as const,
  detail: (id: number | string) => [...developerKeys.all, 'detail', String(id)] as const,
  option: (id: number) => [...developerKeys.detail(id), 'option'] as const,
}

interface PickedDeveloper {
  id: number
  name: string
  email: string
}

const toOption = ({ id, name, email }: PickedDeveloper): PickerOption => ({
  value: String(id),
  label: name,
  detail: email,
})

const loadDevelopers = async (search: string, signal: AbortSignal) => {
  const query = { per_page: 20, ...(search !== '' && { filters: { search } }) }
  return (await call(listAdminDevelopers, { query }, { signal })).rows
}

/** Lists developers for platform staff to choose from. */
export const findDevelopers = async (search: string, signal: AbortSignal): Promise<PickerOption[]> =>
  (await loadDevelopers(search, signal)).map(toOption)

/**
 * Lists developers by email, for a choice where a mix-up matters, because names aren't unique but addresses are
 * (AAPP-38). `suspended` is appended to the names of suspended developers.
 */
export const findDevelopersByEmail = async (
  search: string,
  signal: AbortSignal,
  suspended: string,
): Promise<PickerOption[]> =>
  (await loadDevelopers(search, signal)).map(({ id, name, email, suspended: isSuspended }) => ({
    value: String(id),
    label: email,
    detail: isSuspended ? `${name} · ${suspended}` : name,
  }))

/** Loads the developer whose id is in the address filter. */
export const developerOption = (id: number) =>
  queryOptions({
    queryKey: developerKeys.option(id),
    queryFn: async ({ signal }) => toOption(await call(getAdminDeveloper, { params: { id } }, { signal })),
  })

/** Loads an app as its collaborators see it. */
export const appDetail = (id: number | string) =>
  queryOptions({
    queryKey: appKeys.detail(id),
    queryFn: ({ signal }) => call(getDeveloperApp, { params: { id } }, { signal }),
  })

const byName = { per_page: maxPerPage, sort: 'internal_name' } as const

/** Lists all apps that the signed-in user works on. */
export const appsByName = () =>
  queryOptions({
    queryKey: appKeys.list('all'),
    queryFn: async ({ signal }) => {
      const load = (page: number) => call(listDeveloperApps, { query: { ...byName, page } }, { signal })
      const { rows, total } = await load(1)
      const lastPage = lastPageFor(total, maxPerPage)
      for (let page = 2; page <= lastPage; page++) rows.push(...(await load(page)).rows)
      return rows
    },
  })
