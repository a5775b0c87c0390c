import { errorStatus } from '@trestle/domain/http/errors.ts'
import { findFault } from '../db/faults.ts'
import { RefusalError } from '../errors.ts'

/** An error in the form of RFC 6749, which clients of this server expect, instead of the portal's own. */
export interface OauthError {
  status: number
  name: string
  message: string
  retryAfterSeconds?: number | undefined
}

/** RFC 6750 defines the name for a refused service token, and RFC 6749 the others. */
const names: Record<number, string> = {
  401: 'invalid_token',
  429: 'temporarily_unavailable',
  503: 'temporarily_unavailable',
}

export function composeError(error: (Error & { statusCode?: number }) | RefusalError): OauthError {
  if (error instanceof RefusalError) {
    const status = errorStatus[error.code]
    const { message, retryAfterSeconds } = error
    return { status, name: names[status] ?? 'invalid_request', message, retryAfterSeconds }
  }
  if (findFault(error)) {
    return {
      status: 503,
      name: 'temporarily_unavailable',
      message: 'The server is busy. Try again in a moment.',
      retryAfterSeconds: 5,
    }
  }
  const { statusCode: status = 500 } = error
  return status < 500
    ? { status, name: 'invalid_request', message: "The request couldn't be read." }
    : { status: 500, name: 'server_error', message: 'The server failed. Try again later.' }
}
