import { RefusalError } from '../errors.ts'
import type { Services } from '../services.ts'

/** Refuses what would have to be stored during maintenance. */
export function refuseChange({ READ_ONLY }: Services['settings']): void {
  if (!READ_ONLY) return
  throw new RefusalError({
    code: 'unavailable',
    message: 'Maintenance is in progress. Try again later.',
    retryAfterSeconds: 60,
  })
}
