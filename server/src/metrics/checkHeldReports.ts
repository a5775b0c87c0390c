import { mayActOnApp } from '@trestle/domain/access/roles.ts'
import type { HeldEmailCheck } from '../mail/sendDaily.ts'
import { listReportsOfEmails } from './usageReports/store.ts'

/** Selects the reports among held emails that their requester may still see. */
export const checkHeldReports: HeldEmailCheck = async (tx, _recipient, emails) => {
  const reports = await listReportsOfEmails(
    tx,
    emails.map(({ id }) => id),
  )
  const refused = reports
    .filter(({ role }) => role === null || !mayActOnApp(role, 'usageReport.request'))
    .map(({ mail_id }) => mail_id)
  return emails.filter(({ id }) => !refused.includes(id))
}
