import { type Permissions, hasAnyAccess, noPermissions } from '../../permissions/rules.ts'
import { isEmptyManifest } from '../validation/checks.ts'
import type { ConfiguredContent } from '../contract.ts'

/** The data connector of the edited version. */
export interface ConnectorState {
  configured: ConfiguredContent
  /** Whether a version with a data connector has been promoted (PERM-11). */
  locked: boolean
  /** Whether this manifest supports user-level authentication (PERM-13). */
  capable: boolean
  /** Whether the app keeps a client secret, which a service account signs in with. */
  confidential: boolean
}

export type ConnectorBlock = 'locked' | 'serviceAccount' | 'notCapable' | 'publicApp'

export const hasServiceAccount = ({ permissions }: ConfiguredContent): boolean => hasAnyAccess(permissions)

/**
 * Returns why user-level authentication cannot be switched: it is locked, the service account needs it, or the manifest
 * does not support it.
 */
export function userLevelBlock({ configured, locked, capable }: ConnectorState): ConnectorBlock | null {
  if (!configured.oauth.enabled) return capable ? null : 'notCapable'
  if (locked) return 'locked'
  return hasServiceAccount(configured) ? 'serviceAccount' : null
}

/**
 * Returns why a service account cannot be added: it needs a confidential app and user-level authentication, which the
 * manifest must support.
 */
export function serviceAccountBlock(state: ConnectorState): ConnectorBlock | null {
  const { configured, capable, confidential } = state
  if (hasServiceAccount(configured)) return null
  if (!confidential) return 'publicApp'
  return capable || configured.oauth.enabled ? null : 'notCapable'
}

export const withUserLevel = (configured: ConfiguredContent, enabled: boolean): ConfiguredContent => ({
  ...configured,
  oauth: { enabled },
})

/**
 * Returns the content with these permissions. Unless locked, `oauth.enabled` is on when either of the two is (PERM-12,
 * PERM-13).
 */
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

/** Returns whether this removes the last part, which only the data connector section may save (CONF-45, CONF-46). */
export const isLastPartOut = (configured: ConfiguredContent): boolean =>
  isEmptyManifest({ schema_version: '4.1', ...configured })
