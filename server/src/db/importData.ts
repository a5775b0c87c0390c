import type pg from 'pg'
import {
  forwardReferences,
  quote,
  readAppliedMigrations,
  readReferences,
  readTables,
  type Reference,
} from './catalogue.ts'
import { countData, isLeftOut, plainForms, type ExportOptions, type DataCounts } from './exportData.ts'
import { type ExportedRow, type ExportedTable, type ExportHeader, readExport } from './exportFile.ts'
import type { Database } from './pool.ts'
import { rollBackAndRelease } from './rollBack.ts'
import { liftTimeLimits } from './silence.ts'

export interface ImportOptions extends ExportOptions {
  /** Runs when all rows are loaded. If it fails, none of them are stored. */
  beforeCommit: () => Promise<void>
}

/** Fills a migrated, empty database from an export, completely or not at all. */
export async function importData(
  database: Database,
  file: string,
  provided: Partial<ImportOptions> = {},
): Promise<DataCounts> {
  const options = { withoutJobs: false, beforeCommit: () => Promise.resolve(), ...provided }
  const client = await database.pool.connect()
  let imported: DataCounts = { tables: 0, rows: 0 }
  try {
    await client.query('begin')
    await liftTimeLimits(client)
    await client.query(plainForms)
    await readExport(file, async (header, rows) => {
      await checkFits(client, header)
      await load(client, header, rows, options)
      imported = countData(header)
    })
    await options.beforeCommit()
    await client.query('commit')
  } catch (error) {
    await rollBackAndRelease(client)
    throw error
  }
  client.release()
  return imported
}

async function checkFits(client: pg.ClientBase, header: ExportHeader): Promise<void> {
  const describe = (migrations: ExportHeader['migrations']): string[] =>
    migrations.map(({ name, checksum }) => `${name} ${checksum}`)
  const here = describe(await readAppliedMigrations(client))
  const there = describe(header.migrations)
  const different = [...there.filter((m) => !here.includes(m)), ...here.filter((m) => !there.includes(m))]
  if (different.length > 0) {
    const names = [...new Set(different.map((migration) => migration.split(' ')[0]))].join(', ')
    throw new Error(
      `The backup was made by another version of Trestle: the migrations ${names} differ. ` +
        'Restore it into a database without tables, with the version that made it or a newer one.',
    )
  }
  const shapes = await readTables(client)
  const sameShape = (table: ExportedTable): boolean =>
    shapes.some((shape) => shape.name === table.name && shape.columns.join() === table.columns.join())
  const unknown = header.tables.filter((table) => !sameShape(table)).map(({ name }) => name)
  if (unknown.length > 0) {
    throw new Error(`The tables ${unknown.join(', ')} have different columns in this database.`)
  }
  await checkEmpty(
    client,
    shapes.map(({ name }) => name),
  )
}

async function checkEmpty(client: pg.ClientBase, names: string[]): Promise<void> {
  // A portal running on this database must not write between the check and the end of the load.
  await client.query(`lock table ${names.map(quote).join(', ')} in access exclusive mode`)
  const filled: string[] = []
  for (const name of names) {
    const { rowCount } = await client.query(`select from ${quote(name)} limit 1`)
    if (rowCount) filled.push(name)
  }
  if (filled.length > 0) {
    throw new Error(`Restoring needs an empty database. This one has rows in ${filled.join(', ')}.`)
  }
}

async function load(
  client: pg.ClientBase,
  header: ExportHeader,
  rows: AsyncIterable<ExportedRow>,
  options: ExportOptions,
): Promise<void> {
  const names = header.tables.map(({ name }) => name)
  const forward = forwardReferences(names, await readReferences(client))
  // Deferrable during this transaction, so that a row can refer to a later one.
  const strict = forward.filter(({ isDeferrable }) => !isDeferrable)
  const triggers = await readTriggers(client)
  // The exported rows already include the effects of triggers.
  await runAll(client, triggers, ({ table, name }) => `alter table ${table} disable trigger ${name}`)
  await runAll(client, strict, alterTo('deferrable'))
  await client.query('set constraints all deferred')
  await loadRows(client, header.tables, rows, options)
  await client.query('set constraints all immediate')
  await runAll(client, strict, alterTo('not deferrable'))
  await runAll(client, triggers, ({ table, name }) => `alter table ${table} enable trigger ${name}`)
  await runAll(
    client,
    header.sequences,
    ({ name, value, is_called }) => `select setval('public.${quote(name)}', ${BigInt(value)}, ${is_called})`,
  )
  await client.query(`analyze ${names.map(quote).join(', ')}`)
}

async function runAll<T>(client: pg.ClientBase, things: T[], statement: (thing: T) => string): Promise<void> {
  for (const thing of things) await client.query(statement(thing))
}

const alterTo =
  (deferrable: 'deferrable' | 'not deferrable') =>
  ({ from, name }: Reference): string =>
    `alter table ${quote(from)} alter constraint ${quote(name)} ${deferrable}`

async function readTriggers(client: pg.ClientBase): Promise<{ table: string; name: string }[]> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select format('%I', relname) as "table", format('%I', tgname) as name
     from pg_trigger join pg_class on pg_class.oid = tgrelid
     where not tgisinternal and tgenabled = 'O' and relnamespace = 'public'::regnamespace`,
  )
  return rows
}

async function loadRows(
  client: pg.ClientBase,
  tables: ExportedTable[],
  rows: AsyncIterable<ExportedRow>,
  options: ExportOptions,
): Promise<void> {
  const source = rows[Symbol.asyncIterator]()
  for (const table of tables) {
    let batch = newBatch(client, table)
    for (let number = 0; number < table.rows; number += 1) {
      const row = await source.next()
      if (row.done) throw new Error(`The export is cut off in the middle of ${table.name}.`)
      if (isLeftOut(table.name, options)) continue
      if (batch.isFull()) {
        await batch.insert()
        batch = newBatch(client, table)
      }
      batch.add(row.value)
    }
    await batch.insert()
  }
  if (!(await source.next()).done) throw new Error('The export has more rows than its first line states.')
}

/** PostgreSQL allows 65,535 parameters. Batches stay well below that, and below a few megabytes of text. */
const batchParameters = 10_000
const batchCharacters = 4_000_000

/** Collects rows for one statement. Each column's own type parses the values as they were written. */
function newBatch(client: pg.ClientBase, { name, columns }: ExportedTable) {
  const values: (string | null)[] = []
  const tuples: string[] = []
  let characters = 0
  return {
    isFull: () => values.length >= batchParameters || characters >= batchCharacters,
    add: (row: ExportedRow): void => {
      if (row.length !== columns.length) throw new Error(`The export has a row that doesn't fit ${name}.`)
      tuples.push(`(${row.map((_, index) => `$${values.length + index + 1}`).join(', ')})`)
      for (const value of row) {
        values.push(value)
        characters += value?.length ?? 0
      }
    },
    insert: async (): Promise<void> => {
      if (tuples.length === 0) return
      const target = `${quote(name)} (${columns.map(quote).join(', ')})`
      await client.query(`insert into ${target} overriding system value values ${tuples.join(', ')}`, values)
    },
  }
}
