import { adminsOnly } from '@trestle/domain/access/roles.ts'
import type { Tx } from '../db/schema.ts'
import { RefusalError, refusalError } from '../errors.ts'
import type { Actor } from './actor.ts'
import { hasSession, hasWorkingToken, isAdmin, lockAccount } from './store.ts'

export { lockAccount }

/**
 * Locks the caller's account before something is stored for it, so that their calls run one at a time. Other callers
 * can still add rows that refer to the account. A call that changes the account itself uses `lockCallerExclusively`.
 */
export async function lockCaller(
  tx: Tx,
  actor: Pick<Actor, 'id' | AuthMethod>,
): Promise<{ id: number; email: string }> {
  return requireCaller(tx, actor, await lockAccount(tx, actor.id))
}

/**
 * Returns the caller's locked account. Refuses a caller who deleted it or whose session ended while the call waited.
 */
export async function requireCaller<Account>(
  tx: Tx,
  actor: Pick<Actor, AuthMethod>,
  account: Account | undefined,
): Promise<Account> {
  await requireSignedIn(tx, actor)
  return account ?? refuseEndedSession()
}

type AuthMethod = 'session' | 'token'

/**
 * Refuses a caller whose session ended, or whose token was revoked, since the request was authenticated. Call it after
 * waiting for locks: recovering an account locks it, ends its sessions, and removes anything they may have added.
 */
export async function requireSignedIn(tx: Tx, { session, token }: Pick<Actor, AuthMethod>): Promise<void> {
  if (session && !(await hasSession(tx, session.id))) refuseEndedSession()
  if (token && !(await hasWorkingToken(tx, token.id))) refuseRevoked()
}

/** Refuses a caller like `requireSignedIn`, and also one who isn't a platform admin anymore. */
export async function requireAdmin(tx: Tx, actor: Pick<Actor, 'id' | AuthMethod>): Promise<void> {
  await requireSignedIn(tx, actor)
  if (!(await isAdmin(tx, actor.id))) throw new RefusalError(adminsOnly)
}

export function refuseEndedSession(): never {
  throw refusalError('not_signed_in', 'Your session has ended. Sign in again.')
}

function refuseRevoked(): never {
  throw refusalError('not_signed_in', 'This token was revoked. Use another one.')
}
