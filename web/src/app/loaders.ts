import { appTabs, type AppTab } from '@trestle/domain/routes.ts'
import type { z } from 'zod'
import { accountSessions, adminDeveloper, adminDevelopers, DeveloperFilters } from '../accounts/queries.ts'
import {
  AdminAppFilters,
  adminApps,
  OwnAppFilters,
  ownApps,
  queuedApps,
  QueueFilters,
} from '../apps/listQueries.ts'
import { adminDeveloperApp, appPermissions, developerApp } from '../apps/queries.ts'
import { auditEvents, AuditFilters } from '../audit/queries.ts'
import { collaboratorList, invitationList } from '../collaborators/queries.ts'
import { ApplicationFilters, oauthApplications, shownApplicationFilters } from '../credentials/queries.ts'
import { prefetch, prefetchFirstPage } from '../http/prefetch.ts'
import { currentSession } from '../http/session.ts'
import { listing } from '../listings/queries.ts'
import { templates, versionList } from '../manifests/queries.ts'
import { metricsSummary } from '../metrics/queries.ts'
import {
  adminNotification,
  adminNotificationList,
  notification,
  notificationList,
} from '../notifications/queries.ts'
import { quotaServers } from '../quotas/queries.ts'
import { NoFilters, toListAddress, type ListAddress } from '../shared/listState.ts'
import { ListSearch } from '../shared/searchParams.ts'
import { findAppTab } from './appTabList.ts'

interface Load {
  location: { search: unknown }
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
  <Filters>(filters: z.ZodType<Filters>, start: (list: ListAddress<Filters>) => void) =>
  ({ location }: Load): void =>
    start(toListAddress(ListSearch.parse(location.search), filters))

const tabLoaders: Partial<Record<AppTab, (appId: number) => void>> = {
  configurations: (appId) => {
    if (!isGovernmentCloud()) prefetchFirstPage(versionList(appId, 'Sandbox'))
    prefetchFirstPage(versionList(appId, 'ProductionEnvironment'))
    prefetch(templates())
  },
  versions: (appId) =>
    prefetchFirstPage(versionList(appId, isGovernmentCloud() ? 'ProductionEnvironment' : undefined)),
  collaborators: (appId) => {
    prefetch(collaboratorList(appId))
    prefetch(invitationList(appId))
  },
  marketplace_listing: (appId) => prefetch(listing(appId)),
  metrics: (appId) => prefetch(metricsSummary(appId)),
}

/**
 * Start the queries of a page while its code loads. They don't wait for the data: the page shows its own loading state
 * and reports failures.
 */
export const loaders = {
  account: (): void => prefetch(accountSessions()),
  apps: listLoader(OwnAppFilters, (list) => prefetch(ownApps(list))),
  app: ({ params: { id, tab = '' }, cause }: LoadTab): void => {
    if (cause !== 'stay') {
      prefetch(developerApp(id))
      prefetch(appPermissions(id))
    }
    const shown = findAppTab(tab, appTabs)
    if (shown) tabLoaders[shown]?.(Number(id))
  },
  notifications: listLoader(NoFilters, (list) => prefetch(notificationList(list))),
  notification: ({ params }: LoadOne): void => prefetch(notification(params.id)),

  adminApps: listLoader(AdminAppFilters, (list) => prefetch(adminApps(list))),
  reviewQueue: listLoader(QueueFilters, (list) => prefetch(queuedApps(list))),
  adminApp: ({ params, cause }: LoadOne): void => {
    if (cause !== 'stay') prefetch(adminDeveloperApp(params.id))
  },
  adminDevelopers: listLoader(DeveloperFilters, (list) => prefetch(adminDevelopers(list))),
  adminDeveloper: ({ params }: LoadOne): void => prefetch(adminDeveloper(params.id)),
  adminOauthApplications: listLoader(ApplicationFilters, (list) =>
    prefetch(
      oauthApplications({ ...list, filters: shownApplicationFilters(list.filters, isGovernmentCloud()) }),
    ),
  ),
  adminNotifications: listLoader(NoFilters, (list) => prefetch(adminNotificationList(list))),
  adminNotification: ({ params }: LoadOne): void => prefetch(adminNotification(params.id)),
  rateLimits: (): void => prefetch(quotaServers()),
  audit: listLoader(AuditFilters, (list) => prefetch(auditEvents(list))),
}
