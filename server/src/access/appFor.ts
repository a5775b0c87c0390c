import { mayActOnApp, type AppAction } from '@trestle/domain/access/roles.ts'
import { refuseAction } from '@trestle/domain/apps/rules.ts'
import type { Actor } from './actor.ts'
import { requireSignedIn } from './lockAccount.ts'
import type { Queries, Results } from '../db/readTogether.ts'
import type { AppRole, Db, Tx } from '../db/schema.ts'
import { orNotFound, RefusalError } from '../errors.ts'
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
export interface AppOf {
  app: AppRow
  role: AppRole
}

interface Options {
  /** What a 404 names when the request was not for the app itself. A stranger gets the same 404 either way. */
  thing?: string
  /** The action that a personal access token needs, if it isn't the same. */
  tokenAction?: AppAction
}

/** Locks an app. The caller's session may have ended while this waited. */
async function lockFor(tx: Tx, actor: Actor, appId: number): Promise<AppRow | undefined> {
  const app = await lockApp(tx, appId)
  await requireSignedIn(tx, actor)
  return app
}

async function loadWithRole(db: Db, actor: Actor, appId: number, lock: boolean): Promise<AppOf | undefined> {
  if (!lock) return findAppWithRole(db, appId, actor.id)
  const app = await lockFor(db as Tx, actor, appId)
  // A statement of its own, because one that waited for the lock would still see the role from before the wait.
  const role = app && (await findRole(db, appId, actor.id))
  return role && { app, role }
}

/**
 * Loads an app with the caller's role, and answers 404 to strangers and 403 to members whose role is too small.
 * Every feature reaches an app through this function. A personal access token that isn't for the app is a stranger
 * too, and one without the action is refused.
 *
 * With `lock` the row stays locked until the transaction ends. The role is read after the wait for the lock, and a caller
 * whose session ended during it is refused.
 * The platform admin right gives no access here: admins act through the admin calls (ROLE-22).
 */
export function appFor(
  tx: Tx,
  actor: Actor,
  appId: number,
  action: AppAction,
  options: Options & { lock: true },
): Promise<AppOf>
export function appFor(
  db: Db,
  actor: Actor,
  appId: number,
  action: AppAction,
  options?: Options,
): Promise<AppOf>
export async function appFor(
  db: Db,
  actor: Actor,
  appId: number,
  action: AppAction,
  options: Options & { lock?: true } = {},
): Promise<AppOf> {
  const { lock = false } = options
  const stored = reachesApp(actor, appId) ? await loadWithRole(db, actor, appId, lock) : undefined
  return authorize(actor, stored, action, options)
}

function authorize<Stored extends AppOf>(
  actor: Actor,
  stored: Stored | undefined,
  action: AppAction,
  { thing = 'App', tokenAction = action }: Options,
): Stored {
  const authorized = orNotFound(stored?.app.deleted_at === null ? stored : undefined, thing)
  requireTokenAction(actor, tokenAction)
  if (!mayActOnApp(authorized.role, action)) throw new RefusalError(refuseAction(action))
  return authorized
}

/**
 * Returns a function that loads an app like `appFor`, with the rows of other queries about it as `found`. One statement
 * reads everything; what it found is only returned to callers who may do the action.
 */
export function appForWith<Values extends unknown[], Named extends Queries>(
  select: (db: Db, appId: number, ...values: Values) => Named,
) {
  const find = findAppTogether(select)
  return async (
    db: Db,
    actor: Actor,
    appId: number,
    action: AppAction,
    ...values: Values
  ): Promise<AppOf & { found: Results<Named> }> => {
    const stored = reachesApp(actor, appId) ? await find(db, appId, actor.id, ...values) : undefined
    return authorize(actor, stored, action, {})
  }
}

/** Loads an app for platform staff, including deleted ones, and answers 404 to everyone else. */
export function adminAppFor(
  tx: Tx,
  actor: Actor,
  appId: number,
  options: Options & { lock: true },
): Promise<AppRow>
export function adminAppFor(db: Db, actor: Actor, appId: number, options?: Options): Promise<AppRow>
export async function adminAppFor(
  db: Db,
  actor: Actor,
  appId: number,
  options: Options & { lock?: true } = {},
): Promise<AppRow> {
  const { thing = 'App', lock = false } = options
  if (!actor.is_admin) return orNotFound<AppRow>(null, thing)
  return orNotFound(await (lock ? lockFor(db as Tx, actor, appId) : findApp(db, appId)), thing)
}

/** An app the caller has an invitation to, with their current role on it. */
export interface InvitedTo {
  app: AppRow
  role: AppRole | null
}

/** Loads the app of an invitation for the user of its link. Returns undefined when the app was deleted. */
export async function appForInvited(
  db: Db,
  actor: Actor | null,
  appId: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<InvitedTo | undefined> {
  const app = await (lock ? lockApp(db as Tx, appId) : findApp(db, appId))
  if (!app || app.deleted_at !== null) return undefined
  const role = actor && (await findRole(db, appId, actor.id))
  return { app, role: role ?? null }
}

/** Returns whether someone may do this on at least one app that their token, if they use one, is for. */
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
