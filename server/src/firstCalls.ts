import type { Session } from '@trestle/domain/accounts/contract.ts'
import {
  listAccountSessions,
  getAdminDeveloper,
  listAdminDevelopers,
} from '@trestle/domain/accounts/calls.ts'
import {
  getAdminDeveloperApp,
  getAppPermissions,
  getDeveloperApp,
  listAdminDeveloperApps,
  listDeveloperApps,
  listReviewQueue,
} from '@trestle/domain/apps/calls.ts'
import { listAuditEvents } from '@trestle/domain/audit/calls.ts'
import { listCollaborators, listInvitations } from '@trestle/domain/collaborators/calls.ts'
import { getDraft } from '@trestle/domain/drafts/calls.ts'
import type { DraftKey } from '@trestle/domain/drafts/contract.ts'
import { toAddress } from '@trestle/domain/http/address.ts'
import { maxPerPage } from '@trestle/domain/http/paging.ts'
import { listJobs } from '@trestle/domain/jobs/calls.ts'
import { getListing, listCategories, listSubmissionEvents } from '@trestle/domain/listings/calls.ts'
import { listManifests, listReviews, listTemplates } from '@trestle/domain/manifests/calls.ts'
import { getMetricsSummary } from '@trestle/domain/metrics/calls.ts'
import {
  getNotification,
  listAdminNotifications,
  listNotifications,
} from '@trestle/domain/notifications/calls.ts'
import { listPersonalTokens } from '@trestle/domain/personalTokens/calls.ts'
import { listQuotaServers } from '@trestle/domain/quotas/calls.ts'
import type { MatchedPage, PageName } from '@trestle/domain/routes.ts'
import { listAccountSecurityEvents, listSecurityEvents } from '@trestle/domain/securityEvents/calls.ts'

type Flags = Pick<Session['flags'], 'gov_cloud'>

/** The conditions that the calls depend on, apart from the address. */
type Conditions = Flags & { per_page: number }

type Values = Record<string, unknown>
type Endpoint = Parameters<typeof toAddress>[0]

type CallsOf = (params: MatchedPage['params'], conditions: Conditions) => FirstCall[]

/** A call that a page makes before its user does anything. */
type FirstCall = [endpoint: Endpoint, request?: { params?: Values; query?: Values }]

/** The first page of a list, without filters unless the page always sends some. */
const list =
  (endpoint: Endpoint, query: Values = {}): CallsOf =>
  (_, { per_page: perPage }) => [[endpoint, { query: { page: 1, per_page: perPage, ...query } }]]

/** The record that the page's address names. */
const one =
  (endpoint: Endpoint) =>
  ({ id }: MatchedPage['params']): FirstCall[] => [[endpoint, { params: { id } }]]

const versions = (id: string | undefined, type?: string): FirstCall => [
  listManifests,
  {
    query: {
      page: 1,
      per_page: maxPerPage,
      filters: { developer_app_id: id, ...(type && { versionable_type: type }) },
    },
  },
]

const draft = (kind: DraftKey['kind'], id: string | undefined): FirstCall => [
  getDraft,
  { params: { kind, subject_id: id } },
]

const appTabCalls: Record<string, (id: string | undefined, flags: Flags) => FirstCall[]> = {
  configurations: (id, { gov_cloud: isGovernmentCloud }) => [
    ...(isGovernmentCloud ? [] : [versions(id, 'Sandbox')]),
    versions(id, 'ProductionEnvironment'),
    [listTemplates],
    draft('manifest', id),
  ],
  versions: (id, { gov_cloud: isGovernmentCloud }) => [
    ...(isGovernmentCloud ? [] : [versions(id), versions(id, 'Sandbox')]),
    versions(id, 'ProductionEnvironment'),
    [listReviews, { params: { id }, query: { page: 1, per_page: 10 } }],
  ],
  collaborators: (id) => [
    [listCollaborators, { query: { developer_app_id: id } }],
    [listInvitations, { query: { developer_app_id: id } }],
  ],
  marketplace_listing: (id) => [
    [getListing, { params: { id } }],
    [listCategories],
    [listSubmissionEvents, { params: { id }, query: { page: 1, per_page: 20 } }],
    draft('listing', id),
  ],
  metrics: (id) => [[getMetricsSummary, { params: { id } }]],
}

const pageCalls: Partial<Record<PageName, CallsOf>> = {
  account: () => [[listAccountSessions]],
  accountTokens: () => [[listPersonalTokens]],
  accountSecurityEvents: list(listAccountSecurityEvents),
  notifications: list(listNotifications),
  notification: one(getNotification),
  apps: list(listDeveloperApps),
  app: ({ id, tab = 'configurations' }, conditions) => [
    [getDeveloperApp, { params: { id } }],
    [getAppPermissions, { query: { developer_app_id: id } }],
    ...(appTabCalls[tab]?.(id, conditions) ?? []),
  ],

  adminApps: list(listAdminDeveloperApps, { filters: { in_review: false, with_deleted: false } }),
  reviewQueue: list(listReviewQueue, { filters: { in_review: true, with_deleted: false } }),
  adminApp: one(getAdminDeveloperApp),
  adminDevelopers: list(listAdminDevelopers),
  adminDeveloper: one(getAdminDeveloper),
  adminNotifications: list(listAdminNotifications),
  rateLimits: () => [[listQuotaServers]],
  jobs: list(listJobs),
  audit: list(listAuditEvents),
  securityEvents: list(listSecurityEvents),
}

/**
 * Returns the addresses of the calls that a page without a query in its address makes as soon as it opens. Its document
 * names them, so that the browser sends them while it loads the page's scripts (decision 40). They must be the same as
 * those of the page's own queries: e2e/accessibility.spec.ts fails for one that the page doesn't use.
 */
export function firstCalls({ name, params }: MatchedPage, conditions: Conditions): string[] {
  const calls = pageCalls[name]?.(params, conditions) ?? []
  return calls.map(([endpoint, request = {}]) => toAddress(endpoint, request))
}
