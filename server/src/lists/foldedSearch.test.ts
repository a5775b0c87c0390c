// @module-tag engine
import { getAdminDeveloper, listAdminDevelopers } from '@trestle/domain/accounts/contract.ts'
import { listAdminDeveloperApps, listDeveloperApps, listReviewQueue } from '@trestle/domain/apps/contract.ts'
import { listAuditEvents } from '@trestle/domain/audit/contract.ts'
import { listOauthApplications } from '@trestle/domain/credentials/contract.ts'
import { foldedTexts } from '../../../domain/testing/foldedTexts.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp, buildDeveloper, type DeveloperRow } from '../../testing/build.ts'
import { rowsRead } from '../../testing/rowsRead.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { listAppsFor } from '../accounts/store.ts'
import { listOwnApps } from '../personalTokens/store.ts'

let server: TestServer
let staff: DeveloperRow
let owner: DeveloperRow
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
  staff = await buildDeveloper(server, { is_admin: true })
  owner = await buildDeveloper(server, {
    first_name: 'Jürgen',
    last_name: 'Łuczak-Mu\u0308ller',
    company_name: '株式会社さくら建設',
  })
  await buildApp(server, { internal_name: 'Master Other' })
  const app = await buildApp(server, {
    internal_name: 'Straßen Münster 建筑工地管理系统',
    owner_id: owner.id,
    marketplace_listing_in_review_at: new Date(),
  })
  await server.services.db
    .insertInto('audit_events')
    .values({
      at: new Date(),
      actor_id: owner.id,
      actor_kind: 'person',
      app_id: app.id,
      action: 'app.updated',
      subject_type: 'app',
      subject_id: String(app.id),
      changes: '{}',
    })
    .execute()
})
afterAll(() => server.close())

const toName = ({ internal_name: name }: { internal_name: string }) => name

const asStaff = () => server.as(staff)
const lists = {
  'My Apps': async (search: string) =>
    (await server.as(owner).call(listDeveloperApps, { query: { filters: { search } } })).body.map(toName),
  'all apps': async (search: string) =>
    (await asStaff().call(listAdminDeveloperApps, { query: { filters: { search } } })).body.map(toName),
  'the review queue': async (search: string) =>
    (await asStaff().call(listReviewQueue, { query: { filters: { search } } })).body.map(toName),
  'OAuth applications': async (search: string) =>
    (
      await asStaff().call(listOauthApplications, { query: { environment: 'sandbox', filters: { search } } })
    ).body.map(({ name }) => name),
  'OAuth applications by name': async (name: string) =>
    (
      await asStaff().call(listOauthApplications, { query: { environment: 'sandbox', filters: { name } } })
    ).body.map((row) => row.name),
  'the audit log': async (search: string) =>
    (await asStaff().call(listAuditEvents, { query: { filters: { search } } })).body.map(
      ({ app }) => app?.internal_name,
    ),
}

const found = [
  'munster',
  'MÜNSTER',
  'Mu\u0308nster',
  'strassen münster',
  'straß',
  'mü',
  '工地',
  '工',
  '统',
  '工地管理',
]
const notFound = ['munstër x', '地工', 'ünster stra']

test.each(Object.entries(lists))('%s finds a name by any part, with or without accents', async (_, find) => {
  for (const text of found) expect(await find(text), text).toEqual(['Straßen Münster 建筑工地管理系统'])
  for (const text of notFound) expect(await find(text), text).toEqual([])
})

test('the list of developers finds names and companies with or without accents', async () => {
  const find = async (search: string) =>
    (await asStaff().call(listAdminDevelopers, { query: { search } })).body.map(({ id }) => id)
  for (const text of ['jurgen luczak', 'MULLER', 'Lu', 'Łuczak-Müller', '会社', 'くら', '設']) {
    expect(await find(text), text).toEqual([owner.id])
  }
  expect(await find('社式')).toEqual([])
})

test('owners are found in the lists of their apps', async () => {
  for (const list of ['all apps', 'the review queue', 'OAuth applications', 'the audit log'] as const) {
    expect(await lists[list]('luczak-muller'), list).toEqual(['Straßen Münster 建筑工地管理系统'])
  }
})

test('the database folds texts like the browser', async () => {
  for (const [text, folded] of foldedTexts) {
    const { rows } = await sql`select fold_text(${text}) as folded`.execute(server.services.db)
    expect(rows, text).toEqual([{ folded }])
  }
})

test('a database with the collation C folds everything except capitals of other scripts', async () => {
  for (const [text, folded] of foldedTexts.filter(([each]) => !/\p{Script=Cyrillic}/u.test(each))) {
    const { rows } = await sql`select fold_text(${text} collate "C") as folded`.execute(server.services.db)
    expect(rows, text).toEqual([{ folded }])
  }
})

test('lists sorted by name have accented letters next to their plain ones', async () => {
  const sorter = await buildDeveloper(server)
  const names = ['Äpfel', 'apple', 'Zebra', 'Éclair', 'Ångström']
  const ids: number[] = []
  for (const name of names) {
    ids.push((await buildApp(server, { internal_name: name, name, owner_id: sorter.id })).id)
  }
  const expected = ['Ångström', 'Äpfel', 'apple', 'Éclair', 'Zebra']
  const own = await server.as(sorter).call(listDeveloperApps, { query: { sort: 'internal_name' } })
  expect(own.body.map(toName)).toEqual(expected)
  const query = { filters: { owner_id: [sorter.id] }, sort: 'internal_name' as const }
  expect((await asStaff().call(listAdminDeveloperApps, { query })).body.map(toName)).toEqual(expected)
  const page = await asStaff().call(getAdminDeveloper, { params: { id: sorter.id } })
  expect(page.body.apps.map(toName)).toEqual(expected)
  expect((await listAppsFor(server.services.db, sorter.id)).map(toName)).toEqual(expected)
  expect((await listOwnApps(server.services.db, sorter.id, ids)).map(toName)).toEqual(expected)
})

test('developers sorted by name or company have accented letters next to their plain ones', async () => {
  const { db } = server.services
  await sql`
    insert into developers (email, first_name, last_name, company_name, password_hash, terms_version,
      terms_accepted_at, created_at, updated_at)
    select 'many' || n || '@example.test', 'Xaver', n::text, 'Xylo', 'x', '1', now(), now(), now()
    from generate_series(1, 10000) n`.execute(db)
  for (const name of ['Zebra', 'Éclair', 'Äpfel', 'Apfelbaum']) {
    await buildDeveloper(server, { first_name: name, last_name: 'Z', company_name: name })
  }
  for (const sort of ['name', 'company_name'] as const) {
    const query = { sort, per_page: 100 }
    const read = await rowsRead(server, async () => {
      const { body } = await asStaff().call(listAdminDevelopers, { query })
      const names = body.map((row) => row[sort] ?? '').filter((name) => /^(Apf|Äpf|Écl)/.test(name))
      expect(names.map((name) => name.replace(' Z', ''))).toEqual(['Äpfel', 'Apfelbaum', 'Éclair'])
    })
    expect(
      read.filter(({ rows }) => rows >= 300),
      sort,
    ).toEqual([])
  }
})
