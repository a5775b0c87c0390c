import { retainAnswersMs, retainChecksMs } from '@trestle/domain/quotas/rules.ts'
import type { Services } from '../services.ts'
import { deleteOldAnswers, deleteOldChecks } from './checks/store.ts'

/** Deletes the checks and answers that no preview or retry needs anymore. */
export async function cleanUpQuotas({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const at = now().getTime()
  await deleteOldAnswers(db, new Date(at - retainAnswersMs))
  await deleteOldChecks(db, Math.floor((at - retainChecksMs) / 1000))
}
