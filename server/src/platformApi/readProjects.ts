import {
  pageHeaders,
  parseId,
  parseList,
  type ListParameters,
  type TimeRange,
} from '@trestle/domain/platformApi/queries.ts'
import { officeId, timeZone } from '@trestle/domain/platformApi/samples.ts'
import { foldText } from '@trestle/domain/text/foldText.ts'
import { refusalError, unwrap } from '../errors.ts'
import type { Services } from '../services.ts'
import type { OperationCall } from './call.ts'
import type { RestReply } from '../http/serveRest.ts'
import { offsetOf } from '../lists/listPage.ts'
import { loadProjects } from './loadProjects.ts'
import { presentProject, presentProjectSummary, type Project } from './present.ts'
import { requireNoQuery, requireRecord, success } from './reply.ts'

type ProjectServices = Pick<Services, 'db' | 'now' | 'settings'>

const projectList = {
  filters: { updated_at: { kind: 'range' } },
  sorts: [],
  others: { company_id: { kind: 'integer' } },
} as const

const summaryList = {
  filters: {
    is_active: { kind: 'boolean' },
    stage_id: { kind: 'integers' },
    office_id: { kind: 'integer' },
    updated_at: { kind: 'range' },
    search: { kind: 'text' },
  },
  sorts: ['name', 'number', 'updated_at'],
} as const

function isWithin(at: string, range: TimeRange | undefined): boolean {
  const time = Date.parse(at)
  return (
    range === undefined ||
    ((range.from === null || time >= range.from) && (range.until === null || time < range.until))
  )
}

/** The parser has checked the types of the values. */
interface SummaryFilters {
  is_active?: boolean
  stage_id?: number[]
  office_id?: number
  updated_at?: TimeRange
  search?: string
}

const matches =
  ({ is_active = true, stage_id, office_id, updated_at, search }: SummaryFilters) =>
  (project: Project): boolean =>
    project.is_active === is_active &&
    (stage_id === undefined || stage_id.includes(project.stage.id)) &&
    (office_id === undefined || office_id === officeId) &&
    isWithin(project.updated_at, updated_at) &&
    (search === undefined || foldText(`${project.name}\n${project.number}`).includes(foldText(search)))

const sortKeys = {
  name: (project: Project) => project.name,
  number: (project: Project) => project.number,
  updated_at: (project: Project) => project.updated_at,
} as const

const isSortKey = (field: string): field is keyof typeof sortKeys => Object.hasOwn(sortKeys, field)

function sorted(projects: Project[], { field, descending }: ListParameters['sort']): Project[] {
  if (!isSortKey(field)) return projects
  const key = sortKeys[field]
  const sign = descending ? -1 : 1
  return projects.toSorted((a, b) => sign * key(a).localeCompare(key(b), 'en') || a.id - b.id)
}

function cutPage<Row>(
  rows: Project[],
  list: ListParameters,
  { address, present }: { address: string; present: (project: Project) => Row },
): RestReply {
  const start = offsetOf(list)
  return success(
    rows.slice(start, start + list.per_page).map(present),
    pageHeaders(address, { ...list, total: rows.length }),
  )
}

/** Lists complete projects, as in version 1.0. */
export async function listAllProjects(services: ProjectServices, call: OperationCall): Promise<RestReply> {
  const { query, company, address } = call
  const list = unwrap(parseList(query, projectList, timeZone))
  const { company_id: wanted } = list.others
  if (wanted === undefined) throw refusalError('malformed', 'company_id is missing.')
  requireRecord(wanted === company.company_id || null)
  const { updated_at: updated } = list.filters as SummaryFilters
  const projects = await loadProjects(services, company)
  const found = projects.filter((project) => isWithin(project.updated_at, updated))
  return cutPage(found, list, { address, present: presentProject })
}

export async function listProjectSummaries(
  services: ProjectServices,
  call: OperationCall,
): Promise<RestReply> {
  const { query, company, address } = call
  const list = unwrap(parseList(query, summaryList, timeZone))
  const projects = await loadProjects(services, company)
  const found = projects.filter(matches(list.filters as SummaryFilters))
  return cutPage(sorted(found, list.sort), list, { address, present: presentProjectSummary })
}

/** Finds a project of the caller's company by the id in an address. */
export async function findProject(
  services: ProjectServices,
  call: OperationCall,
  id: string,
): Promise<Project> {
  const projects = await loadProjects(services, call.company)
  return requireRecord(projects.find((project) => project.id === parseId(id)))
}

export async function showProject(services: ProjectServices, call: OperationCall): Promise<RestReply> {
  requireNoQuery(call)
  return success(presentProject(await findProject(services, call, call.params['id'] ?? '')))
}
