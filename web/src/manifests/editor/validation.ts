import type { EditorError } from './readErrors.ts'

/** The validation state of the editor's text (MAN-32). `unavailable`: the check itself failed (ERR-17). */
export type Validation =
  | { state: 'validating' }
  | { state: 'passed' }
  | { state: 'errors'; errors: readonly EditorError[] }
  | { state: 'unavailable'; message: string }

export interface Check {
  text: string
  /** The text of the last check, which lags behind until typing has paused for a second. */
  checkedText: string
  /** Why the text can't be read at all, in which case the server is not called. */
  unreadable: readonly EditorError[]
  errors: readonly EditorError[] | undefined
  failure: string | null
}

/** Returns the validation state; a reply about an older text counts as still validating. */
export function toValidation({ text, checkedText, unreadable, errors, failure }: Check): Validation {
  if (text !== checkedText) return { state: 'validating' }
  if (unreadable.length > 0) return { state: 'errors', errors: unreadable }
  if (failure !== null) return { state: 'unavailable', message: failure }
  if (errors === undefined) return { state: 'validating' }
  return errors.length === 0 ? { state: 'passed' } : { state: 'errors', errors }
}

/** Allows creating a version only after the validation has passed (MAN-31, MAN-33). */
export const mayCreate = (validation: Validation): boolean => validation.state === 'passed'
