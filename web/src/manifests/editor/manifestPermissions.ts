import type { ManifestContent } from '@trestle/domain/manifests/contract.ts'
import { isObject, toObject } from '@trestle/domain/json/values.ts'
import { splitManifest } from '@trestle/domain/manifests/document/parts.ts'
import { isLevel, type Level, type Scope } from '@trestle/domain/permissions/levels.ts'
import {
  currentToolName,
  hasAnyAccess,
  noPermissions,
  type Permissions,
} from '@trestle/domain/permissions/rules.ts'
import { parseManifest } from './manifestText.ts'
import { withValueAt } from './textChanges.ts'

/** Returns the level of each tool; null when they can't be read. */
function parseLevels(value: unknown): Record<string, Level> | null {
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
  const manifest = parseManifest(text)
  if (manifest === null) return null
  const { version, permissions: connector } = splitManifest(manifest)
  const found = version === '4.1' ? manifest['permissions'] : connector?.fields
  if (found === undefined) return noPermissions
  if (!isObject(found)) return null
  const company = parseLevels(found['company'])
  const project = parseLevels(found['project'])
  if (!company || !project) return null
  return version === '3' ? currentNames({ company, project }) : { company, project }
}

/** Returns the permissions as a manifest has them: it doesn't list tools at None. */
function withoutNone(permissions: Permissions): Permissions {
  const levelsIn = (scope: Scope) =>
    Object.fromEntries(Object.entries(permissions[scope]).filter(([, level]) => level !== 'none'))
  return { company: levelsIn('company'), project: levelsIn('project') }
}

/** Returns the manifest's text with these permissions; null while it can't be read. */
export function withPermissions(text: string, permissions: Permissions): string | null {
  const manifest = parseManifest(text)
  if (manifest === null) return null
  return splitManifest(manifest).version === '4.1'
    ? withPermissions41(text, permissions)
    : withPermissions3(text, manifest, permissions)
}

/** A service account requires user-level authentication, so it is turned on (PERM-12). */
function withPermissions41(text: string, permissions: Permissions): string | null {
  const changed = withValueAt(text, ['permissions'], withoutNone(permissions))
  return changed && hasAnyAccess(permissions) ? withValueAt(changed, ['oauth', 'enabled'], true) : changed
}

const connectorsPath = ['components', 'oauth', 'instances']

/** The first data connector holds the permissions. Without one, it is created, unless there is nothing to hold. */
function withPermissions3(text: string, manifest: ManifestContent, permissions: Permissions): string | null {
  if (!hasAnyAccess(permissions) && splitManifest(manifest).permissions === null) return text
  const connector = { grant_type: 'client_credentials', permissions: withoutNone(permissions) }
  const connectors = toObject(toObject(manifest['components'])['oauth'])['instances']
  if (!Array.isArray(connectors) || connectors.length === 0) {
    return withValueAt(text, connectorsPath, [connector])
  }
  const first = [...connectorsPath, '0']
  const granted = withValueAt(text, [...first, 'grant_type'], connector.grant_type)
  return granted && withValueAt(granted, [...first, 'permissions'], connector.permissions)
}
