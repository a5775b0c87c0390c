import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import type { AdminAppTab as TabName } from '@trestle/domain/routes.ts'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { AdminAppFormState } from '../apps/useAdminAppForm.ts'
import { paths } from '../paths.ts'
import '../texts/adminApp.ts'
import { LinkButton } from '../ui/Link.tsx'
import { FormSkeleton } from '../ui/Skeletons.tsx'
import { Section } from '../ui/Section.tsx'
import { AdminGeneral, AdminListing, AdminSandbox } from './adminAppTabs.ts'

interface AdminAppTabProps {
  app: AdminDeveloperApp
  state: AdminAppFormState
  tab: TabName
}

/** Shows the tab of an app's admin page that the address names (AAPP-24 to AAPP-29). */
export function AdminAppTab(props: AdminAppTabProps) {
  return (
    <Suspense fallback={<FormSkeleton fields={6} />}>
      <Tab {...props} />
    </Suspense>
  )
}

function Tab({ app, state, tab }: AdminAppTabProps) {
  switch (tab) {
    case 'general':
      return <AdminGeneral app={app} state={state} />
    case 'sandbox':
      return <AdminSandbox app={app} />
    case 'marketplace_listing':
      return <AdminListing app={app} />
    case 'performance_metrics':
      return <AdminMetrics app={app} />
    default:
      return tab satisfies never
  }
}

function AdminMetrics({ app }: { app: AdminDeveloperApp }) {
  const { t } = useTranslation()
  return (
    <Section title={t('adminApp.metrics.title')} description={t('adminApp.metrics.detail')}>
      <LinkButton variant="default" href={paths.adminEngagementReport(app.id)}>
        {t('adminApp.metrics.open')}
      </LinkButton>
    </Section>
  )
}
