import { dayMs } from '@trestle/domain/time/durations.ts'
import { deleteInBatches } from '../retention/deleteInBatches.ts'
import type { Services } from '../services.ts'
import { windowMs } from './limit.ts'
import { deleteSentMails, deleteWindowsBefore } from './store.ts'

const retainSentMs = 30 * dayMs

export async function cleanUpMails({ db, now }: Services): Promise<void> {
  const sentBefore = new Date(now().getTime() - retainSentMs)
  const startedBefore = new Date(now().getTime() - windowMs)
  await deleteInBatches([
    (limit) => deleteSentMails(db, sentBefore, limit),
    (limit) => deleteWindowsBefore(db, startedBefore, limit),
  ])
}
