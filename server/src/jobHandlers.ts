import { cleanUpAccounts } from './accounts/cleanUpAccounts.ts'
import { resetFactorsLater } from './accounts/factorResets/resetFactors.ts'
import { cleanUpAnalytics } from './analytics/cleanUpAnalytics.ts'
import { cleanUpAudit } from './audit/cleanUpAudit.ts'
import { cleanUpDrafts } from './drafts/cleanUpDrafts.ts'
import { cleanUpFiles } from './files/cleanUpFiles.ts'
import { deleteDroppedFile } from './files/deleteFile.ts'
import { heldEmailChecks } from './heldEmailChecks.ts'
import { cleanUpKeys } from './idempotency/cleanUpKeys.ts'
import { cleanUpJobs } from './jobs/cleanUpJobs.ts'
import type { JobHandlers } from './jobs/kinds.ts'
import { cleanUpMedia } from './listings/cleanUpMedia.ts'
import { cleanUpLists } from './lists/cleanUpLists.ts'
import { cleanUpEmails } from './mail/cleanUpEmails.ts'
import { deliverEmail } from './mail/deliver.ts'
import { sendDailyEmails } from './mail/sendDaily.ts'
import { sendDigest } from './mail/digest.ts'
import { cleanUpMarketplace } from './marketplace/cleanUpMarketplace.ts'
import { cleanUpMetrics } from './metrics/cleanUpMetrics.ts'
import { recordDelivery } from './metrics/recordDelivery.ts'
import { recountInstallations } from './metrics/recountInstallations.ts'
import { sendUsageReport } from './metrics/sendUsageReport.ts'
import { mailCritical } from './notifications/mailCritical.ts'
import { cleanUpPersonalTokens } from './personalTokens/cleanUpPersonalTokens.ts'
import { sendReminders } from './personalTokens/sendReminders.ts'
import { cleanUpOauth } from './oauth/cleanUpOauth.ts'
import { rotateDueKeys } from './oauth/keys/rotateKeys.ts'
import { cleanUpQuotas } from './quotas/cleanUpQuotas.ts'
import { buildSandbox } from './sandboxes/build.ts'
import { cleanUpSecurityEvents } from './securityEvents/cleanUpSecurityEvents.ts'

/** The handler of every kind of job in the product. */
export const jobHandlers: JobHandlers = {
  'account.cleanUp': { run: cleanUpAccounts },
  'analytics.cleanUp': { run: cleanUpAnalytics },
  'audit.cleanUp': { run: cleanUpAudit },
  'draft.cleanUp': { run: cleanUpDrafts },
  'factors.reset': resetFactorsLater,
  'file.cleanUp': { run: cleanUpFiles },
  'file.delete': deleteDroppedFile,
  'idempotency.cleanUp': { run: cleanUpKeys },
  'job.cleanUp': { run: cleanUpJobs },
  'list.cleanUp': { run: cleanUpLists },
  'mail.cleanUp': { run: cleanUpEmails },
  'mail.daily': { run: (services) => sendDailyEmails(services, heldEmailChecks) },
  'mail.deliver': recordDelivery(deliverEmail),
  'mail.digest': sendDigest,
  'marketplace.cleanUp': { run: cleanUpMarketplace },
  'media.cleanUp': { run: cleanUpMedia },
  'metrics.cleanUp': { run: cleanUpMetrics },
  'metrics.recount': recountInstallations,
  'notification.mail': mailCritical,
  'personalToken.cleanUp': { run: cleanUpPersonalTokens },
  'personalToken.remind': { run: sendReminders },
  'oauth.cleanUp': { run: cleanUpOauth },
  'oauth.rotateKeys': { run: rotateDueKeys },
  'quota.cleanUp': { run: cleanUpQuotas },
  'sandbox.build': buildSandbox,
  'securityEvent.cleanUp': { run: cleanUpSecurityEvents },
  'usageReport.send': sendUsageReport,
}
