import { refuse, type Decision } from '../http/errors.ts'
import { dayMs } from '../time/durations.ts'

export const maxLabelLength = 60
/** How many can work at a time: one that is in use, and one that replaces it. */
const maxSecrets = 2
/** With disabled ones, so that creating and disabling secrets in turn comes to an end. */
const maxPresent = 10
/** How long a disabled secret can be enabled again. */
export const enableWithinDays = 7
/** The number of days of usage that a confirmation reports. */
export const recentDays = 7

export const secretStates = ['live', 'disabled', 'ending'] as const
export type SecretState = (typeof secretStates)[number]

export const gracePeriods = ['now', '24h', '7d', '30d'] as const
export type GracePeriod = (typeof gracePeriods)[number]

const graceMs: Record<GracePeriod, number> = { now: 0, '24h': dayMs, '7d': 7 * dayMs, '30d': 30 * dayMs }

export interface Secret {
  id: number
  disabled_at: string | null
  ends_at: string | null
}

/** Returns until when a disabled secret can be enabled again. */
export const enableUntil = (disabledAt: string): number => Date.parse(disabledAt) + enableWithinDays * dayMs

export function secretState({ disabled_at: disabledAt, ends_at: endsAt }: Omit<Secret, 'id'>): SecretState {
  if (disabledAt !== null) return 'disabled'
  return endsAt === null ? 'live' : 'ending'
}

/** Returns whether a secret exists for its app: it hasn't ended and, if disabled, can be enabled again. */
export const isPresent = ({ disabled_at: disabledAt, ends_at: endsAt }: Secret, nowMs: number): boolean =>
  (endsAt === null || Date.parse(endsAt) > nowMs) && (disabledAt === null || enableUntil(disabledAt) > nowMs)

const tooMany = `An app can have ${maxSecrets} client secrets that work. Revoke or disable one of them first.`

const tooManyPresent = `An app can have ${maxPresent} client secrets, including disabled ones. Revoke one of them first.`

const tooFew =
  'This is the last client secret that the app can use. Create another one first, or reset the secret.'

/** Returns whether an app has as many secrets that work as it can. Disabled ones don't count. */
const isFull = (present: readonly Secret[]): boolean =>
  present.filter(({ disabled_at: disabledAt }) => disabledAt === null).length >= maxSecrets

/** Refuses a third secret that works, and an eleventh of any kind. */
export function decideNewSecret(present: readonly Secret[]): Decision<null> {
  if (present.length >= maxPresent) return refuse('conflict', tooManyPresent)
  return isFull(present) ? refuse('conflict', tooMany) : { ok: true, value: null }
}

export interface SecretChange {
  label?: string | undefined
  disabled?: boolean | undefined
  ends_in?: GracePeriod | undefined
}

/** A secret with its visible parts. */
export interface NamedSecret extends Secret {
  label: string
}

export interface ChangedSecret {
  label?: string
  disabled_at?: string | null
  ends_at?: string
}

/** The secrets of an app in an environment. Nothing uses those of one that isn't confidential, so the last one can end too. */
interface SecretsOfApp {
  present: readonly Secret[]
  confidential: boolean
}

/** Decides on the change of a secret, and returns what differs from its present values. */
export function decideSecretChange(
  secret: NamedSecret,
  { present, confidential }: SecretsOfApp,
  change: SecretChange,
  nowMs: number,
): Decision<ChangedSecret> {
  const value = findDifferences(secret, change, nowMs)
  if (value.disabled_at === null && isFull(present)) return refuse('conflict', tooMany)
  const removes = typeof value.disabled_at === 'string' || value.ends_at !== undefined
  if (removes && confidential && isLast(secret, present)) return refuse('conflict', tooFew)
  return { ok: true, value }
}

function findDifferences(
  secret: NamedSecret,
  { label, disabled, ends_in: endsIn }: SecretChange,
  nowMs: number,
): ChangedSecret {
  const isDisabled = secret.disabled_at !== null
  return {
    ...(label !== undefined && label !== secret.label && { label }),
    ...(disabled === true && !isDisabled && { disabled_at: new Date(nowMs).toISOString() }),
    ...(disabled === false && isDisabled && { disabled_at: null }),
    ...(endsIn !== undefined && { ends_at: new Date(nowMs + graceMs[endsIn]).toISOString() }),
  }
}

/** Returns whether this is the app's only secret that works without an end date. */
const isLast = (secret: Secret, present: readonly Secret[]): boolean =>
  secret.disabled_at === null &&
  !present.some((other) => other.id !== secret.id && secretState(other) === 'live')
