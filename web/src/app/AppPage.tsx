import { IconMapQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { AppPermissions, DeveloperApp } from '@trestle/domain/apps/contract.ts'
import { isProductionStep, rejectionTab, type NextStepTab } from '@trestle/domain/apps/nextStep.ts'
import type { AppTab } from '@trestle/domain/routes.ts'
import { memo, Suspense, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppIcon } from '../apps/AppIcon.tsx'
import { nextStepHref, NextStepLine } from '../apps/NextStepLine.tsx'
import { appPermissions, developerApp } from '../apps/queries.ts'
import { isNowhere } from '../http/callError.ts'
import { useFlags } from '../http/session.ts'
import { recordReportView } from '../metrics/recordReportView.ts'
import { paths } from '../paths.ts'
import { isPageGuarded } from '../shared/LeaveGuard.tsx'
import { Boundary } from '../ui/Boundary.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { TextLink } from '../ui/Link.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { lazyComponent } from '../ui/lazyComponent.ts'
import { FormSkeleton, PageSkeleton } from '../ui/Skeletons.tsx'
import { findAppTab, isListedTab, needsSandbox, visibleAppTabs } from './appTabList.ts'
import { appTabComponents, SandboxMissing } from './appTabs.tsx'
import { ErrorScreen } from './ErrorScreen.tsx'
import { SideNavigation } from './SideNavigation.tsx'

const route = getRouteApi('/signedIn/developer_apps/$id/{-$tab}')

/** Loaded only for the few apps that need it. */
const SuspendedCredentials = lazyComponent(() =>
  import('../credentials/SuspendedCredentials.tsx').then((m) => m.SuspendedCredentials),
)

/**
 * Returns whether to show an app that was deleted, or that the user was removed from, since it was loaded: only on the
 * tab with something that leaving would lose.
 */
function useIsShown(isGone: boolean, tab: string): boolean {
  const [guardedTab, setGuardedTab] = useState<string | null>(null)
  const [wasGone, setWasGone] = useState(false)
  if (isGone !== wasGone) {
    setWasGone(isGone)
    setGuardedTab(isGone && isPageGuarded() ? tab : null)
  }
  return !isGone || guardedTab === tab
}

/** Shows one app: its name, the side navigation, and the tab the address names. */
export function AppPage() {
  const { id, tab } = route.useParams()
  const app = useQuery(developerApp(id))
  const permissions = useQuery(appPermissions(id))
  const error = app.error ?? permissions.error
  const isShown = useIsShown(isNowhere(error), tab ?? '')
  if (error && !(app.data && permissions.data && isShown)) {
    return (
      <ErrorScreen error={error} reset={() => void Promise.all([app.refetch(), permissions.refetch()])} />
    )
  }
  if (!app.data || !permissions.data) return <PageSkeleton />
  return <AppFrame key={id} app={app.data} permissions={permissions.data} segment={tab ?? ''} />
}

interface AppFrameProps {
  app: DeveloperApp
  permissions: AppPermissions
  segment: string
}

function AppFrame({ app, permissions, segment }: AppFrameProps) {
  const { t } = useTranslation()
  const tabs = visibleAppTabs(app, useFlags())
  const tab = findAppTab(segment, tabs)
  // Most tabs take longer than a frame, so the navigation marks the selected tab before it renders.
  const drawnSegment = useDeferredValue(segment)
  const entries = tabs
    .filter((key) => isListedTab(key, app.role))
    .map((key) => ({
      key,
      label: t(`shell.app.${key}`),
      href: paths.app(app.id, key),
      isCurrent: key === tab,
    }))
  const name = app.internal_name
  const crumbs = [
    { label: t('shell.app.apps'), href: paths.apps() },
    { label: name, href: paths.app(app.id) },
  ]
  return (
    <>
      <PageHeader
        title={name}
        documentTitle={[tab ? t(`shell.app.${tab}`) : t('shell.app.unknownTab'), name]}
        crumbs={crumbs}
        icon={<AppIcon name={name} src={app.thumbnail_url} />}
        description={<AppState app={app} current={tab} />}
      />
      {app.credential_suspensions.length > 0 && (
        <Boundary>
          <Suspense>
            <SuspendedCredentials app={app} />
          </Suspense>
        </Boundary>
      )}
      <SideNavigation
        section={t('shell.app.section')}
        label={t('shell.app.navigation')}
        entries={entries}
        onFollow={(key) => {
          if (key === 'metrics') recordReportView(app, 'tab')
        }}
      >
        <Boundary resetKey={drawnSegment}>
          <Suspense fallback={<FormSkeleton fields={6} />}>
            <AppContent app={app} permissions={permissions} segment={drawnSegment} />
          </Suspense>
        </Boundary>
      </SideNavigation>
    </>
  )
}

/** Shows the next step and, after a rejection, a link to the reviewer's message. No link leads to the current tab. */
function AppState({ app, current }: { app: DeveloperApp; current: AppTab | null }) {
  const { t } = useTranslation()
  const { environment } = route.useSearch()
  const step = app.next_step
  const toHref = (tab: AppTab) => (tab === current ? null : paths.app(app.id, tab))
  const rejection = rejectionTab(step)
  const rejectionHref = rejection && toHref(rejection)
  const isThere = (tab: NextStepTab) =>
    tab === current && (tab !== 'versions' || environment === 'production' || !isProductionStep(step.kind))
  return (
    <>
      <NextStepLine
        step={step}
        reader={app.role ?? 'staff'}
        toHref={(tab) => (isThere(tab) ? null : nextStepHref(app.id, step, tab))}
      />{' '}
      {rejectionHref && <TextLink href={rejectionHref}>{t('shell.app.readRejection')}</TextLink>}
    </>
  )
}

/**
 * Until the sandbox is live, its screen replaces the tabs that need one. Government cloud has none (APP-22, APP-24).
 */
const AppContent = memo(function AppContent({ segment, ...props }: AppFrameProps) {
  const flags = useFlags()
  const tab = findAppTab(segment, visibleAppTabs(props.app, flags))
  const isWaiting = !flags.gov_cloud && !props.app.sandbox?.live
  if (isWaiting && (tab === null || needsSandbox(tab))) return <SandboxMissing {...props} />
  if (!tab) return <UnknownTab app={props.app} segment={segment} />
  const Tab = appTabComponents[tab]
  return <Tab {...props} />
})

function UnknownTab({ app, segment }: { app: DeveloperApp; segment: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<IconMapQuestion size="2.25rem" stroke={1.4} />}
      title={t('shell.app.unknownTab')}
      detail={t('shell.app.unknownTabDetail', { tab: segment })}
    >
      <TextLink href={paths.app(app.id)}>{t('shell.app.backToApp', { name: app.internal_name })}</TextLink>
    </EmptyState>
  )
}
