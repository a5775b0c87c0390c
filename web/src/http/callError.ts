import { confirmationMethods, type ConfirmationMethod } from '@trestle/domain/http/confirmation.ts'
import { errorCodes, errorStatus, type ErrorCode } from '@trestle/domain/http/errors.ts'
import { UserError } from '../ui/failure.ts'

interface CallErrorOptions {
  code: ErrorCode | 'network'
  message: string
  status?: number
  errors?: string[]
  fields?: Record<string, string[]> | undefined
  current?: unknown
  methods?: ConfirmationMethod[]
  requestId?: string | null
  lastPage?: number | null
  isGeneric?: boolean
  isUnconfirmed?: boolean
}

/** A call that was refused or got no reply. `errors` are messages for users, `fields` the same by wire path. */
export class CallError extends UserError {
  readonly code: ErrorCode | 'network'
  /** 0 if there was no reply. */
  readonly status: number
  /** Empty if the reply had none, in which case `message` is complete. */
  readonly errors: string[]
  readonly fields: Record<string, string[]>
  /** The stored object, if a stale save was refused. */
  readonly current: unknown
  /** How the user can confirm their identity, if the call asks for it. */
  readonly methods: ConfirmationMethod[]
  readonly requestId: string | null
  /** The list's last page, if the request was for a page beyond it. */
  readonly lastPage: number | null
  /** The reply had no text, so the message is one of ours that fits any failure. */
  readonly isGeneric: boolean
  /** The call may have made its change, because only the reply is missing. */
  readonly isUnconfirmed: boolean

  constructor(options: CallErrorOptions) {
    super(options.message)
    this.name = 'CallError'
    this.code = options.code
    this.status = options.status ?? 0
    this.errors = options.errors ?? []
    this.fields = options.fields ?? {}
    this.current = options.current
    this.methods = options.methods ?? []
    this.requestId = options.requestId ?? null
    this.lastPage = options.lastPage ?? null
    this.isGeneric = options.isGeneric ?? false
    this.isUnconfirmed = options.isUnconfirmed ?? false
  }
}

/** Returns whether nothing exists at this address that the user may see, so that retrying doesn't help. */
export const isNowhere = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 404 || (error.status === 422 && 'id' in error.fields))

/** Returns whether a list was refused because of a filter, such as a misspelled value in the address. */
export const isFilterRefused = (error: unknown): boolean =>
  error instanceof CallError &&
  error.code === 'invalid_input' &&
  Object.keys(error.fields).some((field) => field.startsWith('filters.'))

/** Returns whether the server may have made a change although its reply got lost. */
export const isReplyLost = (error: unknown): boolean =>
  error instanceof CallError && [0, 502, 504].includes(error.status)

const temporaryStatuses = [0, 401, 408, 429]

/** Returns whether a call failed for a reason that has nothing to do with its input, so that it may succeed later. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof CallError && (error.status >= 500 || temporaryStatuses.includes(error.status))

/** Returns the stored object that came with the refusal of a stale save, or null. `call` has checked it. */
export function conflictingState<Thing>(error: unknown): Thing | null {
  if (!(error instanceof CallError) || error.code !== 'conflict') return null
  return (error.current as Thing | undefined) ?? null
}

const networkMessage = "The server couldn't be reached. Check your connection and try again."

/** The message for a change, which may have been made. */
export const lostReplyMessage =
  "The server couldn't be reached, or its reply got lost. Check your connection and try again."

/** Returns the error of a call without a reply. A browser that knows it is offline has sent nothing. */
export const networkError = (mayHaveChanged = false) =>
  new CallError({
    code: 'network',
    message: mayHaveChanged ? lostReplyMessage : networkMessage,
    isUnconfirmed: mayHaveChanged,
  })

/** Returns the error when another tab has signed in a different user since the page loaded. */
export const otherPersonError = (email: string) =>
  new CallError({
    code: 'not_allowed',
    status: 403,
    message: `Nothing was saved: you signed in as ${email} in another tab. Sign in again as the person this page belongs to, or reload the page.`,
  })

/** Returns the error when someone signs in over a page with another account, such as with its passkey. */
export const otherAccountError = (email: string) =>
  new CallError({
    code: 'not_allowed',
    status: 403,
    message: `You signed in as ${email}, but this page belongs to another account. Sign in with that account, or reload the page.`,
  })

export const signedOutError = () =>
  new CallError({
    code: 'not_signed_in',
    status: 401,
    message: "You're signed out. Sign in and try again. What you typed is still on this page.",
  })

const toText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined

const toTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((each) => toText(each) ?? []) : []

const isMessages = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

function toFields(value: unknown): Record<string, string[]> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const fields: Record<string, unknown> = { ...value }
  return Object.values(fields).every(isMessages) ? (fields as Record<string, string[]>) : undefined
}

/** Reads an error reply with any part missing, because it may come from a proxy or a server of another version. */
function readErrorReply(body: unknown) {
  const reply: Record<string, unknown> = typeof body === 'object' ? { ...body } : {}
  const { code, message, errors, fields, current, methods, request_id } = reply
  return {
    code: errorCodes.find((known) => known === code),
    message: toText(message),
    errors: toTexts(errors),
    fields: toFields(fields),
    current,
    methods: confirmationMethods.filter((known) => toTexts(methods).includes(known)),
    requestId: toText(request_id),
  }
}

const busyMessage = 'The server is busy. Wait a minute and try again.'

/** The messages for replies without one, which come from a proxy. */
const proxyMessages: Partial<Record<number, string>> = {
  413: 'This is too large for the server.',
  429: busyMessage,
  502: lostReplyMessage,
  503: busyMessage,
  504: lostReplyMessage,
}

function codeFor(status: number): ErrorCode {
  if (status === 502 || status === 504) return 'unavailable'
  return errorCodes.find((code) => errorStatus[code] === status) ?? 'internal'
}

/** What is known about a reply apart from its status and body. */
interface ReplyContext {
  lastPage?: number | null
  requestId?: string | null
  isUnconfirmed?: boolean
}

/** Returns the error for a refused call, whether our server or a proxy replied. */
export function errorFromReply(
  status: number,
  body: unknown,
  { lastPage = null, requestId = null, isUnconfirmed = false }: ReplyContext = {},
): CallError {
  const { code = codeFor(status), errors, fields, current, methods, ...reply } = readErrorReply(body)
  const message = reply.message ?? errors[0]
  return new CallError({
    code,
    status,
    message: message ?? proxyMessages[status] ?? `The server answered with an error (${status}). Try again.`,
    isGeneric: message === undefined,
    errors,
    fields,
    current,
    methods,
    requestId: reply.requestId ?? requestId,
    lastPage,
    isUnconfirmed,
  })
}
