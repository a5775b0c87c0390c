import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listAccountSecurityEvents, listSecurityEvents } from '@trestle/domain/securityEvents/calls.ts'
import { isSecurityEventKind, type SecurityEventKind } from '@trestle/domain/securityEvents/kinds.ts'
import { call, type RequestFor } from '../http/call.ts'
import type { ListAddress, ReadFilters } from '../shared/listState.ts'
import { readCount, readDay, readText } from '../shared/readers.ts'

const securityEventKeys = {
  all: ['securityEvents'] as const,
  own: (page: number, perPage: number) => [...securityEventKeys.all, 'own', page, perPage] as const,
  list: (query: SecurityEventQuery) => [...securityEventKeys.all, 'list', query] as const,
}

type SecurityEventQuery = RequestFor<typeof listSecurityEvents>['query']

/** Loads a page of the security log of the signed-in developer. */
export const ownSecurityEvents = ({ page, perPage }: Pick<ListAddress<object>, 'page' | 'perPage'>) =>
  queryOptions({
    queryKey: securityEventKeys.own(page, perPage),
    queryFn: ({ signal }) =>
      call(listAccountSecurityEvents, { query: { page, per_page: perPage } }, { signal }),
    placeholderData: keepPreviousData,
  })

export interface SecurityEventFilters {
  developer_id: number | undefined
  kind: SecurityEventKind | ''
  typed_email: string
  network: string
  from: string
  to: string
}

/** If the dates in the address are in the wrong order, only the first applies. */
export const readSecurityEventFilters: ReadFilters<SecurityEventFilters> = (values) => {
  const kind = readText(values['kind']) ?? ''
  const from = readDay(values['from']) ?? ''
  const to = readDay(values['to']) ?? ''
  return {
    developer_id: readCount(values['developer_id']),
    kind: isSecurityEventKind(kind) ? kind : '',
    typed_email: readText(values['typed_email']) ?? '',
    network: readText(values['network']) ?? '',
    from,
    to: from > to ? '' : to,
  }
}

/** Returns only the filters that are set. An incomplete address matches nothing, and the server would refuse it. */
const toFilters = (filters: SecurityEventFilters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''))

export const securityEventList = ({ page, perPage, filters }: ListAddress<SecurityEventFilters>) => {
  const query = { page, per_page: perPage, filters: toFilters(filters) }
  return queryOptions({
    queryKey: securityEventKeys.list(query),
    queryFn: ({ signal }) => call(listSecurityEvents, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}
