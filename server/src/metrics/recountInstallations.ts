import type { JobHandler } from '../jobs/kinds.ts'
import { lockRetainedSince, readRetainedSince } from '../retention/readRetainedSince.ts'
import type { Services } from '../services.ts'
import {
  listCountedApps,
  listMiscountedDays,
  lockRecordsFor,
  replaceInstallationDays,
} from './engagement/store.ts'

/**
 * Recounts the daily installations of every app from its records. Each batch already updates them, so nothing should
 * differ. Any difference is corrected and logged as an error. Days whose records were deleted keep their counts.
 */
export const recountInstallations: JobHandler<'metrics.recount'> = {
  run: async (services) => {
    for (const appId of await listCountedApps(services.db)) {
      await recount(services, appId)
    }
  },
}

async function recount({ db, log }: Services, appId: number): Promise<void> {
  const since = await readRetainedSince(db, 'events')
  const days = await listMiscountedDays(db, appId, since)
  if (days.length === 0) return
  log.error({ app: appId, days }, 'daily installations differed from their records and were counted again')
  await db.transaction().execute(async (tx) => {
    // In the same order as a batch, so that the two can't deadlock.
    const retainedSince = await lockRetainedSince(tx, 'events')
    await lockRecordsFor(tx, appId)
    await replaceInstallationDays(tx, appId, retainedSince)
  })
}
