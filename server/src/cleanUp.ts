import { cleanUpAccounts } from './accounts/cleanUpAccounts.ts'
import { cleanUpAudit } from './audit/cleanUpAudit.ts'
import { purgeOldDrafts } from './drafts/purgeOldDrafts.ts'
import { cleanUpFiles } from './files/cleanUpFiles.ts'
import { cleanUpMedia } from './listings/cleanUpMedia.ts'
import { cleanUpLists } from './lists/cleanUpLists.ts'
import { cleanUpMails } from './mail/cleanUpMails.ts'
import { purgeExpiredSalts } from './marketplace/purgeExpiredSalts.ts'
import { cleanUpMetrics } from './metrics/cleanUpMetrics.ts'
import { cleanUpQuotas } from './quotas/cleanUpQuotas.ts'
import type { Services } from './services.ts'

/** Deletes expired data, feature by feature. The job runner calls it once an hour. */
export async function cleanUp(services: Services): Promise<void> {
  await cleanUpAccounts(services)
  await cleanUpMails(services)
  await cleanUpMedia(services)
  await cleanUpFiles(services)
  await cleanUpMetrics(services)
  await purgeExpiredSalts(services)
  await cleanUpLists(services)
  await cleanUpAudit(services)
  await cleanUpQuotas(services)
  await purgeOldDrafts(services)
}
