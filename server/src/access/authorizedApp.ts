import { mayActOnApp, type AppAction } from '@trestle/domain/access/roles.ts'
import { actionRefusal } from '@trestle/domain/apps/rules.ts'
import type { Actor } from './actor.ts'
import { requireAdmin, requireSignedIn } from './lockAccount.ts'
import type { Queries, Results } from '../db/readTogether.ts'
import type { AppRole, Db, Tx } from '../db/schema.ts'
import { mayLackAccess, orNotFound, RefusalError } from '../errors.ts'
import {
  findApp,
  findAppTogether,
  findAppWithRole,
  findRole,
  listRolesFor,
  lockApp,
  selectPeople,
  type AppRow,
  type PersonOnApp,
} from './store.ts'
import { appsWithinReach, mayAct, reachesApp, requireTokenAction } from './tokenRights.ts'

export { selectPeople, type AppRow, type PersonOnApp }

/** An app the caller is authorized to act on, with their role. */
export interface AuthorizedApp {
  app: AppRow
  role: AppRole
}

interface Options {
  /** The resource that a 404 names if the request isn't for the app itself. Strangers get the same 404 either way. */
  resourceName?: string
  /** The action that a personal access token needs, if it differs. */
  tokenAction?: AppAction
}

/**
 * Loads an app with the caller's role. Returns 404 to strangers and 403 to members whose role doesn't allow the action.
 * Every feature reaches an app through a function of this module. A personal access token that isn't for the app
 * counts as a stranger, and one without the action is refused.
 *
 * The platform admin right gives no access here: admins act through the admin calls (ROLE-22).
 */
export async function loadAppFor(
  db: Db,
  actor: Actor,
  appId: number,
  action: AppAction,
  options: Options = {},
): Promise<AuthorizedApp> {
  const stored = reachesApp(actor, appId) ? await findAppWithRole(db, appId, actor.id) : undefined
  return authorize(actor, stored, action, options)
}

/**
 * Loads an app like `loadAppFor` and locks it until the transaction ends. The role is read once the lock is held, and a
 * caller whose session ended during the wait is refused.
 */
export async function lockAppFor(
  tx: Tx,
  actor: Actor,
  appId: number,
  action: AppAction,
  options: Options = {},
): Promise<AuthorizedApp> {
  const stored = reachesApp(actor, appId) ? await lockWithRole(tx, actor, appId) : undefined
  return authorize(actor, stored, action, options)
}

async function lockWithRole(tx: Tx, actor: Actor, appId: number): Promise<AuthorizedApp | undefined> {
  const app = await lockApp(tx, appId)
  // The caller's session may have ended while this waited.
  await requireSignedIn(tx, actor)
  // A separate statement, because one that waited for the lock would still see the role from before the wait.
  const role = app && (await findRole(tx, appId, actor.id))
  return role && { app, role }
}

function authorize<Stored extends AuthorizedApp>(
  actor: Actor,
  stored: Stored | undefined,
  action: AppAction,
  { resourceName = 'App', tokenAction = action }: Options,
): Stored {
  const present = stored?.app.deleted_at === null ? stored : undefined
  // Other resources are also looked up before this, and must look the same to a stranger whether they exist or not.
  const reason = resourceName === 'App' ? mayLackAccess : undefined
  const authorized = orNotFound(present, resourceName, reason)
  requireTokenAction(actor, tokenAction)
  if (!mayActOnApp(authorized.role, action)) throw new RefusalError(actionRefusal(action))
  return authorized
}

/**
 * Returns a function that loads an app like `loadAppFor`, along with the rows of other queries about it as `found`. A
 * single statement reads everything; the rows are only returned to callers who may take the action.
 */
export function createAppLoader<Values extends unknown[], Named extends Queries>(
  select: (db: Db, appId: number, ...values: Values) => Named,
) {
  const find = findAppTogether(select)
  return async (
    db: Db,
    actor: Actor,
    appId: number,
    action: AppAction,
    ...values: Values
  ): Promise<AuthorizedApp & { found: Results<Named> }> => {
    const stored = reachesApp(actor, appId) ? await find(db, appId, actor.id, ...values) : undefined
    return authorize(actor, stored, action, {})
  }
}

/** Loads an app for platform staff, including deleted ones. Returns 404 to everyone else. */
export async function loadAdminApp(
  db: Db,
  actor: Actor,
  appId: number,
  resourceName = 'App',
): Promise<AppRow> {
  return orNotFound(actor.is_admin ? await findApp(db, appId) : null, resourceName)
}

/**
 * Loads an app like `loadAdminApp` and locks it. A caller whose session or right as a platform admin ended during the
 * wait is refused.
 */
export async function lockAdminApp(
  tx: Tx,
  actor: Actor,
  appId: number,
  resourceName = 'App',
): Promise<AppRow> {
  return orNotFound(actor.is_admin ? await lockForAdmin(tx, actor, appId) : null, resourceName)
}

async function lockForAdmin(tx: Tx, actor: Actor, appId: number): Promise<AppRow | undefined> {
  const app = await lockApp(tx, appId)
  await requireAdmin(tx, actor)
  return app
}

/** An app the caller has an invitation to, with their current role on it. */
export interface InvitedApp {
  app: AppRow
  role: AppRole | null
}

/** Loads the app of an invitation for the user of its link. Returns undefined when the app was deleted. */
export async function loadInvitedApp(
  db: Db,
  actor: Actor | null,
  appId: number,
): Promise<InvitedApp | undefined> {
  return withCurrentRole(db, actor, await findApp(db, appId))
}

/** Loads the app of an invitation like `loadInvitedApp` and locks it. */
export async function lockInvitedApp(tx: Tx, actor: Actor, appId: number): Promise<InvitedApp | undefined> {
  return withCurrentRole(tx, actor, await lockApp(tx, appId))
}

async function withCurrentRole(
  db: Db,
  actor: Actor | null,
  app: AppRow | undefined,
): Promise<InvitedApp | undefined> {
  if (!app || app.deleted_at !== null) return undefined
  const role = actor && (await findRole(db, app.id, actor.id))
  return { app, role: role ?? null }
}

/** Returns whether someone may take an action on at least one app, within the reach of their token if they use one. */
export async function mayActOnSomeApp(db: Db, actor: Actor, action: AppAction): Promise<boolean> {
  const roles = await listRolesFor(db, actor.id, appsWithinReach(actor))
  return roles.some((role) => mayAct(actor, role, action))
}

/** Lists the members of an app, for features that email them or need someone's role. */
export const peopleOn = (db: Db, app: { id: number }): Promise<PersonOnApp[]> =>
  selectPeople(db, app.id).execute()

/** Returns the addresses of an app's owner and admins. */
export const editorAddresses = (people: readonly PersonOnApp[]): string[] =>
  people.filter(({ role }) => role === 'owner' || role === 'admin').map(({ email }) => email)
