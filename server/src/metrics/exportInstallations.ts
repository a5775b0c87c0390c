import { Readable } from 'node:stream'
import { EngagementReportQuery } from '@trestle/domain/metrics/contract.ts'
import { firstDayFor, utcDay } from '@trestle/domain/metrics/rules.ts'
import { adminAppFor, appFor } from '../access/appFor.ts'
import type { Db } from '../db/schema.ts'
import type { Download, DownloadedFile } from '../http/downloads.ts'
import type { Services } from '../services.ts'
import { csvPortions } from './csv.ts'
import { listRecordsAfter, type InstallationRow } from './engagement/store.ts'

const rowsPerPortion = 1000

const statusLabels = { installed: 'Installed', uninstalled: 'Uninstalled' } as const

interface Export {
  withEmails: boolean
  firstDay: string | null
}

/** Yields the records of an app, newest first, in portions that fit into memory. */
async function* readBatches(
  db: Db,
  appId: number,
  { withEmails, firstDay }: Export,
): AsyncGenerator<string[][]> {
  let last: InstallationRow | null = null
  while (true) {
    const rows: InstallationRow[] = await listRecordsAfter(db, appId, {
      last,
      firstDay,
      limit: rowsPerPortion,
    })
    yield rows.map((row) => toCells(row, withEmails))
    last = rows.at(-1) ?? null
    if (rows.length < rowsPerPortion) return
  }
}

const toCells = (row: InstallationRow, withEmails: boolean): string[] => [
  row.company_name,
  row.company_is_demo ? 'Yes' : 'No',
  ...(withEmails ? [row.user_email ?? ''] : []),
  row.occurred_at,
  statusLabels[row.status],
]

/** Returns the export for the same days as the report, with the columns of MET-26. */
function installationsCsv(
  { db, now }: Services,
  appId: number,
  { query, withEmails }: { query: unknown; withEmails: boolean },
): DownloadedFile {
  const { range } = EngagementReportQuery.parse(query)
  const firstDay = firstDayFor(range, now().getTime())
  const header = ['Company Name', 'Demo', ...(withEmails ? ['User Email'] : []), 'Updated At', 'Status']
  return {
    filename: `installations-${appId}-${utcDay(now().getTime())}.csv`,
    contentType: 'text/csv; charset=utf-8; header=present',
    content: Readable.from(csvPortions(header, readBatches(db, appId, { withEmails, firstDay }))),
  }
}

/** The developer's and the staff's export (MET-21, MET-25). */
export const installationExports: Download[] = [
  {
    path: '/developer_apps/:id/installations.csv',
    open: async (services, actor, appId, query) => {
      const { app } = await appFor(services.db, actor, appId, 'metrics.view')
      return installationsCsv(services, app.id, { query, withEmails: false })
    },
  },
  {
    path: '/admin/developer_apps/:id/engagement_report/installations.csv',
    open: async (services, actor, appId, query) => {
      const app = await adminAppFor(services.db, actor, appId)
      return installationsCsv(services, app.id, { query, withEmails: true })
    },
  },
]
