import { RefusalError } from './errors.ts'
import type { Settings } from './settings.ts'

/** Refuses what a program's call would have to store during maintenance. */
export function refuseDuringMaintenance({ READ_ONLY }: Pick<Settings, 'READ_ONLY'>): void {
  if (!READ_ONLY) return
  throw new RefusalError({
    code: 'unavailable',
    message: 'Maintenance is in progress. Try again later.',
    retryAfterSeconds: 60,
  })
}
