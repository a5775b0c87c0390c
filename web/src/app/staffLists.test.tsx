import { listAdminDevelopers } from '@trestle/domain/accounts/contract.ts'
import {
  getAdminDeveloperApp,
  listAdminDeveloperApps,
  listDeveloperApps,
  listLiveAppIds,
  listReviewQueue,
} from '@trestle/domain/apps/contract.ts'
import { getAuditVocabulary, listAuditEvents } from '@trestle/domain/audit/contract.ts'
import { listOauthApplications } from '@trestle/domain/credentials/contract.ts'
import { getDraft } from '@trestle/domain/drafts/contract.ts'
import type { Endpoint } from '@trestle/domain/http/endpoint.ts'
import { listJobs } from '@trestle/domain/jobs/contract.ts'
import { listAdminSubmissionEvents, listCategories } from '@trestle/domain/listings/contract.ts'
import { listManifests, listReviews } from '@trestle/domain/manifests/contract.ts'
import { listAdminNotifications } from '@trestle/domain/notifications/contract.ts'
import { listBuckets, listQuotaServers } from '@trestle/domain/quotas/contract.ts'
import { pageRoutes } from '@trestle/domain/routes.ts'
import { listSecurityEvents } from '@trestle/domain/securityEvents/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildAdminApp, buildAdminSession } from '../../testing/build.ts'
import { refuse, reply } from '../../testing/network.ts'
import { renderPage } from '../../testing/render.tsx'

/** The staff lists: the page of each, and the call that loads it. */
const lists: [address: string, endpoint: Endpoint][] = [
  ['/admin/notifications', listAdminNotifications],
  ['/admin/developer_apps', listAdminDeveloperApps],
  ['/admin/developer_apps/review_queue', listReviewQueue],
  ['/admin/developers', listAdminDevelopers],
  ['/admin/oauth_applications', listOauthApplications],
  ['/admin/quota_minder', listQuotaServers],
  ['/admin/quota_minder', listBuckets],
  ['/admin/jobs', listJobs],
  ['/admin/audit', listAuditEvents],
  ['/admin/security_events', listSecurityEvents],
  ['/admin/developer_apps/7', listManifests],
  ['/admin/developer_apps/7/marketplace_listing', listAdminSubmissionEvents],
]

test('every staff page with a list is in the table', () => {
  const listed = Object.values(pageRoutes)
    .filter(({ access, pattern }) => access === 'staff' && !/\$|\/new$|^\/admin$/.test(pattern))
    .map(({ pattern }) => pattern)
  const ofApp = ['/admin/developer_apps/7', '/admin/developer_apps/7/marketplace_listing']
  expect(new Set(lists.map(([address]) => address))).toEqual(new Set([...listed, ...ofApp]))
})

test.each(lists)(
  '%s shows "An error occurred", the message and its request id when its list fails to load',
  { tags: ['ERR-05', 'ERR-13'] },
  async (address, endpoint) => {
    reply(getAdminDeveloperApp, buildAdminApp())
    reply(listLiveAppIds, [])
    // Loaded when the pointer is over its link.
    reply(listDeveloperApps, [])
    reply(listReviews, [])
    reply(listManifests, [])
    reply(getDraft, { draft: null })
    reply(listCategories, [])
    reply(getAuditVocabulary, { actions: [], subject_types: [] })
    reply(listQuotaServers, [{ name: 'Production_US01', buckets: 1 }])
    refuse(endpoint, { code: 'internal', message: 'It broke.' })
    renderPage(address, { session: buildAdminSession() })
    // Rendering a page replies with no jobs.
    refuse(endpoint, { code: 'internal', message: 'It broke.' })
    const alert = page.getByRole('alert').filter({ hasText: 'It broke.' })
    await expect.element(alert.getByText('An error occurred', { exact: true })).toBeVisible()
    await expect.element(alert).toMatchTextContent('Request ID: req-test')
  },
)
