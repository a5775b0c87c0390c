import { dayMs } from '@trestle/domain/time/durations.ts'
import { retainFailedMs } from '../jobs/cleanUpJobs.ts'
import { deleteInBatches } from '../retention/deleteInBatches.ts'
import type { Services } from '../services.ts'
import { windowMs } from './limit.ts'
import { deleteSentEmails, deleteUnsendableEmails, deleteWindowsBefore } from './store.ts'

const retainSentMs = 30 * dayMs

export async function cleanUpEmails({ db, now }: Services): Promise<void> {
  const at = now().getTime()
  const sentBefore = new Date(at - retainSentMs)
  const unsentBefore = new Date(at - retainFailedMs)
  const startedBefore = new Date(at - windowMs)
  await deleteInBatches([
    (limit) => deleteSentEmails(db, sentBefore, limit),
    (limit) => deleteUnsendableEmails(db, unsentBefore, limit),
    (limit) => deleteWindowsBefore(db, startedBefore, limit),
  ])
}
