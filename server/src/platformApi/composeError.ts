import { errorStatus, type ErrorCode, type Refusal } from '@trestle/domain/http/errors.ts'
import { findFault } from '../db/faults.ts'
import { RefusalError } from '../errors.ts'
import type { RestReply } from '../http/serveRest.ts'

/** Refuses a call because of its token, with the reply header that RFC 6750 requires. */
export class TokenError extends RefusalError {
  readonly challenge: string

  constructor(refusal: Refusal, challenge: string) {
    super(refusal)
    this.challenge = challenge
  }
}

/** The codes that the reference documents. */
const platformCodes = {
  malformed: 'bad_request',
  not_signed_in: 'unauthorized',
  not_allowed: 'forbidden',
  not_found: 'not_found',
  timed_out: 'timed_out',
  conflict: 'conflict',
  invalid_input: 'invalid',
  rate_limited: 'rate_limited',
  unavailable: 'unavailable',
} as const satisfies Partial<Record<ErrorCode, string>>

const isDocumented = (code: ErrorCode): code is keyof typeof platformCodes =>
  Object.hasOwn(platformCodes, code)

interface Failure {
  status: number
  code: string
  message: string
  fields?: Record<string, string[]> | undefined
  retryAfterSeconds?: number | undefined
}

function toFailure(error: unknown): Failure {
  if (error instanceof RefusalError) {
    const { message, retryAfterSeconds } = error
    if (isDocumented(error.code)) {
      const fields = error.code === 'invalid_input' ? (error.fields ?? {}) : undefined
      return {
        status: errorStatus[error.code],
        code: platformCodes[error.code],
        message,
        fields,
        retryAfterSeconds,
      }
    }
    const status = errorStatus[error.code]
    return { status, code: status < 500 ? 'bad_request' : 'internal', message }
  }
  if (error instanceof Error && findFault(error)) {
    return {
      status: 503,
      code: 'unavailable',
      message: 'The platform is busy. Try again in a moment.',
      retryAfterSeconds: 5,
    }
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 500
    ? { status, code: 'bad_request', message: 'The call cannot be read.' }
    : { status: 500, code: 'internal', message: 'The platform failed. Try again later.' }
}

/** Returns an error in the form that the reference documents. */
export function composeError(error: unknown, requestId: string): RestReply {
  const { status, code, message, fields, retryAfterSeconds } = toFailure(error)
  return {
    status,
    headers: {
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      ...(error instanceof TokenError && { 'www-authenticate': error.challenge }),
    },
    body: { code, message, ...(fields && { fields }), request_id: requestId },
  }
}
