import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { EngagementReport as Report } from '@trestle/domain/metrics/contract.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { record } from '../http/analytics.ts'
import { embeddedData, embeddedRefusal } from '../http/embedded.ts'
import { paths } from '../paths.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { TextLink } from '../ui/Link.tsx'
import { PageHeader, type Crumb } from '../ui/PageHeader.tsx'
import { EngagementReport } from './EngagementReport.tsx'

interface ReportPageProps {
  report: Report
  crumbs: Crumb[]
  csvHref: string
  onExport?: () => void
  onPage: (page: number) => void
}

/** The report's heading, its export, and the report. */
function ReportPage({ report, crumbs, csvHref, onExport, onPage }: ReportPageProps) {
  const { t } = useTranslation()
  const title = t('metrics.engagementReport.title')
  return (
    <>
      <PageHeader
        title={title}
        documentTitle={[title, report.internal_name]}
        crumbs={[...crumbs, { label: title }]}
        description={t('metrics.engagementReport.description', { name: report.internal_name })}
        actions={
          <Button
            component="a"
            href={csvHref}
            onClick={onExport}
            leftSection={<IconDownload size={18} aria-hidden />}
          >
            {t('metrics.engagementReport.export')}
          </Button>
        }
      />
      <EngagementReport report={report} onPage={onPage} />
    </>
  )
}

const useServedReport = () => useState(() => embeddedData(Report))[0]

/** Each page of days is a document of its own: its data comes with it (MET-19). */
const goToPage = (address: string) => (page: number) =>
  window.location.assign(page === 1 ? `${address}#days` : `${address}?page=${page}#days`)

/** An app's report for its people (MET-01, MET-02, MET-20). */
export function EngagementReportPage() {
  return embeddedRefusal() ? <ForGuests /> : <DeveloperReport />
}

function DeveloperReport() {
  const { t } = useTranslation()
  const report = useServedReport()
  const { developer_app_id: id, internal_name: name } = report
  return (
    <ReportPage
      report={report}
      crumbs={[
        { label: t('metrics.engagementReport.apps'), href: paths.apps() },
        { label: name, href: paths.app(id) },
      ]}
      csvHref={paths.installationsCsv(id)}
      onExport={() =>
        record('developers.app_metrics.export_csv.clicked', {
          developer_app_id: id,
          developer_app_name: name,
        })
      }
      onPage={goToPage(paths.engagementReport(id))}
    />
  )
}

/** The same report for platform admins, who are also told who installed the app (MET-02, MET-24). */
export function AdminEngagementReportPage() {
  const { t } = useTranslation()
  const report = useServedReport()
  const { developer_app_id: id, internal_name: name } = report
  return (
    <ReportPage
      report={report}
      crumbs={[
        { label: t('metrics.engagementReport.apps'), href: paths.adminApps() },
        { label: name, href: paths.adminApp(id) },
      ]}
      csvHref={paths.adminInstallationsCsv(id)}
      onPage={goToPage(paths.adminEngagementReport(id))}
    />
  )
}

/** Guests of the app learn that the report is for others; to everybody else it does not exist. */
function ForGuests() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader
        title={t('metrics.engagementReport.title')}
        crumbs={[
          { label: t('metrics.engagementReport.apps'), href: paths.apps() },
          { label: t('metrics.engagementReport.title') },
        ]}
      />
      <EmptyState
        kind="not-allowed"
        title={t('metrics.engagementReport.guests')}
        detail={t('metrics.engagementReport.guestsDetail')}
      >
        <TextLink href={paths.apps()}>{t('metrics.engagementReport.backToApps')}</TextLink>
      </EmptyState>
    </>
  )
}
