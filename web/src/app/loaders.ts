import type { DraftKey } from '@trestle/domain/drafts/contract.ts'
import { adminAppTabs, appTabs, type AdminAppTab, type AppTab } from '@trestle/domain/routes.ts'
import {
  accountSessions,
  adminDeveloper,
  adminDevelopers,
  readDeveloperFilters,
} from '../accounts/queries.ts'
import {
  readAdminAppFilters,
  adminApps,
  readOwnAppFilters,
  ownApps,
  queuedApps,
  readQueueFilters,
} from '../apps/listQueries.ts'
import { adminDeveloperApp, appPermissions, developerApp } from '../apps/queries.ts'
import { auditEvents, readAuditFilters } from '../audit/queries.ts'
import { collaboratorList, invitationList } from '../collaborators/queries.ts'
import {
  oauthApplications,
  readApplicationFilters,
  withAvailableEnvironment,
} from '../credentials/queries.ts'
import { prefetch, prefetchFirstPage } from '../http/prefetch.ts'
import { currentSession } from '../http/session.ts'
import { jobList, readJobFilters } from '../jobs/queries.ts'
import { categoryList, listing, listingDraftKey, submissionEvents } from '../listings/queries.ts'
import { reviewRounds, templates, versionList } from '../manifests/queries.ts'
import { manifestDraftKey } from '../manifests/editor/manifestDraft.ts'
import { metricsSummary } from '../metrics/queries.ts'
import {
  adminNotification,
  adminNotificationList,
  readAdminNotificationFilters,
  notification,
  notificationList,
} from '../notifications/queries.ts'
import { personalTokens } from '../personalTokens/queries.ts'
import { quotaServers } from '../quotas/queries.ts'
import { authorizationRequest, authorizedApps } from '../oauth/queries.ts'
import { ownSecurityEvents, readSecurityEventFilters, securityEventList } from '../securityEvents/queries.ts'
import { prefetchedDraft } from '../shared/drafts/queries.ts'
import { readNoFilters, toListAddress, type ListAddress, type ReadFilters } from '../shared/listState.ts'
import { readListSearch } from '../shared/searchParams.ts'
import { AdminGeneral, AdminListing, AdminSandbox } from './adminAppTabs.ts'
import { findAppTab } from './appTabList.ts'
import { appTabComponents } from './appTabs.tsx'

interface Load {
  location: { search: Record<string, unknown> }
  /** `stay` if only parameters of the same route changed. */
  cause: 'preload' | 'enter' | 'stay'
}

interface LoadOne extends Load {
  params: { id: string }
}

interface LoadTab extends Load {
  params: { id: string; tab?: string | undefined }
}

const isGovernmentCloud = () => currentSession().flags.gov_cloud

/** Returns a loader that starts loading the part of a list that the address names. */
const listLoader =
  <Filters>(readFilters: ReadFilters<Filters>, start: (list: ListAddress<Filters>) => void) =>
  ({ location }: Load): void =>
    start(toListAddress(readListSearch(location.search), readFilters))

const tabLoaders: Partial<Record<AppTab, (appId: number) => void>> = {
  configurations: (appId) => {
    if (!isGovernmentCloud()) prefetchFirstPage(versionList(appId, 'Sandbox'))
    prefetchFirstPage(versionList(appId, 'ProductionEnvironment'))
    prefetch(templates())
  },
  versions: (appId) => {
    if (!isGovernmentCloud()) {
      prefetchFirstPage(versionList(appId))
      prefetchFirstPage(versionList(appId, 'Sandbox'))
    }
    prefetchFirstPage(versionList(appId, 'ProductionEnvironment'))
    prefetch(reviewRounds(appId, 1))
  },
  collaborators: (appId) => {
    prefetch(collaboratorList(appId))
    prefetch(invitationList(appId))
  },
  marketplace_listing: (appId) => {
    prefetch(listing(appId))
    prefetch(categoryList())
    prefetch(submissionEvents(appId, 'developer'))
  },
  metrics: (appId) => prefetch(metricsSummary(appId)),
}

const draftsOfTabs: Partial<Record<AppTab, (appId: number) => DraftKey>> = {
  configurations: manifestDraftKey,
  marketplace_listing: listingDraftKey,
}

const preloadAdminTab: Record<AdminAppTab, () => Promise<void>> = {
  general: AdminGeneral.preload,
  sandbox: AdminSandbox.preload,
  marketplace_listing: AdminListing.preload,
  performance_metrics: () => Promise.resolve(),
}

/** Waits for a tab's code. If it can't be loaded, the tab itself says so. */
const ignoringFailure = (loading: Promise<void>): Promise<void> => loading.catch(() => undefined)

/**
 * Start the queries of a page while its code loads. They don't wait for the data: the page shows its own loading state
 * and reports failures.
 */
export const loaders = {
  account: (): void => prefetch(accountSessions()),
  accountTokens: (): void => prefetch(personalTokens()),
  accountSecurityEvents: listLoader(readNoFilters, (list) => prefetch(ownSecurityEvents(list))),
  authorizedApps: (): void => prefetch(authorizedApps()),
  consent: ({ params }: { params: { request: string } }): void =>
    prefetch(authorizationRequest(params.request)),
  apps: listLoader(readOwnAppFilters, (list) => prefetch(ownApps(list))),
  app: async ({ params: { id, tab = '' }, cause }: LoadTab): Promise<void> => {
    if (cause !== 'stay') {
      prefetch(developerApp(id))
      prefetch(appPermissions(id))
    }
    const shown = findAppTab(tab, appTabs)
    if (!shown) return
    tabLoaders[shown]?.(Number(id))
    const draftKey = draftsOfTabs[shown]?.(Number(id))
    // Not before the user opens the tab: another editor may still change the draft until then.
    if (draftKey && cause !== 'preload') prefetch(prefetchedDraft(draftKey))
    await ignoringFailure(appTabComponents[shown].preload())
  },
  notifications: listLoader(readNoFilters, (list) => prefetch(notificationList(list))),
  notification: ({ params }: LoadOne): void => prefetch(notification(params.id)),

  adminApps: listLoader(readAdminAppFilters, (list) => prefetch(adminApps(list))),
  reviewQueue: listLoader(readQueueFilters, (list) => prefetch(queuedApps(list))),
  adminApp: async ({ params: { id, tab }, cause }: LoadTab): Promise<void> => {
    if (cause !== 'stay') prefetch(adminDeveloperApp(id))
    const shown = adminAppTabs.find((name) => name === (tab ?? 'general'))
    if (shown) await ignoringFailure(preloadAdminTab[shown]())
  },
  adminContact: ({ params }: LoadOne): void => prefetch(adminDeveloperApp(params.id)),
  adminDevelopers: listLoader(readDeveloperFilters, (list) => prefetch(adminDevelopers(list))),
  adminDeveloper: ({ params }: LoadOne): void => prefetch(adminDeveloper(params.id)),
  adminOauthApplications: listLoader(readApplicationFilters, (list) =>
    prefetch(
      oauthApplications({ ...list, filters: withAvailableEnvironment(list.filters, isGovernmentCloud()) }),
    ),
  ),
  adminNotifications: listLoader(readAdminNotificationFilters, (list) =>
    prefetch(adminNotificationList(list)),
  ),
  adminNotification: ({ params }: LoadOne): void => prefetch(adminNotification(params.id)),
  rateLimits: (): void => prefetch(quotaServers()),
  jobs: listLoader(readJobFilters, (list) => prefetch(jobList(list))),
  audit: listLoader(readAuditFilters, (list) => prefetch(auditEvents(list))),
  securityEvents: listLoader(readSecurityEventFilters, (list) => prefetch(securityEventList(list))),
}
