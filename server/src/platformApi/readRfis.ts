import { dateIn } from '@trestle/domain/platformApi/dates.ts'
import { rfiStatuses, type RfiStatus } from '@trestle/domain/platformApi/contract.ts'
import {
  pageHeaders,
  parseId,
  parseList,
  type ListParameters,
  type TimeRange,
} from '@trestle/domain/platformApi/queries.ts'
import { locationsWithin, timeZone } from '@trestle/domain/platformApi/samples.ts'
import { unwrap } from '../errors.ts'
import type { Services } from '../services.ts'
import type { OperationCall } from './call.ts'
import type { RestReply } from '../http/serveRest.ts'
import { presentRfi, presentRfiV1 } from './present.ts'
import { requireNoQuery, requireRecord, success } from './reply.ts'
import { findProject } from './readProjects.ts'
import { findRfi, listRfis, type RfiFilters, type RfiOrder, type RfiRow } from './rfis/store.ts'

type RfiServices = Pick<Services, 'db' | 'now' | 'settings'>

const sortColumns = ['number', 'due_date', 'created_at', 'updated_at'] as const

const rfiList = {
  filters: {
    status: { kind: 'choices', values: rfiStatuses },
    assignee_id: { kind: 'integers' },
    ball_in_court_id: { kind: 'integer' },
    overdue: { kind: 'boolean' },
    location_id: { kind: 'integer' },
    updated_at: { kind: 'range' },
    search: { kind: 'text' },
  },
  sorts: sortColumns,
} as const

const rfiListV1 = { filters: { status: { kind: 'choice', values: rfiStatuses } }, sorts: [] } as const

/** The parser has checked the types of the values. */
interface Values {
  status?: RfiStatus[] | RfiStatus
  assignee_id?: number[]
  ball_in_court_id?: number
  overdue?: boolean
  location_id?: number
  updated_at?: TimeRange
  search?: string
}

function toFilters(values: Values, now: Date): RfiFilters {
  const { status, location_id: location, overdue } = values
  return {
    statuses: status === undefined ? undefined : [status].flat(),
    assignees: values.assignee_id,
    ball_in_court: values.ball_in_court_id,
    overdue: overdue === undefined ? undefined : { value: overdue, today: dateIn(now, timeZone) },
    locations: location === undefined ? undefined : locationsWithin(location),
    updated: values.updated_at,
    search: values.search,
  }
}

const toOrder = ({ field, descending }: ListParameters['sort']): RfiOrder => ({
  column: sortColumns.find((column) => column === field) ?? 'number',
  descending,
})

async function sendList<Row>(
  { db, now }: RfiServices,
  { address, projectId }: { address: string; projectId: number },
  list: ListParameters,
  present: (rfi: RfiRow) => Row,
): Promise<RestReply> {
  const { rows, total } = await listRfis(db, projectId, toFilters(list.filters as Values, now()), {
    ...toOrder(list.sort),
    page: list.page,
    per_page: list.per_page,
  })
  return success(rows.map(present), pageHeaders(address, { ...list, total }))
}

export async function listProjectRfis(services: RfiServices, call: OperationCall): Promise<RestReply> {
  const list = unwrap(parseList(call.query, rfiList, timeZone))
  const { id: projectId } = await findProject(services, call, call.params['project_id'] ?? '')
  return sendList(services, { address: call.address, projectId }, list, presentRfi)
}

export async function listProjectRfisV1(services: RfiServices, call: OperationCall): Promise<RestReply> {
  const list = unwrap(parseList(call.query, rfiListV1, timeZone))
  const { id: projectId } = await findProject(services, call, call.params['project_id'] ?? '')
  return sendList(services, { address: call.address, projectId }, list, presentRfiV1)
}

export async function showRfi(services: RfiServices, call: OperationCall): Promise<RestReply> {
  requireNoQuery(call)
  const project = await findProject(services, call, call.params['project_id'] ?? '')
  const id = requireRecord(parseId(call.params['id'] ?? ''))
  return success(presentRfi(requireRecord(await findRfi(services.db, project.id, id))))
}
