import { refuse, type Decision } from '../../http/errors.ts'
import { dayMs } from '../../time/durations.ts'
import { emailUndoDays } from '../emailChanges/rules.ts'

export const maxPasskeys = 20
export const maxPasskeyName = 100
export const recoveryCodeCount = 10
export const totpDigits = 6
export const totpSeconds = 30

/** The time limit for the second step of a sign-in. */
export const pendingSignInMinutes = 10

/** How long a requested reset of second factors waits, so that the owner of the account can cancel it. */
export const factorResetHours = 24

export const maxResetReason = 500

/** The factors that can complete a sign-in after the password. */
export const factorMethods = ['passkey', 'totp', 'recovery_code'] as const
export type FactorMethod = (typeof factorMethods)[number]

/** The second factors of an account. */
export interface Factors {
  passkeys: number
  /** Whether an authenticator app is set up, proved by a first code. */
  totp: boolean
  /** The recovery codes that are not used yet. */
  recoveryCodes: number
}

export const hasSecondFactor = ({ passkeys, totp }: Factors): boolean => passkeys > 0 || totp

/** Returns the factors that can complete a sign-in, most secure first. Empty when the password is enough. */
export function factorMethodsFor(factors: Factors): FactorMethod[] {
  if (!hasSecondFactor(factors)) return []
  const available: Record<FactorMethod, boolean> = {
    passkey: factors.passkeys > 0,
    totp: factors.totp,
    recovery_code: factors.recoveryCodes > 0,
  }
  return factorMethods.filter((method) => available[method])
}

interface Person {
  is_admin: boolean
  is_employee: boolean
}

/** Platform staff can see what others can't, so they may be required to have a second factor. */
export const isStaff = ({ is_admin, is_employee }: Person): boolean => is_admin || is_employee

export interface FactorPolicy {
  isRequired: boolean
  graceDays: number
}

export interface Enrollment {
  due_at: string
  /** Whether the deadline has passed, so that only enrollment opens. */
  is_due: boolean
}

/** Returns the deadline for setting up a second factor, or null if it isn't required. */
export function findEnrollment(
  person: Person & { factor_grace_from: string },
  factors: Factors,
  { isRequired, graceDays }: FactorPolicy,
  nowMs: number,
): Enrollment | null {
  if (!isRequired || !isStaff(person) || hasSecondFactor(factors)) return null
  const dueMs = Date.parse(person.factor_grace_from) + graceDays * dayMs
  return { due_at: new Date(dueMs).toISOString(), is_due: nowMs >= dueMs }
}

/** Decides whether factors can be removed, based on those that remain. */
export function decideFactorRemoval(
  person: Person,
  remaining: Factors,
  { isRequired }: Pick<FactorPolicy, 'isRequired'>,
): Decision<null> {
  if (!isRequired || !isStaff(person) || hasSecondFactor(remaining)) return { ok: true, value: null }
  return refuse(
    'conflict',
    'This is your only second factor, and platform staff need one. Add another one before you remove it.',
  )
}

export function decideNewPasskey({ passkeys }: Pick<Factors, 'passkeys'>): Decision<null> {
  if (passkeys < maxPasskeys) return { ok: true, value: null }
  return refuse(
    'conflict',
    `An account can have at most ${maxPasskeys} passkeys. Remove one that you no longer use first.`,
  )
}

export function decideRecoveryCodes(factors: Factors): Decision<null> {
  if (hasSecondFactor(factors)) return { ok: true, value: null }
  return refuse(
    'conflict',
    'Add a passkey or an authenticator app first. Recovery codes replace one that you lost.',
  )
}

/**
 * How long after a change of the email address second factors can't be reset: as long as the old address can object to
 * the change. The email with the link that cancels the reset goes to the new one.
 */
const addressChangeDays = emailUndoDays

/** Returns when second factors can be reset again after a change of the email address, or null if they can be already. */
export function factorResetPossibleAt(emailChangedAt: string | null, nowMs: number): string | null {
  if (emailChangedAt === null) return null
  const possibleMs = Date.parse(emailChangedAt) + addressChangeDays * dayMs
  return nowMs < possibleMs ? new Date(possibleMs).toISOString() : null
}

interface ResetTarget {
  id: number
  isSuspended: boolean
  email_changed_at: string | null
}

/** Decides whether staff can request a reset of someone's second factors. */
export function decideFactorReset(
  target: ResetTarget,
  caller: { id: number },
  factors: Factors,
  nowMs: number,
): Decision<null> {
  if (target.id === caller.id) {
    return refuse('conflict', "You can't reset your own second factors. Remove them on your account page.")
  }
  if (target.isSuspended) {
    return refuse(
      'conflict',
      'This account is suspended, so its owner would get no email about the reset. Restore it first.',
    )
  }
  const possibleAt = factorResetPossibleAt(target.email_changed_at, nowMs)
  if (possibleAt !== null) {
    return refuse(
      'conflict',
      `The email address changed less than ${addressChangeDays} days ago. Its former owner would get no email about the reset. Request it after ${possibleAt.slice(0, 10)}.`,
    )
  }
  return hasSecondFactor(factors)
    ? { ok: true, value: null }
    : refuse('conflict', 'This developer has no second factor.')
}

/** Returns a recovery code in the form that is hashed: uppercase without separators. */
export const plainRecoveryCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()

/** Returns a recovery code for display: `XXXX-XXXX-XXXX-XXXX`. */
export const groupRecoveryCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-')
