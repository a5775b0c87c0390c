import { listAdminDevelopers } from '@trestle/domain/accounts/contract.ts'
import {
  listAdminDeveloperApps,
  listDeveloperApps,
  listLiveAppIds,
  listReviewQueue,
} from '@trestle/domain/apps/contract.ts'
import { getAuditVocabulary, listAuditEvents } from '@trestle/domain/audit/contract.ts'
import { contracts } from '@trestle/domain/contracts.ts'
import { listOauthApplications } from '@trestle/domain/credentials/contract.ts'
import { getDraft } from '@trestle/domain/drafts/contract.ts'
import type { Endpoint, ReplyOf } from '@trestle/domain/http/endpoint.ts'
import { listJobs } from '@trestle/domain/jobs/contract.ts'
import {
  listManifests,
  listReviews,
  listSnippets,
  listTemplates,
} from '@trestle/domain/manifests/contract.ts'
import {
  getListing,
  getStorage,
  listAdminSubmissionEvents,
  listCategories,
  listSubmissionEvents,
} from '@trestle/domain/listings/contract.ts'
import {
  countMarketplaceApps,
  listMarketplaceApps,
  listMarketplaceNews,
} from '@trestle/domain/marketplace/contract.ts'
import { listAdminNotifications, listNotifications } from '@trestle/domain/notifications/contract.ts'
import { listOauthEvents } from '@trestle/domain/oauth/contract.ts'
import { listBucketChanges, listBuckets, listQuotaServers } from '@trestle/domain/quotas/contract.ts'
import {
  listChangelog,
  listReferenceBranches,
  listReferenceDocs,
  listResourceGroups,
} from '@trestle/domain/reference/contract.ts'
import { listAccountSecurityEvents, listSecurityEvents } from '@trestle/domain/securityEvents/contract.ts'
import { expect, test } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import { renderApp } from '../../testing/app.ts'
import {
  buildAdminSession,
  buildAppRow,
  buildNotification,
  buildReviewRound,
  buildSubmission,
  buildVersion,
  now,
} from '../../testing/build.ts'
import { hold, reply, sent } from '../../testing/network.ts'
import { bucket, server } from '../../testing/quotas.ts'
import { renderPage } from '../../testing/render.tsx'
import { paths } from '../paths.ts'

/** A way to make a list load other rows. */
type Step = 'page' | 'sort' | 'filter'

interface List {
  name: string
  endpoint: Endpoint
  steps: Partial<Record<Step, () => Promise<void>>>
  /** Shows the list with one row, which has this text. */
  open: (text: string) => Promise<void>
  /** Replies from now on with one row that has this text. */
  replyWith: (text: string) => void
}

interface ListOptions<E extends Endpoint> {
  name: string
  /** Returns a reply with one row that has this text. */
  row: (text: string) => ReplyOf<E>
  /** The address of the list, or a function that opens it. */
  open: string | (() => Promise<void> | void)
  /** The column to sort by. */
  sort?: string
  filter?: () => Promise<void>
}

const list =
  <const E extends Endpoint>(endpoint: E) =>
  ({ name, row, open, sort, filter }: ListOptions<E>): List => {
    const answer: (to: Endpoint, rows: unknown, paging: object) => void = reply
    const replyWith = (text: string) => answer(endpoint, row(text), { total: 120, perPage: 50 })
    return {
      name,
      endpoint,
      replyWith,
      steps: {
        ...(endpoint.paged && { page: () => click(page.getByRole('button', { name: 'Next page' })) }),
        ...(sort && { sort: () => click(page.getByRole('button', { name: sort, exact: true })) }),
        ...(filter && { filter }),
      },
      open: async (text) => {
        replyWith(text)
        if (typeof open !== 'string') return open()
        renderPage(open, { session: buildAdminSession() })
        // Rendering a page sets replies without rows for some lists.
        replyWith(text)
      },
    }
  }

const click = (locator: Locator) => locator.first().click()
const check = (name: string | RegExp) => () => click(page.getByRole('checkbox', { name }))
const choose = (name: string, option: string) => () =>
  page.getByRole('combobox', { name, exact: true }).selectOptions(option)
const search = (name: string) => () => page.getByRole('searchbox', { name }).fill('crane')

const securityEvent = { id: 1, at: now, kind: 'sign_in.succeeded', network: null, details: {} }

const lists: List[] = [
  list(listDeveloperApps)({
    name: "a developer's apps",
    row: (text) => [buildAppRow({ internal_name: text })],
    open: paths.apps(),
    sort: 'App',
    filter: search('Search apps'),
  }),
  list(listAdminDeveloperApps)({
    name: 'all apps',
    row: (text) => [
      {
        id: 7,
        internal_name: text,
        owner: { id: 2, name: 'Kim Vance', email: 'kim@example.test' },
        app_id: null,
        created_at: now,
        marketplace_listing_in_review_at: null,
        deleted_at: null,
      },
    ],
    open: paths.adminApps(),
    sort: 'Name',
    filter: check('With deleted'),
  }),
  list(listReviewQueue)({
    name: 'the review queue',
    row: (text) => [
      {
        id: 7,
        internal_name: text,
        owner: { email: 'dana@example.test' },
        has_marketplace_listing_in_review: true,
        has_app_version_in_review: false,
        has_published_app: false,
        marketplace_listing_in_review_at: now,
        app_version_in_review_at: null,
        is_own: false,
      },
    ],
    open: paths.reviewQueue(),
    sort: 'Name',
    filter: check('In review'),
  }),
  list(listAdminDevelopers)({
    name: 'all developers',
    row: (text) => [
      { id: 2, name: text, company_name: '', email: 'kim@example.test', procore_id: null, suspended: false },
    ],
    open: paths.adminDevelopers(),
    sort: 'Name',
    filter: check('Only suspended'),
  }),
  list(listOauthApplications)({
    name: 'OAuth applications',
    row: (text) => [
      {
        uid: 'client-7',
        name: text,
        href: '/admin/developer_apps/7',
        developer_app_name: 'Crane Planner',
        owner_name: 'Dana Reyes',
        owner_email: 'dana@example.test',
        suspended: false,
      },
    ],
    open: paths.adminOauthApplications(),
    sort: 'Name',
    filter: choose('Environment', 'sandbox'),
  }),
  list(listNotifications)({
    name: 'notifications',
    row: (text) => [buildNotification({ title: text })],
    open: paths.notifications(),
  }),
  list(listAdminNotifications)({
    name: 'notifications, for staff',
    row: (text) => [{ ...buildNotification({ title: text }), updated_at: now }],
    open: paths.adminNotifications(),
    filter: search('Search notifications'),
  }),
  list(listJobs)({
    name: 'jobs',
    row: (text) => [
      {
        id: 7,
        kind: 'mail.deliver',
        key: '31',
        app: null,
        state: 'waiting',
        is_canceling: false,
        email: null,
        attempts: 1,
        max_attempts: 8,
        last_error: text,
        next_run_at: now,
        created_at: now,
        finished_at: null,
      },
    ],
    open: paths.jobs(),
    filter: choose('State', 'failed'),
  }),
  list(listAuditEvents)({
    name: 'the audit log',
    row: (text) => [
      {
        id: 1,
        at: now,
        actor_kind: 'person',
        actor: { id: 2, name: text, email: 'kim@example.test' },
        token: null,
        action: 'app.updated',
        app: null,
        subject: { type: 'developer_app', id: '7', name: null },
        changes: {},
        request_id: null,
      },
    ],
    open: paths.audit(),
    filter: choose('Action', 'app.updated'),
  }),
  list(listSecurityEvents)({
    name: 'security events',
    row: (text) => [
      {
        ...securityEvent,
        browser: text,
        developer: null,
        actor: null,
        actor_kind: 'visitor',
        request_id: null,
      },
    ],
    open: paths.securityEvents(),
    filter: choose('Event', 'sign_in.failed'),
  }),
  list(listAccountSecurityEvents)({
    name: 'security events of an account',
    row: (text) => [{ ...securityEvent, browser: text, by: 'owner' }],
    open: paths.accountSecurityEvents(),
  }),
  list(listChangelog)({
    name: 'changes of the API',
    row: (text) => [
      {
        summary: text,
        description: '',
        endpoint: 'GET /rest/v1.0/projects',
        type: 'fix',
        breaking: false,
        datestamp: '2026-04-02',
        versions: [],
        'x-doc': { visibility: 'public' },
      },
    ],
    open: paths.changelog(),
    filter: check('Breaking changes only'),
  }),
  list(listMarketplaceApps)({
    name: 'the marketplace',
    row: (text) => [
      {
        slug: 'crane-planner',
        made_by_procore: false,
        procore_certified_partner: false,
        public_name: text,
        tagline: '',
        built_by: 'Northgate',
        category_ids: [],
        beta: false,
        security_badge: false,
        small_logo: null,
        published_at: now,
      },
    ],
    open: paths.marketplace(),
    filter: check(/^BIM/),
  }),
  list(listBucketChanges)({
    name: 'changes of rate limits',
    row: (text) => [
      {
        id: 9,
        bucket_id: 5,
        kind: 'created',
        before: null,
        after: null,
        reason: text,
        changed_by: { id: 1, name: 'Dana Reyes' },
        changed_at: now,
        reverts: null,
      },
    ],
    open: async () => {
      renderPage(paths.rateLimits(), { session: buildAdminSession() })
      await click(page.getByRole('button', { name: 'History' }))
    },
  }),
  list(listReviews)({
    name: 'reviews of versions',
    row: (text) => [buildReviewRound({ decided_by: null, message: text })],
    open: () => renderApp('versions'),
  }),
  list(listSubmissionEvents)({
    name: 'reviews of a listing',
    row: (text) => [
      {
        id: 1,
        submission_id: 50,
        version: 1,
        event: 'rejected',
        at: now,
        by: null,
        is_staff: true,
        message: text,
        silent: null,
      },
    ],
    open: () => renderApp('marketplace_listing'),
  }),
  list(listOauthEvents)({
    name: 'decisions of the OAuth server',
    row: (text) => [
      {
        id: 1,
        at: now,
        outcome: 'refused',
        action: 'authorization_code',
        reason: 'redirect_mismatch',
        message: text,
        network: '192.0.2.0/24',
        count: 1,
      },
    ],
    open: async () => {
      renderApp('oauth_credentials')
      await click(page.getByRole('button', { name: 'Show decisions' }))
    },
    filter: choose('Outcome', 'refused'),
  }),
]

/** The versions of an app are extended by a button and never replaced. */
const extended: Endpoint[] = [listManifests]
/** Staff see the reviews of a listing in the same list as its developers. */
const shared: Endpoint[] = [listAdminSubmissionEvents]
/** Only the menu and the banner of notifications filter them, each with its own list. */
const hasNoFilter: Endpoint[] = [listNotifications, listBucketChanges]

const hasParameter = ({ query }: Endpoint, name: string) =>
  query !== undefined && 'shape' in query && Object.hasOwn(query.shape as object, name)

test('every paged list of the API is in the table, with a sort and a filter if it has one', () => {
  const paged = Object.values(contracts as Record<string, unknown>).filter(
    (value): value is Endpoint => typeof value === 'object' && value !== null && 'paged' in value,
  )
  expect(paged.length).toBeGreaterThan(10)
  const tested = lists.map(({ endpoint }) => endpoint)
  const missing = paged.filter((endpoint) => ![...tested, ...extended, ...shared].includes(endpoint))
  expect(missing.map(({ operationId }) => operationId)).toEqual([])
  for (const { name, endpoint, steps } of lists) {
    expect('sort' in steps, `${name}: sort`).toBe(hasParameter(endpoint, 'sort'))
    const canFilter = hasParameter(endpoint, 'filters') && !hasNoFilter.includes(endpoint)
    if (endpoint.paged) expect('filter' in steps, `${name}: filter`).toBe(canFilter)
  }
})

const cases = lists.flatMap((each) =>
  Object.entries(each.steps).map(([step, run]) => ({ ...each, step, run })),
)

/** Menus outside the page may show the row too. */
const row = (text: string) =>
  page.getByRole('main').or(page.getByRole('dialog')).getByText(text, { exact: true }).first()

test.each(cases)(
  '$name keeps its rows while the next $step loads',
  async ({ endpoint, open, replyWith, run }) => {
    // The other calls of the pages.
    reply(listLiveAppIds, [])
    reply(getAuditVocabulary, { actions: ['app.updated'], subject_types: [] })
    reply(listResourceGroups, [])
    reply(listReferenceDocs, [])
    reply(listReferenceBranches, [{ name: 'main', sha: '1f', default: true }])
    reply(countMarketplaceApps, { categories: [], regions: [] })
    reply(listMarketplaceNews, [])
    reply(listQuotaServers, [{ name: server, buckets: 1 }])
    reply(listBuckets, [bucket])
    reply(listManifests, [buildVersion()])
    reply(listReviews, [])
    reply(listTemplates, { '3': {}, '4.1': {} })
    reply(listSnippets, [])
    reply(getDraft, { draft: null })
    reply(getListing, { published: null, unpublished: buildSubmission(), versions: [] })
    reply(getStorage, { used_bytes: 0, allowed_bytes: 1_000_000, used_files: 0, allowed_files: 100 })
    reply(listCategories, [])
    reply(listDeveloperApps, [])
    await open('Earlier row')
    await expect.element(row('Earlier row')).toBeVisible()

    replyWith('Later row')
    const calls = sent(endpoint).length
    const { release } = hold(endpoint)
    await run()
    await expect.poll(() => sent(endpoint).length).toBeGreaterThan(calls)
    await expect
      .poll(() => document.querySelector(`:is(main, [role=dialog]) [aria-busy="true"]`))
      .not.toBeNull()
    expect(row('Earlier row').elements()).not.toEqual([])
    release()
    await expect.element(row('Later row')).toBeVisible()
    expect(row('Earlier row').elements()).toEqual([])
  },
)
