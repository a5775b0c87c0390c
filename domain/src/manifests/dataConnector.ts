import { type Permissions, hasAnyAccess, noPermissions } from '../permissions/rules.ts'
import { isEmptyManifest } from './checks.ts'
import type { ConfiguredContent } from './contract.ts'

/** What the version that is edited says about its data connector. */
export interface ConnectorState {
  configured: ConfiguredContent
  /** A version with a data connector has been promoted (PERM-11). */
  locked: boolean
  /** Whether this manifest can have user-level authentication at all (PERM-13). */
  capable: boolean
}

export type ConnectorBlock = 'locked' | 'serviceAccount' | 'notCapable'

export const hasServiceAccount = ({ permissions }: ConfiguredContent): boolean => hasAnyAccess(permissions)

/**
 * Why user-level authentication cannot be switched: it is locked, the service account needs it beside it, or
 * the manifest cannot have it.
 */
export function userLevelBlock({ configured, locked, capable }: ConnectorState): ConnectorBlock | null {
  if (!configured.oauth.enabled) return capable ? null : 'notCapable'
  if (locked) return 'locked'
  return hasServiceAccount(configured) ? 'serviceAccount' : null
}

/** A service account brings user-level authentication with it, so it is only for a manifest that can have that. */
export function serviceAccountBlock({ configured, capable }: ConnectorState): ConnectorBlock | null {
  const isPossible = capable || configured.oauth.enabled || hasServiceAccount(configured)
  return isPossible ? null : 'notCapable'
}

export const withUserLevel = (configured: ConfiguredContent, enabled: boolean): ConfiguredContent => ({
  ...configured,
  oauth: { enabled },
})

/** Unlocked, `oauth.enabled` becomes whether either of the two is on (PERM-12, PERM-13). */
export function withPermissions(
  configured: ConfiguredContent,
  permissions: Permissions,
  locked: boolean,
): ConfiguredContent {
  const enabled = configured.oauth.enabled || hasAnyAccess(permissions)
  return { ...configured, permissions, oauth: locked ? configured.oauth : { enabled } }
}

export const withoutServiceAccount = (configured: ConfiguredContent): ConfiguredContent => ({
  ...configured,
  permissions: noPermissions,
})

/** The data connector section may take out the last part there is, and still save (CONF-45, CONF-46). */
export const isLastPartOut = (configured: ConfiguredContent): boolean =>
  isEmptyManifest({ schema_version: '4.1', ...configured })
