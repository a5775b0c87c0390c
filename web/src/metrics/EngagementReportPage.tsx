import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { EngagementReport as Report } from '@trestle/domain/metrics/contract.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { record } from '../http/analytics.ts'
import { embeddedRefusal } from '../http/embedded.ts'
import { embeddedData } from '../http/embeddedData.ts'
import { paths } from '../paths.ts'
import '../texts/metrics.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { TextLink } from '../ui/Link.tsx'
import { PageHeader, type Crumb } from '../ui/PageHeader.tsx'
import { EngagementReport } from './EngagementReport.tsx'
import { reportAddress } from './reportAddress.ts'
import { ReportRangeNav } from './ReportRangeNav.tsx'

interface ReportPageProps {
  report: Report
  crumbs: Crumb[]
  /** Address of the report without range and page. */
  address: string
  csvAddress: string
  onExport?: () => void
}

/** Shows the report with its heading, export and ranges. Each page of days is a separate document (MET-19). */
function ReportPage({ report, crumbs, address, csvAddress, onExport }: ReportPageProps) {
  const { t } = useTranslation()
  const { range } = report
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
            href={reportAddress(csvAddress, { range })}
            onClick={onExport}
            leftSection={<IconDownload size="1.125rem" aria-hidden />}
          >
            {t('metrics.engagementReport.export')}
          </Button>
        }
      />
      <ReportRangeNav address={address} range={range} />
      <EngagementReport
        report={report}
        onPage={(page) => window.location.assign(`${reportAddress(address, { range, page })}#days`)}
      />
    </>
  )
}

const useServedReport = () => useState(() => embeddedData<Report>())[0]

/** Shows an app's report to its team (MET-01, MET-02, MET-20). */
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
      address={paths.engagementReport(id)}
      csvAddress={paths.installationsCsv(id)}
      onExport={() =>
        record('developers.app_metrics.export_csv.clicked', {
          developer_app_id: id,
          developer_app_name: name,
        })
      }
    />
  )
}

/** Shows the report to platform admins, including who installed the app (MET-02, MET-24). */
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
      address={paths.adminEngagementReport(id)}
      csvAddress={paths.adminInstallationsCsv(id)}
    />
  )
}

/** Tells guests of the app that they may not see the report. Everyone else gets the not-found page. */
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
