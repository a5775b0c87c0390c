import type {
  exportOauthApplications as exportContract,
  listOauthApplications as listContract,
  OauthApplicationRow,
} from '@trestle/domain/credentials/contract.ts'
import type { InputOf } from '@trestle/domain/http/endpoint.ts'
import type { Paged } from '@trestle/domain/http/paging.ts'
import type { Table } from '../text/csv.ts'
import { adminAppAddress } from '@trestle/domain/routes.ts'
import { requireEnvironment } from '../access/requireEnvironment.ts'
import { toPage } from '../lists/toPage.ts'
import { inBatches } from '../lists/inBatches.ts'
import { toSort } from '../lists/sort.ts'
import type { Services } from '../services.ts'
import {
  listDirectory,
  listDirectoryBefore,
  selectOauthApplications,
  type DirectoryRow,
  type OauthFilters,
} from './directory/store.ts'

type ListQuery = InputOf<typeof listContract>['query']
type ExportQuery = InputOf<typeof exportContract>['query']

/**
 * Returns the filters of a query. The monthly sandbox is a copy of production, including credentials; government
 * cloud has neither sandbox.
 */
function toFilters({ settings }: Services, { environment, filters = {} }: ExportQuery): OauthFilters {
  requireEnvironment(settings, environment)
  return {
    environment: environment === 'sandbox' ? 'sandbox' : 'production',
    name: filters.name,
    uid: filters.uid,
    search: filters.search,
    suspended: filters.suspended ?? false,
  }
}

const presenterFor =
  ({ environment }: OauthFilters) =>
  (row: DirectoryRow): OauthApplicationRow => {
    const uid = environment === 'production' ? row.uid : row.sandbox_uid
    if (uid === null) throw new Error(`The app ${row.id} has no sandbox credentials`)
    const isDeleted = row.deleted_at !== null
    return {
      uid,
      name: row.name || row.internal_name,
      href: isDeleted ? null : adminAppAddress(row.id),
      developer_app_name: isDeleted ? null : row.internal_name,
      owner_name: row.owner_name,
      owner_email: row.owner_email,
      suspended: row.suspended_in.includes(environment),
    }
  }

/** Lists the OAuth applications of one environment, those of the newest apps first by default. */
export async function listOauthApplications(
  services: Services,
  query: ListQuery,
): Promise<Paged<OauthApplicationRow>> {
  const { db } = services
  const filters = toFilters(services, query)
  const { column, direction } = toSort(query.sort ?? '-id', ['name', 'uid', 'id'])
  const { rows, ...size } = await listDirectory(
    db,
    selectOauthApplications(db, filters),
    { column: column === 'uid' && filters.environment === 'sandbox' ? 'sandbox_uid' : column, direction },
    toPage(query),
  )
  return { rows: rows.map(presenterFor(filters)), ...size }
}

export function exportOauthApplications(services: Services, query: ExportQuery): Table {
  const { db } = services
  const filters = toFilters(services, query)
  const applications = selectOauthApplications(db, filters)
  const present = presenterFor(filters)
  return {
    header: ['uid', 'name', 'developer_app_name', 'href', 'owner_name', 'owner_email', 'suspended'],
    batches: inBatches(
      (last: DirectoryRow | undefined, limit) => listDirectoryBefore(db, applications, last, limit),
      (row) => {
        const { uid, name, developer_app_name, href, owner_name, owner_email, suspended } = present(row)
        return [uid, name, developer_app_name, href, owner_name, owner_email, suspended]
      },
    ),
  }
}
