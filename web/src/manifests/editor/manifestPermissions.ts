import { isObject, toObject } from '@trestle/domain/manifests/document/json.ts'
import { splitManifest } from '@trestle/domain/manifests/document/parts.ts'
import type { Level, Scope } from '@trestle/domain/permissions/levels.ts'
import {
  currentToolName,
  hasAnyAccess,
  isLevel,
  noPermissions,
  type Permissions,
} from '@trestle/domain/permissions/rules.ts'
import { manifestIn } from './manifestText.ts'
import { withValueAt } from './textChanges.ts'

function levelsIn(value: unknown): Record<string, Level> | null {
  if (value === undefined) return {}
  if (!isObject(value)) return null
  const entries = Object.entries(value)
  const known = entries.filter((entry): entry is [string, Level] => isLevel(entry[1]))
  return known.length === entries.length ? Object.fromEntries(known) : null
}

/** Names each tool as version 4.1 does. */
function currentNames(permissions: Permissions): Permissions {
  const namesIn = (scope: Scope) =>
    Object.fromEntries(
      Object.entries(permissions[scope]).map(([name, level]) => [currentToolName(scope, name), level]),
    )
  return { company: namesIn('company'), project: namesIn('project') }
}

/** Returns the manifest's permissions; null when they can't be read (ERR-26). */
export function readPermissions(text: string): Permissions | null {
  const manifest = manifestIn(text)
  if (manifest === null) return null
  const { version } = splitManifest(manifest)
  const written = version === '4.1' ? manifest['permissions'] : splitManifest(manifest).permissions?.fields
  if (written === undefined) return noPermissions
  if (!isObject(written)) return null
  const company = levelsIn(written['company'])
  const project = levelsIn(written['project'])
  if (!company || !project) return null
  return version === '3' ? currentNames({ company, project }) : { company, project }
}

/** Returns levels as a manifest has them, without those at None. */
const written = (permissions: Permissions): Permissions => ({
  company: withoutNone(permissions.company),
  project: withoutNone(permissions.project),
})

const withoutNone = (levels: Record<string, Level>) =>
  Object.fromEntries(Object.entries(levels).filter(([, level]) => level !== 'none'))

const connectorPath = ['components', 'oauth', 'instances']

/** Returns the manifest's text with these permissions; null while it can't be read. */
export function withPermissions(text: string, permissions: Permissions): string | null {
  const manifest = manifestIn(text)
  if (manifest === null) return null
  if (splitManifest(manifest).version === '4.1') return withPermissions41(text, permissions)
  const instances = toObject(toObject(manifest['components'])['oauth'])['instances']
  if (!hasAnyAccess(permissions) && splitManifest(manifest).permissions === null) return text
  const connector = { grant_type: 'client_credentials', permissions: written(permissions) }
  if (!Array.isArray(instances) || instances.length === 0)
    return withValueAt(text, connectorPath, [connector])
  const first = [...connectorPath, '0']
  const granted = withValueAt(text, [...first, 'grant_type'], connector.grant_type)
  return granted && withValueAt(granted, [...first, 'permissions'], connector.permissions)
}

/** A service account requires user-level authentication, so it is turned on (PERM-12). */
function withPermissions41(text: string, permissions: Permissions): string | null {
  const changed = withValueAt(text, ['permissions'], written(permissions))
  return changed && hasAnyAccess(permissions) ? withValueAt(changed, ['oauth', 'enabled'], true) : changed
}
