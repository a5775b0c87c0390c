import { refuse, type Decision } from '../http/errors.ts'
import { canStartEarly } from './kinds.ts'
import type { JobState } from './states.ts'

interface JobStatus {
  kind: string
  state: JobState
  /** Someone canceled the job, and its running attempt has not ended yet. */
  is_canceling: boolean
}

/** Decides whether a job can run again: one that ended without success, or now instead of later. */
export function decideRetry({ kind, state, is_canceling: isCanceling }: JobStatus): Decision<void> {
  if (state === 'done') return refuse('conflict', 'This job already succeeded.')
  if (state === 'running' && !isCanceling) return refuse('conflict', 'This job is already running.')
  if (state === 'running') {
    return refuse('conflict', 'This job is still running. Wait until its attempt has ended.')
  }
  if (state === 'waiting' && !canStartEarly(kind)) {
    return refuse('conflict', "This job runs at its scheduled time and can't be started earlier.")
  }
  return { ok: true, value: undefined }
}

/**
 * Decides whether a job can be canceled. A running attempt is not interrupted, but no other follows it. Canceling a
 * failed job dismisses it.
 */
export function decideCancel({ state, is_canceling: isCanceling }: JobStatus): Decision<void> {
  if (state === 'done') return refuse('conflict', 'This job already succeeded.')
  if (state === 'canceled' || isCanceling) return refuse('conflict', 'This job is already canceled.')
  return { ok: true, value: undefined }
}

interface NamedThings {
  app: { internal_name: string } | null
  email: { recipient: string; subject: string } | null
}

/** Returns a description of the job's subject: its app or its email. Null for a job that only has a key. */
export function namedSubject({ app, email }: NamedThings): string | null {
  if (app) return app.internal_name
  return email && `"${email.subject}" to ${email.recipient}`
}
