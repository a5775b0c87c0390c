import type pg from 'pg'
import {
  orderTables,
  quote,
  readAppliedMigrations,
  readReferences,
  readTables,
  type TableShape,
} from './catalogue.ts'
import { type ExportedRow, type ExportHeader, writeExport } from './exportFile.ts'
import type { Database } from './pool.ts'
import { rollBackAndRelease } from './rollBack.ts'
import { liftTimeLimits } from './silence.ts'

export interface DataCounts {
  tables: number
  rows: number
}

/** Returns how many tables and rows an export has. */
export const countData = ({ tables }: ExportHeader): DataCounts => ({
  tables: tables.length,
  rows: tables.reduce((sum, table) => sum + table.rows, 0),
})

export interface ExportOptions {
  /** Skips waiting jobs, because a copy of a portal must not send the original's emails. */
  withoutJobs: boolean
}

const jobsTable = 'jobs'

export const isLeftOut = (table: string, { withoutJobs }: ExportOptions): boolean =>
  withoutJobs && table === jobsTable

const batchRows = 200

/** Values as text, exactly as PostgreSQL writes them. */
const asWritten: pg.CustomTypesConfig = { getTypeParser: () => (text: string | Buffer) => String(text) }

/** Formats that read back as the same value everywhere, regardless of the server's own settings. */
export const plainForms = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local bytea_output = 'hex'; set local extra_float_digits = 1`

/** Writes all data as of one moment to one file, while the portal keeps working. */
export async function exportData(
  database: Database,
  file: string,
  options: ExportOptions = { withoutJobs: false },
): Promise<DataCounts> {
  const client = await database.pool.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await liftTimeLimits(client)
    await client.query(plainForms)
    const shapes = await readInLoadOrder(client)
    const header = await readHeader(client, shapes, options)
    const included = shapes.filter(({ name }) => !isLeftOut(name, options))
    await writeExport(file, header, readRows(client, included))
    return countData(header)
  } finally {
    await rollBackAndRelease(client)
  }
}

/** Lists the tables in the order in which they will be loaded, which is the file's order. */
async function readInLoadOrder(client: pg.ClientBase): Promise<TableShape[]> {
  const shapes = await readTables(client)
  const ordered = orderTables(
    shapes.map(({ name }) => name),
    await readReferences(client),
  )
  return shapes.toSorted((a, b) => ordered.indexOf(a.name) - ordered.indexOf(b.name))
}

async function readHeader(
  client: pg.ClientBase,
  shapes: TableShape[],
  options: ExportOptions,
): Promise<ExportHeader> {
  const header: ExportHeader = {
    format: 'trestle-export',
    version: 1,
    migrations: await readAppliedMigrations(client),
    tables: [],
    sequences: [],
  }
  for (const { name, columns } of shapes) {
    const { rows } = await client.query<{ rows: number }>(`select count(*) as rows from ${quote(name)}`)
    header.tables.push({ name, columns, rows: isLeftOut(name, options) ? 0 : (rows[0]?.rows ?? 0) })
  }
  const names = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'S' and relnamespace = 'public'::regnamespace order by relname`,
  )
  for (const { name } of names.rows) {
    const { rows } = await client.query<{ value: string; is_called: boolean }>(
      `select last_value::text as value, is_called from ${quote(name)}`,
    )
    if (rows[0]) header.sequences.push({ name, ...rows[0] })
  }
  return header
}

/**
 * Reads rows by primary key, so that two exports of the same data are identical, and by cursor, so that only one
 * batch is in memory.
 */
async function* readRows(client: pg.ClientBase, shapes: TableShape[]): AsyncGenerator<ExportedRow> {
  for (const { name, columns, primaryKey } of shapes) {
    const order = primaryKey.length > 0 ? ` order by ${primaryKey.map(quote).join(', ')}` : ''
    await client.query(
      `declare exported no scroll cursor for select ${columns.map(quote).join(', ')} from ${quote(name)}${order}`,
    )
    yield* fetchAll(client)
    await client.query('close exported')
  }
}

async function* fetchAll(client: pg.ClientBase): AsyncGenerator<ExportedRow> {
  for (;;) {
    const { rows } = await client.query<ExportedRow>({
      text: `fetch ${batchRows} from exported`,
      rowMode: 'array',
      types: asWritten,
    })
    yield* rows
    if (rows.length < batchRows) return
  }
}
