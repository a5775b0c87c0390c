import type pg from 'pg'
import { z } from 'zod'
import { quote } from '../src/db/catalogue.ts'
import type { Database } from '../src/db/pool.ts'
import type { FileDisk } from '../src/files/disk.ts'

/** Returns contradictions between the rows and files of a portal, however they got there. */
export async function findContradictions({ pool }: Database, files: FileDisk): Promise<string[]> {
  return [
    ...(await findBrokenReferences(pool)),
    ...(await findSequencesBehind(pool)),
    ...(await listRows(
      pool,
      `select concat('app ', id, ' has no owner') from developer_apps app where not exists
         (select from collaborators where app_id = app.id and developer_id = app.owner_id and role = 'owner')`,
    )),
    ...(await listRows(
      pool,
      `select concat('app ', app.id, ' shows a file that is unused') from developer_apps app
       join files on key = thumbnail_key where unused_since is not null`,
    )),
    ...(await findLostFiles(pool, files)),
  ]
}

/** Runs a query with one column. */
async function listRows(pool: pg.Pool, text: string): Promise<string[]> {
  const { rows } = await pool.query<[string]>({ text, rowMode: 'array' })
  return rows.map(([value]) => value)
}

const References = z.array(
  z.object({ name: z.string(), from: z.string(), to: z.string(), columns: z.array(z.array(z.string())) }),
)

/** Checks the rows themselves, because a load with disabled constraints would leave the constraints valid. */
async function findBrokenReferences(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query(
    `select conname as name, conrelid::regclass::text as from, confrelid::regclass::text as to,
       (select jsonb_agg(jsonb_build_array(child.attname, parent.attname))
        from unnest(conkey, confkey) as pair (child, parent)
        join pg_attribute child on child.attrelid = conrelid and child.attnum = pair.child
        join pg_attribute parent on parent.attrelid = confrelid and parent.attnum = pair.parent) as columns
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0`,
  )
  const broken: string[] = []
  for (const { name, from, to, columns } of References.parse(rows)) {
    const isSet = columns.map(([child = '']) => `child.${quote(child)} is not null`)
    const isSame = columns.map(
      ([child = '', parent = '']) => `parent.${quote(parent)} = child.${quote(child)}`,
    )
    const [count] = await listRows(
      pool,
      `select count(*)::text from ${from} child where ${isSet.join(' and ')}
       and not exists (select from ${to} parent where ${isSame.join(' and ')})`,
    )
    if (count !== '0') broken.push(`${count} rows of ${from} break ${name}`)
  }
  return broken
}

/** The next row of such a table would get a number that is already in use. */
async function findSequencesBehind(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ table: string; column: string; sequence: string }>(
    `select attrelid::regclass::text as table, quote_ident(attname) as column,
       pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence
     from pg_attribute join pg_class on pg_class.oid = attrelid
     where attnum > 0 and not attisdropped and relkind in ('r', 'p') and not relispartition
       and relnamespace = 'public'::regnamespace
       and pg_get_serial_sequence(attrelid::regclass::text, attname) is not null`,
  )
  const checks = rows.map(({ table, column, sequence }) =>
    listRows(
      pool,
      `select '${sequence} is behind' from ${sequence}
       where last_value < (select coalesce(max(${column}), 0) from ${table})`,
    ),
  )
  return (await Promise.all(checks)).flat()
}

async function findLostFiles(pool: pg.Pool, files: FileDisk): Promise<string[]> {
  const { rows } = await pool.query<{ key: string; bytes: number }>(
    'select key, bytes::int as bytes from files where unused_since is null',
  )
  const lost: string[] = []
  for (const { key, bytes } of rows) {
    const file = await files.read(key)
    if (file?.length !== bytes) lost.push(`the file ${key} has ${file?.length ?? 'no'} bytes`)
  }
  return lost
}
