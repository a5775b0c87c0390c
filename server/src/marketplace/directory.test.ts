// @module-tag engine
import { listMarketplaceApps } from '@trestle/domain/marketplace/contract.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildApp } from '../../testing/build.ts'
import { engine } from '../../testing/database.ts'
import { buildSubmission } from '../../testing/listings.ts'
import { recordStatements } from '../../testing/recordStatements.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

async function publish(server: TestServer, name: string) {
  const app = await buildApp(server, { marketplace_enabled: true, marketplace_slug: name.toLowerCase() })
  const content = { public_name: name, category_ids: [6, 9], country_ids: [276] }
  const submission = await buildSubmission(server, app, { state: 'published', content })
  return { app, submission }
}

/** Expects the directory to match its view, and returns the names in it. */
async function readNames({ database: { pool } }: TestServer): Promise<string[]> {
  const { rows: different } = await pool.query(
    `(select * from marketplace_directory except select * from marketplace_directory_source)
     union all (select * from marketplace_directory_source except select * from marketplace_directory)`,
  )
  expect(different).toEqual([])
  const { rows } = await pool.query('select name_key from marketplace_directory order by name_key')
  return rows.map(({ name_key: name }) => name)
}

test('the directory of the marketplace follows every change of a listing and of its app', async () => {
  const server = await startTestServer()
  const { db } = server.services
  await publish(server, 'Always')
  const { app, submission } = await publish(server, 'Before')
  const update = (table: 'submissions' | 'developer_apps', change: string) =>
    sql`update ${sql.table(table)} set ${sql.raw(change)}
      where id = ${table === 'submissions' ? submission.id : app.id}`.execute(db)

  expect(await readNames(server)).toEqual(['always', 'before'])
  await update('submissions', `content = content || '{"public_name": "After", "category_ids": [1]}'`)
  expect(await readNames(server)).toEqual(['after', 'always'])
  const reversible: ['submissions' | 'developer_apps', hide: string, show: string][] = [
    ['submissions', 'live = false', 'live = true'],
    ['submissions', 'superseded_at = now()', 'superseded_at = null'],
    ['submissions', `state = 'draft', published_at = null`, `state = 'published', published_at = now()`],
    ['developer_apps', 'marketplace_enabled = false', 'marketplace_enabled = true'],
    ['developer_apps', 'deleted_at = now()', 'deleted_at = null'],
    ['developer_apps', 'marketplace_slug = null', `marketplace_slug = 'after'`],
  ]
  for (const [table, hide, show] of reversible) {
    await update(table, hide)
    expect(await readNames(server), hide).toEqual(['always'])
    await update(table, show)
    expect(await readNames(server), show).toEqual(['after', 'always'])
  }
  await sql`update submissions set superseded_at = now() where id = ${submission.id}`.execute(db)
  const content = { public_name: 'Successor' }
  const successor = await buildSubmission(server, app, { state: 'published', version: 2, content })
  expect(await readNames(server)).toEqual(['always', 'successor'])
  await sql`delete from submission_media where submission_id = ${successor.id}`.execute(db)
  await sql`delete from submissions where id = ${successor.id}`.execute(db)
  expect(await readNames(server)).toEqual(['always'])
})

test.skipIf(engine === 'embedded')(
  'of two changes at the same time, to the app and to its listing, the later one sees the earlier one',
  async () => {
    const server = await startTestServer()
    const { pool } = server.database
    const { app, submission } = await publish(server, 'Late')
    await pool.query('update submissions set live = false where id = $1', [submission.id])
    await pool.query('update developer_apps set marketplace_enabled = false where id = $1', [app.id])
    const [first, second] = [await pool.connect(), await pool.connect()]
    await first.query('begin')
    await second.query('begin')
    await first.query('update submissions set live = true where id = $1', [submission.id])
    await second.query('update developer_apps set marketplace_enabled = true where id = $1', [app.id])
    await first.query('set constraints all immediate')
    const waiting = second.query('set constraints all immediate')
    await expect
      .poll(async () => {
        const { rowCount } = await pool.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        )
        return rowCount
      })
      .toBe(1)
    await first.query('commit')
    await waiting
    await second.query('commit')
    first.release()
    second.release()
    expect(await readNames(server)).toEqual(['late'])
  },
)

test('a search reads only the directory and the listings that it shows', async () => {
  const server = await startTestServer()
  for (const name of ['Alpha', 'Beta', 'Gamma']) await publish(server, name)
  const statements = await recordStatements(server.database.pool, async () => {
    const { body } = await server
      .anonymous()
      .call(listMarketplaceApps, { query: { per_page: 2, filters: { search: 'plans', category_id: [9] } } })
    expect(body.map(({ public_name }) => public_name)).toEqual(['Alpha', 'Beta'])
  })
  const reading = statements.filter(({ text }) => /marketplace_directory|submissions/.test(text))
  expect(reading.map(({ text }) => /marketplace_directory/.test(text))).toEqual([true, false])
  expect(reading[0]?.text).not.toMatch(/submissions|developer_apps/)
})
