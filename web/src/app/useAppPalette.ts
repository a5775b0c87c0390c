import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { mayActOnApp } from '@trestle/domain/access/roles.ts'
import type { AppPermissions, DeveloperApp } from '@trestle/domain/apps/contract.ts'
import type { VersionableType } from '@trestle/domain/manifests/contract.ts'
import { reviewTransitionLabels } from '@trestle/domain/manifests/rules.ts'
import { versionLabel } from '@trestle/domain/manifests/versions.ts'
import { adminAppTabsIn, pageRoutes } from '@trestle/domain/routes.ts'
import { useTranslation } from 'react-i18next'
import { adminDeveloperApp, appPermissions, developerApp } from '../apps/queries.ts'
import { useFlags } from '../http/session.ts'
import { versionList } from '../manifests/queries.ts'
import { useHasPromoted } from '../manifests/versions/promotedApps.ts'
import { recordReportView } from '../metrics/recordReportView.ts'
import { appInPath, paths } from '../paths.ts'
import '../texts/adminApp.ts'
import '../texts/collaborators.ts'
import '../texts/configurations.ts'
import '../texts/credentials.ts'
import '../texts/listings.ts'
import '../texts/manifests.ts'
import '../texts/metrics.ts'
import '../texts/sandboxes.ts'
import '../texts/settings.ts'
import { appActions, dialogFor, type AppAction, type AppSituation, type PlainName } from './appActions.ts'
import { isListedTab, visibleAppTabs } from './appTabList.ts'
import type { PaletteEntry } from './paletteEntries.ts'

/** The open app's name, tabs, and the actions available to the user. */
interface AppPalette {
  /** Null outside the pages of an app, and on those of staff. */
  id: number | null
  name: string
  tabs: PaletteEntry[]
  actions: PaletteEntry[]
}

const none: AppPalette = { id: null, name: '', tabs: [], actions: [] }

export function useAppPalette(): AppPalette {
  const current = appInPath(useLocation({ select: ({ pathname }) => pathname }))
  const developers = useDevelopersPalette(current?.isAdmin === false ? current.id : null)
  const staff = useStaffPalette(current?.isAdmin === true ? current.id : null)
  return developers ?? staff ?? none
}

function useStaffPalette(id: string | null): AppPalette | null {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const flags = useFlags()
  const { data: app } = useQuery({ ...adminDeveloperApp(id ?? ''), enabled: id !== null })
  if (id === null || !app) return null
  const tabs = adminAppTabsIn(flags.gov_cloud).map((tab) => ({
    key: `app-tab-${tab}`,
    label: t(`adminApp.${tab}`),
    run: () => void navigate({ href: paths.adminApp(app.id, tab) }),
  }))
  return { id: null, name: app.internal_name, tabs, actions: [] }
}

function useDevelopersPalette(id: string | null): AppPalette | null {
  const { data: app } = useQuery({ ...developerApp(id ?? ''), enabled: id !== null })
  const { data: permissions } = useQuery({ ...appPermissions(id ?? ''), enabled: id !== null })
  const situation = useSituation(app, permissions)
  const tabs = useTabEntries(app)
  const actions = useActionEntries(situation)
  return app ? { id: app.id, name: app.internal_name, tabs, actions } : null
}

function useTabEntries(app: DeveloperApp | undefined): PaletteEntry[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const flags = useFlags()
  if (!app) return []
  const tabs = visibleAppTabs(app, flags)
  const listed = tabs.filter((tab) => isListedTab(tab, app.role))
  const entries = listed.map((tab) => ({
    key: `app-tab-${tab}`,
    label: t(`shell.app.${tab}`),
    run: () => {
      if (tab === 'metrics') recordReportView(app, 'tab')
      void navigate({ href: paths.app(app.id, tab) })
    },
  }))
  const report = {
    key: 'app-report',
    label: t('metrics.engagement.view'),
    run: () => {
      recordReportView(app, 'button')
      void navigate({ href: paths.engagementReport(app.id) })
    },
  }
  return tabs.includes('metrics') && mayActOnApp(app.role, 'metrics.view') ? [...entries, report] : entries
}

/** Loads only the versions that decide on a button this user could have. */
function useSituation(
  app: DeveloperApp | undefined,
  permissions: AppPermissions | undefined,
): AppSituation | null {
  const flags = useFlags()
  const hasPromoted = useHasPromoted(app?.id ?? 0)
  const canModify = permissions?.canModify === true
  const sandboxVersions = useVersions(app, 'Sandbox', canModify && !flags.gov_cloud)
  const productionVersions = useVersions(app, 'ProductionEnvironment', canModify)
  if (!app || !permissions) return null
  return { app, permissions, hasPromoted, flags, sandboxVersions, productionVersions }
}

function useVersions(app: DeveloperApp | undefined, type: VersionableType, isNeeded: boolean) {
  const query = { ...versionList(app?.id ?? 0, type), enabled: app !== undefined && isNeeded }
  return useInfiniteQuery(query).data?.versions ?? []
}

function useActionEntries(situation: AppSituation | null): PaletteEntry[] {
  const navigate = useNavigate()
  const pathname = useLocation({ select: (location) => location.pathname })
  const labelFor = useActionLabel(situation?.app)
  if (!situation) return []
  return appActions(situation).map((each) => {
    const { tab, action } = each
    const pageAction = dialogFor(each)
    const here = paths.app(situation.app.id, tab)
    return {
      key: `app-action-${Object.values(action).join('-')}`,
      label: labelFor(each),
      // Already on that page, so the navigation loses nothing unsaved.
      run: () =>
        void navigate({
          to: pageRoutes.app.pattern,
          params: { id: String(situation.app.id), tab: tab === 'configurations' ? undefined : tab },
          search: action.name === 'review' ? { environment: 'production' } : {},
          state: pageAction ? { pageAction } : {},
          ignoreBlocker: pathname === here,
        }),
    }
  })
}

/** Returns the button's label, with its section where the label alone would be ambiguous. */
function useActionLabel(app: DeveloperApp | undefined): (action: AppAction) => string {
  const { t } = useTranslation()
  const secret = app?.stored_secret ? 'reset' : 'show'
  const listing = t('shell.app.marketplace_listing')
  const labels: Record<PlainName, string> = {
    createVersion: t('manifests.newVersion.actionLong'),
    editJson: t('configurations.editJson'),
    invite: t('collaborators.tab.add'),
    generateSandbox: t('sandboxes.card.generate'),
    generateFakeSandbox: t('sandboxes.card.generateFake'),
    resetSandboxSecret: `${t('ui.sandbox')} › ${t('credentials.secret.reset')}`,
    resetProductionSecret: `${t('ui.production')} › ${t(`credentials.secret.${secret}`)}`,
    submitListing: `${listing} › ${t('listings.actions.submit')}`,
    withdrawListing: `${listing} › ${t('listings.actions.withdraw')}`,
    usageReport: `${t('metrics.report.title')} › ${t('metrics.report.generate')}`,
    deleteApp: t('settings.delete.button'),
  }
  return ({ action, version }) => {
    const label = { version: version ? versionLabel(version) : '' }
    if (action.name === 'promote') return t('manifests.promoteVersion', label)
    if (action.name !== 'review') return labels[action.name]
    return t('manifests.section.reviewVersion', {
      action: reviewTransitionLabels[action.transition],
      ...label,
    })
  }
}
