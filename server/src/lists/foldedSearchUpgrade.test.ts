// @module-tag engine
import type pg from 'pg'
import { expect, test } from 'vitest'
import { openBefore } from '../../testing/emptyDatabase.ts'
import { migrate } from '../db/migrate.ts'

const addDeveloper = (pool: pg.Pool, n: number, first: string, last: string, company: string) =>
  pool.query(
    `insert into developers (email, first_name, last_name, company_name, password_hash, terms_version,
       terms_accepted_at, created_at, updated_at)
     values ('person' || $1 || '@example.test', $2, $3, $4, 'hash', '1', now(), now(), now())`,
    [n, first, last, company],
  )

/** Runs in one transaction, because an app needs its owner as a member. */
const addApp = (pool: pg.Pool, n: number, owner: number, name: string) =>
  pool.query(
    `with app as (
       insert into developer_apps (uid, internal_name, owner_id, marketplace_enabled, marketplace_slug, created_at, updated_at)
       values ('u' || $1, $3, $2, true, 's' || $1, now(), now()) returning *
     ), listing as (
       insert into submissions (developer_app_id, version, state, content, live, published_at, created_by, created_at, updated_at)
       select id, 1, 'published', jsonb_build_object('public_name', $3::text), true, now(), $2, now(), now() from app
     )
     insert into collaborators (app_id, developer_id, role, created_at, updated_at)
     select id, owner_id, 'owner', now(), now() from app`,
    [n, owner, name],
  )

const readTexts = async (pool: pg.Pool) => {
  const { rows } = await pool.query<{ text: string }>(
    `select search_text as text from developers union all select search_text from app_directory
     union all select search_text from marketplace_directory union all select name_key from app_directory
     union all select name_key from marketplace_directory`,
  )
  return rows.map(({ text }) => text).toSorted()
}

test('the migrations give rows of the previous release the same searched texts as new ones', async () => {
  const pool = await openBefore('0084_folded_search.sql')
  const fill = async () => {
    await addDeveloper(pool, 1, 'Jürgen', 'Müller', '建设')
    await addDeveloper(pool, 2, 'Pat', 'Lee', 'Plain')
    await addApp(pool, 1, 1, '工地 Straße')
    await addApp(pool, 2, 2, 'Plain')
  }
  await fill()
  const files = `select array(select pg_relation_filenode(oid)::text from pg_class
    where relname in ('developers', 'app_directory', 'marketplace_directory') order by relname) as files`
  const { rows: before } = await pool.query(files)
  await migrate(pool)
  // No table was rewritten.
  expect((await pool.query(files)).rows).toEqual(before)
  const upgraded = await readTexts(pool)
  await pool.query('truncate developers restart identity cascade')
  await fill()
  expect(upgraded).toEqual(await readTexts(pool))
  expect(upgraded.join()).toContain('jurgen muller')
  expect(upgraded).toContain('工地 strasse')
  // The previous release searches for the lowercase input.
  const { rows } = await pool.query(
    `select search_text like lower('%MÜLLER%') as named, search_text like '%straße%' as app
     from app_directory where owner_id = 1`,
  )
  expect(rows).toEqual([{ named: true, app: true }])
})

test('a developer is found by a changed name', async () => {
  const pool = await openBefore('9999')
  await addDeveloper(pool, 1, 'Pat', 'Lee', '')
  await pool.query(`update developers set last_name = 'Łuk'`)
  const { rows } = await pool.query('select search_text from developers')
  expect(rows).toEqual([
    { search_text: '\n pat łuk\n person1@example.test\n \n pat luk\n person1@example.test\n ' },
  ])
})
