import type { ManifestError } from '@trestle/domain/manifests/contract.ts'

/** What is known of the text in the editor (MAN-32). `unavailable`: the check itself failed (ERR-17). */
export type Validation =
  | { state: 'validating' }
  | { state: 'passed' }
  | { state: 'errors'; errors: readonly ManifestError[] }
  | { state: 'unavailable'; message: string }

export interface Check {
  text: string
  /** The text the last check was about: an older one until typing has paused for a second. */
  checkedText: string
  /** Why the text cannot be read at all: then the server is not asked. */
  unreadable: readonly ManifestError[]
  errors: readonly ManifestError[] | undefined
  failure: string | null
}

/** An answer about another text than the one on screen says nothing: it is being validated. */
export function toValidation({ text, checkedText, unreadable, errors, failure }: Check): Validation {
  if (text !== checkedText) return { state: 'validating' }
  if (unreadable.length > 0) return { state: 'errors', errors: unreadable }
  if (failure !== null) return { state: 'unavailable', message: failure }
  if (errors === undefined) return { state: 'validating' }
  return errors.length === 0 ? { state: 'passed' } : { state: 'errors', errors }
}

/** MAN-31, MAN-33 */
export const mayCreate = (validation: Validation): boolean => validation.state === 'passed'
