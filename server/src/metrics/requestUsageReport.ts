import type { UsageReport, UsageReportStatus } from '@trestle/domain/metrics/contract.ts'
import { cooldownLeftMs, tooEarly } from '@trestle/domain/metrics/rules.ts'
import { reportsAreOff } from '@trestle/domain/notificationPreferences/rules.ts'
import type { Actor } from '../access/actor.ts'
import { loadAppFor, lockAppFor } from '../access/authorizedApp.ts'
import { recordAudit } from '../audit/record.ts'
import { RefusalError, refusalError } from '../errors.ts'
import type { Tx } from '../db/schema.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { findPreferences } from '../notificationPreferences/findSubscriber.ts'
import type { Services } from '../services.ts'
import type { Settings } from '../settings.ts'
import { findNewestReport, insertReport, type UsageReportRow } from './usageReports/store.ts'

/** Refuses usage reports while their flag is off (USAGE-01, USAGE-02). */
function requireVisible({ API_USAGE_VISIBLE }: Settings): void {
  if (!API_USAGE_VISIBLE) throw refusalError('not_found', 'Usage report not found.')
}

function presentReport(row: UsageReportRow): UsageReport {
  const { id, developer_app_id, state, recipient, requested_at, finished_at, undelivered_at } = row
  return { id, developer_app_id, state, recipient, requested_at, finished_at, undelivered_at }
}

const toStatus = (row: UsageReportRow | undefined, now: Date): UsageReportStatus => ({
  report: row ? presentReport(row) : null,
  cooldown_ms: cooldownLeftMs(row ?? null, now.getTime()),
})

export async function usageReportStatus(
  { db, now, settings }: Services,
  actor: Actor,
  appId: number,
): Promise<UsageReportStatus> {
  requireVisible(settings)
  await loadAppFor(db, actor, appId, 'usageReport.request')
  return toStatus(await findNewestReport(db, appId), now())
}

/** Requests a report by email. Locks the app's row, so that the second of two concurrent requests is refused. */
export async function requestUsageReport(
  { db, now, settings }: Services,
  actor: Actor,
  appId: number,
): Promise<UsageReportStatus> {
  requireVisible(settings)
  return db.transaction().execute(async (tx) => {
    await lockAppFor(tx, actor, appId, 'usageReport.request')
    const at = now()
    requireCooledDown(await findNewestReport(tx, appId), at)
    await requireReportEmails(tx, actor)
    const report = await insertReport(tx, {
      developer_app_id: appId,
      requested_by: actor.id,
      recipient: actor.email,
      requested_at: at,
    })
    await recordAudit(tx, actor.audit, at, {
      action: 'usage_report.requested',
      subject: { type: 'usage_report', id: report.id },
      app_id: appId,
    })
    await enqueue(tx, at, {
      kind: 'usageReport.send',
      key: String(report.id),
      payload: { usage_report_id: report.id },
    })
    return toStatus(report, at)
  })
}

/** Reports are only sent by email, so someone who turned these emails off would wait in vain. */
async function requireReportEmails(tx: Tx, { id }: Actor): Promise<void> {
  const { reports } = await findPreferences(tx, id)
  if (reports === 'off') throw refusalError('conflict', reportsAreOff)
}

function requireCooledDown(last: UsageReportRow | undefined, now: Date): void {
  const leftMs = cooldownLeftMs(last ?? null, now.getTime())
  if (leftMs === 0) return
  throw new RefusalError({
    code: 'rate_limited',
    message: tooEarly(leftMs),
    retryAfterSeconds: Math.ceil(leftMs / 1000),
  })
}
