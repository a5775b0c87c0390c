import { Stack } from '@mantine/core'
import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { refuseDeleted } from '@trestle/domain/apps/rules.ts'
import type { AdminAppTab as Tab } from '@trestle/domain/routes.ts'
import { useTranslation } from 'react-i18next'
import { AdminAppForm } from '../apps/AdminAppForm.tsx'
import type { AdminAppFormState } from '../apps/useAdminAppForm.ts'
import { SandboxSecret } from '../credentials/SandboxSecret.tsx'
import { paths } from '../paths.ts'
import { SandboxCard } from '../sandboxes/SandboxCard.tsx'
import '../texts/adminApp.ts'
import { LinkButton } from '../ui/Link.tsx'
import { Section } from '../ui/Section.tsx'
import { AdminListing } from './AdminListing.tsx'
import { AdminManifests } from './ManifestTabs.tsx'

interface AdminAppTabProps {
  app: AdminDeveloperApp
  state: AdminAppFormState
  tab: Tab
}

/** Shows the tab of an app's admin page that the address names (AAPP-24 to AAPP-29). */
export function AdminAppTab({ app, state, tab }: AdminAppTabProps) {
  switch (tab) {
    case 'general':
      return (
        <Stack gap="lg">
          <AdminAppForm app={app} state={state} />
          <AdminManifests app={app} />
        </Stack>
      )
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

/** Staff can create and reset the sandbox. Only the app's collaborators can edit its settings. */
function AdminSandbox({ app }: { app: AdminDeveloperApp }) {
  const refusal = refuseDeleted(app)
  const permissions = { canEdit: false, canGenerateSandbox: !refusal, canGenerateFakeSandbox: false }
  return (
    <SandboxCard
      app={app}
      permissions={permissions}
      forStaff={{ refusal: refusal?.message ?? null }}
      secret={
        <SandboxSecret app={app} mayReset={!refusal} forStaff={{ refusal: refusal?.message ?? null }} />
      }
    />
  )
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
