import { staffAddresses } from './accounts/addresses.ts'
import type { HeldEmailCheck, HeldEmailChecks } from './mail/sendDaily.ts'
import { checkHeldReports } from './metrics/checkHeldReports.ts'
import { checkHeldAnnouncements } from './notifications/checkHeldAnnouncements.ts'

const forStaff: HeldEmailCheck = async (tx, { email }, emails) =>
  (await staffAddresses(tx)).includes(email) ? emails : []

/** Decides which emails that waited for the daily email are still sent, by their kind. */
export const heldEmailChecks: HeldEmailChecks = {
  critical_notification: checkHeldAnnouncements,
  listing_submitted: forStaff,
  usage_report: checkHeldReports,
  version_submitted: forStaff,
}
