import { dayMs } from '@trestle/domain/time/durations.ts'
import { deleteInBatches } from '../retention/deleteInBatches.ts'
import type { Services } from '../services.ts'
import { deleteFinishedJobs } from './store.ts'

const retainDoneMs = 7 * dayMs
/** How long staff can retry a job that failed or was canceled. */
export const retainFailedMs = 90 * dayMs

export async function cleanUpJobs({ db, now }: Services): Promise<void> {
  const at = now().getTime()
  const doneBefore = new Date(at - retainDoneMs)
  const failedBefore = new Date(at - retainFailedMs)
  await deleteInBatches([
    (limit) => deleteFinishedJobs(db, ['done'], doneBefore, limit),
    (limit) => deleteFinishedJobs(db, ['failed', 'canceled'], failedBefore, limit),
  ])
}
