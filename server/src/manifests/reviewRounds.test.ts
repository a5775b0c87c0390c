// @module-tag engine
import { readFile } from 'node:fs/promises'
import { deleteAccount } from '@trestle/domain/accounts/deletion/contract.ts'
import {
  listReviews,
  reviewVersion,
  showManifest,
  type ReviewRound,
} from '@trestle/domain/manifests/contract.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
import { buildSubmission } from '../../testing/listings.ts'
import { enterNextMonth } from '../../testing/months.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { cleanUpAudit } from '../audit/cleanUpAudit.ts'

let server: TestServer
let staff: DeveloperRow
let owner: DeveloperRow
let app: AppRow
let version: VersionRow

beforeAll(async () => {
  server = await startTestServer({ keepOpen: true, env: { AUDIT_RETENTION_MONTHS: '2' } })
  staff = await buildDeveloper(server, { first_name: 'Stan', last_name: 'Staff', is_admin: true })
})
afterAll(() => server.close())
beforeEach(async () => {
  owner = await buildDeveloper(server)
  app = await buildApp(server, { owner_id: owner.id })
  version = await buildProduction({ semantic_version: '1.0.0' })
})

const buildProduction = (columns: Parameters<typeof buildVersion>[2]) =>
  buildVersion(server, app, { versionable_type: 'ProductionEnvironment', ...columns })

type Change = RequestFor<typeof reviewVersion>['body']

const transition = (actor: DeveloperRow, body: Change, target = version) =>
  server.as(actor).call(reviewVersion, { params: { id: target.app_version_id }, body })
const submit = () => transition(owner, { state: 'in_review', developer_notes: 'Sign in as demo.' })
const withdraw = () => transition(owner, { state: 'confidential' })
const reject = (admin_notes: string) => transition(staff, { state: 'confidential', admin_notes })
const approve = (body = {}) => transition(staff, { state: 'published', ...body })

const shown = async (reader: DeveloperRow) =>
  (await server.as(reader).call(showManifest, { params: { id: version.id } })).body
const reviews = (reader: DeveloperRow, query: RequestFor<typeof listReviews>['query'] = {}) =>
  server.as(reader).call(listReviews, { params: { id: app.id }, query })

test(
  'everyone with a role can read why a version was rejected, but not the staff notes',
  { tags: ['PROM-22', 'PROM-24'] },
  async () => {
    expect(await shown(owner)).toMatchObject({ review_round: 0, decision_message: null, rejected_at: null })
    await submit()
    await reject('The page stays empty.')
    const guests = await Promise.all(
      (['admin', 'developer', 'user'] as const).map((role) => buildCollaborator(server, app, role)),
    )
    for (const reader of [owner, ...guests]) {
      expect(await shown(reader)).toMatchObject({
        state: 'confidential',
        review_round: 1,
        decision_message: 'The page stays empty.',
        rejected_at: expect.any(String),
        admin_notes: null,
      })
      const { body } = await reviews(reader)
      expect(body).toMatchObject([{ state: 'rejected', message: 'The page stays empty.' }])
    }
    const email = (await server.emails()).find(({ kind, subject }) => {
      return kind === 'version_rejected' && subject.includes(app.internal_name)
    })
    expect(email?.body).toContain('The page stays empty.')
  },
)

test('a rejection stays visible through the next round and ends with an approval', async () => {
  await submit()
  await reject('The page stays empty.')
  await submit()
  expect(await shown(owner)).toMatchObject({
    review_round: 2,
    decision_message: 'The page stays empty.',
    rejected_at: expect.any(String),
  })
  await approve()
  expect(await shown(owner)).toMatchObject({ review_round: 2, decision_message: null, rejected_at: null })
})

test(
  'the reviews of an app are its rounds, newest first; only staff see who decided',
  { tags: ['PROM-19', 'PROM-20', 'PROM-21', 'PROM-22', 'ROLE-20'] },
  async () => {
    await submit()
    await withdraw()
    await submit()
    await reject('The page stays empty.')
    await submit()
    await approve({ admin_notes: 'Well done.' })
    version = await buildProduction({ semantic_version: '1.1.0' })
    await submit()
    const of = (semantic_version: string, round: number, state: string, message: string | null = null) => ({
      semantic_version,
      round,
      state,
      message,
      submitted_at: expect.any(String),
      decided_at: state === 'in_review' ? null : expect.any(String),
      decided_by: null,
    })
    const { body, headers } = await reviews(owner)
    expect(body).toMatchObject([
      of('1.1.0', 1, 'in_review'),
      of('1.0.0', 3, 'approved', 'Well done.'),
      of('1.0.0', 2, 'rejected', 'The page stays empty.'),
      of('1.0.0', 1, 'withdrawn'),
    ])
    expect(headers['total']).toBe('4')
    expect((await reviews(owner, { per_page: 1, page: 3 })).body).toEqual([body[2]])
    const forStaff = (await reviews(staff)).body
    expect(forStaff.map(({ decided_by }) => decided_by)).toEqual([null, 'Stan Staff', 'Stan Staff', null])
    expect(forStaff.map((round) => ({ ...round, decided_by: null }))).toEqual(body)
    const stranger = server.as(await buildDeveloper(server, { is_employee: true }))
    expect((await stranger.refusal(listReviews, { params: { id: app.id } })).status).toBe(404)
  },
)

test('an upgrade restores review rounds from the audit log, or from the state of the version', async () => {
  await submit()
  await withdraw()
  await submit()
  await reject('The page stays empty.')
  await submit()
  await reject('The page stays empty.')
  await submit()
  const logged = await shown(owner)
  const now = server.services.now()
  const noted = { state: 'confidential', admin_notes: 'No books.' } as const
  const unlogged = await buildProduction({ semantic_version: '2.0.0', ...noted })
  const waiting = await buildProduction({ semantic_version: '3.0.0', state: 'in_review', in_review_at: now })
  const approved = await buildProduction({ semantic_version: '4.0.0', state: 'published', published_at: now })
  const untouched = await buildProduction({ semantic_version: '5.0.0' })
  const content = { app_version_id: unlogged.app_version_id }
  const listing = await buildSubmission(server, app, { state: 'published', content })
  const isLogged = ({ semantic_version }: ReviewRound) => semantic_version === '1.0.0'
  const before = (await reviews(owner)).body.filter(isLogged)
  const beforeForStaff = (await reviews(staff)).body.filter(isLogged)

  const { pool } = server.database
  await pool.query(`
    drop table version_reviews;
    alter table app_versions drop column review_round, drop column decision_message, drop column rejected_at`)
  for (const name of ['0021_version_reviews', '0074_review_deciders', '0075_past_review_deciders']) {
    await pool.query(await readFile(new URL(`../../migrations/${name}.sql`, import.meta.url), 'utf8'))
  }

  expect(await shown(owner)).toEqual(logged)
  const rounds = (await reviews(owner)).body
  expect(rounds).toEqual(expect.arrayContaining(before))
  expect(rounds).toHaveLength(before.length + 4)
  expect((await reviews(staff)).body).toEqual(expect.arrayContaining(beforeForStaff))
  const findRound = (target: VersionRow) =>
    rounds.find(({ app_version_id }) => app_version_id === target.app_version_id)
  expect(findRound(unlogged)).toMatchObject({ round: 1, state: 'rejected', message: 'No books.' })
  expect(findRound(waiting)).toMatchObject({ round: 1, state: 'in_review', submitted_at: now.toISOString() })
  expect(findRound(approved)).toMatchObject({ round: 1, state: 'approved', decided_at: now.toISOString() })
  expect(findRound(untouched)).toBeUndefined()
  const stored = await pool.query(
    "select content ->> 'app_version_id' as key from submissions where id = $1",
    [listing.id],
  )
  expect(stored.rows).toEqual([{ key: null }])
  version = unlogged
  expect(await shown(owner)).toMatchObject({
    review_round: 1,
    decision_message: 'No books.',
    rejected_at: unlogged.updated_at,
  })
  version = waiting
  await approve()
})

test(
  'staff see who decided after the log of that month is dropped; a deleted account is named as such',
  { tags: ['ROLE-20'] },
  async () => {
    const former = await buildDeveloper(server, { first_name: 'Fern', last_name: 'Former', is_admin: true })
    await submit()
    await transition(former, { state: 'confidential', admin_notes: 'The page stays empty.' })
    await server.as(former).call(deleteAccount, { body: { email: former.email } })
    await submit()
    await approve()
    const { db } = server.services
    const listEvents = () => db.selectFrom('audit_events').select('id').where('app_id', '=', app.id).execute()
    expect(await listEvents()).not.toEqual([])
    for (let month = 0; month < 4; month += 1) {
      enterNextMonth(server)
      await cleanUpAudit(server.services)
    }
    expect(await listEvents()).toEqual([])
    const reader = await buildDeveloper(server, { is_admin: true })
    const { body } = await reviews(reader)
    expect(body.map(({ decided_by }) => decided_by)).toEqual(['Stan Staff', 'Deleted developer'])
  },
)
