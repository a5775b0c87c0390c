import type { ConfirmationMethod } from '../http/confirmation.ts'
import { minuteMs } from '../time/durations.ts'

/** The ways to sign in. */
export type SignInMethod = ConfirmationMethod | 'recovery_code'

export interface SessionLimits {
  /** How long a session lasts after the sign-in, however much it is used. */
  maxMs: number
  /** How long a session lasts after its last use. */
  idleMs: number
}

export interface SessionTimes {
  authenticated_at: string
  last_seen_at: string
  /** As stored at sign-in. A limit that was shortened since then also applies. */
  absolute_expires_at: string | null
}

/** Returns when a session ends even if it stays in use, in milliseconds. */
export const absoluteSessionEnd = (
  { authenticated_at, absolute_expires_at }: Omit<SessionTimes, 'last_seen_at'>,
  { maxMs }: SessionLimits,
): number =>
  Math.min(
    Date.parse(authenticated_at) + maxMs,
    absolute_expires_at === null ? Infinity : Date.parse(absolute_expires_at),
  )

/** Returns when a session ends if it isn't used again, in milliseconds. */
export const sessionEnd = (times: SessionTimes, limits: SessionLimits): number =>
  Math.min(absoluteSessionEnd(times, limits), Date.parse(times.last_seen_at) + limits.idleMs)

/** Returns until when someone who confirmed their identity isn't asked again, in milliseconds. */
export const confirmationEnd = (confirmedAt: string, minutes: number): number =>
  Date.parse(confirmedAt) + minutes * minuteMs
