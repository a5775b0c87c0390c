import { mayActOnApp } from '@trestle/domain/access/roles.ts'
import { lastDays, type CallCount } from '@trestle/domain/metrics/rules.ts'
import { appAddress } from '@trestle/domain/routes.ts'
import { formatNumber } from '@trestle/domain/text/formatNumber.ts'
import { byPerson } from '../access/actor.ts'
import { peopleOn } from '../access/authorizedApp.ts'
import { isAppOpen, nameOfApp } from '../access/references.ts'
import type { Tx } from '../db/schema.ts'
import { reopenEach, type JobHandler, type JobPayload } from '../jobs/kinds.ts'
import { maxAttachmentBytes, sendEmail, type OutgoingEmail } from '../mail/send.ts'
import { writeText } from '../mail/writeText.ts'
import type { Services } from '../services.ts'
import { csvText, type Cell } from '../text/csv.ts'
import { listCalls } from './store.ts'
import { changeReport, findNewestReport, lockReport, type UsageReportRow } from './usageReports/store.ts'

const header = ['Date', 'Response Code', 'HTTP Method', 'Normalized Route', 'Count']

const toCells = (row: Omit<CallCount, 'developer_app_id'>): Cell[] => [
  row.day,
  row.response_code,
  row.http_method,
  row.normalized_route,
  row.count,
]

/** How many rows a report can have, which is about as many as fit into an email. */
const maxRows = 100_000

/**
 * Builds a requested report and emails it. Emails the requester about the failure after the last failed attempt, or if
 * the report doesn't fit into an email.
 */
export const sendUsageReport: JobHandler<'usageReport.send'> = {
  run: (services, { usage_report_id }) => finishReport(services, usage_report_id, reportEmail),
  giveUp: (services, { usage_report_id }) => finishReport(services, usage_report_id, failureEmail),
  reopen: reopenEach(reopen),
}

/** Makes a failed report pending again, unless a newer one was requested. */
async function reopen(
  tx: Tx,
  _now: Date,
  { usage_report_id: id }: JobPayload<'usageReport.send'>,
): Promise<boolean> {
  const report = await lockReport(tx, id)
  if (report?.state !== 'failed') return false
  const newest = await findNewestReport(tx, report.developer_app_id)
  if (newest?.id !== id) return false
  await changeReport(tx, id, { state: 'generating', finished_at: null })
  return true
}

type Write = (tx: Tx, services: Services, report: UsageReportRow, appName: string) => Promise<OutgoingEmail>

/**
 * Finds the current address of the requester if they may still see the report, which can wait or be retried days later.
 */
async function findRecipient(
  tx: Tx,
  { developer_app_id: appId, requested_by }: UsageReportRow,
): Promise<string | undefined> {
  const people = await peopleOn(tx, { id: appId })
  const requester = people.find(({ developer_id }) => developer_id === requested_by)
  if (!requester || !mayActOnApp(requester.role, 'usageReport.request')) return undefined
  return (await isAppOpen(tx, appId)) ? requester.email : undefined
}

/**
 * Ends the report and sends its email in one transaction, so that a repeated run changes nothing. Someone who has left
 * the app gets no email.
 */
async function finishReport(services: Services, id: number, write: Write): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const requested = await lockReport(tx, id)
    if (requested?.state !== 'generating') return
    const now = services.now()
    const recipient = await findRecipient(tx, requested)
    if (recipient === undefined) return changeReport(tx, id, { state: 'failed', finished_at: now })
    const report = { ...requested, recipient }
    const appName = await nameOfApp(tx, report.developer_app_id)
    const email = await write(tx, services, report, appName)
    const mailId = await sendEmail(tx, byPerson(report.requested_by), now, email)
    const outcome =
      email.kind === 'usage_report'
        ? { state: 'sent' as const, mail_id: mailId ?? null }
        : { state: 'failed' as const }
    await changeReport(tx, id, { ...outcome, recipient, finished_at: now })
  })
}

const reportEmail: Write = async (tx, services, report, appName) => {
  // Relative to the request, however long the job waited.
  const days = lastDays(Date.parse(report.requested_at))
  const rows = await listCalls(tx, report.developer_app_id, days, maxRows + 1)
  if (rows.length > maxRows) return tooLargeEmail(services, report, appName)
  const content = Buffer.from(csvText([header, ...rows.map(toCells)]))
  if (content.length > maxAttachmentBytes) return tooLargeEmail(services, report, appName)
  const counted =
    rows.length === 0
      ? 'The platform reported no API calls by the app in this period, so the file contains only its header.'
      : 'The file has one row for each day, response code, HTTP method and route, with the number of calls.'
  return {
    kind: 'usage_report',
    recipient: report.recipient,
    subject: `API usage report of ${appName}`,
    body: writeText(
      'Hello,',
      `Here is the API usage report that you requested for your app ${appName}. It counts the calls from ${days.from} to ${days.to}, by day in UTC. The last day is counted up to the time of the report.`,
      counted,
    ),
    attachments: [
      {
        filename: `api-usage-${report.developer_app_id}-${days.from}-to-${days.to}.csv`,
        content_type: 'text/csv; charset=utf-8',
        content,
      },
    ],
  }
}

const failureEmail: Write = (_tx, { settings }, report, appName) =>
  Promise.resolve({
    kind: 'usage_report_failed',
    recipient: report.recipient,
    subject: `The API usage report of ${appName} couldn't be generated`,
    body: writeText(
      'Hello,',
      `We couldn't generate the API usage report that you requested for your app ${appName}. You can request it again right away:`,
      `${settings.PUBLIC_URL}${appAddress(report.developer_app_id, 'metrics')}`,
    ),
  })

const tooLargeEmail = (
  { settings }: Pick<Services, 'settings'>,
  report: UsageReportRow,
  appName: string,
): OutgoingEmail => ({
  kind: 'usage_report_failed',
  recipient: report.recipient,
  subject: `The API usage report of ${appName} is too large for an email`,
  body: writeText(
    'Hello,',
    `We couldn't email you the API usage report that you requested for your app ${appName}, because it is larger than ${formatNumber(maxRows)} rows or ${maxAttachmentBytes / 1_000_000} MB. Contact us for the numbers that you need:`,
    settings.SUPPORT_URL,
  ),
})
