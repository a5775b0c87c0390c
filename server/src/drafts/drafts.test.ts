// @module-tag engine
import { deleteDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { putDraft, getDraft, deleteDraft, type DraftKey } from '@trestle/domain/drafts/contract.ts'
import {
  createNotification,
  deleteNotification,
  updateNotification,
} from '@trestle/domain/notifications/contract.ts'
import {
  createSubmission,
  updateSubmission,
  updateAdminSubmission,
} from '@trestle/domain/listings/contract.ts'
import { createManifest } from '@trestle/domain/manifests/contract.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { beforeAll, afterAll, describe, expect, test } from 'vitest'
import {
  buildApp,
  buildCollaborator,
  buildDeveloper,
  simpleManifest,
  type AppRow,
  type DeveloperRow,
} from '../../testing/build.ts'
import { buildSubmission } from '../../testing/listings.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let staff: DeveloperRow
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
  staff = await buildDeveloper(server, { is_admin: true, is_employee: true })
})
afterAll(() => server.close())

const draft = (text = 'Beams, logged') => ({ content: { text }, based_on: '2026-01-31T12:00:00Z' })

interface Subject {
  params: DraftKey
  author: DeveloperRow
  app: AppRow
}

async function appWithOwner(): Promise<{ app: AppRow; owner: DeveloperRow }> {
  const owner = await buildDeveloper(server)
  return { owner, app: await buildApp(server, { owner_id: owner.id, marketplace_enabled: true }) }
}

/** Creates a subject of this kind with an author who can edit it. */
async function createSubject(kind: 'manifest' | 'listing' | 'notification' | 'new'): Promise<Subject> {
  const { app, owner } = await appWithOwner()
  if (kind === 'new') return { params: { kind: 'notification', subject_id: 'new' }, author: staff, app }
  if (kind !== 'notification') return { params: { kind, subject_id: app.id }, author: owner, app }
  const { body } = await server.as(staff).call(createNotification, { body: announcement })
  return { params: { kind, subject_id: body.id }, author: staff, app }
}

const announcement = { title: 'New hosts', summary: 'They move.', body: 'All of them.', draft: true }

const stored = async ({ params, author }: Pick<Subject, 'params' | 'author'>) =>
  (await server.as(author).call(getDraft, { params })).body.draft

const store = ({ params, author }: Pick<Subject, 'params' | 'author'>, body = draft()) =>
  server.as(author).call(putDraft, { params, body })

/** Returns the parameters of the announcement that a draft belongs to. */
const announcementOf = ({ params }: Subject) => ({ id: Number(params.subject_id) })

describe.each(['manifest', 'listing', 'notification', 'new'] as const)('a draft of kind %s', (kind) => {
  test('a draft is stored, replaced and discarded', async () => {
    const subject = await createSubject(kind)
    const { params, author } = subject
    const client = server.as(author)
    expect(await stored(subject)).toBeNull()
    await store(subject, draft('Beams'))
    const { body } = await client.call(putDraft, {
      params,
      body: { content: ['Beams', { logged: null }], based_on: null },
    })
    expect(await stored(subject)).toEqual({
      content: ['Beams', { logged: null }],
      based_on: null,
      updated_at: body.updated_at,
    })
    await client.call(deleteDraft, { params })
    await client.call(deleteDraft, { params })
    expect(await stored(subject)).toBeNull()
  })

  test('a draft is visible only to its author', async () => {
    const subject = await createSubject(kind)
    const { params, author, app } = subject
    await store(subject)
    const isOfApp = kind === 'manifest' || kind === 'listing'
    const other = isOfApp
      ? await buildCollaborator(server, app, 'admin')
      : await buildDeveloper(server, { is_admin: true })
    expect((await server.as(author).call(getDraft, { params })).text).toContain('Beams, logged')
    const answer = await server.as(other).call(getDraft, { params })
    expect(answer.body).toEqual({ draft: null })
    expect(answer.text).not.toContain('Beams, logged')
  })
})

test.each([
  [
    'manifest',
    'a version',
    async ({ author, app }: Subject) =>
      server.as(author).call(createManifest, {
        body: {
          developer_app_id: app.id,
          manifest: { content: simpleManifest },
          semantic_version: '0.1.0',
        },
      }),
  ],
  [
    'listing',
    'a new listing',
    async ({ author, app }: Subject) =>
      server
        .as(author)
        .call(createSubmission, { params: { id: app.id }, body: { tagline: 'Beams, logged' } }),
  ],
  [
    'listing',
    'a change of the listing',
    async ({ author, app }: Subject) => {
      const { id } = await buildSubmission(server, app, { state: 'draft' })
      return server.as(author).call(updateSubmission, { params: { id }, body: { tagline: 'Beams, logged' } })
    },
  ],
  [
    'new',
    'a new announcement',
    async ({ author }: Subject) => server.as(author).call(createNotification, { body: announcement }),
  ],
  [
    'notification',
    'a change of the announcement',
    async (subject: Subject) =>
      server
        .as(subject.author)
        .call(updateNotification, { params: announcementOf(subject), body: { title: 'Newer hosts' } }),
  ],
] as const)('a %s draft is deleted by saving %s', async (kind, _what, save) => {
  const subject = await createSubject(kind)
  await store(subject)
  await save(subject)
  expect(await stored(subject)).toBeNull()
})

test('a draft remains after a refused save, and after a save that changes no field of the form', async () => {
  const subject = await createSubject('listing')
  const { id } = await buildSubmission(server, subject.app, { state: 'draft' })
  await store(subject)
  const refused = await server.as(subject.author).refusal(updateSubmission, {
    params: { id },
    body: { website_link: { label: 'Site', url: 'not an address' } },
  })
  expect(refused.status).toBe(422)
  expect(await stored(subject)).not.toBeNull()

  const ofStaff = { ...subject, author: staff }
  await store(ofStaff)
  expect(
    (await server.as(staff).call(updateAdminSubmission, { params: { id }, body: { live: true } })).status,
  ).toBe(200)
  expect(await stored(ofStaff)).not.toBeNull()

  const note = await createSubject('notification')
  await store(note)
  await server.as(staff).call(updateNotification, { params: announcementOf(note), body: { visible: false } })
  expect(await stored(note)).not.toBeNull()
})

test('losing the role hides the draft, and regaining it shows the draft again', async () => {
  const { app } = await appWithOwner()
  const editor = await buildCollaborator(server, app, 'admin')
  await server.as(editor).call(putDraft, { params: { kind: 'manifest', subject_id: app.id }, body: draft() })
  const become = (role: 'admin' | 'developer') =>
    server.services.db
      .updateTable('collaborators')
      .set({ role })
      .where('app_id', '=', app.id)
      .where('developer_id', '=', editor.id)
      .execute()
  await become('developer')
  const params = { kind: 'manifest', subject_id: app.id } as const
  expect(await stored({ params, author: editor })).toBeNull()
  const calls = [
    await server.as(editor).refusal(putDraft, { params, body: draft() }),
    await server.as(editor).refusal(deleteDraft, { params }),
  ]
  expect(calls.map(({ status }) => status)).toEqual([403, 403])
  await become('admin')
  expect(
    (await server.as(editor).call(getDraft, { params: { kind: 'manifest', subject_id: app.id } })).body.draft
      ?.content,
  ).toEqual({ text: 'Beams, logged' })
})

test('drafts are deleted with the app, the announcement or the account', async () => {
  const { db } = server.services
  const count = async () => (await db.selectFrom('drafts').select('id').execute()).length
  const before = await count()
  const [manifest, listing, note] = [
    await createSubject('manifest'),
    await createSubject('listing'),
    await createSubject('notification'),
  ]
  for (const subject of [manifest, listing, note]) await store(subject)
  const writer = await buildDeveloper(server, { is_admin: true })
  await server
    .as(writer)
    .call(putDraft, { params: { kind: 'notification', subject_id: 'new' }, body: draft() })
  expect(await count()).toBe(before + 4)

  expect(
    (await server.as(manifest.author).call(deleteDeveloperApp, { params: { id: manifest.app.id } })).status,
  ).toBe(204)
  expect(await count()).toBe(before + 3)
  await db.deleteFrom('sessions').where('developer_id', '=', writer.id).execute()
  await db.deleteFrom('developers').where('id', '=', writer.id).execute()
  expect(await count()).toBe(before + 2)
  await server.as(staff).call(deleteNotification, { params: announcementOf(note) })
  expect(await count()).toBe(before + 1)
})

test('staff has no drafts of listings of deleted apps', async () => {
  const app = await buildApp(server, { deleted_at: server.services.now() })
  const params = { kind: 'listing', subject_id: app.id } as const
  const refused = [
    await server.as(staff).refusal(getDraft, { params }),
    await server.as(staff).refusal(putDraft, { params, body: draft() }),
  ]
  expect(refused.map(({ status, body }) => [status, body.message])).toEqual([
    [404, 'App not found.'],
    [404, 'App not found.'],
  ])
})

test('a draft unchanged for 90 days is deleted', async () => {
  const own = await startTestServer()
  const owner = await buildDeveloper(own)
  const [old, fresh] = [
    await buildApp(own, { owner_id: owner.id }),
    await buildApp(own, { owner_id: owner.id }),
  ]
  const left = async () =>
    (await own.services.db.selectFrom('drafts').select('developer_app_id').execute()).map(
      ({ developer_app_id: id }) => id,
    )
  await own.as(owner).call(putDraft, { params: { kind: 'manifest', subject_id: old.id }, body: draft() })
  own.clock.advance(13 * dayMs)
  await own.as(owner).call(putDraft, { params: { kind: 'manifest', subject_id: fresh.id }, body: draft() })
  own.clock.advance(76 * dayMs)
  await own.drainJobs()
  expect(await left()).toEqual([old.id, fresh.id])
  own.clock.advance(2 * dayMs)
  await own.drainJobs()
  expect(await left()).toEqual([fresh.id])
})

test('text with escape sequences and many brackets is stored unchanged', async () => {
  const subject = await createSubject('manifest')
  const text = `"\\u0000" \\ud800 ${'['.repeat(3000)}`
  await server
    .as(subject.author)
    .call(putDraft, { params: subject.params, body: { content: { text }, based_on: null } })
  expect((await stored(subject))?.content).toEqual({ text })
})

test('a draft can contain up to 1 MB', async () => {
  const { params, author } = await createSubject('manifest')
  const put = async (bytes: number) => {
    const body = { content: 'x'.repeat(bytes), based_on: null }
    return (await server.as(author).attempt(putDraft, { params, body })).status
  }
  expect(await put(1_048_576 - 100)).toBe(200)
  expect(await put(1_048_576)).toBe(413)
})

test.each([
  ['/api/v1/drafts/poem/1', draft(), 422, 'kind'],
  ['/api/v1/drafts/manifest/one', draft(), 422, 'subject_id'],
  ['/api/v1/drafts/manifest/new', draft(), 404, undefined],
  ['/api/v1/drafts/manifest/999999', draft(), 404, undefined],
  ['/api/v1/drafts/notification/999999', draft(), 404, undefined],
  ['/api/v1/drafts/notification/new', { based_on: null }, 422, 'content'],
  ['/api/v1/drafts/notification/new', { content: 1 }, 422, 'based_on'],
  ['/api/v1/drafts/notification/new', { content: 1, based_on: 'x'.repeat(201) }, 422, 'based_on'],
])('refuses %s %j', async (url, body, status, field) => {
  const answer = await server.as(staff).put(url, body)
  expect(answer.status).toBe(status)
  expect(Object.keys(answer.body.fields ?? {})).toEqual(field === undefined ? [] : [field])
})

test('two concurrent saves of one draft leave one draft', async () => {
  const subject = await createSubject('manifest')
  const texts = ['one', 'two', 'three']
  await Promise.all(texts.map((text) => store(subject, draft(text))))
  expect(texts.map((text) => ({ text }))).toContainEqual((await stored(subject))?.content)
})
