import type { TokenAction } from '../access/tokenActions.ts'
import { refuse, type Decision } from '../http/errors.ts'

/** The maximum number of working tokens per developer. */
export const maxTokens = 50
export const maxTokenName = 100
export const unknownTokenAction = 'Choose actions from the list in the documentation'
/** The maximum number of apps that a token can name. Anyone who needs more creates a token for all apps. */
export const maxTokenApps = 200

/** A token that can replace client secrets has a shorter lifetime, regardless of the setting. */
export const maxRotationDays = 90

/** How long before expiry the owner of a token gets an email. */
export const reminderDays = 7

/** Actions on the sandbox, which government cloud doesn't have. */
const sandboxActions: readonly TokenAction[] = ['credentials.viewSandbox', 'sandbox.edit', 'sandbox.generate']

/** Returns whether a token action exists in a portal. */
export const isTokenActionIn = (action: TokenAction, isGovernmentCloud: boolean): boolean =>
  !(isGovernmentCloud && sandboxActions.includes(action))

export interface TokenRequest {
  actions: readonly TokenAction[]
  app_ids: readonly number[] | null
  expires_in_days: number
}

interface TokenContext {
  /** The setting PERSONAL_TOKEN_MAX_DAYS. */
  maxDays: number
  /** The apps on which the developer has a role. */
  ownApps: readonly number[]
  /** The number of the developer's working tokens. */
  tokens: number
  isGovernmentCloud: boolean
}

/** Returns how many days a token with these actions can live. */
export const maxDaysFor = (actions: readonly TokenAction[], maxDays: number): number =>
  actions.includes('credentials.rotate') ? Math.min(maxRotationDays, maxDays) : maxDays

/** Decides on a new token. The apps are checked against roles again at every use of the token. */
export function decideToken(
  { actions, app_ids, expires_in_days }: TokenRequest,
  { maxDays, ownApps, tokens, isGovernmentCloud }: TokenContext,
): Decision<null> {
  const absent = actions.findIndex((action) => !isTokenActionIn(action, isGovernmentCloud))
  if (absent >= 0) return refuse('invalid_input', unknownTokenAction, `actions.${absent}`)
  if (tokens >= maxTokens) {
    const message = `You have ${tokens} personal access tokens, and a developer can have at most ${maxTokens}. Revoke one that you don't need.`
    return refuse('conflict', message)
  }
  if (app_ids !== null && actions.includes('apps.create')) {
    return refuse('invalid_input', 'A token that can create apps must be for all your apps', 'app_ids')
  }
  const strange = app_ids?.find((id) => !ownApps.includes(id))
  if (strange !== undefined) {
    return refuse('invalid_input', `You don't work on an app with the ID ${strange}`, 'app_ids')
  }
  const limit = maxDaysFor(actions, maxDays)
  if (expires_in_days <= limit) return { ok: true, value: null }
  return refuse(
    'invalid_input',
    limit < maxDays
      ? `A token that can replace client secrets can work for at most ${limit} days`
      : `A token can work for at most ${limit} days`,
    'expires_in_days',
  )
}
