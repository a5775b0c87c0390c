import { labelFor } from '@trestle/domain/http/problems.ts'
import { refusalError } from '../errors.ts'

interface FilterValue {
  /** The filter's path in the request, such as `filters.kind`. */
  path: string
  value: string | undefined
  /** The values that this release knows, as keys. */
  known: object
  /** Replaces the known values in the message if there are too many to list. */
  choices?: string
  /** Returns whether a row has the value: another release may have stored values that this one doesn't know. */
  isStored: (value: string) => Promise<boolean>
}

/** Refuses a filter's value that this release doesn't know and no row has, such as a misspelled one. */
export async function refuseUnknown({ path, value, known, choices, isStored }: FilterValue): Promise<void> {
  if (!value || Object.hasOwn(known, value) || (await isStored(value))) return
  const message = `${labelFor(path)} must be one of ${choices ?? Object.keys(known).join(', ')}`
  throw refusalError('invalid_input', message, path)
}
