import { retainAnswersMs, retainChecksMs } from '@trestle/domain/quotas/rules.ts'
import { deleteInBatches } from '../retention/deleteInBatches.ts'
import type { Services } from '../services.ts'
import { deleteOldAnswers, deleteOldChecks, deleteOldCounters } from './checks/store.ts'

/** Deletes the checks and answers that no preview or retry needs anymore. */
export async function cleanUpQuotas({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const at = now().getTime()
  const answersBefore = new Date(at - retainAnswersMs)
  const checksBefore = Math.floor((at - retainChecksMs) / 1000)
  await deleteInBatches([
    (limit) => deleteOldAnswers(db, answersBefore, limit),
    (limit) => deleteOldChecks(db, checksBefore, limit),
    (limit) => deleteOldCounters(db, checksBefore, limit),
  ])
}
