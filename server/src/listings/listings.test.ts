import {
  deleteDeveloperApp,
  getDeveloperApp,
  updateAdminDeveloperApp,
  getAdminDeveloperApp,
  listDeveloperApps,
} from '@trestle/domain/apps/contract.ts'
import { stringifyBrackets } from '@trestle/domain/http/brackets.ts'
import {
  createAdminSubmission,
  createSubmission,
  deleteAdminMedia,
  deleteMedia,
  updateAdminSubmission,
  updateSubmission,
  getListing,
  listSubmissionEvents,
  listAdminSubmissionEvents,
  listCategories,
  listProductTools,
  listRegions,
  listSecurityStandards,
  listSsoProviders,
} from '@trestle/domain/listings/contract.ts'
import { emptyContent } from '@trestle/domain/listings/emptyContent.ts'
import { offeredCountryIds, regionIds } from '@trestle/domain/listings/countries.ts'
import { getMarketplaceApp } from '@trestle/domain/marketplace/contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buildApp,
  buildCollaborator,
  buildDeveloper,
  buildVersion,
  type AppRow,
  type DeveloperRow,
} from '../../testing/build.ts'
import type { RequestFor } from '../../testing/call.ts'
import { buildMedia, buildSubmission } from '../../testing/listings.ts'
import { holdRow, race } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { lockSlugsLike } from './store.ts'

type Creation = NonNullable<RequestFor<typeof createSubmission>['body']>
type Change = NonNullable<RequestFor<typeof updateSubmission>['body']>
type StaffChange = NonNullable<RequestFor<typeof updateAdminSubmission>['body']>

describe('the listing of an app', () => {
  let server: TestServer
  let owner: DeveloperRow
  let staff: DeveloperRow
  let app: AppRow
  let apps = 0

  beforeAll(async () => {
    server = await startTestServer({ keepOpen: true })
    staff = await buildDeveloper(server, { first_name: 'Stan', last_name: 'Staff', is_admin: true })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    owner = await buildDeveloper(server, { first_name: 'Olive', last_name: 'Owner' })
    app = await buildApp(server, {
      owner_id: owner.id,
      internal_name: `Site Sync (${(apps += 1)})`,
      marketplace_enabled: true,
    })
  })

  const listing = async (who: { id: number } = owner) =>
    (await server.as(who).call(getListing, { params: { id: app.id } })).body
  const create = (body: Creation, who: { id: number } = owner) =>
    server.as(who).attempt(createSubmission, { params: { id: app.id }, body })
  const change = (id: number, body: Change, who: { id: number } = owner) =>
    server.as(who).attempt(updateSubmission, { params: { id }, body })
  const asStaff = (id: number, body: StaffChange) =>
    server.as(staff).attempt(updateAdminSubmission, { params: { id }, body })
  const storedApp = () =>
    server.services.db
      .selectFrom('developer_apps')
      .selectAll()
      .where('id', '=', app.id)
      .executeTakeFirstOrThrow()
  const mails = async (kind: string) =>
    (await server.mails()).filter((mail) => mail.kind === kind && mail.body.includes(`/${app.id}/`))

  test(
    'starts empty, saves a draft and returns it as it was written',
    {
      tags: [
        'API-63',
        'API-64',
        'API-73',
        'LIST-78',
        'LIST-79',
        'LSTATE-01',
        'LSTATE-04',
        'LSTATE-28',
        'LSTATE-29',
      ],
    },
    async () => {
      expect(await listing()).toEqual({ published: null, unpublished: null, versions: [] })
      const created = await create({ public_name: 'Site Sync', region_ids: [1], country_ids: [840, 276] })
      expect([created.status, created.body]).toMatchObject([
        201,
        {
          state: 'draft',
          approval_state: 'unreviewed',
          version: 1,
          modified: true,
          public_name: 'Site Sync',
          regions: { '1': true },
          countries: { '840': true, '276': true },
          product_tools: {},
          feature_bullets: ['', '', ''],
          admin_message: null,
        },
      ])
      const saved = await change(created.body.id ?? 0, {
        tagline: 'Keeps plans in step',
        product_tool_ids: [33],
      })
      expect(saved.body).toMatchObject({
        id: created.body.id,
        public_name: 'Site Sync',
        tagline: 'Keeps plans in step',
        product_tools: { '33': true },
      })
      expect((await listing()).unpublished).toEqual(saved.body)
      expect(
        (await server.as(owner).call(getDeveloperApp, { params: { id: app.id } })).body.last_marketplace_app,
      ).toEqual({
        id: created.body.id,
        public_name: 'Site Sync',
        state: 'draft',
        approval_state: 'unreviewed',
      })
    },
  )

  test('refuses a second draft and returns the existing one', { tags: ['LSTATE-28', 'API-72'] }, async () => {
    const first = await create({ public_name: 'First' })
    const second = await create({ public_name: 'Second' })
    expect([second.status, second.body.current?.id]).toEqual([409, first.body.id])
  })

  test(
    'creates one listing when two people start it at the same time',
    { tags: ['LSTATE-29'], ...repeated },
    async () => {
      const colleague = await buildCollaborator(server, app, 'admin')
      const answers = await race(server, holdRow('developer_apps', app.id), [
        () => create({ tagline: 'One' }),
        () => create({ tagline: 'Two' }, colleague),
      ])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    },
  )

  test(
    'enforces formats and limits in a draft, but allows missing fields',
    { tags: ['LVAL-40', 'LVAL-42', 'LVAL-43', 'LVAL-44'] },
    async () => {
      const answer = await create({
        public_name: 'x'.repeat(51),
        support_email: 'not an address',
        website_link: { label: '', url: 'www' },
        category_ids: [1, 2, 3, 4],
      })
      expect([answer.status, answer.body.fields]).toEqual([
        422,
        {
          public_name: ['Character limit exceeded (50)'],
          category_ids: ['Max number of categories exceeded'],
          support_email: ['This email is invalid'],
          'website_link.url': ['This URL is invalid'],
        },
      ])
      expect((await listing()).unpublished).toBeNull()
    },
  )

  test(
    'accepts a form like JSON, with nested fields and empty values',
    { tags: ['API-67', 'LIST-80', 'LIST-81'] },
    async () => {
      const pictures = [await buildMedia(server, app, 'Picture'), await buildMedia(server, app, 'Picture')]
      const answer = await server.as(owner).send({
        method: 'POST',
        url: `/api/v1/developer_apps/${app.id}/submissions`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: stringifyBrackets({
          public_name: 'Formed & sent',
          has_trials: 'true',
          connector_required: '',
          region_ids: regionIds,
          country_ids: offeredCountryIds,
          product_tool_ids: '',
          helpful_links: [{ label: 'Guide', url: 'https://northgate.test' }],
          feature_bullets: ['One', 'Two'],
          website_link: { label: 'Northgate', url: 'https://northgate.test' },
          pictures_attributes: pictures.toReversed().map((id, index) => ({ id, name: `Screen ${index}` })),
          security_questionnaire: { has_mfa_support: 'true', security_standard_ids: [''] },
        }),
      })
      expect([answer.status, answer.body]).toMatchObject([
        201,
        {
          public_name: 'Formed & sent',
          has_trials: true,
          connector_required: null,
          product_tools: {},
          helpful_links: [{ label: 'Guide', url: 'https://northgate.test' }],
          feature_bullets: ['One', 'Two'],
          pictures: [
            { id: pictures[1], name: 'Screen 0' },
            { id: pictures[0], name: 'Screen 1' },
          ],
          security_questionnaire: { has_mfa_support: true, security_standard_ids: [] },
        },
      ])
      expect(Object.keys(answer.body.countries)).toHaveLength(new Set(offeredCountryIds).size)
    },
  )

  test(
    'files are named by ID, keep their order, and are removed with remove_media_ids and remove_small_logo',
    { tags: ['MEDIA-24', 'MEDIA-25'] },
    async () => {
      const media = ['Logo', 'Picture', 'Picture', 'Picture', 'Video', 'Video'] as const
      const { id } = await buildSubmission(server, app, { media: [...media] })
      const before = (await listing()).unpublished
      const [first, second, third] = before?.pictures.map((picture) => picture.id) ?? []
      const [film, other] = before?.videos.map((video) => video.id) ?? []
      const moved = await change(id, { pictures_attributes: [{ id: third, description: 'The board' }] })
      expect(moved.body.pictures?.map((picture) => picture.id)).toEqual([third, first, second])
      expect(moved.body.pictures?.[0]?.description).toBe('The board')
      const named = await change(id, { pictures_attributes: [{ id: third, name: 'Board' }] })
      expect(named.body.pictures?.[0]).toMatchObject({ name: 'Board', description: 'The board' })
      const described = await change(id, { pictures_attributes: [{ id: third, description: 'Its board' }] })
      expect(described.body.pictures?.[0]).toMatchObject({ name: 'Board', description: 'Its board' })
      const removed = await change(id, { remove_media_ids: [first, film], remove_small_logo: true })
      expect(removed.body.pictures?.map((picture) => picture.id)).toEqual([third, second])
      expect(removed.body.videos?.map((video) => video.id)).toEqual([other])
      expect([removed.body.small_logo, removed.body.small_logo_url]).toEqual([null, null])
    },
  )

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

  test('refuses a file of another app or type at its field', { tags: ['API-67'] }, async () => {
    const stranger = await buildApp(server)
    const foreign = await buildMedia(server, stranger, 'Picture')
    const document = await buildMedia(server, app, 'Document')
    const { id } = await buildSubmission(server, app)
    expect((await change(id, { pictures_attributes: [{ id: foreign }] })).body.fields).toEqual({
      'pictures_attributes.0.id': ['This file no longer exists. Upload it again'],
    })
    expect((await change(id, { small_logo_attributes: { id: document } })).body.fields).toEqual({
      'small_logo_attributes.id': ['This file was uploaded as Document, not as Logo'],
    })
  })

  test(
    'clears a dependent answer when its question is no longer answered with yes',
    { tags: ['SEC-36'] },
    async () => {
      const { id } = await buildSubmission(server, app)
      const requested = { has_subprocessors: true, subprocessors_details: 'One host' }
      await change(id, { security_questionnaire: requested })
      const after = await change(id, { security_questionnaire: { has_subprocessors: false } })
      expect(after.body.security_questionnaire).toMatchObject({
        subprocessors_details: '',
        has_subprocessors: false,
      })
    },
  )

  test(
    'includes the names for the IDs of the questionnaire in every reply',
    { tags: ['SEC-18', 'SEC-19', 'SEC-24'] },
    async () => {
      const { id } = await buildSubmission(server, app)
      const ids = {
        headquarters_country_id: 276,
        data_processing_country_ids: [840, 276],
        has_security_standards: true,
        security_standard_ids: [4],
      }
      const germany = { id: 276, iso_code: 'DE', name: 'Germany' }
      const named = {
        ...ids,
        headquarters_country: germany,
        data_processing_countries: [{ id: 840, iso_code: 'US', name: 'United States' }, germany],
        security_standards: [{ id: 4, standard_name: 'SOC 2', variant: 'Type 2' }],
      }
      const saved = await change(id, { security_questionnaire: ids })
      expect(saved.body.security_questionnaire).toMatchObject(named)
      const { body } = await server.as({ id: app.owner_id }).call(getListing, { params: { id: app.id } })
      expect(body.unpublished?.security_questionnaire).toMatchObject(named)
      const emptied = await change(id, {
        security_questionnaire: { headquarters_country_id: null, data_processing_country_ids: [] },
      })
      expect(emptied.body.security_questionnaire).toMatchObject({
        headquarters_country: null,
        data_processing_countries: [],
      })
    },
  )

  test(
    'stores one contact method: a new one replaces the old one, and two new ones are refused',
    { tags: ['LIST-74', 'LIST-75', 'LIST-76'] },
    async () => {
      const { id } = await buildSubmission(server, app, {
        content: { contact_us_email: 'sales@northgate.test' },
      })
      const url = 'https://northgate.test/start'
      const both = await change(id, { contact_us_email: 'new@northgate.test', learn_how_url: url })
      expect([both.status, Object.keys(both.body.fields ?? {})]).toEqual([422, ['contact']])
      const contact = async () => {
        const { unpublished } = await listing()
        return [unpublished?.contact_us_email, unpublished?.learn_how_url, unpublished?.create_lead]
      }
      expect(await contact()).toEqual(['sales@northgate.test', '', false])
      await change(id, { learn_how_url: url })
      expect(await contact()).toEqual(['', url, false])
      await change(id, { learn_how_url: url, contact_us_email: 'sales@northgate.test' })
      expect(await contact()).toEqual(['sales@northgate.test', '', false])
      await change(id, { contact_us_email: '' })
      expect(await contact()).toEqual(['', '', false])
    },
  )

  test(
    "only employees can change create lead, which otherwise keeps the platform's value",
    { tags: ['LIST-70', 'LIST-77', 'LADM-19'] },
    async () => {
      const employee = await buildDeveloper(server, { is_employee: true })
      const now = server.services.now()
      await server.services.db
        .insertInto('collaborators')
        .values({
          app_id: app.id,
          developer_id: employee.id,
          role: 'admin',
          created_at: now,
          updated_at: now,
        })
        .execute()
      const { id } = await buildSubmission(server, app)
      expect((await change(id, { create_lead: true })).body.fields).toEqual({
        create_lead: ['Only platform employees can change this.'],
      })
      expect((await change(id, { create_lead: true }, employee)).body).toMatchObject({
        create_lead: true,
        contact_us_email: '',
        learn_how_url: '',
      })
      expect((await change(id, { create_lead: false })).status).toBe(422)
      expect((await change(id, { tagline: 'Still editable' })).status).toBe(200)
    },
  )

  test.each([
    ['public_name', 'public_name', 'Site\nSync'],
    ['tagline', 'tagline', 'Plans\ton site'],
    ['feature_bullets', 'feature_bullets.0', ['Plans\r\non site']],
    ['requirements', 'requirements.0', ['A tablet\nor two']],
    ['helpful_links', 'helpful_links.0.url', [{ label: 'Help', url: 'https://example.test/a\nb' }]],
  ])('%s is written on one line', async (field, path, value) => {
    const { id } = await buildSubmission(server, app)
    const { status, body } = await change(id, { [field]: value })
    expect([status, body.fields]).toEqual([422, { [path]: ['Write this on one line'] }])
  })

  test('refuses a stale save and returns the stored listing', { tags: ['LSTATE-28'] }, async () => {
    const { id, updated_at } = await buildSubmission(server, app)
    server.clock.advance(1000)
    await change(id, { tagline: 'Theirs' })
    const stale = await change(id, { tagline: 'Mine', if_unchanged_since: updated_at })
    expect([stale.status, stale.body.current?.tagline]).toEqual([409, 'Theirs'])
  })

  test('a save that changes nothing leaves the time of the last change and records nothing', async () => {
    const { id } = await buildSubmission(server, app)
    const picture = await buildMedia(server, app, 'Picture')
    const body = { tagline: 'Plans on site', pictures_attributes: [{ id: picture }] }
    const saved = await change(id, body)
    const entries = (await server.audit()).length
    server.clock.advance(1000)
    const again = await change(id, { ...body, if_unchanged_since: saved.body.updated_at ?? '' })
    expect([again.status, again.body]).toEqual([200, saved.body])
    expect(await server.audit()).toHaveLength(entries)
    const marked = await asStaff(id, { live: saved.body.live ?? true })
    expect([marked.status, marked.body.updated_at]).toEqual([200, saved.body.updated_at])
    expect(await server.audit()).toHaveLength(entries)
  })

  test(
    'offers the approved versions and those in review, newest first',
    { tags: ['LIST-32', 'LVAL-13', 'PROM-18'] },
    async () => {
      const production = { versionable_type: 'ProductionEnvironment' } as const
      const now = server.services.now()
      const approved = await buildVersion(server, app, {
        ...production,
        state: 'published',
        published_at: now,
      })
      const waiting = await buildVersion(server, app, {
        ...production,
        state: 'in_review',
        in_review_at: now,
      })
      await buildVersion(server, app, production)
      await buildVersion(server, app)
      expect((await listing()).versions).toEqual([
        {
          app_version_id: waiting.app_version_id,
          version: waiting.version,
          semantic_version: waiting.semantic_version,
          state: 'in_review',
        },
        {
          app_version_id: approved.app_version_id,
          version: approved.version,
          semantic_version: approved.semantic_version,
          state: 'published',
        },
      ])
    },
  )

  test(
    'refuses a version that is not offered; one named earlier stays until submission',
    { tags: ['LIST-32', 'LVAL-13'] },
    async () => {
      const { id } = await buildSubmission(server, app)
      const { app_version_id: draftVersion } = await buildVersion(server, app)
      const message = 'Choose a version of this app that is published or in review'
      const refused = await change(id, { app_version_id: draftVersion })
      expect([refused.status, refused.body.fields]).toEqual([422, { app_version_id: [message] }])
      await server.services.db
        .updateTable('app_versions')
        .set({ state: 'confidential', published_at: null })
        .where('developer_app_id', '=', app.id)
        .where('versionable_type', '=', 'ProductionEnvironment')
        .execute()
      const named = (await listing()).unpublished?.app_version_id
      const saved = await change(id, { app_version_id: named, tagline: 'Still saved' })
      expect([saved.status, saved.body.app_version_id, saved.body.app_version]).toEqual([200, named, null])
    },
  )

  test(
    'refuses an incomplete submission and names each missing field',
    { tags: ['LVAL-02', 'LVAL-37', 'LVAL-38', 'LSTATE-08'] },
    async () => {
      const { id } = await buildSubmission(server, app, { content: { tagline: '' }, media: ['Logo'] })
      const answer = await change(id, { state: 'in_review' })
      expect([answer.status, answer.body.fields]).toEqual([
        422,
        { tagline: ['This field is required'], pictures: ['At least 3 items are required'] },
      ])
      expect(answer.body.message).toBe('Please correct the errors below before submitting for review')
      expect((await listing()).unpublished?.state).toBe('draft')
    },
  )

  test(
    'submitting sends it to the reviewers and locks it until it is withdrawn',
    { tags: ['LSTATE-05', 'LSTATE-06', 'LSTATE-10', 'LSTATE-11', 'LSTATE-12', 'LSTATE-14'] },
    async () => {
      const { id, updated_at } = await buildSubmission(server, app)
      server.clock.advance(1000)
      const submitted = await change(id, { state: 'in_review' })
      expect(submitted.body).toMatchObject({ state: 'in_review', approval_state: 'unreviewed' })
      expect(submitted.body.in_review_at).not.toBeNull()
      const [mail] = await mails('listing_submitted')
      expect(mail?.body).toContain('Olive Owner submitted the marketplace listing of Site Sync for review.')
      const refused = await change(id, { tagline: 'Too late' })
      expect([refused.status, refused.body.message]).toEqual([
        409,
        'This listing is in review. Withdraw it to change it.',
      ])
      // Overwriting the newer change would also be refused.
      const stale = await change(id, { tagline: 'Too late', if_unchanged_since: updated_at })
      expect([stale.status, stale.body.message]).toEqual([409, refused.body.message])
      expect((await change(id, { state: 'in_review' })).status).toBe(409)
      expect((await change(id, { state: 'draft' })).body).toMatchObject({
        state: 'draft',
        in_review_at: null,
      })
      expect((await change(id, { tagline: 'In time' })).status).toBe(200)
    },
  )

  test(
    'a listing stays a draft until its app is activated on the marketplace',
    { tags: ['LIST-22', 'LIST-23'] },
    async () => {
      const waiting = await buildApp(server, { owner_id: owner.id })
      const { id } = await buildSubmission(server, waiting)
      const refused = await change(id, { state: 'in_review' })
      expect([refused.status, refused.body.message]).toEqual([
        409,
        'You can submit this listing once the app is activated on the marketplace.',
      ])
      expect((await change(id, { tagline: 'Still a draft' })).status).toBe(200)
      await server
        .as(staff)
        .call(updateAdminDeveloperApp, { params: { id: waiting.id }, body: { marketplace_enabled: true } })
      expect((await change(id, { state: 'in_review' })).body.state).toBe('in_review')
    },
  )

  test(
    'refuses other fields next to state, and publishing by developers',
    { tags: ['LSTATE-26'] },
    async () => {
      const { id } = await buildSubmission(server, app, { state: 'in_review' })
      expect((await change(id, { state: 'draft', tagline: 'Slipped in' })).status).toBe(422)
      expect((await change(id, { state: 'published' })).status).toBe(403)
    },
  )

  test(
    'an approval publishes it: the app gets an ID and a marketplace page, its team an email',
    { tags: ['LSTATE-15', 'LSTATE-17', 'LSTATE-25', 'LSTATE-37', 'API-66'] },
    async () => {
      const { id } = await buildSubmission(server, app, {
        state: 'in_review',
        media: ['Logo', 'Picture', 'Picture', 'Picture', 'ShowcaseVideo'],
        content: { public_name: `Plän Sync ${app.id}` },
      })
      const approved = await asStaff(id, {
        state: 'published',
        admin_message: '<p>Well <script>x()</script>done.</p>',
      })
      expect(approved.body).toMatchObject({
        state: 'published',
        approval_state: 'approved',
        admin_message: '<p>Well done.</p>',
        marketplace_url: `/marketplace/plan-sync-${app.id}`,
      })
      const { published, unpublished } = await listing()
      expect([published?.id, unpublished]).toEqual([id, null])
      expect((await storedApp()).app_id).not.toBeNull()
      const [mail] = await mails('listing_approved')
      expect(mail).toMatchObject({ recipient: owner.email })
      const page = `${server.services.settings.PUBLIC_URL}/marketplace/plan-sync-${app.id}`
      expect(mail?.body).toContain(
        `The reviewer wrote:\n\nWell done.\n\nThe page on the marketplace:\n${page}\n`,
      )
    },
  )

  test.each([
    ['a listing that is not live', { live: false }, {}],
    ['an app that is not enabled', {}, { marketplace_enabled: false }],
  ])("the email about an approval doesn't link the page of %s", async (_case, columns, appColumns) => {
    app = await buildApp(server, { owner_id: owner.id, marketplace_enabled: true, ...appColumns })
    const { id } = await buildSubmission(server, app, { state: 'in_review', media: complete, ...columns })
    expect((await asStaff(id, { state: 'published' })).body.state).toBe('published')
    const [mail] = await mails('listing_approved')
    expect(mail?.body).toContain('/marketplace_listing')
    expect(mail?.body).not.toContain('/marketplace/')
  })

  test('a silent approval sends no email', { tags: ['LSTATE-16', 'LSTATE-25'] }, async () => {
    const { id } = await buildSubmission(server, app, { state: 'in_review', media: complete })
    const { body } = await asStaff(id, { state: 'published', silent: true })
    expect([body.state, body.silent, await mails('listing_approved')]).toEqual(['published', true, []])
  })

  test('only staff see whether an approval was silent', { tags: ['ROLE-20'] }, async () => {
    const { id } = await buildSubmission(server, app, { state: 'in_review', media: complete })
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
    'approving requires the showcase video, rejecting requires a message',
    { tags: ['LVAL-14', 'LVAL-15', 'LSTATE-20'] },
    async () => {
      const { id } = await buildSubmission(server, app, { state: 'in_review' })
      expect((await asStaff(id, { state: 'published' })).body.fields).toEqual({
        showcase_video: ['This field is required'],
      })
      for (const admin_message of ['<script>x()</script>', '<p><br></p>', '<ul><li>&nbsp;\u200B</li></ul>']) {
        expect((await asStaff(id, { state: 'draft', admin_message })).body.fields).toEqual({
          admin_message: ['This field is required'],
        })
      }
    },
  )

  test(
    'a rejection makes it a draft again, with the message as safe HTML for both sides',
    {
      tags: [
        'LSTATE-18',
        'LSTATE-19',
        'LSTATE-20',
        'LSTATE-32',
        'LSTATE-35',
        'LSTATE-38',
        'LADM-10',
        'LADM-18',
      ],
    },
    async () => {
      const { id } = await buildSubmission(server, app, { state: 'in_review' })
      const message = '<p onclick="x()">The <b>logo</b> is <a href="javascript:x()">blurred</a>.</p>'
      await asStaff(id, { state: 'draft', admin_message: message, silent: true })
      const events = await server.as(staff).call(listAdminSubmissionEvents, { params: { id: app.id } })
      expect(events.body, 'only an approval can be silent').toMatchObject([{ silent: false }])
      const { unpublished } = await listing()
      expect(unpublished).toMatchObject({
        state: 'draft',
        approval_state: 'rejected',
        admin_message: '<p>The <b>logo</b> is <a>blurred</a>.</p>',
      })
      expect((await mails('listing_rejected'))[0]?.body).toContain('The logo is blurred.')
    },
  )

  test('the email to staff says that a listing was rejected before', async () => {
    const { id } = await buildSubmission(server, app, { media: complete })
    for (const state of ['in_review', 'draft', 'in_review'] as const) await change(id, { state })
    await asStaff(id, { state: 'draft', admin_message: 'The logo is blurred.' })
    for (const state of ['in_review', 'draft', 'in_review'] as const) await change(id, { state })
    const { unpublished } = await listing()
    expect(unpublished?.admin_message, 'stays until the next decision').toContain('The logo is blurred.')
    await asStaff(id, { state: 'published' })
    const { body: next } = await create({ tagline: 'Next' })
    await change(next.id ?? 0, { state: 'in_review' })
    const reported = (await mails('listing_submitted')).filter(({ recipient }) => recipient === staff.email)
    const today = server.services.now().toISOString().slice(0, 10)
    const submitted = 'Olive Owner submitted the marketplace listing of Site Sync for review'
    expect(reported.map(({ subject, body }) => [subject, body.split('\n')[0]])).toEqual([
      ...Array(2).fill(['The listing of Site Sync needs review', `${submitted}.`]),
      ...Array(2).fill([
        'The listing of Site Sync needs review again',
        `${submitted} again. It was rejected on ${today}.`,
      ]),
      ['The listing of Site Sync needs review', `${submitted}.`],
    ])
  })

  test('the email about a listing without a public name has the name of the app', async () => {
    const { id } = await buildSubmission(server, app, { state: 'in_review' })
    await asStaff(id, { public_name: '' })
    await asStaff(id, { state: 'draft', admin_message: 'The name is taken.' })
    expect(await mails('listing_rejected')).toMatchObject([
      {
        subject: `The listing of ${app.internal_name} was rejected`,
        body: expect.stringContaining(`The marketplace listing of ${app.internal_name} was rejected.`),
      },
    ])
  })

  test('the email about a rejection asks to correct the listing, whatever else the app needs', async () => {
    const { id } = await buildSubmission(server, app, { state: 'in_review' })
    const { body } = await server.as(owner).call(getDeveloperApp, { params: { id: app.id } })
    expect(body.next_step.kind).toBe('create_version')
    await asStaff(id, { state: 'draft', admin_message: 'The logo is blurred.' })
    expect((await mails('listing_rejected'))[0]?.body).toContain(
      "What's next: The marketplace listing was rejected. Correct it and submit it again.",
    )
  })

  test.each([
    [
      'plain text keeps its lines and paragraphs',
      'The logo is blurred.\r\nSo is the second picture.\n \nUse <b>our</b> template.',
      '<p>The logo is blurred.<br />So is the second picture.</p>\n<p>Use <b>our</b> template.</p>',
      'The logo is blurred.\nSo is the second picture.\n\nUse our template.',
    ],
    [
      'HTML keeps its links and lists in the email',
      '<p>See <a href="https://trestle.test/a?b=1&c=2">our rules</a>:</p>\n<ul><li>No text</li>\n<li>https://trestle.test</li></ul>',
      '<p>See <a href="https://trestle.test/a?b=1&amp;c=2">our rules</a>:</p>\n<ul><li>No text</li>\n<li>https://trestle.test</li></ul>',
      'See our rules (https://trestle.test/a?b=1&c=2):\n\n- No text\n\n- https://trestle.test',
    ],
    [
      'a link that shows its address is written once',
      '<a href="https://trestle.test/a">https://trestle.test/a</a>',
      '<a href="https://trestle.test/a">https://trestle.test/a</a>',
      'The reviewer wrote:\n\nhttps://trestle.test/a\n',
    ],
  ])('in a message to the partner, %s', { tags: ['LSTATE-32'] }, async (_, message, html, inEmail) => {
    const { id } = await buildSubmission(server, app, { state: 'in_review' })
    await asStaff(id, { state: 'draft', admin_message: message })
    expect((await listing()).unpublished?.admin_message).toBe(html)
    expect((await mails('listing_rejected'))[0]?.body).toContain(inEmail)
  })

  test(
    'two apps with the same name that are approved at the same time get different addresses',
    { ...repeated, tags: ['LSTATE-17'] },
    async () => {
      const name = `Twin Tower ${app.id}`
      const submit = (of: AppRow) =>
        buildSubmission(server, of, { state: 'in_review', media: complete, content: { public_name: name } })
      const twin = await buildApp(server, { sandbox: 'none', marketplace_enabled: true })
      const ids = [(await submit(app)).id, (await submit(twin)).id]
      const answers = await race(
        server,
        (tx) => lockSlugsLike(tx, 'twin-tower'),
        ids.map((id) => () => asStaff(id, { state: 'published' })),
      )
      const address = `/marketplace/twin-tower-${app.id}`
      expect(new Set(answers.map(({ body }) => body.marketplace_url))).toEqual(
        new Set([address, `${address}-2`]),
      )
    },
  )

  test(
    'of two decisions at the same time, one succeeds and the other gets 409',
    { tags: ['LSTATE-17', 'LSTATE-19'], ...repeated },
    async () => {
      const { id } = await buildSubmission(server, app, { state: 'in_review', media: complete })
      const answers = await race(server, holdRow('developer_apps', app.id), [
        () => asStaff(id, { state: 'published' }),
        () => asStaff(id, { state: 'draft', admin_message: 'No.' }),
      ])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    },
  )

  test(
    'of two submissions at the same time, one succeeds and the reviewers get one email',
    { tags: ['LSTATE-06', 'LSTATE-23'], ...repeated },
    async () => {
      const { id } = await buildSubmission(server, app)
      const colleague = await buildCollaborator(server, app, 'admin')
      const input = { state: 'in_review' } as const
      const answers = await race(server, holdRow('developer_apps', app.id), [
        () => change(id, input),
        () => change(id, input, colleague),
      ])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      const events = await server.as(owner).call(listSubmissionEvents, { params: { id: app.id } })
      expect(events.body).toHaveLength(1)
      expect(
        (await mails('listing_submitted')).filter(({ recipient }) => recipient === staff.email),
      ).toHaveLength(1)
    },
  )

  test(
    'of a withdrawal and an approval at the same time, one succeeds and its reply matches the stored state',
    { tags: ['LSTATE-11', 'LSTATE-17'], ...repeated },
    async () => {
      const { id } = await buildSubmission(server, app, { state: 'in_review', media: complete })
      const [withdrawn, approved] = await race(server, holdRow('developer_apps', app.id), [
        () => change(id, { state: 'draft' }),
        () => asStaff(id, { state: 'published' }),
      ])
      expect(new Set([withdrawn?.status, approved?.status])).toEqual(new Set([200, 409]))
      const { published, unpublished } = await listing()
      const won = withdrawn?.status === 200 ? withdrawn.body.state : approved?.body.state
      expect((published ?? unpublished)?.state).toBe(won)
      expect((await storedApp()).marketplace_listing_in_review_at).toBeNull()
    },
  )

  test(
    'the app is in the review queue from submission until a decision or a withdrawal',
    { tags: ['LSTATE-06', 'LSTATE-11', 'LSTATE-19', 'LSTATE-17'] },
    async () => {
      const { id } = await buildSubmission(server, app, { media: complete })
      const since = async () => (await storedApp()).marketplace_listing_in_review_at
      expect(await since()).toBeNull()
      const submitted = await change(id, { state: 'in_review' })
      expect(await since()).toBe(submitted.body.in_review_at)
      await change(id, { state: 'draft' })
      expect(await since()).toBeNull()
      await change(id, { state: 'in_review' })
      await asStaff(id, { state: 'draft', admin_message: 'Not yet.' })
      expect(await since()).toBeNull()
      await change(id, { state: 'in_review' })
      await asStaff(id, { state: 'published' })
      expect(await since()).toBeNull()
    },
  )

  test(
    "a rejection keeps the reviewers' notes, and the next listing keeps the staff marks",
    { tags: ['LADM-12', 'LADM-17', 'LIST-82'] },
    async () => {
      const { id } = await buildSubmission(server, app, { state: 'in_review', media: complete })
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
    'a published listing stays unchanged; the next one starts from it and replaces it once approved',
    { tags: ['LIST-02', 'LSTATE-28', 'LSTATE-29', 'LSTATE-37', 'LSTATE-38'] },
    async () => {
      const first = await buildSubmission(server, app, { state: 'published', media: complete })
      expect((await change(first.id, { tagline: 'Other' })).status).toBe(409)
      const next = await create({ tagline: 'Plans, in step' })
      expect(next.body).toMatchObject({
        version: 2,
        state: 'draft',
        public_name: 'Site Sync',
        modified: true,
      })
      expect(next.body.pictures).toHaveLength(3)
      const both = await listing()
      expect([both.published?.tagline, both.unpublished?.tagline]).toEqual([
        'Keeps plans in step',
        'Plans, in step',
      ])
      await change(next.body.id ?? 0, { state: 'in_review' })
      await asStaff(next.body.id ?? 0, { state: 'published' })
      const after = await listing()
      expect([after.published?.id, after.published?.tagline, after.unpublished]).toEqual([
        next.body.id,
        'Plans, in step',
        null,
      ])
    },
  )

  test(
    'a draft that equals the published listing is not marked as modified',
    { tags: ['LIST-78'] },
    async () => {
      await buildSubmission(server, app, { state: 'published' })
      const { body } = await create({})
      expect(body.modified).toBe(false)
      expect((await change(body.id ?? 0, { about: 'Thirteen people.' })).body.modified).toBe(true)
    },
  )

  test('no one can review the listing of an app they work on', { tags: ['LADM-15'] }, async () => {
    const both = await buildDeveloper(server, { is_admin: true })
    const now = server.services.now()
    await server.services.db
      .insertInto('collaborators')
      .values({ app_id: app.id, developer_id: both.id, role: 'admin', created_at: now, updated_at: now })
      .execute()
    const { id } = await buildSubmission(server, app, { state: 'in_review', media: complete })
    const answer = await server
      .as(both)
      .refusal(updateAdminSubmission, { params: { id }, body: { state: 'published' } })
    expect(answer.status).toBe(403)
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

  test('a file that is named twice is refused', { tags: ['API-67'] }, async () => {
    const { id } = await buildSubmission(server, app)
    for (const [type, field] of [
      ['Picture', 'pictures_attributes'],
      ['Video', 'videos_attributes'],
    ] as const) {
      const file = await buildMedia(server, app, type)
      const { status, body } = await change(id, { [field]: [{ id: file }, { id: file }] })
      expect([status, body.fields]).toEqual([422, { [field]: ['Name each file once'] }])
    }
  })

  test.each([{ admin_message: 'Good work.' }, { silent: true }, { confirmed: true }])(
    'staff cannot send %j without a decision',
    { tags: ['LADM-10', 'LSTATE-26'] },
    async (decision) => {
      const { id } = await buildSubmission(server, app, { state: 'in_review' })
      const [field = ''] = Object.keys(decision)
      const { status, body } = await asStaff(id, decision)
      const message = `Send ${field} with the state that you decide on.`
      expect([status, body.fields]).toEqual([422, { [field]: [message] }])
      const created = await server.as(staff).attempt(createAdminSubmission, {
        params: { id: app.id },
        body: decision as object,
      })
      expect([created.status, Object.keys(created.body.fields ?? {})]).toEqual([422, [field]])
    },
  )

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
      const first = await buildSubmission(server, app, { state: 'published', media: complete })
      const next = await buildSubmission(server, app, { state: 'draft', version: 2, media: complete })
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

  test('staff cannot decide on a listing that they have not seen as it is', async () => {
    const { id, updated_at: since } = await buildSubmission(server, app, {
      state: 'in_review',
      media: complete,
    })
    const approve = (if_unchanged_since: string) => asStaff(id, { state: 'published', if_unchanged_since })
    expect((await approve('2020-01-31T10:00:00.000Z')).status).toBe(409)
    expect((await approve(since)).status).toBe(200)
  })

  test('staff cannot change the listing of a deleted app', async () => {
    const { id } = await buildSubmission(server, app, { state: 'in_review', media: complete })
    await server.as(owner).call(deleteDeveloperApp, { params: { id: app.id } })
    const refused = await asStaff(id, { admin_notes: 'Too late' })
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { message: "This app was deleted, so its listing can't be changed." },
    ])
  })

  test(
    "the timeline shows who did what, when, and with which message; the app's team doesn't see names of staff",
    { tags: ['LSTATE-23'] },
    async () => {
      const { id } = await buildSubmission(server, app)
      await change(id, { state: 'in_review' })
      await asStaff(id, { state: 'draft', admin_message: 'The logo is blurred.' })
      const events = (await server.as(owner).call(listSubmissionEvents, { params: { id: app.id } })).body
      expect(events).toMatchObject([
        { event: 'rejected', by: null, is_staff: true, message: 'The logo is blurred.', version: 1 },
        { event: 'submitted', by: 'Olive Owner', is_staff: false, message: null },
      ])
      const recorded = await server.as(staff).call(listAdminSubmissionEvents, { params: { id: app.id } })
      expect(recorded.body[0]?.by).toBe('Stan Staff')
      const auditLog = (await server.audit()).filter((entry) => entry.app_id === app.id)
      expect(auditLog).toMatchObject([
        {
          action: 'listing.submitted',
          changes: { public_name: ['Site Sync', 'Site Sync'], state: ['draft', 'in_review'] },
        },
        {
          action: 'listing.rejected',
          changes: { state: ['in_review', 'draft'], approval_state: ['unreviewed', 'rejected'] },
        },
      ])
    },
  )

  test(
    'developers and guests of the app can read it but not change it',
    { tags: ['LSTATE-13', 'ROLE-07'] },
    async () => {
      const { id } = await buildSubmission(server, app)
      for (const role of ['developer', 'user'] as const) {
        const person = await buildCollaborator(server, app, role)
        expect((await listing(person)).unpublished?.id).toBe(id)
        expect((await change(id, { tagline: 'No' }, person)).status).toBe(403)
      }
    },
  )

  test('the list of apps includes the state of each listing', { tags: ['APP-03', 'LSTATE-03'] }, async () => {
    await buildSubmission(server, app, { state: 'published' })
    const label = async () => (await server.as(owner).call(listDeveloperApps)).body[0]?.listing_state
    expect(await label()).toBe('Published')
    const { body } = await create({ tagline: 'Next' })
    expect(await label()).toBe('Published')
    await server.services.db
      .updateTable('submissions')
      .set({ state: 'in_review' })
      .where('id', '=', body.id ?? 0)
      .execute()
    expect(await label()).toBe('In review')
  })

  test(
    "the form's options: categories, regions with their countries, tools, standards, providers",
    { tags: ['API-69', 'LIST-30', 'LIST-52', 'LIST-83', 'SEC-25'] },
    async () => {
      const client = server.as(null)
      expect((await client.call(listCategories)).body[0]).toEqual({ id: 1, name: 'Accounting' })
      expect((await client.call(listRegions)).body[0]).toEqual({
        id: 1,
        name: 'United States',
        countries: [{ id: 840, iso_code: 'US', name: 'United States' }],
      })
      expect((await client.call(listProductTools)).body[0]).toEqual({ id: 1, title: 'Action Plans' })
      expect((await client.call(listSecurityStandards)).body[0]).toEqual({
        id: 1,
        standard_name: 'SOC 1',
        variant: 'Type 1',
      })
      expect((await client.call(listSsoProviders)).body[0]).toEqual({ name: 'Okta' })
    },
  )
})

test(
  'a listing needs no activation where listing applications are turned off',
  { tags: ['LIST-22', 'LIST-23'] },
  async () => {
    const server = await startTestServer({ env: { LISTING_APPLICATIONS_ENABLED: 'false' } })
    const app = await buildApp(server)
    const { id } = await buildSubmission(server, app)
    const submitted = await server
      .as({ id: app.owner_id })
      .call(updateSubmission, { params: { id }, body: { state: 'in_review' } })
    expect(submitted.body.state).toBe('in_review')
  },
)

test(
  'an unanswered questionnaire is checked only where it is turned on',
  { tags: ['SEC-01', 'SEC-35'] },
  async () => {
    const submit = async (enabled: string) => {
      const server = await startTestServer({ env: { SECURITY_AND_COMPLIANCE_ENABLED: enabled } })
      const app = await buildApp(server, { marketplace_enabled: true })
      const { id } = await buildSubmission(server, app, {
        content: {
          security_questionnaire_visible: true,
          security_questionnaire: emptyContent.security_questionnaire,
        },
      })
      const request = { params: { id }, body: { state: 'in_review' as const } }
      return (await server.as({ id: app.owner_id }).attempt(updateSubmission, request)).status
    }
    expect([await submit('true'), await submit('false')]).toEqual([422, 200])
  },
)

const complete = ['Logo', 'Picture', 'Picture', 'Picture', 'ShowcaseVideo'] as const satisfies Parameters<
  typeof buildMedia
>[2][]

test(
  'government cloud shows no videos and does not require one from staff',
  { tags: ['LVAL-14', 'MEDIA-04', 'LADM-07'] },
  async () => {
    const server = await startTestServer({ env: { GOV_CLOUD: 'on' } })
    const staff = await buildDeveloper(server, { is_admin: true })
    const app = await buildApp(server, { sandbox: 'none' })
    const video = await buildMedia(server, app, 'Video')
    const { id } = await buildSubmission(server, app, { state: 'in_review' })
    expect(
      (
        await server
          .as(staff)
          .refusal(updateAdminSubmission, { params: { id }, body: { videos_attributes: [{ id: video }] } })
      ).body.fields,
    ).toEqual({
      'videos_attributes.0': ["Videos aren't available in government cloud."],
    })
    const showcase_video_attributes = { id: await buildMedia(server, app, 'ShowcaseVideo') }
    const showcase = await server
      .as(staff)
      .refusal(updateAdminSubmission, { params: { id }, body: { showcase_video_attributes } })
    expect(showcase.body.fields).toEqual({
      showcase_video_attributes: ["Videos aren't available in government cloud."],
    })
    expect(
      (await server.as(staff).call(updateAdminSubmission, { params: { id }, body: { state: 'published' } }))
        .body.state,
    ).toBe('published')
  },
)
