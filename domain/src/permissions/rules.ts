import { type Level, type Scope, type Tool, levelIds, levels, scopes } from './contract.ts'
import { nearestName } from './nearest.ts'
import { renamedTools, tools } from './tools.ts'

/** The columns of the grid. */
export const levelLabels: Record<Level, string> = {
  none: 'None',
  readonly: 'Read-Only',
  standard: 'Standard',
  admin: 'Admin',
}

/** Per scope, tool names and their levels. A tool that is not named is at None. */
export type Permissions = Record<Scope, Record<string, Level>>

export const noPermissions: Permissions = { company: {}, project: {} }

export const findTool = (scope: Scope, name: string): Tool | undefined =>
  tools[scope].find((tool) => tool.name === name)

export const isLevel = (value: unknown): value is Level => levels.some((level) => level === value)

/** The levels a tool may be given (PERM-07). */
export const levelsFor = (tool: Tool): Level[] =>
  levels.filter((level) => !tool.disabled_uals.includes(levelIds[level]))

export const isLevelAllowed = (tool: Tool, level: Level): boolean => levelsFor(tool).includes(level)

/** The permissions with one cell of the grid chosen; None takes the tool out. */
export function chooseLevel(permissions: Permissions, scope: Scope, name: string, level: Level): Permissions {
  const others = Object.entries(permissions[scope]).filter(([tool]) => tool !== name)
  const chosen: [string, Level][] = level === 'none' ? [] : [[name, level]]
  return { ...permissions, [scope]: Object.fromEntries([...others, ...chosen]) }
}

export const hasAnyAccess = (permissions: Permissions): boolean =>
  [...Object.values(permissions.company), ...Object.values(permissions.project)].some(
    (level) => level !== 'none',
  )

/** How many tools are at Admin: the level reviewers question. */
export const adminCount = ({ company, project }: Permissions): number =>
  [...Object.values(company), ...Object.values(project)].filter((level) => level === 'admin').length

/** Whether every tool has the same level in both; one at None is one that is not named. */
export const samePermissions = (one: Permissions, other: Permissions): boolean =>
  scopes.every((scope) =>
    [...Object.keys(one[scope]), ...Object.keys(other[scope])].every(
      (tool) => (one[scope][tool] ?? 'none') === (other[scope][tool] ?? 'none'),
    ),
  )

/** What a level of a tool brings with it that its name does not say. */
export function levelWarning(scope: Scope, name: string, level: Level): string | null {
  if (level !== 'admin' || scope !== 'company') return null
  if (name === 'directory') {
    return 'Admin on the company Directory also gives Admin on every other company and project tool except Permissions.'
  }
  if (name === 'permissions')
    return 'Admin on Permissions lets the service account change what every person may do.'
  return null
}

/** The name a version 3 manifest's tool has today. */
export function currentToolName(scope: Scope, name: string): string {
  const renamed: Record<string, string> = renamedTools[scope]
  return Object.hasOwn(renamed, name) ? (renamed[name] ?? name) : name
}

/** Also finds a tool by what people see: `Portfolio` is `home`. */
export function nearestToolName(scope: Scope, wrong: string): string | null {
  const spoken = new Map(tools[scope].map((tool) => [tool.friendly_name, tool.name]))
  const nearest = nearestName(wrong, [...tools[scope].map((tool) => tool.name), ...spoken.keys()])
  return nearest === null ? null : (spoken.get(nearest) ?? nearest)
}
