import { InstallationExportQuery, type ReportRange } from '@trestle/domain/metrics/contract.ts'
import { firstDayFor } from '@trestle/domain/metrics/rules.ts'
import { utcDay } from '@trestle/domain/time/days.ts'
import { loadAdminApp, loadAppFor } from '../access/authorizedApp.ts'
import { recordExport } from '../audit/recordExport.ts'
import type { Download, DownloadedFile } from '../http/downloads.ts'
import { inBatches } from '../lists/inBatches.ts'
import type { Services } from '../services.ts'
import { csvStream } from '../text/csv.ts'
import { listRecordsAfter, type InstallationRow } from './engagement/store.ts'

const statusLabels = { installed: 'Installed', uninstalled: 'Uninstalled' } as const

const toCells = (row: InstallationRow, withEmails: boolean): string[] => [
  row.company_name,
  row.company_is_demo ? 'Yes' : 'No',
  ...(withEmails ? [row.user_email ?? ''] : []),
  row.occurred_at,
  statusLabels[row.status],
]

/** Returns the export for the same days as the report, with the columns of MET-26. */
async function exportInstallations(
  { db, now }: Services,
  appId: number,
  { range, withEmails }: { range: ReportRange; withEmails: boolean },
): Promise<DownloadedFile> {
  const firstDay = firstDayFor(range, now().getTime())
  const batches = inBatches(
    (last: InstallationRow | undefined, limit) => listRecordsAfter(db, appId, { last, firstDay, limit }),
    (row) => toCells(row, withEmails),
  )
  const header = ['Company Name', 'Demo', ...(withEmails ? ['User Email'] : []), 'Updated At', 'Status']
  return {
    filename: `installations-${appId}-${utcDay(now().getTime())}.csv`,
    contentType: 'text/csv; charset=utf-8; header=present',
    content: await csvStream({ header, batches }),
  }
}

/** The developer's and the staff's export (MET-21, MET-25). */
export const installationExports: Download<{ range: ReportRange }>[] = [
  {
    path: '/developer_apps/:id/installations.csv',
    query: InstallationExportQuery,
    open: async (services, { actor, id, query: { range } }) => {
      const { app } = await loadAppFor(services.db, actor, id, 'metrics.view')
      return exportInstallations(services, app.id, { range, withEmails: false })
    },
  },
  {
    path: '/admin/developer_apps/:id/engagement_report/installations.csv',
    query: InstallationExportQuery,
    open: async (services, { actor, id, query: { range } }) => {
      const app = await loadAdminApp(services.db, actor, id)
      const file = await exportInstallations(services, app.id, { range, withEmails: true })
      await recordExport(services, actor.audit, { filename: file.filename, query: { range }, appId: app.id })
      return file
    },
  },
]
