import { isLevel, levelIds, type Scope } from '../permissions/levels.ts'

/** The level of access to a tool that a caller needs. */
export interface RequiredTool {
  scope: Scope
  name: string
  level: 'read' | 'write'
}

export interface SandboxOperation {
  /** The operation's id in the reference. */
  id: string
  method: 'GET' | 'POST' | 'PATCH'
  /** The path as written in the reference. */
  path: string
  /** Null if every caller may use it. The reference repeats it as `x-tool`. */
  tool: RequiredTool | null
}

const operation = <const Id extends string>(
  id: Id,
  method: SandboxOperation['method'],
  path: string,
  tool: RequiredTool | null,
): SandboxOperation & { id: Id } => ({ id, method, path, tool })

const portfolio: RequiredTool = { scope: 'company', name: 'home', level: 'read' }
const readRfis: RequiredTool = { scope: 'project', name: 'rfi', level: 'read' }
const writeRfis: RequiredTool = { ...readRfis, level: 'write' }

/** The operations of the reference that the sandbox serves. */
export const sandboxOperations = [
  operation('list_companies', 'GET', '/rest/v1.0/companies', null),
  operation('show_company', 'GET', '/rest/v1.0/companies/{company_id}', null),
  operation('list_projects', 'GET', '/rest/v1.0/projects', portfolio),
  operation('list_project_summaries', 'GET', '/rest/v1.1/projects', portfolio),
  operation('show_project', 'GET', '/rest/v1.0/projects/{id}', portfolio),
  operation('list_rfis', 'GET', '/rest/v1.1/projects/{project_id}/rfis', readRfis),
  operation('list_rfis_v1', 'GET', '/rest/v1.0/projects/{project_id}/rfis', readRfis),
  operation('create_rfi', 'POST', '/rest/v1.1/projects/{project_id}/rfis', writeRfis),
  operation('show_rfi', 'GET', '/rest/v1.1/projects/{project_id}/rfis/{id}', readRfis),
  operation('update_rfi', 'PATCH', '/rest/v1.1/projects/{project_id}/rfis/{id}', writeRfis),
] as const satisfies SandboxOperation[]

/** Returns whether the sandbox serves an operation of the reference. */
export const isSandboxOperation = (verb: string, path: string): boolean =>
  sandboxOperations.some((each) => each.method === verb && each.path === path)

/** The prefix of the sandbox API's addresses. */
export const sandboxPrefix = '/sandbox'

type ServedOperation = (typeof sandboxOperations)[number]
export type OperationId = ServedOperation['id']

export interface MatchedOperation {
  operation: SandboxOperation & { id: OperationId }
  params: Record<string, string>
}

function matchPath(pattern: string, path: string): Record<string, string> | null {
  const expected = pattern.split('/')
  const actual = path.split('/')
  if (expected.length !== actual.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of expected.entries()) {
    const value = actual[index] ?? ''
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? []
    if (name === undefined ? part !== value : value === '') return null
    if (name !== undefined) params[name] = value
  }
  return params
}

/** Returns the operation at an address, and null if the sandbox doesn't serve it. */
export function matchOperation(method: string, path: string): MatchedOperation | null {
  for (const each of sandboxOperations) {
    const params = each.method === method ? matchPath(each.path, path) : null
    if (params) return { operation: each, params }
  }
  return null
}

/** A service account's permissions, as stated in its token. */
export type ToolLevels = Record<Scope, Record<string, string>>

/** Returns whether these levels include what an operation needs. */
export function mayUseTool(levels: ToolLevels, { scope, name, level }: RequiredTool): boolean {
  const granted = levels[scope][name]
  if (!isLevel(granted)) return false
  return levelIds[granted] >= levelIds[level === 'read' ? 'readonly' : 'standard']
}
