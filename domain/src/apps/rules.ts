import { appActions, type AppAction } from '../access/roles.ts'
import { refuse, type Decision, type Refusal } from '../http/errors.ts'
import type { AppRole } from './contract.ts'

const actionPhrases: Record<AppAction, string> = {
  'app.view': 'see this app',
  'app.edit': "change this app's settings",
  'app.delete': 'delete this app',
  'credentials.viewProduction': "see this app's production credentials",
  'credentials.viewSandbox': "see this app's sandbox credentials",
  'credentials.reset': "reset this app's secrets",
  'credentials.rotate': "change this app's secrets",
  'sandbox.edit': "change this app's sandbox",
  'sandbox.generate': 'generate a sandbox',
  'manifest.view': "see this app's versions",
  'manifest.edit': "save or publish this app's versions",
  'listing.view': "see this app's listing",
  'listing.edit': "edit this app's listing",
  'listing.submit': "submit this app's listing",
  'collaborators.view': "see this app's collaborators",
  'collaborators.edit': "change this app's collaborators",
  'ownership.transfer': 'transfer this app',
  'metrics.view': "see this app's metrics",
  'usageReport.request': 'request a usage report',
}

const plurals: Record<AppRole, string> = {
  owner: 'owner',
  admin: 'admins',
  developer: 'developers',
  user: 'guests',
}

/**
 * Returns the roles as text: `the app's owner`, `the app's owner and admins`, `the app's owner, admins and developers`.
 */
function holders(roles: readonly AppRole[]): string {
  const names = roles.map((role) => plurals[role])
  const last = names.at(-1) ?? ''
  const others = names.slice(0, -1).join(', ')
  return `the app's ${others === '' ? last : `${others} and ${last}`}`
}

/** Returns the refusal of an action, naming the roles that may take it. */
export function actionRefusal(action: AppAction): Refusal {
  return { code: 'not_allowed', message: `Only ${holders(appActions[action])} can ${actionPhrases[action]}.` }
}

/** Far more than anyone needs, but low enough to keep a script from filling the portal with apps and sandboxes. */
export const maxOwnedApps = 200

const decideOneMore = (owned: number, message: string): Decision<null> =>
  owned < maxOwnedApps ? { ok: true, value: null } : refuse('conflict', message)

/** Refuses to exceed the app limit. `owned` counts the developer's apps without deleted ones. */
export const decideNewApp = (owned: number): Decision<null> =>
  decideOneMore(
    owned,
    `You own ${owned} apps, and a developer can own at most ${maxOwnedApps}. Delete or transfer one before you create another.`,
  )

/** Refuses a transfer that would give the new owner more apps than they could create. */
export const decideReceivedApp = (owned: number): Decision<null> =>
  decideOneMore(
    owned,
    `The new owner already owns ${owned} apps, and a developer can own at most ${maxOwnedApps}. Choose someone else.`,
  )

/**
 * Refuses to undelete an app that isn't deleted, whose owner deleted their account, or that would give its owner more
 * apps than they could create.
 */
export function decideUndelete(
  app: { deleted_at: string | null },
  { hasAccount, owned }: { hasAccount: boolean; owned: number },
): Decision<null> {
  if (app.deleted_at === null) return refuse('conflict', "This app isn't deleted.")
  if (!hasAccount) {
    return refuse(
      'conflict',
      "This app can't be undeleted: its owner deleted their account. Change its owner first.",
    )
  }
  return decideOneMore(
    owned,
    `Its owner already owns ${owned} apps, and a developer can own at most ${maxOwnedApps}. Delete or transfer one of them first.`,
  )
}

/** Returns the refusal to work on the sandbox of a deleted app, or null for any other app. */
export const checkNotDeleted = (app: { deleted_at: string | null }): Refusal | null =>
  app.deleted_at === null ? null : { code: 'conflict', message: 'This app is deleted. Undelete it first.' }

/** Returns the grant type for an app that keeps a secret, and for one that can't (CRED-05). */
export const toPrivacy = (confidential: boolean) =>
  ({ confidential, grant_type: confidential ? 'authorization_code' : 'implicit' }) as const

/** Returns whether staff recorded an owner on the platform who differs from the owner here (AAPP-44). */
export const hasOtherOwner = (app: {
  external_owner_id: number | null
  owner: { procore_id: number | null }
}): boolean => app.external_owner_id !== null && app.external_owner_id !== app.owner.procore_id

/** Returns when an app began to wait for staff: the later of its version's and its listing's review (AREV-10). */
export function inReviewAt(row: {
  app_version_in_review_at: string | null
  marketplace_listing_in_review_at: string | null
}): string | null {
  const { app_version_in_review_at: version, marketplace_listing_in_review_at: listing } = row
  if (version === null || listing === null) return version ?? listing
  return Date.parse(version) >= Date.parse(listing) ? version : listing
}
