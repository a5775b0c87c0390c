import { reviewVersion, showManifest } from '@trestle/domain/manifests/contract.ts'
import { getMarketplaceApp } from '@trestle/domain/marketplace/contract.ts'
import { updateAdminSubmission } from '@trestle/domain/listings/contract.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  buildApp,
  buildDeveloper,
  buildVersion,
  type AppRow,
  type DeveloperRow,
  type VersionRow,
} from '../../testing/build.ts'
import type { RequestFor } from '../../testing/call.ts'
import { buildSubmission, completeMedia } from '../../testing/listings.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let staff: DeveloperRow
let owner: DeveloperRow
let app: AppRow
let version: VersionRow

beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
  staff = await buildDeveloper(server, { is_admin: true })
})
afterAll(() => server.close())
beforeEach(async () => {
  owner = await buildDeveloper(server)
  app = await buildApp(server, {
    owner_id: owner.id,
    marketplace_enabled: true,
    marketplace_slug: `app-${owner.id}`,
  })
  version = await buildVersion(server, app, {
    versionable_type: 'ProductionEnvironment',
    semantic_version: '2.0.0',
    state: 'in_review',
    in_review_at: server.services.now(),
  })
})

const buildListing = (state: 'published' | 'in_review', installable = true) =>
  buildSubmission(server, app, {
    state,
    content: { app_version_id: version.app_version_id, installable },
    media: completeMedia,
  })
const review = (actor: DeveloperRow, body: RequestFor<typeof reviewVersion>['body']) =>
  server.as(actor).attempt(reviewVersion, { params: { id: version.app_version_id }, body })
const approveListing = (id: number, body = {}) =>
  server.as(staff).attempt(updateAdminSubmission, { params: { id }, body: { state: 'published', ...body } })
const publicKey = async () => {
  const params = { slug: app.marketplace_slug ?? '' }
  return (await server.as(null).call(getMarketplaceApp, { params })).body.content.app_version_id
}
const storedState = async () =>
  (await server.as(staff).call(showManifest, { params: { id: version.id } })).body.state
const actions = async () =>
  (await server.audit()).filter(({ app_id }) => app_id === app.id).map(({ action }) => action)

test.each([
  ['rejecting', 'Rejecting version 2.0.0', { state: 'confidential', admin_notes: 'It stays empty.' }],
  ['withdrawing', 'Withdrawing version 2.0.0 from review', { state: 'confidential' }],
] as const)(
  '%s a version whose key is public requires a confirmation and removes the key from the page',
  async (name, step, body) => {
    const actor = name === 'rejecting' ? staff : owner
    const { id, updated_at: since } = await buildListing('published')
    expect(await publicKey()).toBe(version.app_version_id)
    const message = `${step} removes its app version key from the app's marketplace page.`
    for (const unconfirmed of [{}, { confirmed: false }]) {
      const refused = await review(actor, { ...body, ...unconfirmed })
      expect([refused.status, refused.body.message, refused.body.fields]).toEqual([
        409,
        message,
        { confirmed: [message] },
      ])
    }
    expect([await storedState(), await publicKey(), await actions()]).toEqual([
      'in_review',
      version.app_version_id,
      [],
    ])
    expect((await review(actor, { ...body, confirmed: true })).status).toBe(200)
    expect([await storedState(), await publicKey()]).toEqual(['confidential', null])
    expect(await actions()).toEqual([
      name === 'rejecting' ? 'version.rejected' : 'version.withdrawn',
      'listing.version_removed',
    ])
    expect((await server.audit()).at(-1)).toMatchObject({
      actor_id: actor.id,
      app_id: app.id,
      subject_type: 'submission',
      changes: { public_name: ['Site Sync', 'Site Sync'], app_version_id: [version.app_version_id, null] },
    })
    const email = (await server.emails()).find(({ subject }) =>
      subject.includes(`of ${app.internal_name} was rejected`),
    )
    const removed = "Its app version key was removed from the app's marketplace page."
    expect(email?.body.includes(removed)).toBe(name === 'rejecting' ? true : undefined)
    const stale = { params: { id }, body: { live: false, if_unchanged_since: since } }
    expect((await server.as(staff).refusal(updateAdminSubmission, stale)).status).toBe(409)
  },
)

test.each([
  ['rejecting', 'Rejecting version 2.0.0', { state: 'confidential', admin_notes: 'It stays empty.' }],
  ['withdrawing', 'Withdrawing version 2.0.0 from review', { state: 'confidential' }],
] as const)(
  '%s a version that a listing under review offers requires a confirmation',
  async (name, step, body) => {
    const actor = name === 'rejecting' ? staff : owner
    const message = `${step} leaves the listing under review without a version.`
    await buildListing('in_review', false)
    expect((await review(actor, body)).body).toMatchObject({
      code: 'conflict',
      fields: { confirmed: [message] },
    })
    expect((await review(actor, { ...body, confirmed: true })).status).toBe(200)
    expect(await actions()).toEqual([name === 'rejecting' ? 'version.rejected' : 'version.withdrawn'])
  },
)

test('rejecting a version that no page or listing under review shows requires no confirmation; an approval keeps the key', async () => {
  await buildListing('published', false)
  expect((await review(staff, { state: 'confidential', admin_notes: 'It stays empty.' })).status).toBe(200)
  expect(await actions()).toEqual(['version.rejected'])
  app = await buildApp(server, {
    owner_id: owner.id,
    marketplace_enabled: true,
    marketplace_slug: `other-${owner.id}`,
  })
  version = await buildVersion(server, app, {
    versionable_type: 'ProductionEnvironment',
    state: 'in_review',
    in_review_at: server.services.now(),
  })
  await buildListing('published')
  expect((await review(staff, { state: 'published' })).status).toBe(200)
  expect(await publicKey()).toBe(version.app_version_id)
})

test('approving a listing whose version is not approved requires a confirmation', async () => {
  const { id } = await buildListing('in_review')
  const message =
    "Version 2.0.0 isn't approved yet. Approving this listing shows its app version key on the marketplace."
  const refused = await approveListing(id)
  expect([refused.status, refused.body.message, refused.body.fields]).toEqual([
    409,
    message,
    { confirmed: [message] },
  ])
  expect(await actions()).toEqual([])
  expect((await approveListing(id, { confirmed: true })).status).toBe(200)
  expect(await publicKey()).toBe(version.app_version_id)
})

test('approving a listing whose version is approved requires no confirmation', async () => {
  const { id } = await buildListing('in_review')
  await review(staff, { state: 'published' })
  expect((await approveListing(id)).status).toBe(200)
})

test('approving a listing of an app that companies cannot install requires no confirmation: its page shows no key', async () => {
  const { id } = await buildListing('in_review', false)
  expect((await approveListing(id)).status).toBe(200)
  expect(await publicKey()).toBeNull()
})
