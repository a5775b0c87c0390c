import { mayActOnApp } from '@trestle/domain/access/roles.ts'
import type { Flags } from '@trestle/domain/accounts/contract.ts'
import type { AppPermissions, DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { availableListingTransitions } from '@trestle/domain/listings/transitions.ts'
import type { ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { decideNewVersion } from '@trestle/domain/manifests/rules.ts'
import {
  developerReviewRole,
  findPublished,
  promotionBlock,
  reviewButtons,
} from '../manifests/versions/versionActions.ts'
import type { AppTab } from '@trestle/domain/routes.ts'
import type { PageAction } from '../shared/usePageAction.ts'
import { needsSandbox } from './appTabList.ts'

/** The palette's data about an app. Versions that haven't loaded are missing. */
export interface AppSituation {
  app: DeveloperApp
  permissions: AppPermissions
  /** A version was promoted since the page was loaded (PROM-13). */
  hasPromoted: boolean
  flags: Pick<Flags, 'gov_cloud' | 'sandbox_manifests_paused' | 'api_usage_visible'>
  /** Newest first. */
  sandboxVersions: readonly ManifestVersion[]
  productionVersions: readonly ManifestVersion[]
}

const linkedActions = [
  'generateSandbox',
  'generateFakeSandbox',
  'resetSandboxSecret',
  'resetProductionSecret',
  'submitListing',
  'withdrawListing',
  'usageReport',
] as const
/** An action whose button works only on its own tab: the palette just navigates there. */
type LinkedAction = (typeof linkedActions)[number]

/** An enabled button on an app's page, and its tab. */
export interface AppAction {
  tab: AppTab
  action: PageAction | { name: LinkedAction }
  version?: ManifestVersion
}

/** Returns the dialog that the palette opens for an action, or null if it only navigates to the button. */
export const dialogFor = ({ action }: AppAction): PageAction | null => (isLinked(action) ? null : action)

const isLinked = (action: AppAction['action']): action is { name: LinkedAction } =>
  linkedActions.some((name) => name === action.name)

/**
 * Returns the actions the user may take on an app now, by the same rules as the buttons.
 *
 * Omits actions whose button is disabled, because the page explains why.
 */
export function appActions(situation: AppSituation): AppAction[] {
  const { app, flags, permissions } = situation
  if (!flags.gov_cloud && app.sandbox?.live !== true) {
    return [...sandboxActions(situation), ...otherActions(situation).filter(({ tab }) => !needsSandbox(tab))]
  }
  const create = permissions.canModify && mayCreateVersion(flags)
  return [
    ...(create ? [on('versions', 'createVersion'), on('configurations', 'editJson')] : []),
    ...promotions(situation),
    ...reviews(situation),
    ...otherActions(situation),
  ]
}

/** Actions on the whole app, not on one of its versions. */
export type PlainName = Exclude<AppAction['action']['name'], 'promote' | 'review'>

const on = (tab: AppTab, name: PlainName): AppAction => ({ tab, action: { name } })

const mayCreateVersion = ({
  gov_cloud: isGovernmentCloud,
  sandbox_manifests_paused: paused,
}: AppSituation['flags']) => decideNewVersion({ isGovernmentCloud, paused }).ok

function promotions({ permissions, hasPromoted, flags, sandboxVersions }: AppSituation): AppAction[] {
  const [version] = sandboxVersions
  const state = { canModify: permissions.canModify, hasPromoted, isModalOpen: false }
  if (flags.gov_cloud || !version || promotionBlock({ version, ...state }) !== null) return []
  return [{ tab: 'versions', version, action: { name: 'promote', versionId: version.id } }]
}

function reviews({ permissions, productionVersions }: AppSituation): AppAction[] {
  const published = findPublished(productionVersions)
  return productionVersions.flatMap((version) =>
    reviewButtons(version, published, developerReviewRole(permissions), false)
      .filter(({ isAllowed }) => isAllowed)
      .map(({ transition }): AppAction => {
        return { tab: 'versions', version, action: { name: 'review', versionId: version.id, transition } }
      }),
  )
}

function sandboxActions({ app, permissions }: AppSituation): AppAction[] {
  const mayRequest = permissions.canGenerateSandbox && app.sandbox?.status !== 'pending'
  return [
    ...(mayRequest ? [on('configurations', 'generateSandbox')] : []),
    ...(permissions.canGenerateFakeSandbox ? [on('configurations', 'generateFakeSandbox')] : []),
  ]
}

/** Returns the actions that don't depend on versions. */
function otherActions({ app, permissions, flags }: AppSituation): AppAction[] {
  const maySeeUsage = flags.api_usage_visible && mayActOnApp(app.role, 'metrics.view')
  const candidates: [boolean, AppAction][] = [
    [
      permissions.canModifyCredentials && app.credentials !== null,
      on('oauth_credentials', 'resetProductionSecret'),
    ],
    [permissions.canModifyCredentials && !flags.gov_cloud, on('oauth_credentials', 'resetSandboxSecret')],
    [permissions.canUpdateCollaborators, on('collaborators', 'invite')],
    [mayTransitionListing(app, permissions, 'submit'), on('marketplace_listing', 'submitListing')],
    [mayTransitionListing(app, permissions, 'withdraw'), on('marketplace_listing', 'withdrawListing')],
    [maySeeUsage, on('metrics', 'usageReport')],
    [permissions.canDestroy, on('settings', 'deleteApp')],
  ]
  return candidates.filter(([isOn]) => isOn).map(([, action]) => action)
}

function mayTransitionListing(
  app: DeveloperApp,
  permissions: AppPermissions,
  transition: 'submit' | 'withdraw',
): boolean {
  const listing = app.last_marketplace_app
  return (
    permissions.canSubmitListing &&
    listing !== null &&
    availableListingTransitions(listing, 'developer').includes(transition)
  )
}
