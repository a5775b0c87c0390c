import type { Tool } from './contract.ts'
import { type Level, type Scope, levelIds, levels, scopes } from './levels.ts'
import { nearestName } from './nearest.ts'
import { renamedTools, tools } from './tools.ts'

/** The columns of the grid. */
export const levelLabels: Record<Level, string> = {
  none: 'None',
  readonly: 'Read-Only',
  standard: 'Standard',
  admin: 'Admin',
}

/** The level of each tool, by scope. A tool that is not listed is at None. */
export type Permissions = Record<Scope, Record<string, Level>>

export const noPermissions: Permissions = { company: {}, project: {} }

export const findTool = (scope: Scope, name: string): Tool | undefined =>
  tools[scope].find((tool) => tool.name === name)

/** Returns the levels a tool can have (PERM-07). */
export const levelsFor = (tool: Tool): Level[] =>
  levels.filter((level) => !tool.disabled_uals.includes(levelIds[level]))

export const isLevelAllowed = (tool: Tool, level: Level): boolean => levelsFor(tool).includes(level)

/** Returns the permissions with one cell of the grid chosen. None removes the tool. */
export function chooseLevel(permissions: Permissions, scope: Scope, name: string, level: Level): Permissions {
  const others = Object.entries(permissions[scope]).filter(([tool]) => tool !== name)
  const chosen: [string, Level][] = level === 'none' ? [] : [[name, level]]
  return { ...permissions, [scope]: Object.fromEntries([...others, ...chosen]) }
}

const levelsIn = (permissions: Permissions, counted: readonly Scope[] = scopes): Level[] =>
  counted.flatMap((scope) => Object.values(permissions[scope]))

/** Returns how many tools have access in these scopes. */
export const accessCount = (permissions: Permissions, counted?: readonly Scope[]): number =>
  levelsIn(permissions, counted).filter((level) => level !== 'none').length

export const hasAnyAccess = (permissions: Permissions): boolean => accessCount(permissions) > 0

/** Returns how many tools have Admin, the level that reviewers question. */
export const adminCount = (permissions: Permissions): number =>
  levelsIn(permissions).filter((level) => level === 'admin').length

/** Returns whether every tool has the same level in both. A tool at None equals one that is not listed. */
export const samePermissions = (one: Permissions, other: Permissions): boolean =>
  scopes.every((scope) =>
    [...Object.keys(one[scope]), ...Object.keys(other[scope])].every(
      (tool) => (one[scope][tool] ?? 'none') === (other[scope][tool] ?? 'none'),
    ),
  )

/** Returns a warning about effects of a level that its name does not reveal, or null. */
export function levelWarning(scope: Scope, name: string, level: Level): string | null {
  if (level !== 'admin' || scope !== 'company') return null
  if (name === 'directory') {
    return 'Admin on the company Directory also gives Admin on every other company and project tool except Permissions.'
  }
  if (name === 'permissions') {
    return 'Admin on Permissions lets the service account change what every person may do.'
  }
  return null
}

/** Returns the current name of a tool in a version 3 manifest. */
export function currentToolName(scope: Scope, name: string): string {
  const renamed: Record<string, string> = renamedTools[scope]
  return Object.hasOwn(renamed, name) ? (renamed[name] ?? name) : name
}

/** Returns the closest tool name. Also matches labels: `Portfolio` is `home`. */
export function nearestToolName(scope: Scope, wrong: string): string | null {
  const byFriendlyName = new Map(tools[scope].map((tool) => [tool.friendly_name, tool.name]))
  const nearest = nearestName(wrong, [...tools[scope].map((tool) => tool.name), ...byFriendlyName.keys()])
  return nearest === null ? null : (byFriendlyName.get(nearest) ?? nearest)
}
