import { scopes, type Level, type Scope } from '@trestle/domain/permissions/levels.ts'
import { findTool, type Permissions } from '@trestle/domain/permissions/rules.ts'

interface PermissionChange {
  scope: Scope
  tool: string
  from: Level
  to: Level
}

/** Returns the tools whose level for a service account differs between two versions. */
export function permissionChanges(before: Permissions, after: Permissions): PermissionChange[] {
  return scopes.flatMap((scope) => {
    const names = new Set([...Object.keys(before[scope]), ...Object.keys(after[scope])])
    return [...names]
      .map((name) => ({
        scope,
        tool: findTool(scope, name)?.friendly_name ?? name,
        from: before[scope][name] ?? 'none',
        to: after[scope][name] ?? 'none',
      }))
      .filter(({ from, to }) => from !== to)
      .toSorted((a, b) => a.tool.localeCompare(b.tool, 'en'))
  })
}
