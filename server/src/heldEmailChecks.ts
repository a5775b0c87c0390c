import { staffAddresses } from './accounts/addresses.ts'
import type { HeldEmailCheck, HeldEmailChecks } from './mail/sendDaily.ts'
import { checkHeldReports } from './metrics/checkHeldReports.ts'

const forStaff: HeldEmailCheck = async (tx, { email }, emails) =>
  (await staffAddresses(tx)).includes(email) ? emails : []

/** Who may still read an email that waited for the daily email, by its kind. */
export const heldEmailChecks: HeldEmailChecks = {
  listing_submitted: forStaff,
  usage_report: checkHeldReports,
  version_submitted: forStaff,
}
