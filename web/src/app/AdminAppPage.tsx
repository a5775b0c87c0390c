import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { describeSuperseded, type NextStepTab } from '@trestle/domain/apps/nextStep.ts'
import { adminAppTabsIn, type AdminAppTab as Tab } from '@trestle/domain/routes.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../apps/AdminApp.module.css'
import { AdminAppBanners } from '../apps/AdminAppBanners.tsx'
import { NextStepLine } from '../apps/NextStepLine.tsx'
import { AdminAppPanel } from '../apps/AdminAppPanel.tsx'
import { adminDeveloperApp } from '../apps/queries.ts'
import { useAdminAppForm } from '../apps/useAdminAppForm.ts'
import { CredentialSuspensionBanner } from '../credentials/CredentialSuspensionBanner.tsx'
import { SuspendCredentialsSection } from '../credentials/SuspendCredentialsSection.tsx'
import { useFlags } from '../http/session.ts'
import { LeaveGuard } from '../shared/LeaveGuard.tsx'
import { NotFoundPage } from '../shared/NotFoundPage.tsx'
import { useWorksOn } from '../shared/useWorksOn.ts'
import { paths } from '../paths.ts'
import '../texts/adminApp.ts'
import { Boundary } from '../ui/Boundary.tsx'
import type { Failure } from '../ui/failure.ts'
import { lazyOptional } from '../ui/LazyOptional.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useWasTrue } from '../ui/useWasTrue.ts'
import { AdminAppLoading, adminCrumbs } from './AdminAppLoading.tsx'
import { AdminAppTab } from './AdminAppTab.tsx'
import { SideNavigation } from './SideNavigation.tsx'

const NextInQueue = lazyOptional<{ appId: number }>(() =>
  import('../apps/NextInQueue.tsx').then((m) => m.NextInQueue),
)

const route = getRouteApi('/signedIn/adminOnly/admin/developer_apps/$id/{-$tab}')

/** Returns General without a segment, and null for an unknown tab or one this server doesn't have. */
function findTab(segment: string | undefined, tabs: readonly Tab[]): Tab | null {
  if (segment === undefined || segment === '') return 'general'
  return tabs.find((tab) => tab === segment && tab !== 'general') ?? null
}

/** Shows one app as platform staff see it (AAPP-20). */
export function AdminAppPage() {
  const { id, tab } = route.useParams()
  const { gov_cloud: isGovernmentCloud } = useFlags()
  const query = useQuery(adminDeveloperApp(id))
  if (!query.data) return <AdminAppLoading query={query} />
  const tabs = adminAppTabsIn(isGovernmentCloud)
  const current = findTab(tab, tabs)
  if (!current) return <NotFoundPage />
  return <AdminAppFrame key={id} app={query.data} tabs={tabs} current={current} />
}

/** Returns whether staff made the last decision on an app since the page opened. */
function useIsDecided({ last_marketplace_app: listing, versions }: AdminDeveloperApp): boolean {
  const isWaiting = [listing, ...versions].some((each) => each?.state === 'in_review')
  return useWasTrue(isWaiting) && !isWaiting
}

interface AdminAppFrameProps {
  app: AdminDeveloperApp
  tabs: Tab[]
  current: Tab
}

function AdminAppFrame({ app, tabs, current }: AdminAppFrameProps) {
  const { t } = useTranslation()
  const state = useAdminAppForm(app)
  const [failure, setFailure] = useState<Failure | null>(null)
  const isDecided = useIsDecided(app)
  const name = app.internal_name
  const entries = tabs.map((key) => ({
    key,
    label: t(`adminApp.${key}`),
    href: paths.adminApp(app.id, key),
    isCurrent: key === current,
  }))
  return (
    <>
      <PageHeader
        title={t(app.deleted_at === null ? 'adminApp.title' : 'adminApp.titleDeleted', { name })}
        documentTitle={[t(`adminApp.${current}`), name]}
        crumbs={[...adminCrumbs(t), { label: name }]}
        description={app.deleted_at === null && <AdminNextStep app={app} current={current} />}
      />
      <AdminAppBanners app={app} failure={failure} onDismiss={() => setFailure(null)}>
        {isDecided && <NextInQueue appId={app.id} />}
        {app.credential_suspensions.map((suspension) => (
          <CredentialSuspensionBanner key={suspension.environment} app={app} suspension={suspension} />
        ))}
      </AdminAppBanners>
      <SideNavigation section={t('adminApp.section')} label={t('adminApp.navigation')} entries={entries}>
        <div className={classes['columns']}>
          <div>
            <Boundary resetKey={current}>
              <AdminAppTab app={app} state={state} tab={current} />
            </Boundary>
          </div>
          <Boundary>
            <AdminAppPanel
              app={app}
              state={state}
              isBesideForm={current === 'general'}
              onFailure={setFailure}
            >
              <SuspendCredentialsSection app={app} />
            </AdminAppPanel>
          </Boundary>
        </div>
      </SideNavigation>
      {/* The form lives as long as the page, so switching tabs loses no input. */}
      <LeaveGuard unsaved={state.form.isDirty()} allowedPaths={entries.map(({ href }) => href)} />
    </>
  )
}

/**
 * Shows the next step, after a superseded version that waits for staff. Staff's step links to the tab, or to the
 * switch if they must activate the app.
 */
function AdminNextStep({ app, current }: { app: AdminDeveloperApp; current: Tab }) {
  const { kind } = app.next_step
  const isActivation = kind === 'activate_listing' || kind === 'activate_app'
  const toHref = (developersTab: NextStepTab) => {
    if (isActivation && developersTab !== 'versions') return paths.adminAppActivation(app.id)
    const tab = developersTab === 'versions' ? 'general' : developersTab
    return tab === current ? null : paths.adminApp(app.id, tab)
  }
  const reader = useWorksOn(app) ? 'staffOnApp' : 'staff'
  const before = describeSuperseded(app.versions, reader)
  return <NextStepLine step={app.next_step} reader={reader} before={before} toHref={toHref} />
}
