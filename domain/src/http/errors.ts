/** All error codes of the API, with their HTTP statuses. */
export const errorStatus = {
  malformed: 400,
  not_signed_in: 401,
  not_allowed: 403,
  confirmation_required: 403,
  terms_not_accepted: 403,
  not_found: 404,
  timed_out: 408,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  expectation_failed: 417,
  invalid_input: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

export const errorCodes = Object.keys(errorStatus) as ErrorCode[]

/** Why a rule refuses something: the HTTP layer's error reply, or the explanation next to a disabled button. */
export interface Refusal {
  code: ErrorCode
  message: string
  /** Messages by wire path, for forms. */
  fields?: Record<string, string[]>
}

export type Decision<T> = { ok: true; value: T } | { ok: false; refusal: Refusal }

/** Refuses with a message, which a form shows next to the field. */
export const refuse = (
  code: ErrorCode,
  message: string,
  field?: string,
): { ok: false; refusal: Refusal } => ({
  ok: false,
  refusal: { code, message, ...(field !== undefined && { fields: { [field]: [message] } }) },
})

/** Refuses a step until the caller has read this text and sends `{"confirmed": true}`. */
export const requireConfirmation = (message: string): Decision<never> =>
  refuse('conflict', message, 'confirmed')
