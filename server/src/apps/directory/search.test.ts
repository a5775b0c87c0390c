// @module-tag engine
import { listAdminDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildApp, buildDeveloper } from '../../../testing/build.ts'
import { rowsRead } from '../../../testing/rowsRead.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { ngramsContain } from '../../db/search.ts'

/** Creates apps with these words in their names, each followed by a number. */
async function buildMany(server: TestServer, words: string, apps: number): Promise<void> {
  const { id } = await buildDeveloper(server)
  await sql`
    with app as (
      insert into developer_apps (uid, internal_name, owner_id, created_at, updated_at)
      select ${words} || n, ${words} || ' ' || n, ${id}, now(), now() from generate_series(1, ${apps}::int) n
      returning *
    )
    insert into collaborators (app_id, developer_id, role, created_at, updated_at)
    select id, owner_id, 'owner', created_at, created_at from app`.execute(server.services.db)
}

test('a search for a phrase does not read the apps that have its words elsewhere', async () => {
  const server = await startTestServer()
  const staff = server.as(await buildDeveloper(server, { is_admin: true }))
  await buildMany(server, 'Harbour Board Ledger', 2000)
  await buildMany(server, 'Harbour Ledger', 3)
  const read = await rowsRead(server, async () => {
    const { body } = await staff.call(listAdminDeveloperApps, {
      query: { filters: { search: 'arbour ledger' } },
    })
    expect(body).toHaveLength(3)
  })
  expect(read.filter(({ rows }) => rows >= 20)).toEqual([])
})

test('the index of n-grams finds every part of a string, and nothing else', async () => {
  const server = await startTestServer()
  const { db } = server.services
  const name = String.raw`Größe_100% Hafen\Ledger 😀 047`
  const app = await buildApp(server, { internal_name: name })
  await buildApp(server, { internal_name: 'Hafen Größe' })
  const find = async (typed: string) => {
    const { rows } = await sql<{ app_id: number }>`
      select app_id from app_directory entry where ${ngramsContain(typed)}`.execute(db)
    return rows.map((row) => row.app_id)
  }
  const characters = Array.from(name)
  for (let length = 5; length <= characters.length; length += 1) {
    for (let start = 0; start + length <= characters.length; start += length > 12 ? 5 : 1) {
      const part = characters.slice(start, start + length).join('')
      expect(await find(part), part).toContain(app.id)
    }
  }
  // Every n-gram is part of the text, but not the whole.
  for (const other of [
    'Größe_100_',
    'Größe 100% Hafen',
    'Hafen Ledger',
    'Ledger 😀 0477',
    '100% Hafen\\Ledgers',
  ]) {
    expect(await find(other), other).toEqual([])
  }
})

test('the index of n-grams finds a string that is typed with other accents', async () => {
  const server = await startTestServer()
  const app = await buildApp(server, { internal_name: 'Größe Hafen' })
  for (const typed of ['Grösse Häfen', 'GROSSE HAFEN']) {
    const { rows } = await sql`select app_id from app_directory entry where ${ngramsContain(typed)}`.execute(
      server.services.db,
    )
    expect(rows, typed).toEqual([{ app_id: app.id }])
  }
})
