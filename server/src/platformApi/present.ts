import {
  locations,
  officeId,
  people,
  sampleProjects,
  timeZone,
  type Person,
  type SampleProject,
} from '@trestle/domain/platformApi/samples.ts'
import type { RfiRow } from './rfis/store.ts'
import type { ProjectRow, SandboxCompany } from './store.ts'

export const presentCompany = ({ company_id: id, app_name: name }: SandboxCompany, isOwn: boolean) => ({
  id,
  name: `Sandbox of ${name}`,
  is_active: true,
  logo_url: null,
  my_company: isOwn,
})

/** A project with its fixed content. */
export interface Project extends SampleProject {
  id: number
  updated_at: string
  created_at: string
}

export function toProject({ id, sample, created_at }: ProjectRow): Project {
  const content = sampleProjects[sample]
  if (!content) throw new Error(`There is no sample project ${sample}`)
  return { id, ...content, created_at, updated_at: created_at }
}

export const presentProject = (project: Project) => ({
  id: project.id,
  name: project.name,
  number: project.number,
  description: project.description,
  stage: project.stage,
  office_id: officeId,
  is_active: project.is_active,
  address: project.address,
  city: project.city,
  state_code: 'OR',
  zip: project.zip,
  country_code: 'US',
  latitude: project.latitude,
  longitude: project.longitude,
  time_zone: timeZone,
  start_date: project.start_date,
  completion_date: project.completion_date,
  total_value: project.total_value,
  currency_code: 'USD',
  created_at: project.created_at,
  updated_at: project.updated_at,
})

export const presentProjectSummary = ({ id, name, number, stage, is_active, city, updated_at }: Project) => ({
  id,
  name,
  number,
  stage: stage.name,
  is_active,
  city,
  updated_at,
})

const findPerson = (id: number): Person | undefined => people.find((person) => person.id === id)

const listPeople = (ids: readonly number[]): Person[] =>
  ids.map(findPerson).filter((person) => person !== undefined)

function findLocation(id: number | null) {
  const location = locations.find((each) => each.id === id)
  return location ? { id: location.id, name: location.name, node_name: location.node_name } : null
}

const presentNumber = (number: number | null): string | null =>
  number === null ? null : `RFI-${String(number).padStart(3, '0')}`

/** Until the RFI is closed, the people who were asked for an answer must act next. */
const ballInCourt = ({ status, assignee_ids }: RfiRow): Person[] =>
  status === 'open' ? listPeople(assignee_ids) : []

const presentCommon = (rfi: RfiRow) => ({
  id: rfi.id,
  number: presentNumber(rfi.number),
  subject: rfi.subject,
  status: rfi.status,
  rfi_manager: (rfi.rfi_manager_id !== null && findPerson(rfi.rfi_manager_id)) || null,
  assignees: listPeople(rfi.assignee_ids),
  due_date: rfi.due_date,
})

const presentQuestion = ({ question: body }: RfiRow) => ({ body, attachments: [] })

export const presentRfi = (rfi: RfiRow) => ({
  ...presentCommon(rfi),
  question: presentQuestion(rfi),
  ball_in_court: ballInCourt(rfi),
  location: findLocation(rfi.location_id),
  drawing_ids: rfi.drawing_ids,
  specification_section: rfi.specification_section,
  cost_impact: rfi.cost_impact,
  cost_impact_amount: rfi.cost_impact_amount,
  schedule_impact_days: rfi.schedule_impact_days,
  is_private: rfi.is_private,
  replies_count: 0,
  created_at: rfi.created_at,
  updated_at: rfi.updated_at,
  closed_at: rfi.closed_at,
})

/** Returns an RFI in the form of version 1.0. */
export const presentRfiV1 = (rfi: RfiRow) => ({
  ...presentCommon(rfi),
  questions: [presentQuestion(rfi)],
  ball_in_court: ballInCourt(rfi)[0] ?? null,
  schedule_impact: rfi.schedule_impact_days === null ? null : String(rfi.schedule_impact_days),
  created_at: rfi.created_at,
  updated_at: rfi.updated_at,
})
