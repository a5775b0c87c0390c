import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getAdminDeveloperApp, listAdminDeveloperApps } from '@trestle/domain/apps/calls.ts'
import { exportAuditEvents, getAuditVocabulary, listAuditEvents } from '@trestle/domain/audit/calls.ts'
import { toAddress } from '@trestle/domain/http/address.ts'
import { call, type RequestFor } from '../http/call.ts'
import { appKeys } from '../shared/appKeys.ts'
import type { ListAddress, ReadFilters } from '../shared/listState.ts'
import { readCount, readDay, readText } from '../shared/readers.ts'
import type { PickerOption } from '../ui/AsyncPicker.tsx'

const auditKeys = {
  all: ['audit'] as const,
  events: (query: AuditQuery) => [...auditKeys.all, 'events', query] as const,
  vocabulary: () => [...auditKeys.all, 'vocabulary'] as const,
}

type AuditQuery = RequestFor<typeof listAuditEvents>['query']

export interface AuditFilters {
  actor_id: number | undefined
  app_id: number | undefined
  token_id: number | undefined
  developer_id: number | undefined
  action: string
  from: string
  to: string
  search: string
}

const maxAction = 100

/** If the dates in the address are in the wrong order, only the first applies. */
export const readAuditFilters: ReadFilters<AuditFilters> = (values) => {
  const action = readText(values['action']) ?? ''
  const from = readDay(values['from']) ?? ''
  const to = readDay(values['to']) ?? ''
  return {
    actor_id: readCount(values['actor_id']),
    app_id: readCount(values['app_id']),
    token_id: readCount(values['token_id']),
    developer_id: readCount(values['developer_id']),
    action: action.length > maxAction ? '' : action,
    from,
    to: from > to ? '' : to,
    search: readText(values['search']) ?? '',
  }
}

/** Returns only the filters that are set. */
function toFilters({ actor_id, app_id, token_id, developer_id, action, from, to, search }: AuditFilters) {
  return {
    ...(actor_id !== undefined && { actor_id }),
    ...(app_id !== undefined && { app_id }),
    ...(token_id !== undefined && { token_id }),
    ...(developer_id !== undefined && { developer_id }),
    ...(action !== '' && { action }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
    ...(search !== '' && { search }),
  }
}

/** Loads the page of the audit log that an address names. */
export const auditEvents = ({ page, perPage, filters }: ListAddress<AuditFilters>) => {
  const query = { page, per_page: perPage, filters: toFilters(filters) }
  return queryOptions({
    queryKey: auditKeys.events(query),
    queryFn: ({ signal }) => call(listAuditEvents, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export const auditCsv = (filters: AuditFilters) =>
  toAddress(exportAuditEvents, { query: { filters: toFilters(filters) } })

export const auditVocabulary = () =>
  queryOptions({
    queryKey: auditKeys.vocabulary(),
    queryFn: ({ signal }) => call(getAuditVocabulary, {}, { signal }),
  })

interface PickedApp {
  id: number
  internal_name: string
  owner: { email: string }
}

const toOption = ({ id, internal_name, owner }: PickedApp): PickerOption => ({
  value: String(id),
  label: internal_name,
  detail: owner.email,
})

/** Lists apps, including deleted ones, because the audit log outlives them. */
export async function findApps(search: string, signal: AbortSignal): Promise<PickerOption[]> {
  const filters = { with_deleted: true, ...(search !== '' && { search }) }
  const { rows } = await call(listAdminDeveloperApps, { query: { per_page: 20, filters } }, { signal })
  return rows.map(toOption)
}

/** Loads the app whose id is in the address filter. */
export const appOption = (id: number) =>
  queryOptions({
    queryKey: appKeys.option(id),
    queryFn: async ({ signal }) => toOption(await call(getAdminDeveloperApp, { params: { id } }, { signal })),
  })
