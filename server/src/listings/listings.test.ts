import { getDeveloperApp, listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { stringifyBrackets } from '@trestle/domain/http/brackets.ts'
import {
  getListing,
  listCategories,
  listProductTools,
  listRegions,
  listSecurityStandards,
  listSsoProviders,
} from '@trestle/domain/listings/contract.ts'
import { offeredCountryIds, regionIds } from '@trestle/domain/listings/countries.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buildApp,
  buildCollaborator,
  buildDeveloper,
  buildVersion,
  type AppRow,
  type DeveloperRow,
} from '../../testing/build.ts'
import {
  buildAppToList,
  buildMedia,
  buildReviewer,
  buildSubmission,
  listingCalls,
} from '../../testing/listings.ts'
import { holdRow, race } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

describe('the listing of an app', () => {
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
    'a draft that equals the published listing is not marked as modified',
    { tags: ['LIST-78'] },
    async () => {
      await buildSubmission(server, app, { state: 'published' })
      const { body } = await create({})
      expect(body.modified).toBe(false)
      expect((await change(body.id ?? 0, { about: 'Thirteen people.' })).body.modified).toBe(true)
    },
  )

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
