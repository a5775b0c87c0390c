import type { TFunction } from 'i18next'

/** The user-visible description of anything that failed. A `UserError` is one. */
export interface Failure {
  message: string
  errors?: string[]
  requestId?: string | null
  status?: number
  /** The reply had no message of its own, so a screen may show a more specific text. */
  isGeneric?: boolean
  /** Only a reload of the page helps. */
  mustReload?: boolean
  /** The reply to a change got lost, so no title may say that the change wasn't made. */
  isUnconfirmed?: boolean
}

/** An error whose message is written for users. Any other error is unexpected, and its message is for developers. */
export class UserError extends Error {
  /** Only a reload of the page helps. */
  readonly mustReload: boolean = false
}

/** The message users see for an unexpected error. */
export const unexpectedMessage = 'Something went wrong on this page. Reload the page and try again.'

/** A failure with the messages of each refused field. */
export type FormFailure = Failure & { fields?: Record<string, string[]> }

/** Converts anything thrown into a failure to show. */
export const toFailure = (error: unknown): FormFailure =>
  error instanceof UserError ? error : { message: unexpectedMessage }

/**
 * Returns the title of a failed change. The usual one says that the change wasn't made, which is unknown if its reply got
 * lost.
 */
export const failureTitle = <Title extends string | undefined>(
  t: TFunction,
  failure: Failure | null | undefined,
  title: Title,
): Title | string => (title !== undefined && failure?.isUnconfirmed ? t('ui.unconfirmedTitle') : title)

/** Normalizes paths: `contacts[0][name]` and `contacts.0.name` are the same field. */
const dotted = (path: string) => path.replaceAll(/\[(\w+)\]/g, '.$1')

/** Returns a failure's messages, even when it has no list of them (ERR-13, ERR-15). */
export const toMessages = ({ errors = [], message }: Failure): string[] =>
  errors.length > 0 ? errors : [message]

/** Splits a refusal into messages for this form's fields and the rest for the banner. */
export function splitFailure(
  failure: FormFailure,
  known: string[],
): { fields: Record<string, string>; rest: Failure | null } {
  const entries = Object.entries(failure.fields ?? {}).map(
    ([path, messages]) => [dotted(path), messages] as const,
  )
  const mine = entries.filter(([path]) => known.includes(path))
  const fields = Object.fromEntries(mine.map(([path, messages]) => [path, messages.join(', ')]))
  const shown = new Set(mine.flatMap(([, messages]) => messages))
  const left = toMessages(failure).filter((message) => !shown.has(message))
  if (mine.length > 0 && left.length === 0) return { fields, rest: null }
  // The message of an error isn't copied with its other properties.
  return { fields, rest: { ...failure, message: failure.message, errors: left } }
}
