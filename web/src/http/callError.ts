import { ErrorReply, type ErrorCode } from '@trestle/domain/http/errors.ts'

interface CallFailure {
  code: ErrorCode | 'network'
  message: string
  status?: number
  errors?: string[]
  fields?: Record<string, string[]> | undefined
  current?: unknown
  requestId?: string | null
  lastPage?: number | null
}

/** A call that was refused or never answered. `errors` are sentences for people, `fields` the same by wire path. */
export class CallError extends Error {
  readonly code: ErrorCode | 'network'
  /** 0 when there was no answer. */
  readonly status: number
  readonly errors: string[]
  readonly fields: Record<string, string[]>
  /** The stored object, when a stale save was refused. */
  readonly current: unknown
  readonly requestId: string | null
  /** Of the list, when a page beyond it was asked for. */
  readonly lastPage: number | null

  constructor(failure: CallFailure) {
    super(failure.message)
    this.name = 'CallError'
    this.code = failure.code
    this.status = failure.status ?? 0
    this.errors = failure.errors ?? [failure.message]
    this.fields = failure.fields ?? {}
    this.current = failure.current
    this.requestId = failure.requestId ?? null
    this.lastPage = failure.lastPage ?? null
  }
}

/** Nothing is at this address: the id is of no kind, or of nothing that this person may see. Trying again is no help. */
export const isNowhere = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 404 || (error.status === 422 && 'id' in error.fields))

export const networkMessage = "We couldn't reach the server. Check your connection and try again."

export const networkError = () => new CallError({ code: 'network', message: networkMessage })

/** Another tab of this browser has signed in as another person since the page was loaded. */
export const otherPersonError = (email: string) =>
  new CallError({
    code: 'not_allowed',
    status: 403,
    message: `Nothing was saved: you signed in as ${email} in another tab. Sign in again as the person this page belongs to, or reload the page.`,
  })

/** A proxy in between may answer with something that is not ours; it is told by its status alone. */
export function errorFromReply(status: number, body: unknown, lastPage: number | null = null): CallError {
  const reply = ErrorReply.safeParse(body)
  if (reply.success) {
    const { request_id: requestId, ...failure } = reply.data
    return new CallError({ ...failure, status, requestId, lastPage })
  }
  const code = status === 503 || status === 502 || status === 504 ? 'unavailable' : 'internal'
  return new CallError({ code, status, message: `The server answered with an error (${status}). Try again.` })
}
