import { labelFor } from '@trestle/domain/http/problems.ts'
import { RefusalError } from '../errors.ts'

interface Code {
  /** Where the request has it: `filters.kind`. */
  path: string
  value: string | undefined
  /** The codes of this release. */
  known: object
  /** Replaces the known codes in the message, if they are too many for it. */
  choices?: string
  /** Returns whether a row has it: those of another release may have codes that this one doesn't know. */
  isStored: (value: string) => Promise<boolean>
}

/** Refuses a code to select rows by that no release has stored and this one never will, such as a misspelled one. */
export async function refuseUnknown({ path, value, known, choices, isStored }: Code): Promise<void> {
  if (!value || Object.hasOwn(known, value) || (await isStored(value))) return
  const message = `${labelFor(path)} must be one of ${choices ?? Object.keys(known).join(', ')}`
  throw new RefusalError({ code: 'invalid_input', message, fields: { [path]: [message] } })
}
