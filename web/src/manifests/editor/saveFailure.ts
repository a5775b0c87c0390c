import type { ManifestError } from '@trestle/domain/manifests/contract.ts'
import { highestSemanticVersion } from '@trestle/domain/manifests/numbers.ts'
import { type FormFailure, toMessages } from '../../ui/failure.ts'

/** Returns the errors of a refused save by path: its field names are JSON pointers. */
export const refusedPaths = ({ fields = {} }: FormFailure): ManifestError[] =>
  Object.entries(fields)
    .filter(([path]) => path === '' || path.startsWith('/'))
    .flatMap(([path, messages]) => messages.map((message) => ({ path, message })))

type SaveFailure = { location: 'number'; message: string } | { location: 'banner'; messages: string[] }

/** ERR-25 */
const defaultNumberError = (existing: readonly (string | null)[]) => {
  const highest = highestSemanticVersion(existing)
  return `This version number can't be used. Choose one higher than ${highest ?? '0.0.0'}.`
}

/**
 * Returns where a refused save is shown: only the first error of the number appears next to it (MAN-36, ERR-24), the
 * rest under the text of ERR-23.
 */
export function toSaveFailure(failure: FormFailure, existing: readonly (string | null)[]): SaveFailure {
  const details = failure.fields?.['semantic_version']
  if (details) return { location: 'number', message: details[0] ?? defaultNumberError(existing) }
  return { location: 'banner', messages: toMessages(failure) }
}
