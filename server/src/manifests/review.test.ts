import { reviewVersion, showManifest } from '@trestle/domain/manifests/contract.ts'
import { longUtcDay } from '@trestle/domain/time/days.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buildApp,
  buildCollaborator,
  buildDeveloper,
  buildVersion,
  type AppRow,
  type DeveloperRow,
  type VersionRow,
} from '../../testing/build.ts'
import type { RequestFor } from '../../testing/call.ts'
import { holdRow, race } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

type Action = 'submit' | 'withdraw' | 'approve' | 'reject'

type Change = RequestFor<typeof reviewVersion>['body']

const bodies: Record<Action, Change> = {
  submit: { state: 'in_review', developer_notes: 'Sign in as demo.' },
  withdraw: { state: 'confidential' },
  approve: { state: 'published', admin_notes: 'Well done.' },
  reject: { state: 'confidential', admin_notes: 'The page stays empty.' },
}

describe('the review of a production version', () => {
  let server: TestServer
  let owner: DeveloperRow
  let staff: DeveloperRow
  let app: AppRow
  let version: VersionRow
  let apps = 0

  beforeAll(async () => {
    server = await startTestServer({ keepOpen: true })
    staff = await buildDeveloper(server, { first_name: 'Stan', last_name: 'Staff', is_admin: true })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    owner = await buildDeveloper(server, { first_name: 'Olive', last_name: 'Owner' })
    app = await buildApp(server, { owner_id: owner.id, internal_name: `Site Sync (${(apps += 1)})` })
    version = await production('1.0.0')
  })

  const production = (
    semantic_version: string,
    state: 'confidential' | 'in_review' | 'published' = 'confidential',
  ) => {
    const now = server.services.now()
    return buildVersion(server, app, {
      versionable_type: 'ProductionEnvironment',
      semantic_version,
      state,
      in_review_at: state === 'confidential' ? null : now,
      published_at: state === 'published' ? now : null,
    })
  }
  const change = (who: { id: number } | null, body: Change, target: VersionRow = version) =>
    server.as(who).attempt(reviewVersion, { params: { id: target.app_version_id }, body })
  const act = (who: { id: number } | null, action: Action, target: VersionRow = version) =>
    change(who, bodies[action], target)
  const stored = () =>
    server.services.db
      .selectFrom('app_versions')
      .selectAll()
      .where('id', '=', version.id)
      .executeTakeFirstOrThrow()
  const storedApp = () =>
    server.services.db
      .selectFrom('developer_apps')
      .selectAll()
      .where('id', '=', app.id)
      .executeTakeFirstOrThrow()
  const changeApp = (columns: { deleted_at?: Date; published_app_version_id?: null }) =>
    server.services.db.updateTable('developer_apps').set(columns).where('id', '=', app.id).execute()
  const listEmails = async (...kinds: string[]) =>
    (await server.emails()).filter(
      (email) => kinds.includes(email.kind) && email.subject.includes(app.internal_name),
    )
  const auditLog = async () => (await server.audit()).filter((entry) => entry.app_id === app.id)
  const today = () => server.services.now().toISOString().slice(0, 10)
  const longToday = () => longUtcDay(server.services.now().toISOString())

  test(
    'submitting sends it to the reviewers with the notes',
    { tags: ['PROM-19', 'PROM-23', 'API-56'] },
    async () => {
      const second = await buildDeveloper(server, { is_admin: true })
      const submitted = await act(owner, 'submit')
      expect(submitted.status).toBe(200)
      expect(submitted.body).toMatchObject({
        app_version_id: version.app_version_id,
        state: 'in_review',
        developer_notes: 'Sign in as demo.',
        submittable: false,
        in_review_at: expect.any(String),
      })
      const emails = await listEmails('version_submitted')
      const recipients = emails.map((email) => email.recipient)
      expect(recipients).toEqual(expect.arrayContaining([staff.email, second.email]))
      expect(recipients).not.toContain(owner.email)
      expect(emails[0]?.subject).toBe(`Version 1.0.0 of ${app.internal_name} needs review`)
      expect(emails[0]?.body).toContain(
        `Olive Owner submitted version 1.0.0 of ${app.internal_name} for review.`,
      )
      expect(emails[0]?.body).toContain('Notes for the reviewer:\n\nSign in as demo.')
      expect(emails[0]?.body).toContain(`/admin/developer_apps/${app.id}`)
    },
  )

  test('withdrawing takes it back without an email', { tags: ['PROM-20'] }, async () => {
    await act(owner, 'submit')
    const withdrawn = await act(owner, 'withdraw')
    expect(withdrawn.body).toMatchObject({ state: 'confidential', in_review_at: null, submittable: true })
    expect(await listEmails('version_approved', 'version_rejected')).toEqual([])
    const reported = await listEmails('version_submitted')
    expect(new Set(reported.map((email) => email.recipient)).size).toBe(reported.length)
  })

  test(
    "approving publishes it as the app's published version and notifies owner and admins",
    { tags: ['PROM-21', 'PROM-24'] },
    async () => {
      const admin = await buildCollaborator(server, app, 'admin')
      await buildCollaborator(server, app, 'developer')
      await act(owner, 'submit')
      const approved = await act(staff, 'approve')
      expect(approved.status).toBe(200)
      expect(approved.body).toMatchObject({
        state: 'published',
        published_to_marketplace: true,
        published_at: expect.any(String),
        admin_notes: 'Well done.',
      })
      const row = await storedApp()
      expect(row.published_app_version_id).toBe(version.app_version_id)
      const reported = await listEmails('version_approved')
      expect(reported.map((email) => email.recipient)).toEqual([owner.email, admin.email])
      expect(reported[0]?.body).toContain('Well done.')
      const next = await production('1.1.0', 'in_review')
      await act(staff, 'approve', next)
      expect((await storedApp()).published_app_version_id).toBe(next.app_version_id)
    },
  )

  test('the sandbox version that it was promoted from shows the approval', async () => {
    const sandbox = await buildVersion(server, app)
    await server.services.db
      .updateTable('app_versions')
      .set({ promoted_from: sandbox.id })
      .where('id', '=', version.id)
      .execute()
    const isPublished = async () =>
      (await server.as(owner).call(showManifest, { params: { id: sandbox.id } })).body
        .published_to_marketplace
    await act(owner, 'submit')
    expect(await isPublished()).toBe(false)
    await act(staff, 'approve')
    expect(await isPublished()).toBe(true)
  })

  test("rejecting returns it with the reviewer's message", { tags: ['PROM-22', 'PROM-24'] }, async () => {
    await act(owner, 'submit')
    const rejected = await act(staff, 'reject')
    expect(rejected.body).toMatchObject({
      state: 'confidential',
      admin_notes: 'The page stays empty.',
      in_review_at: null,
    })
    const reported = await listEmails('version_rejected')
    expect(reported.map((email) => email.recipient)).toEqual([owner.email])
    expect(reported[0]?.body).toContain('The page stays empty.')
    const shown = await server.as(owner).call(showManifest, { params: { id: version.id } })
    expect(shown.body).toMatchObject({ state: 'confidential', submittable: true, admin_notes: null })
    expect((await act(owner, 'submit')).status).toBe(200)
  })

  test('the email to staff says that a version was rejected before', async () => {
    for (const action of ['submit', 'withdraw', 'submit'] as const) await act(owner, action)
    await act(staff, 'reject')
    for (const action of ['submit', 'withdraw', 'submit'] as const) await act(owner, action)
    const reported = (await listEmails('version_submitted')).filter(
      ({ recipient }) => recipient === staff.email,
    )
    const name = `ersion 1.0.0 of ${app.internal_name}`
    expect(reported.map(({ subject, body }) => [subject, body.split('\n')[0]])).toEqual([
      ...Array(2).fill([`V${name} needs review`, `Olive Owner submitted v${name} for review.`]),
      ...Array(2).fill([
        `V${name} needs review again`,
        `Olive Owner submitted v${name} for review again. It was rejected on ${today()}.`,
      ]),
    ])
  })

  test('the email to staff says that a new version follows a rejected one', async () => {
    const [second, third] = [await production('1.1.0'), await production('1.2.0')]
    await act(owner, 'submit')
    await act(staff, 'reject')
    for (const action of ['submit', 'approve'] as const) {
      await act(action === 'submit' ? owner : staff, action, second)
    }
    await act(owner, 'submit', third)
    const reported = (await listEmails('version_submitted')).filter(
      ({ recipient }) => recipient === staff.email,
    )
    const submitted = (number: string) =>
      `Olive Owner submitted version ${number} of ${app.internal_name} for review.`
    expect(reported.slice(1).map(({ subject, body }) => [subject, body.split('\n')[0]])).toEqual([
      [
        `Version 1.1.0 of ${app.internal_name} needs review after a rejection`,
        `${submitted('1.1.0')} Version 1.0.0 was rejected on ${today()}.`,
      ],
      [`Version 1.2.0 of ${app.internal_name} needs review`, submitted('1.2.0')],
    ])
  })

  test('each change writes one audit log entry', async () => {
    await act(owner, 'submit')
    await act(owner, 'withdraw')
    await act(owner, 'submit')
    await act(staff, 'reject')
    await act(owner, 'submit')
    await act(staff, 'approve')
    const rows = await auditLog()
    expect(rows.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['version.submitted', owner.id],
      ['version.withdrawn', owner.id],
      ['version.submitted', owner.id],
      ['version.rejected', staff.id],
      ['version.submitted', owner.id],
      ['version.approved', staff.id],
    ])
    expect(
      rows.every(({ subject_id, app_id }) => subject_id === String(version.id) && app_id === app.id),
    ).toBe(true)
    const rejected = { state: ['in_review', 'confidential'], admin_notes: [null, 'The page stays empty.'] }
    expect(rows[3]).toMatchObject({ changes: rejected })
    const { version: number, semantic_version: semantic } = version
    const named = { version: [number, number], semantic_version: [semantic, semantic] }
    expect(rows).toMatchObject(rows.map(() => ({ changes: named })))
  })

  // Every action, from every state it can't start from.
  test.each([
    ['submit', 'in_review', 'Version 1.0.1 is already under review.'],
    ['submit', 'published', 'Version 1.0.1 is already approved.'],
    ['withdraw', 'confidential', "Version 1.0.1 isn't under review."],
    ['withdraw', 'published', 'Version 1.0.1 is already approved.'],
    ['approve', 'confidential', "Version 1.0.1 isn't under review."],
    ['approve', 'published', 'Version 1.0.1 is already approved.'],
    ['reject', 'confidential', "Version 1.0.1 isn't under review."],
    ['reject', 'published', 'Version 1.0.1 is already approved.'],
  ] as const)('refuses to %s a version that is %s', async (action, state, message) => {
    const target = await production('1.0.1', state)
    const refused = await act(action === 'approve' || action === 'reject' ? staff : owner, action, target)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({ code: 'conflict', message: message })
  })

  test('a refusal says who decided and when, but names staff only to staff', async () => {
    await act(owner, 'submit')
    expect((await act(owner, 'submit')).body.message).toBe(
      `Version 1.0.0 is already under review. Olive Owner submitted it on ${longToday()}.`,
    )
    await act(staff, 'approve')
    expect((await act(owner, 'withdraw')).body.message).toBe(
      `Version 1.0.0 is already approved. Platform staff approved it on ${longToday()}.`,
    )
    expect((await act(staff, 'reject')).body.message).toBe(
      `Version 1.0.0 is already approved. Stan Staff approved it on ${longToday()}.`,
    )
  })

  test.each([
    ['submit', 'developer_notes'],
    ['reject', 'admin_notes'],
  ] as const)('refuses to %s without %s', { tags: ['PROM-23', 'PROM-24'] }, async (action, field) => {
    if (action === 'reject') await act(owner, 'submit')
    for (const notes of [{}, { [field]: '  ' }]) {
      const refused = await change(action === 'submit' ? owner : staff, {
        state: bodies[action].state,
        ...notes,
      })
      expect(refused.status).toBe(422)
      expect(refused.body.fields).toEqual({ [field]: ['This field is required'] })
    }
  })

  test('approving requires no message', async () => {
    await act(owner, 'submit')
    expect((await change(staff, { state: 'published' })).body).toMatchObject({
      state: 'published',
      admin_notes: null,
    })
  })

  test('refuses notes over 5000 characters and unknown states', async () => {
    const long = await change(owner, { state: 'in_review', developer_notes: 'x'.repeat(5001) })
    expect(long.body.fields).toEqual({ developer_notes: ['Character limit exceeded (5000)'] })
    const odd = await server
      .as(owner)
      .patch(`/api/v1/app_versions/${version.app_version_id}`, { state: 'archived' })
    expect([odd.status, odd.body.fields]).toEqual([
      422,
      { state: ['State must be one of confidential, in_review, published'] },
    ])
    const full = await change(owner, { state: 'in_review', developer_notes: 'x'.repeat(5000) })
    expect(full.status).toBe(200)
  })

  test('a sandbox version has no review', async () => {
    const sandbox = await buildVersion(server, app, { semantic_version: '3.0.0' })
    const refused = await act(owner, 'submit', sandbox)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Version 3.0.0 is a sandbox version. Promote it first.',
    ])
  })

  test('refuses to submit or approve a version after a newer one', { tags: ['PROM-18'] }, async () => {
    await act(owner, 'submit')
    await act(owner, 'withdraw')
    const waiting = await production('1.1.0', 'in_review')
    const newer = await production('1.2.0', 'in_review')
    expect((await act(staff, 'approve', newer)).status).toBe(200)
    const shown = await server.as(owner).call(showManifest, { params: { id: version.id } })
    expect(shown.body.submittable).toBe(false)
    expect((await act(owner, 'submit')).body.message).toBe(
      "Version 1.0.0 can't be submitted because a newer version is already approved. Submit a newer version instead.",
    )
    const late = await act(staff, 'approve', waiting)
    expect([late.status, late.body.message]).toEqual([
      409,
      "Version 1.1.0 can't be approved because a newer version is already approved. Reject it to take it out of the review queue.",
    ])
    expect((await act(staff, 'reject', waiting)).status).toBe(200)
  })

  test(
    'only developers submit and withdraw, and only platform admins decide',
    { tags: ['PROM-25', 'PROM-26', 'PROM-29', 'ROLE-06'] },
    async () => {
      const admin = await buildCollaborator(server, app, 'admin')
      const developer = await buildCollaborator(server, app, 'developer')
      const guest = await buildCollaborator(server, app, 'user')
      const stranger = await buildDeveloper(server, { is_employee: true })
      const answers = async (who: { id: number } | null, from: 'confidential' | 'in_review') => {
        const results: Record<string, number> = {}
        for (const action of ['submit', 'withdraw', 'approve', 'reject'] as const) {
          await server.services.db
            .updateTable('app_versions')
            .set({ state: from, in_review_at: from === 'in_review' ? server.services.now() : null })
            .where('id', '=', version.id)
            .execute()
          await changeApp({ published_app_version_id: null })
          results[action] = (await act(who, action)).status
        }
        return results
      }
      // An owner who sends a rejection's notes gets 422, because those are for staff. For staff a withdrawal is a
      // rejection.
      const editor = { submit: 409, withdraw: 200, approve: 403, reject: 422 }
      expect(await answers(owner, 'in_review')).toEqual(editor)
      expect(await answers(admin, 'in_review')).toEqual(editor)
      expect(await answers(admin, 'confidential')).toMatchObject({ submit: 200, approve: 403 })
      const none = (status: number) => ({ submit: status, withdraw: status, approve: status, reject: status })
      expect(await answers(developer, 'in_review')).toEqual(none(403))
      expect(await answers(guest, 'in_review')).toEqual(none(403))
      expect(await answers(stranger, 'in_review')).toEqual(none(404))
      expect(await answers(null, 'in_review')).toEqual(none(401))
      expect(await answers(staff, 'in_review')).toEqual({
        submit: 403,
        withdraw: 422,
        approve: 200,
        reject: 200,
      })
      expect(await answers(staff, 'confidential')).toMatchObject({ submit: 403 })
    },
  )

  test('staff who work on the app cannot review it, but can submit and withdraw', async () => {
    await server.services.db
      .updateTable('developers')
      .set({ is_admin: true })
      .where('id', '=', owner.id)
      .execute()
    expect((await act(owner, 'submit')).status).toBe(200)
    const own = await act(owner, 'approve')
    expect([own.status, own.body.message]).toEqual([
      403,
      'You work on this app, so someone else has to review it.',
    ])
    const developer = await buildCollaborator(server, app, 'developer')
    await server.services.db
      .updateTable('developers')
      .set({ is_admin: true })
      .where('id', '=', developer.id)
      .execute()
    expect((await act(developer, 'reject')).body.message).toBe(own.body.message)
    expect((await act(owner, 'withdraw')).status).toBe(200)
    const submit = await act(developer, 'submit')
    expect([submit.status, submit.body.message]).toEqual([
      403,
      "Only the app's owner and admins can submit a version for review.",
    ])
  })

  test("refuses decisions on a deleted app's version", async () => {
    await act(owner, 'submit')
    await changeApp({ deleted_at: server.services.now() })
    expect((await act(owner, 'withdraw')).status).toBe(404)
    expect((await act(staff, 'approve')).status).toBe(409)
  })

  test('refuses a decision based on an outdated state and returns the stored one', async () => {
    await act(owner, 'submit')
    const stale = { ...bodies.approve, if_unchanged_since: version.updated_at }
    const refused = await change(staff, stale)
    expect(refused.status).toBe(409)
    expect(refused.body.current).toMatchObject({ state: 'in_review', developer_notes: 'Sign in as demo.' })
    const fresh = { ...stale, if_unchanged_since: refused.body.current?.updated_at }
    expect((await change(staff, fresh)).status).toBe(200)
  })

  test(
    'of approving, rejecting and withdrawing at the same time, exactly one succeeds',
    { tags: ['PROM-20', 'PROM-21', 'PROM-22'], ...repeated },
    async () => {
      const colleague = await buildDeveloper(server, { is_admin: true })
      await act(owner, 'submit')
      const answers = await race(server, holdRow('developer_apps', app.id), [
        () => act(staff, 'approve'),
        () => act(colleague, 'reject'),
        () => act(owner, 'withdraw'),
        () => act(colleague, 'approve'),
        () => act(staff, 'reject'),
        () => act(owner, 'withdraw'),
      ])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200, 409, 409, 409, 409, 409,
      ])
      const winner = answers.find(({ status }) => status === 200)
      expect((await stored()).state).toBe(winner?.body.state)
      const row = await storedApp()
      expect(row.published_app_version_id).toBe(
        winner?.body.state === 'published' ? version.app_version_id : null,
      )
      expect(await auditLog()).toHaveLength(2)
    },
  )
})
