import type { listAdminDevelopers } from '@trestle/domain/accounts/contract.ts'
import { maxPlatformIdDigits } from '@trestle/domain/accounts/rules.ts'
import type { InputOf } from '@trestle/domain/http/endpoint.ts'
import type { Paged } from '@trestle/domain/http/paging.ts'
import type { Table } from '../text/csv.ts'
import { toPage } from '../lists/toPage.ts'
import { inBatches } from '../lists/inBatches.ts'
import { toSort } from '../lists/sort.ts'
import type { Db } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { listDevelopers, listDevelopersBefore, type DeveloperFilters, type DeveloperRow } from './store.ts'
import { listSuspendedAmong } from './suspensions/store.ts'

type ListedDeveloper = DeveloperRow & { suspended: boolean }
type Query = InputOf<typeof listAdminDevelopers>['query']

const platformIdPattern = new RegExp(String.raw`^[1-9]\d{0,${maxPlatformIdDigits - 1}}$`)

function toFilters({ filters = {}, ...query }: Pick<Query, 'filters' | 'search'>): DeveloperFilters {
  const search = filters.search ?? query.search
  return {
    ids: filters.owner_id ?? [],
    search,
    platformId: search && platformIdPattern.test(search) ? Number(search) : undefined,
    inReview: filters.in_review ?? false,
    withDeleted: filters.with_deleted ?? false,
    suspended: filters.suspended ?? false,
  }
}

/** Lists every developer, newest first by default (ADEV-07). */
export async function listAllDevelopers({ db }: Services, query: Query): Promise<Paged<ListedDeveloper>> {
  const { rows, ...size } = await listDevelopers(db, toPage(query), {
    ...toFilters(query),
    ...toSort(query.sort ?? '-id', ['name', 'company_name', 'email', 'procore_id', 'id']),
  })
  return { rows: await addSuspensions(db, rows), ...size }
}

async function addSuspensions(db: Db, rows: DeveloperRow[]): Promise<ListedDeveloper[]> {
  const ids = await listSuspendedAmong(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, suspended: ids.has(row.id) }))
}

export function exportDevelopers({ db }: Services, query: Pick<Query, 'filters'>): Table {
  const filters = toFilters(query)
  return {
    header: [
      'id',
      'name',
      'company_name',
      'email',
      'procore_id',
      'created_at',
      'last_sign_in_at',
      'suspended',
    ],
    batches: inBatches(
      async (last: ListedDeveloper | undefined, limit) =>
        addSuspensions(db, await listDevelopersBefore(db, filters, last?.id, limit)),
      (row) => [
        row.id,
        row.name,
        row.company_name,
        row.email,
        row.procore_id,
        row.created_at,
        row.last_sign_in_at,
        row.suspended,
      ],
    ),
  }
}
