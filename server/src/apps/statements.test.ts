import {
  getAdminDeveloperApp,
  getDeveloperApp,
  listDeveloperApps,
  updateAdminDeveloperApp,
  updateDeveloperApp,
} from '@trestle/domain/apps/contract.ts'
import { listCollaborators, listInvitations } from '@trestle/domain/collaborators/contract.ts'
import { getListing, getStorage } from '@trestle/domain/listings/contract.ts'
import { listManifests, listReviews } from '@trestle/domain/manifests/contract.ts'
import { getMetricsSummary } from '@trestle/domain/metrics/contract.ts'
import { expect, test } from 'vitest'
import { buildApp, buildDeveloper, buildVersion } from '../../testing/build.ts'
import { buildSubmission } from '../../testing/listings.ts'
import { startTestServer } from '../../testing/server.ts'
import { statementsDuring } from '../../testing/statements.ts'

async function startWithApp() {
  const server = await startTestServer()
  const app = await buildApp(server)
  await buildVersion(server, app)
  await buildSubmission(server, app, { state: 'published' })
  const staff = await buildDeveloper(server, { is_admin: true })
  const [owner, admin] = [server.as({ id: app.owner_id }), server.as(staff)]
  const params = { id: app.id }
  // Signs in, so that only the call itself is counted.
  await owner.call(getDeveloperApp, { params })
  await admin.call(getAdminDeveloperApp, { params })
  return { server, owner, admin, params }
}

test('an app is read with few statements, whatever it shows', async () => {
  const { server, owner, admin, params } = await startWithApp()
  const forStaff = await statementsDuring(server, () => admin.call(getAdminDeveloperApp, { params }))
  // The session, the app, and everything else.
  expect(forStaff).toHaveLength(3)
  const forOwner = await statementsDuring(server, () => owner.call(getDeveloperApp, { params }))
  // The session, and the app with the role and everything else.
  expect(forOwner.length, forOwner.join('\n')).toBeLessThanOrEqual(2)
  const listing = await statementsDuring(server, () => owner.call(getListing, { params }))
  expect(listing.length, listing.join('\n')).toBeLessThanOrEqual(3)
})

test('what an app has besides is read together with it', async () => {
  const { server, owner, params } = await startWithApp()
  const query = { developer_app_id: params.id }
  for (const read of [
    () => owner.call(listCollaborators, { query }),
    () => owner.call(listInvitations, { query }),
    () => owner.call(getMetricsSummary, { params }),
    () => owner.call(listReviews, { params }),
    () => owner.call(getStorage, { params }),
  ]) {
    expect(await statementsDuring(server, read)).toHaveLength(2)
  }
  const list = () => owner.call(listManifests, { query: { filters: { developer_app_id: params.id } } })
  // The session, the app with the versions in production, and the page of versions.
  expect(await statementsDuring(server, list)).toHaveLength(3)
})

test('the list of apps reads the states of listings once', async () => {
  const { server, owner } = await startWithApp()
  const list = await statementsDuring(server, () => owner.call(listDeveloperApps, {}))
  // The session, and the page with everything else.
  expect(list.length, list.join('\n')).toBeLessThanOrEqual(2)
})

test('settings are saved with few statements', async () => {
  const { server, owner, admin, params } = await startWithApp()
  const body = { name: 'Renamed', redirect_uri: 'https://example.test/back' }
  const byOwner = await statementsDuring(server, () => owner.call(updateDeveloperApp, { params, body }))
  // The session, the locked app, the session after the wait for it, the role, the change, its audit entry, and the reply.
  expect(byOwner.length, byOwner.join('\n')).toBeLessThanOrEqual(7)
  const byStaff = await statementsDuring(server, () => admin.call(updateAdminDeveloperApp, { params, body }))
  expect(byStaff.length, byStaff.join('\n')).toBeLessThanOrEqual(6)
})
