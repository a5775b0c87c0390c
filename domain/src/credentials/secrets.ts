import { refuse, type Decision } from '../http/errors.ts'
import { dayMs } from '../time/durations.ts'

export const maxLabelLength = 60
/** One that is in use, and one that replaces it. */
export const maxSecrets = 2
/** How long a disabled secret can be enabled again. */
export const enableWithinDays = 7
/** How many days of use a confirmation reports. */
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

/** Returns whether a secret exists for its app: it hasn't ended, and if it is disabled it can be enabled again. */
export const isPresent = ({ disabled_at: disabledAt, ends_at: endsAt }: Secret, nowMs: number): boolean =>
  (endsAt === null || Date.parse(endsAt) > nowMs) && (disabledAt === null || enableUntil(disabledAt) > nowMs)

const tooMany = `An app can have ${maxSecrets} client secrets. Revoke one of them first.`

/** Refuses a third secret. A disabled one counts, because it can be enabled again. */
export function decideNewSecret(present: readonly Secret[]): Decision<null> {
  return present.length < maxSecrets ? { ok: true, value: null } : refuse('conflict', tooMany)
}

export interface SecretChange {
  label?: string | undefined
  disabled?: boolean | undefined
  ends_in?: GracePeriod | undefined
}

/** A secret with what people see of it. */
export interface NamedSecret extends Secret {
  label: string
}

export interface ChangedSecret {
  label?: string
  disabled_at?: string | null
  ends_at?: string
}

/**
 * Decides on the change of a secret, and returns what differs from its present values. `present` are all secrets of its app
 * in the environment; null if the app is public: nothing uses them then, so the last one can end too.
 */
export function decideSecretChange(
  secret: NamedSecret,
  present: readonly Secret[] | null,
  change: SecretChange,
  nowMs: number,
): Decision<ChangedSecret> {
  const { label, disabled, ends_in: endsIn } = change
  const isDisabled = secret.disabled_at !== null
  const disables = disabled === true && !isDisabled
  if (present && (disables || endsIn !== undefined) && isLast(secret, present))
    return refuse(
      'conflict',
      'This is the last client secret that the app can use. Create another one first, or reset the secret.',
    )
  return {
    ok: true,
    value: {
      ...(label !== undefined && label !== secret.label && { label }),
      ...(disables && { disabled_at: new Date(nowMs).toISOString() }),
      ...(disabled === false && isDisabled && { disabled_at: null }),
      ...(endsIn !== undefined && { ends_at: new Date(nowMs + graceMs[endsIn]).toISOString() }),
    },
  }
}

/** Returns whether this is the app's only secret that works without an end date. */
const isLast = (secret: Secret, present: readonly Secret[]): boolean =>
  secret.disabled_at === null &&
  !present.some((other) => other.id !== secret.id && secretState(other) === 'live')
