import { deleteDroppedFile } from '../files/deleteFile.ts'
import { deliverMail } from '../mail/deliver.ts'
import { sendDigest } from '../mail/digest.ts'
import { recountInstallations } from '../metrics/recountInstallations.ts'
import { sendUsageReport } from '../metrics/sendUsageReport.ts'
import { mailCritical } from '../notifications/mailCritical.ts'
import { buildSandbox } from '../sandboxes/build.ts'
import type { JobHandlers } from './kinds.ts'

/** Lists every kind of job in the product. */
export const jobHandlers: JobHandlers = {
  'file.delete': deleteDroppedFile,
  'mail.deliver': deliverMail,
  'mail.digest': sendDigest,
  'metrics.recount': recountInstallations,
  'sandbox.build': buildSandbox,
  'usageReport.send': sendUsageReport,
  'notification.mail': mailCritical,
}
