import { deleteDeveloperApp, getAdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import {
  createAdminSubmission,
  deleteAdminMedia,
  deleteMedia,
  listAdminSubmissionEvents,
  listSubmissionEvents,
} from '@trestle/domain/listings/contract.ts'
import { getMarketplaceApp } from '@trestle/domain/marketplace/contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AppRow, DeveloperRow } from '../../testing/build.ts'
import {
  buildAppToList,
  buildMedia,
  buildReviewer,
  buildSubmission,
  completeMedia,
  listingCalls,
} from '../../testing/listings.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

describe('the fields of staff', () => {
  let server: TestServer
  let owner: DeveloperRow
  let staff: DeveloperRow
  let app: AppRow

  beforeAll(async () => {
    server = await startTestServer({ keepOpen: true })
    staff = await buildReviewer(server)
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    ;({ owner, app } = await buildAppToList(server))
  })

  const { listing, create, change, asStaff } = listingCalls(() => ({ server, owner, staff, app }))

  test(
    'only staff can remove the media that only staff can add, even if a member names its ID',
    { tags: ['LADM-03', 'LADM-06'] },
    async () => {
      const media = ['ShowcaseVideo', 'Document', 'Picture'] as const
      const { id } = await buildSubmission(server, app, { media: [...media] })
      const stored = async () => {
        const { body } = await server.as(staff).call(getAdminDeveloperApp, { params: { id: app.id } })
        return {
          video: body.unpublished?.showcase_video?.id,
          document: body.unpublished?.security_questionnaire_document?.id,
          pictures: body.unpublished?.pictures.length,
        }
      }
      const before = await stored()
      expect(before).toEqual({ video: expect.any(Number), document: expect.any(Number), pictures: 1 })
      expect((await listing()).unpublished?.showcase_video).toBeNull()
      const input = { remove_media_ids: [before.video, before.document] }
      expect((await change(id, input)).status).toBe(200)
      expect(await stored()).toEqual(before)
      expect((await asStaff(id, input)).status).toBe(200)
      expect(await stored()).toEqual({ video: undefined, document: undefined, pictures: 1 })
    },
  )

  test.each(['ShowcaseVideo', 'Document'] as const)(
    'only staff can delete an upload of the type %s',
    async (type) => {
      const params = { id: app.id, media_id: await buildMedia(server, app, type) }
      const refused = await server.as({ id: app.owner_id }).refusal(deleteMedia, { params })
      expect([refused.status, refused.body.message]).toEqual([403, 'Only platform staff can delete this.'])
      expect((await server.as(staff).call(deleteAdminMedia, { params })).status).toBe(204)
    },
  )

  test('only staff see whether an approval was silent', { tags: ['ROLE-20'] }, async () => {
    const { id } = await buildSubmission(server, app, { state: 'in_review', media: completeMedia })
    await asStaff(id, { state: 'published', silent: true })
    const params = { id: app.id }
    const forStaff = await server.as(staff).call(getAdminDeveloperApp, { params })
    expect(forStaff.body.published?.silent).toBe(true)
    const eventsForStaff = await server.as(staff).call(listAdminSubmissionEvents, { params })
    expect(eventsForStaff.body).toMatchObject([{ event: 'approved', silent: true }])
    expect((await listing()).published?.silent).toBeNull()
    const eventsForOwner = await server.as(owner).call(listSubmissionEvents, { params })
    expect(eventsForOwner.body).toMatchObject([{ event: 'approved', silent: null }])
  })

  test(
    "a rejection keeps the reviewers' notes, and the next listing keeps the staff marks",
    { tags: ['LADM-12', 'LADM-17', 'LIST-82'] },
    async () => {
      const { id } = await buildSubmission(server, app, { state: 'in_review', media: completeMedia })
      await asStaff(id, { admin_notes: 'Ask for a sharper logo.', notes: 'Sign in as demo.', live: false })
      const rejected = await asStaff(id, { state: 'draft', admin_message: 'The logo is blurred.' })
      expect(rejected.body).toMatchObject({
        admin_notes: 'Ask for a sharper logo.',
        notes: 'Sign in as demo.',
      })
      await change(id, { state: 'in_review' })
      expect((await asStaff(id, { state: 'published' })).body).toMatchObject({
        admin_notes: 'Ask for a sharper logo.',
        admin_message: null,
      })
      const marks = {
        is_concierge_app: true,
        live: false,
        made_by_procore: true,
        procore_certified_partner: true,
      }
      await asStaff(id, marks)
      await create({ tagline: 'Next' })
      const params = { id: app.id }
      const { body } = await server.as(staff).call(getAdminDeveloperApp, { params })
      expect(body.unpublished).toMatchObject({ ...marks, admin_notes: null })
    },
  )

  test('the marks that staff choose for a new listing replace those of the published one', async () => {
    await buildSubmission(server, app, { state: 'published', live: false, made_by_procore: true })
    const request = { params: { id: app.id }, body: { live: true } }
    const { body } = await server.as(staff).call(createAdminSubmission, request)
    expect(body).toMatchObject({ live: true, made_by_procore: true })
    expect((await listing()).published?.live).toBe(true)
  })

  test(
    'staff can write the staff-only fields, even during a review',
    {
      tags: [
        'API-65',
        'LADM-01',
        'LADM-02',
        'LADM-05',
        'LADM-09',
        'LADM-12',
        'LADM-16',
        'LADM-17',
        'ROLE-20',
        'LIST-82',
      ],
    },
    async () => {
      const { id } = await buildSubmission(server, app, { state: 'in_review' })
      const marks = {
        beta: true,
        security_badge: true,
        notes: 'Sign in as demo.',
        admin_notes: 'Looks fine.',
        is_concierge_app: true,
        live: true,
        made_by_procore: true,
        procore_certified_partner: true,
      }
      expect((await asStaff(id, marks)).body).toMatchObject(marks)
      expect((await listing()).unpublished).toMatchObject({
        notes: '',
        admin_notes: null,
        is_concierge_app: null,
      })
      for (const field of Object.keys(marks)) {
        const { body } = await change(id, { [field]: true })
        expect(body.fields).toEqual({ [field]: [`${field} is not a known field`] })
      }
      const { body } = await server.as(staff).call(getAdminDeveloperApp, { params: { id: app.id } })
      expect([body.unpublished?.notes, body.published, body.versions.length]).toEqual([
        'Sign in as demo.',
        null,
        1,
      ])
    },
  )

  test('staff can also change their marks on a published listing', { tags: ['LADM-12'] }, async () => {
    const { id } = await buildSubmission(server, app, { state: 'published' })
    expect((await asStaff(id, { is_concierge_app: true, live: false })).body).toMatchObject({
      is_concierge_app: true,
      live: false,
    })
    expect((await server.audit()).at(-1)).toMatchObject({
      action: 'listing.saved',
      changes: { public_name: ['Site Sync', 'Site Sync'], is_concierge_app: [false, true] },
    })
    expect((await asStaff(id, { beta: true })).status).toBe(409)
  })

  test.each(['draft', 'published'] as const)(
    'a mark that staff change on the %s listing counts for the other one, too',
    { tags: ['LADM-12', 'LIST-82'] },
    async (chosen) => {
      const slug = `site-sync-${app.id}`
      await server.services.db
        .updateTable('developer_apps')
        .set({ marketplace_slug: slug })
        .where('id', '=', app.id)
        .execute()
      const first = await buildSubmission(server, app, { state: 'published', media: completeMedia })
      const next = await buildSubmission(server, app, { state: 'draft', version: 2, media: completeMedia })
      const id = chosen === 'draft' ? next.id : first.id
      const since = (await listing()).unpublished?.updated_at
      const isListed = async () =>
        (await server.anonymous().attempt(getMarketplaceApp, { params: { slug } })).status
      expect(await isListed()).toBe(200)
      await asStaff(id, { live: false, admin_notes: 'Taken off for now.' })
      expect(await isListed()).toBe(404)
      const { body } = await server.as(staff).call(getAdminDeveloperApp, { params: { id: app.id } })
      expect([body.published?.live, body.unpublished?.live]).toEqual([false, false])
      expect((await listing()).published?.marketplace_url, 'a page that no one can open').toBeNull()
      expect([body.published?.admin_notes, body.unpublished?.admin_notes].filter(Boolean)).toHaveLength(1)
      // The developer who is editing the draft gets no conflict.
      if (chosen === 'published') {
        expect((await change(next.id, { tagline: 'Next', if_unchanged_since: since })).status).toBe(200)
      }
      await change(next.id, { state: 'in_review' })
      await asStaff(next.id, { state: 'published' })
      expect(await isListed(), 'after the next listing was approved').toBe(404)
    },
  )

  test('staff cannot change the listing of a deleted app', async () => {
    const { id } = await buildSubmission(server, app, { state: 'in_review', media: completeMedia })
    await server.as(owner).call(deleteDeveloperApp, { params: { id: app.id } })
    const refused = await asStaff(id, { admin_notes: 'Too late' })
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { message: "This app was deleted, so its listing can't be changed." },
    ])
  })
})
