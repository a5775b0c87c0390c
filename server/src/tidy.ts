import { tidyAccounts } from './accounts/tidyAccounts.ts'
import { tidyAudit } from './audit/tidyAudit.ts'
import { purgeOldDrafts } from './drafts/purgeOldDrafts.ts'
import { tidyFiles } from './files/tidyFiles.ts'
import { tidyMedia } from './listings/tidyMedia.ts'
import { tidyLists } from './lists/tidyLists.ts'
import { tidyMails } from './mail/tidyMails.ts'
import { tidySalts } from './marketplace/tidySalts.ts'
import { tidyMetrics } from './metrics/tidyMetrics.ts'
import { tidyQuotas } from './quotas/tidyQuotas.ts'
import type { Services } from './services.ts'

/** Forgets what nobody needs any more, feature by feature; the job runner calls it once an hour. */
export async function tidy(services: Services): Promise<void> {
  await tidyAccounts(services)
  await tidyMails(services)
  await tidyMedia(services)
  await tidyFiles(services)
  await tidyMetrics(services)
  await tidySalts(services)
  await tidyLists(services)
  await tidyAudit(services)
  await tidyQuotas(services)
  await purgeOldDrafts(services)
}
