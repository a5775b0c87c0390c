import { getAdminDeveloperApp, listReviewQueue } from '@trestle/domain/apps/contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildApp,
  buildCollaborator,
  buildDeveloper,
  buildVersion,
  type DeveloperRow,
} from '../../testing/build.ts'
import type { RequestFor } from '../../testing/call.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let staff: DeveloperRow
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
  staff = await buildDeveloper(server, { is_admin: true })
})
afterAll(() => server.close())

test('shows any app, including deleted ones, to staff only', { tags: ['AAPP-20'] }, async () => {
  const app = await buildApp(server, { deleted_at: new Date() })
  const reply = await server.as(staff).call(getAdminDeveloperApp, { params: { id: app.id } })
  expect([reply.status, reply.body.id, reply.body.role]).toEqual([200, app.id, null])
  expect(reply.body.deleted_at).toEqual(expect.any(String))
  expect(
    (await server.as({ id: app.owner_id }).refusal(getAdminDeveloperApp, { params: { id: app.id } })).status,
  ).toBe(403)
  expect((await server.as(null).refusal(getAdminDeveloperApp, { params: { id: app.id } })).status).toBe(401)
  expect((await server.as(staff).refusal(getAdminDeveloperApp, { params: { id: 999999 } })).status).toBe(404)
})

describe('review queue', () => {
  type Query = NonNullable<RequestFor<typeof listReviewQueue>['query']>
  const list = (filters: Query['filters'], sort?: Query['sort']) =>
    server.as(staff).call(listReviewQueue, { query: { filters, sort } })
  const names = (rows: { internal_name: string }[]) => rows.map((row) => row.internal_name)
  let owners: DeveloperRow[]

  async function inReview(internal_name: string, owner: DeveloperRow, at: string, more = {}) {
    const app = await buildApp(server, { internal_name, owner_id: owner.id, ...more })
    await buildVersion(server, app, {
      versionable_type: 'ProductionEnvironment',
      state: 'in_review',
      in_review_at: at,
    })
    return app
  }

  beforeAll(async () => {
    owners = await Promise.all(
      ['zoe', 'adam'].map((name) =>
        buildDeveloper(server, { email: `${name}@queue.test`, first_name: name }),
      ),
    )
    const [zoe, adam] = owners as [DeveloperRow, DeveloperRow]
    await inReview('Queue beta', zoe, '2026-01-02T10:00:00Z')
    await inReview('queue Alpha', adam, '2026-01-03T10:00:00Z', { app_id: crypto.randomUUID() })
    await inReview('Queue gone', adam, '2026-01-01T10:00:00Z', { deleted_at: new Date() })
    const quiet = await buildApp(server, { internal_name: 'Queue quiet', owner_id: adam.id })
    await buildVersion(server, quiet)
  })

  test('marks the apps that the caller works on, in any role', async () => {
    const owner = await buildDeveloper(server, { is_admin: true })
    const app = await inReview('Reviewed by its team', owner, '2026-01-04T10:00:00Z', {
      deleted_at: new Date(),
    })
    const guest = await buildCollaborator(server, app, 'user')
    await server.services.db
      .updateTable('developers')
      .set({ is_admin: true })
      .where('id', '=', guest.id)
      .execute()
    const ownOf = async (person: { id: number }) => {
      const query = { filters: { with_deleted: true } }
      const { body } = await server.as(person).call(listReviewQueue, { query })
      expect(body.length).toBeGreaterThan(2)
      return body.filter(({ is_own }) => is_own).map(({ id }) => id)
    }
    expect([await ownOf(owner), await ownOf(guest), await ownOf(staff)]).toEqual([[app.id], [app.id], []])
  })

  test(
    'the review queue has apps in review that are not deleted, longest waiting first',
    { tags: ['AREV-04', 'AREV-05', 'AREV-14'] },
    async () => {
      const { body, headers } = await list({ search: 'queue' })
      expect(body).toEqual([
        expect.objectContaining({
          internal_name: 'Queue beta',
          owner: { email: 'zoe@queue.test' },
          has_marketplace_listing_in_review: false,
          has_app_version_in_review: true,
          has_published_app: false,
          marketplace_listing_in_review_at: null,
          app_version_in_review_at: '2026-01-02T10:00:00.000Z',
        }),
        expect.objectContaining({ internal_name: 'queue Alpha', has_published_app: true }),
      ])
      expect([headers['total'], headers['per-page']]).toEqual(['2', '50'])
    },
  )

  test(
    'shows apps without a review, and deleted ones, on request',
    { tags: ['AREV-04', 'AREV-05'] },
    async () => {
      const { body } = await list({ in_review: false, with_deleted: true, search: 'queue' })
      expect(names(body)).toEqual(['Queue gone', 'Queue beta', 'queue Alpha', 'Queue quiet'])
      expect(body[3]).toMatchObject({ has_app_version_in_review: false, app_version_in_review_at: null })
    },
  )

  test(
    'searches by app, owner name and owner email, and by user',
    { tags: ['AREV-02', 'AREV-03'] },
    async () => {
      const find = async (filters: Query['filters']) => names((await list(filters)).body)
      expect(await find({ search: 'ALPHA' })).toEqual(['queue Alpha'])
      expect(await find({ search: 'zoe@queue' })).toEqual(['Queue beta'])
      expect(await find({ search: 'adam number' })).toEqual(['queue Alpha'])
      const ids = owners.map(({ id }) => id)
      expect(await find({ user_id: ids.slice(1) })).toEqual(['queue Alpha'])
      expect(await find({ user_id: ids })).toEqual(['Queue beta', 'queue Alpha'])
    },
  )

  test(
    'sorts by name, owner email and date of review',
    { tags: ['AREV-07', 'AREV-08', 'AREV-09'] },
    async () => {
      const sorted = async (sort: Query['sort']) =>
        names((await list({ search: 'queue', in_review: false }, sort)).body)
      expect(await sorted('internal_name')).toEqual(['queue Alpha', 'Queue beta', 'Queue quiet'])
      expect(await sorted('-internal_name')).toEqual(['Queue quiet', 'Queue beta', 'queue Alpha'])
      expect((await sorted('owner')).at(-1)).toBe('Queue beta')
      expect((await sorted('-owner'))[0]).toBe('Queue beta')
      expect(await sorted('in_review_at')).toEqual(['Queue beta', 'queue Alpha', 'Queue quiet'])
      expect(await sorted('-in_review_at')).toEqual(['queue Alpha', 'Queue beta', 'Queue quiet'])
    },
  )

  test('refuses callers who are not platform admins', { tags: ['AREV-01'] }, async () => {
    expect((await server.as(owners[0] ?? null).refusal(listReviewQueue)).status).toBe(403)
  })
})
