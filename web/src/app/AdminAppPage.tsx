import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { useTranslation } from 'react-i18next'
import { adminDeveloperApp } from '../apps/queries.ts'
import { useFlags } from '../http/session.ts'
import { adminAppTabs, paths, type AdminAppTab } from '../paths.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Section } from '../ui/Section.tsx'
import { PageSkeleton } from '../ui/Skeletons.tsx'
import { ErrorScreen } from './ErrorScreen.tsx'
import { AdminManifests } from './ManifestTabs.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { Placeholder } from './PlaceholderPage.tsx'
import { SideNavigation } from './SideNavigation.tsx'

/** General without a segment; none for a word that is no tab, or a tab this server does not have. */
function tabOf(segment: string | undefined, tabs: readonly AdminAppTab[]): AdminAppTab | null {
  if (segment === undefined || segment === '') return 'general'
  return tabs.find((tab) => tab === segment && tab !== 'general') ?? null
}

/** One app as platform staff see it: what they review, and later everything else about it (AAPP-20). */
export function AdminAppPage() {
  const { id = '', tab } = useParams({ strict: false })
  const flags = useFlags()
  const { data: app, error, refetch } = useQuery(adminDeveloperApp(id))
  if (error && !app) return <ErrorScreen error={error} reset={() => void refetch()} />
  if (!app) return <PageSkeleton />
  const hidden: AdminAppTab[] = flags.gov_cloud ? ['sandbox', 'performance_metrics'] : []
  const tabs = adminAppTabs.filter((key) => !hidden.includes(key))
  const current = tabOf(tab, tabs)
  if (!current) return <NotFoundPage />
  return <AdminAppFrame app={app} tabs={tabs} current={current} />
}

interface AdminAppFrameProps {
  app: DeveloperApp
  tabs: AdminAppTab[]
  current: AdminAppTab
}

function AdminAppFrame({ app, tabs, current }: AdminAppFrameProps) {
  const { t } = useTranslation()
  const name = app.internal_name
  const entries = tabs.map((key) => ({
    key,
    label: t(`apps.admin.${key}`),
    href: paths.adminApp(app.id, key),
    isCurrent: key === current,
  }))
  return (
    <>
      <PageHeader
        title={t(app.deleted_at === null ? 'apps.admin.title' : 'apps.admin.titleDeleted', { name })}
        documentTitle={[t(`apps.admin.${current}`), name]}
        crumbs={[
          { label: t('shell.admin') },
          { label: t('shell.developerApps'), href: paths.adminApps() },
          { label: name },
        ]}
      />
      <SideNavigation section={t('apps.admin.section')} label={t('apps.admin.navigation')} entries={entries}>
        <AdminTab app={app} tab={current} />
      </SideNavigation>
    </>
  )
}

const later = {
  sandbox: 'apps.admin.sandboxLater',
  marketplace_listing: 'apps.admin.listingLater',
  performance_metrics: 'apps.admin.metricsLater',
} as const

function AdminTab({ app, tab }: { app: DeveloperApp; tab: AdminAppTab }) {
  const { t } = useTranslation()
  if (tab !== 'general') return <Placeholder detail={t(later[tab])} />
  return (
    <Stack gap="lg">
      <AdminManifests app={app} />
      <Section title={t('apps.admin.fieldsLater')} description={t('shell.placeholder.title')}>
        <p>{t('apps.admin.fieldsLaterDetail')}</p>
      </Section>
    </Stack>
  )
}
