import { mayActOnApp, type AppAction } from '@trestle/domain/access/roles.ts'
import { tokenAllows, tokenReaches, type TokenAction } from '@trestle/domain/access/tokenActions.ts'
import type { Endpoint } from '@trestle/domain/http/endpoint.ts'
import type { AppRole } from '../db/schema.ts'
import { RefusalError } from '../errors.ts'
import type { Actor, ActorSession } from './actor.ts'

/**
 * A caller may take the actions of their current role, and with a personal access token only those that it also has.
 * This module decides that for every call.
 */

/** Returns whether the caller's token is for this app. Every session is for every app. */
export const reachesApp = ({ token }: Actor, appId: number): boolean =>
  token === undefined || tokenReaches(token, appId)

/** Returns the apps that the caller's token is limited to, or null if it isn't limited. */
export const appsWithinReach = ({ token }: Actor): readonly number[] | null => token?.app_ids ?? null

/** Returns whether the caller's token has an action. Every session has all of them. */
export const hasAction = ({ token }: Actor, action: AppAction | TokenAction): boolean =>
  token === undefined || tokenAllows(token, action)

/** Returns whether the caller may take an action on an app on which they have this role. */
export const mayAct = (actor: Actor, role: AppRole | null, action: AppAction): boolean =>
  mayActOnApp(role, action) && hasAction(actor, action)

/** Refuses a token without this action. */
export function requireTokenAction(actor: Actor, action: AppAction | TokenAction): void {
  if (!hasAction(actor, action)) throw missingActionError(action)
}

const missingActionError = (action: string): RefusalError =>
  new RefusalError({
    code: 'not_allowed',
    message: `This token doesn't have the action ${action}. Use a token that has it.`,
    missingAction: action,
  })

const personalTokenError = (): RefusalError =>
  new RefusalError({
    code: 'not_allowed',
    message: "Personal access tokens can't be used for this. Sign in to the portal instead.",
    missingAction: null,
  })

/** Returns the caller's session, for actions that only a signed-in user may take. */
export function requireSession({ session }: Actor): ActorSession {
  if (session === null) throw personalTokenError()
  return session
}

/** Refuses a call that a token can't make, before its body is read. */
export function admitToken(
  { token }: Actor,
  { tokenActions: needed = [] }: Pick<Endpoint, 'tokenActions'>,
): void {
  if (token === undefined || needed === 'any') return
  const [first] = needed
  if (first === undefined) throw personalTokenError()
  if (!needed.some((action) => tokenAllows(token, action))) throw missingActionError(first)
}
