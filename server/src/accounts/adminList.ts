import type { listAdminDevelopers } from '@trestle/domain/accounts/contract.ts'
import type { InputOf } from '@trestle/domain/http/endpoint.ts'
import type { Paged } from '@trestle/domain/http/paging.ts'
import type { Table } from '../http/csv.ts'
import { pageOf } from '../http/route.ts'
import { inBatches } from '../lists/inBatches.ts'
import { sortOf } from '../lists/sort.ts'
import type { Services } from '../services.ts'
import { listDevelopers, listDevelopersBefore, type DeveloperRow } from './store.ts'

/** Every developer, the newest first unless staff sort otherwise (ADEV-07). */
export function listAllDevelopers(
  { db }: Services,
  query: InputOf<typeof listAdminDevelopers>['query'],
): Promise<Paged<DeveloperRow>> {
  return listDevelopers(db, pageOf(query), {
    search: query.filters?.search ?? query.search,
    ...sortOf(query.sort ?? '-id', ['name', 'company_name', 'email', 'procore_id', 'id']),
  })
}

export function exportDevelopers({ db }: Services, search: string | undefined): Table {
  return {
    header: ['id', 'name', 'company_name', 'email', 'procore_id', 'created_at', 'last_sign_in_at'],
    batches: inBatches(
      (last: DeveloperRow | undefined, limit) => listDevelopersBefore(db, search, last?.id, limit),
      (row) => [
        row.id,
        row.name,
        row.company_name,
        row.email,
        row.procore_id,
        row.created_at,
        row.last_sign_in_at,
      ],
    ),
  }
}
