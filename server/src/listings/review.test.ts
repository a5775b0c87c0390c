import { getDeveloperApp, updateAdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import {
  createAdminSubmission,
  listAdminSubmissionEvents,
  listSubmissionEvents,
  updateAdminSubmission,
  updateSubmission,
} from '@trestle/domain/listings/contract.ts'
import { emptyContent } from '@trestle/domain/listings/emptyContent.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buildApp,
  buildCollaborator,
  buildDeveloper,
  type AppRow,
  type DeveloperRow,
} from '../../testing/build.ts'
import {
  buildAppToList,
  buildMedia,
  buildReviewer,
  buildSubmission,
  completeMedia,
  listingCalls,
} from '../../testing/listings.ts'
import { holdRow, race } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { lockSlugsLike } from './store.ts'

describe('the review of a listing', () => {
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
  const storedApp = () =>
    server.services.db
      .selectFrom('developer_apps')
      .selectAll()
      .where('id', '=', app.id)
      .executeTakeFirstOrThrow()
  const emails = async (kind: string) =>
    (await server.emails()).filter((email) => email.kind === kind && email.body.includes(`/${app.id}/`))

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
      const [email] = await emails('listing_submitted')
      expect(email?.body).toContain('Olive Owner submitted the marketplace listing of Site Sync for review.')
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
        media: completeMedia,
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
      const [email] = await emails('listing_approved')
      expect(email).toMatchObject({ recipient: owner.email })
      const page = `${server.services.settings.PUBLIC_URL}/marketplace/plan-sync-${app.id}`
      expect(email?.body).toContain(
        `The reviewer wrote:\n\nWell done.\n\nThe page on the marketplace:\n${page}\n`,
      )
    },
  )

  test.each([
    ['a listing that is not live', { live: false }, {}],
    ['an app that is not enabled', {}, { marketplace_enabled: false }],
  ])("the email about an approval doesn't link the page of %s", async (_case, columns, appColumns) => {
    app = await buildApp(server, { owner_id: owner.id, marketplace_enabled: true, ...appColumns })
    const { id } = await buildSubmission(server, app, {
      state: 'in_review',
      media: completeMedia,
      ...columns,
    })
    expect((await asStaff(id, { state: 'published' })).body.state).toBe('published')
    const [email] = await emails('listing_approved')
    expect(email?.body).toContain('/marketplace_listing')
    expect(email?.body).not.toContain('/marketplace/')
  })

  test('a silent approval sends no email', { tags: ['LSTATE-16', 'LSTATE-25'] }, async () => {
    const { id } = await buildSubmission(server, app, { state: 'in_review', media: completeMedia })
    const { body } = await asStaff(id, { state: 'published', silent: true })
    expect([body.state, body.silent, await emails('listing_approved')]).toEqual(['published', true, []])
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
      expect((await emails('listing_rejected'))[0]?.body).toContain('The logo is blurred.')
    },
  )

  test('the email to staff says that a listing was rejected before', async () => {
    const { id } = await buildSubmission(server, app, { media: completeMedia })
    for (const state of ['in_review', 'draft', 'in_review'] as const) await change(id, { state })
    await asStaff(id, { state: 'draft', admin_message: 'The logo is blurred.' })
    for (const state of ['in_review', 'draft', 'in_review'] as const) await change(id, { state })
    const { unpublished } = await listing()
    expect(unpublished?.admin_message, 'stays until the next decision').toContain('The logo is blurred.')
    await asStaff(id, { state: 'published' })
    const { body: next } = await create({ tagline: 'Next' })
    await change(next.id ?? 0, { state: 'in_review' })
    const reported = (await emails('listing_submitted')).filter(({ recipient }) => recipient === staff.email)
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
    expect(await emails('listing_rejected')).toMatchObject([
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
    expect((await emails('listing_rejected'))[0]?.body).toContain(
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
    expect((await emails('listing_rejected'))[0]?.body).toContain(inEmail)
  })

  test(
    'two apps with the same name that are approved at the same time get different addresses',
    { ...repeated, tags: ['LSTATE-17'] },
    async () => {
      const name = `Twin Tower ${app.id}`
      const submit = (of: AppRow) =>
        buildSubmission(server, of, {
          state: 'in_review',
          media: completeMedia,
          content: { public_name: name },
        })
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
      const { id } = await buildSubmission(server, app, { state: 'in_review', media: completeMedia })
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
        (await emails('listing_submitted')).filter(({ recipient }) => recipient === staff.email),
      ).toHaveLength(1)
    },
  )

  test(
    'of a withdrawal and an approval at the same time, one succeeds and its reply matches the stored state',
    { tags: ['LSTATE-11', 'LSTATE-17'], ...repeated },
    async () => {
      const { id } = await buildSubmission(server, app, { state: 'in_review', media: completeMedia })
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
      const { id } = await buildSubmission(server, app, { media: completeMedia })
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
    'a published listing stays unchanged; the next one starts from it and replaces it once approved',
    { tags: ['LIST-02', 'LSTATE-28', 'LSTATE-29', 'LSTATE-37', 'LSTATE-38'] },
    async () => {
      const first = await buildSubmission(server, app, { state: 'published', media: completeMedia })
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

  test('no one can review the listing of an app they work on', { tags: ['LADM-15'] }, async () => {
    const both = await buildDeveloper(server, { is_admin: true })
    const now = server.services.now()
    await server.services.db
      .insertInto('collaborators')
      .values({ app_id: app.id, developer_id: both.id, role: 'admin', created_at: now, updated_at: now })
      .execute()
    const { id } = await buildSubmission(server, app, { state: 'in_review', media: completeMedia })
    const answer = await server
      .as(both)
      .refusal(updateAdminSubmission, { params: { id }, body: { state: 'published' } })
    expect(answer.status).toBe(403)
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

  test('staff cannot decide on a listing that they have not seen as it is', async () => {
    const { id, updated_at: since } = await buildSubmission(server, app, {
      state: 'in_review',
      media: completeMedia,
    })
    const approve = (if_unchanged_since: string) => asStaff(id, { state: 'published', if_unchanged_since })
    expect((await approve('2020-01-31T10:00:00.000Z')).status).toBe(409)
    expect((await approve(since)).status).toBe(200)
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
