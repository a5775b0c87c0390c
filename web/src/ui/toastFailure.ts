import type { TFunction } from 'i18next'
import { failureTitle, toFailure } from './failure.ts'
import { toast } from './toast.ts'

/** Shows why a change failed. The title says what wasn't done. */
export function toastFailure(t: TFunction, error: unknown, title: string): void {
  const failure = toFailure(error)
  toast('error', failure.message, { title: failureTitle(t, failure, title) })
}
