import { usePageAge } from '../../ui/useNow.ts'
import type { Sending } from './useUploads.ts'

/** The time after which the page asks the user to stay (MEDIA-12). */
const longUploadMs = 5000

/** Returns whether one of the uploads has been running for long. */
export function useIsLongUpload(list: readonly Sending[]): boolean {
  const now = usePageAge(list.some(({ error }) => error === null))
  return list.some(({ error, startedAt }) => error === null && now - startedAt >= longUploadMs)
}
