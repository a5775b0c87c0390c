import type { AppPermissions, AppRole } from '../apps/contract.ts'
import type { Refusal } from '../http/errors.ts'
import type { CredentialEnvironment } from '../oauth/environments.ts'

export const adminsOnly: Refusal = { code: 'not_allowed', message: 'Only platform admins can do this.' }

/** From most to fewest rights. */
export const appRoles = ['owner', 'admin', 'developer', 'user'] as const

const everyone = appRoles
const members = ['owner', 'admin', 'developer'] as const
const editors = ['owner', 'admin'] as const
const owner = ['owner'] as const

/**
 * The roles that may take each action on an app: the specification's role table.
 *
 * `user` is a guest added by staff: sees the app, its versions and its listing, but no secrets (COLL-05).
 */
export const appActions = {
  'app.view': everyone,
  'app.edit': editors,
  'app.delete': owner,
  'credentials.viewProduction': members,
  'credentials.viewSandbox': members,
  'credentials.reset': editors,
  'credentials.rotate': editors,
  'sandbox.edit': editors,
  'sandbox.generate': owner,
  'manifest.view': everyone,
  'manifest.edit': editors,
  'listing.view': everyone,
  'listing.edit': editors,
  'listing.submit': editors,
  'collaborators.view': members,
  'collaborators.edit': editors,
  'ownership.transfer': owner,
  'metrics.view': members,
  'usageReport.request': members,
} as const satisfies Record<string, readonly AppRole[]>

export type AppAction = keyof typeof appActions

/** The action of viewing an environment's credentials. */
export const viewCredentials = {
  production: 'credentials.viewProduction',
  sandbox: 'credentials.viewSandbox',
} as const satisfies Record<CredentialEnvironment, AppAction>

/**
 * Returns whether a role may take an action. Without a role the app doesn't exist for the caller; platform staff act
 * through the admin calls (ROLE-22).
 */
export function mayActOnApp(role: AppRole | null, action: AppAction): boolean {
  const allowed: readonly AppRole[] = appActions[action]
  return role !== null && allowed.includes(role)
}

/** The inputs to the flags in addition to the role: server settings and the person. */
export interface PermissionFlags {
  isEmployee: boolean
  isGovernmentCloud: boolean
  semanticVersions: boolean
  permissionBuilder: boolean
  fakeSandbox: boolean
}

/**
 * Returns the page flags of one person on one app; `appFieldPermissions` names the disabled fields (ROLE-16).
 *
 * @param allows whether the person's token, if they use one, has an action
 */
export function appPermissions(
  role: AppRole | null,
  flags: PermissionFlags,
  allows: (action: AppAction) => boolean = () => true,
): AppPermissions {
  const may = (action: AppAction) => mayActOnApp(role, action) && allows(action)
  const canEdit = may('app.edit')
  const canGenerateSandbox = may('sandbox.generate') && !flags.isGovernmentCloud
  return {
    canEdit,
    canDestroy: may('app.delete'),
    canGenerateSandbox,
    canGenerateFakeSandbox: canGenerateSandbox && flags.fakeSandbox,
    canModifyCredentials: may('credentials.reset'),
    canModify: may('manifest.edit'),
    canSetSemanticVersions: flags.semanticVersions,
    canUsePermissionBuilder: flags.permissionBuilder,
    canSubmitListing: may('listing.submit'),
    canUpdateCollaborators: may('collaborators.edit'),
    appFieldPermissions: { redirect_uri: !canEdit, internal_name: !canEdit, thumbnail: !canEdit },
    isEmployee: flags.isEmployee,
    isFedramp: flags.isGovernmentCloud,
  }
}
