import {
  EngagementReportQuery,
  type AppInstallation,
  type EngagementReport,
  type ReportRange,
} from '@trestle/domain/metrics/contract.ts'
import { aggregateDays, firstDayFor, maxRecordsPerDay, pageOfDays } from '@trestle/domain/metrics/rules.ts'
import { stringifyBrackets } from '@trestle/domain/http/brackets.ts'
import { lastPageFor } from '@trestle/domain/http/paging.ts'
import type { Actor } from '../access/actor.ts'
import { loadAdminApp, loadAppFor } from '../access/authorizedApp.ts'
import type { EmbeddedData } from '../http/pages.ts'
import type { Services } from '../services.ts'
import {
  listInstallationDays,
  listRecordsOfDays,
  listViewDays,
  type InstallationRow,
} from './engagement/store.ts'
import { lastReportedAt } from './store.ts'

interface App {
  id: number
  internal_name: string
}

interface Reader {
  page: number
  range: ReportRange
  /** Whether to include the people who installed the app, which is for staff only (MET-12, MET-24). */
  withEmails: boolean
}

/** Returns the report's data: the counts of every day, and the records of one page of days. */
export async function reportEngagement(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { id, internal_name }: App,
  { page, range, withEmails }: Reader,
): Promise<EngagementReport> {
  const at = now()
  const [allViews, allInstallations, reported_at] = await Promise.all([
    listViewDays(db, id),
    listInstallationDays(db, id),
    lastReportedAt(db, id),
  ])
  const all = { views: allViews, installations: allInstallations }
  const days = pageOfDays(all, at.getTime(), page, range)
  const first = firstDayFor(range, at.getTime())
  const isInRange = ({ day }: { day: string }) => first === null || day >= first
  const views = allViews.filter(isInRange)
  const installations = allInstallations.filter(isInRange)
  const withRecords = days.rows.filter(({ records }) => records > 0).map(({ date }) => date)
  const rows = await listRecordsOfDays(db, id, withRecords, maxRecordsPerDay)
  return {
    developer_app_id: id,
    internal_name,
    range,
    app_installations: {
      rows: rows.map((row) => presentRecord(row, withEmails)),
      total_count: installations.reduce((sum, { records }) => sum + records, 0),
    },
    daily_app_installations_aggregates: aggregateDays(
      installations.map(({ day, installations: count }) => ({ day, count })),
    ),
    daily_marketplace_app_views_aggregates: aggregateDays(views),
    days,
    reported_at,
    generated_at: at.toISOString(),
  }
}

const presentRecord = (row: InstallationRow, withEmails: boolean): AppInstallation => ({
  id: row.id,
  company_name: row.company_name,
  company_is_demo: row.company_is_demo,
  ...(withEmails && { user_email_address: row.user_email }),
  procore_updated_at: row.occurred_at,
  status: row.status,
})

type FindApp = (services: Services, actor: Actor, appId: number) => Promise<App>

/** Embeds the report's data. A page beyond the last, from an old link, becomes the last one. */
function embed(name: EmbeddedData['page'], find: FindApp, withEmails: boolean): EmbeddedData {
  return {
    page: name,
    access: 'signedIn',
    load: async (services, actor, { params, query, address }) => {
      const app = await find(services, actor, Number(params['id']))
      const { page, range } = EngagementReportQuery.parse(query)
      const report = await reportEngagement(services, app, { page, range, withEmails })
      const last = lastPageFor(report.days.total_count, report.days.per_page)
      if (page <= last) return { data: report }
      const lastPage = stringifyBrackets({ range: range === 'all' ? undefined : range, page: last })
      return { redirect: `${address}?${lastPage}` }
    },
  }
}

/** The developer's and the staff's page, each with its data embedded (MET-19, MET-20, MET-27). */
export const engagementPages: EmbeddedData[] = [
  embed(
    'engagementReport',
    async ({ db }, actor, id) => (await loadAppFor(db, actor, id, 'metrics.view')).app,
    false,
  ),
  embed('adminEngagementReport', ({ db }, actor, id) => loadAdminApp(db, actor, id), true),
]
