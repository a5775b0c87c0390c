import type { ConfirmationMethod } from '@trestle/domain/http/confirmation.ts'
import type { Decision, ErrorCode, Refusal } from '@trestle/domain/http/errors.ts'

/** An expected refusal, which the HTTP layer turns into an error reply. Anything else that is thrown is a 500. */
export class RefusalError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string[]> | undefined
  /** The stored object when a stale save is refused; the HTTP layer cuts it to the schema of the reply. */
  readonly current: unknown
  readonly retryAfterSeconds: number | undefined
  /** How the caller can confirm who they are, if the call asks for it. */
  readonly methods: ConfirmationMethod[] | undefined
  /** The action that the caller's token lacks; null if no token may make the call. */
  readonly missingAction: string | null | undefined

  constructor(
    refusal: Refusal & {
      current?: unknown
      retryAfterSeconds?: number
      methods?: ConfirmationMethod[]
      missingAction?: string | null
    },
  ) {
    super(refusal.message)
    this.code = refusal.code
    this.fields = refusal.fields
    this.current = refusal.current
    this.retryAfterSeconds = refusal.retryAfterSeconds
    this.methods = refusal.methods
    this.missingAction = refusal.missingAction
  }
}

/** Creates a refusal with a message, which a form shows next to the field. */
export const refusalError = (code: ErrorCode, message: string, field?: string): RefusalError =>
  new RefusalError({ code, message, ...(field !== undefined && { fields: { [field]: [message] } }) })

export const malformed = (message: string): Refusal => ({ code: 'malformed', message })

/** The refusal of a call that doesn't exist. */
export const noSuchCall: Refusal = {
  code: 'not_found',
  message:
    "This call doesn't exist. Check its method and address: GET /api/v1/openapi.json lists every call.",
}

/** A reason why something isn't found, for objects that several people or browsers can remove. */
export const mayBeRemoved = 'It may have been removed already.'

/** A reason why an app isn't found, the same for its former collaborators and for strangers. */
export const mayLackAccess = "It may have been deleted, or you don't have access to it."

/**
 * Returns the row, or refuses with 404. `reason` explains what may have happened to an object that others can remove.
 */
export function orNotFound<T>(row: T | undefined | null, resourceName: string, reason?: string): T {
  if (row === undefined || row === null) {
    const message = [`${resourceName} not found.`, reason].filter(Boolean).join(' ')
    throw refusalError('not_found', message)
  }
  return row
}

/** Returns the value of a rule's decision, or throws its refusal. */
export function unwrap<T>(decision: Decision<T>): T {
  if (!decision.ok) throw new RefusalError(decision.refusal)
  return decision.value
}

/** Throws the refusal of a rule that only checks. */
export function throwIfRefused(refusal: Refusal | null): void {
  if (refusal) throw new RefusalError(refusal)
}

/**
 * Refuses a save based on an older state of the row. `loadCurrent` only runs in that case, so that the form can reload
 * its value.
 */
export async function requireUnchanged(
  updatedAt: string,
  since: string | undefined,
  loadCurrent: () => unknown,
): Promise<void> {
  if (since === undefined || Date.parse(since) === Date.parse(updatedAt)) return
  const message = 'This was changed while you were editing. Reload it, or overwrite that change.'
  throw new RefusalError({ code: 'conflict', message, current: await loadCurrent() })
}
