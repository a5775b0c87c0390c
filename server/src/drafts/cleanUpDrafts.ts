import { dayMs } from '@trestle/domain/time/durations.ts'
import { deleteInBatches } from '../retention/deleteInBatches.ts'
import type { Services } from '../services.ts'
import { deleteDraftsBefore } from './store.ts'

/** How long a draft is retained after its last change. */
const draftLifetimeMs = 90 * dayMs

export async function cleanUpDrafts({ db, now }: Services): Promise<void> {
  const before = new Date(now().getTime() - draftLifetimeMs)
  await deleteInBatches([(limit) => deleteDraftsBefore(db, before, limit)])
}
