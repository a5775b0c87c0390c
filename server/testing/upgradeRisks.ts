import type pg from 'pg'
import { z } from 'zod'

/**
 * A new release migrates the database while servers of the release before it still use it. A migration may therefore
 * only expand the schema, and must not hold a lock for as long as reading a large table takes. A later release, which
 * no longer runs beside the old one, contracts.
 */

const Table = z.object({
  name: z.string(),
  /** Changes when the table is rewritten. */
  file: z.string(),
  columns: z.record(
    z.string(),
    z.object({ type: z.string(), isRequired: z.boolean(), hasDefault: z.boolean() }),
  ),
  constraints: z.array(z.string()),
  indexes: z.array(z.string()),
  /** How often the transaction has read the whole table. */
  scans: z.number(),
})
type Table = z.infer<typeof Table>
type Tables = Map<string, Table>

const readTables = async (client: pg.ClientBase): Promise<Tables> => {
  const { rows } = await client.query(
    `select relname as name, relfilenode::text as file,
       (select coalesce(jsonb_object_agg(attname, jsonb_build_object(
          'type', format_type(atttypid, atttypmod), 'isRequired', attnotnull,
          'hasDefault', atthasdef or attidentity <> '')), '{}')
        from pg_attribute where attrelid = t.oid and attnum > 0 and not attisdropped) as columns,
       (select coalesce(jsonb_agg(conname), '[]') from pg_constraint where conrelid = t.oid and contype <> 'n') as constraints,
       (select coalesce(jsonb_agg(indexrelid::regclass::text), '[]') from pg_index where indrelid = t.oid) as indexes,
       coalesce(pg_stat_get_xact_numscans(t.oid), 0)::int as scans
     from pg_class t where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  )
  return new Map(
    z
      .array(Table)
      .parse(rows)
      .map((table) => [table.name, table]),
  )
}

/** Runs a migration and returns why it must not run beside servers of the release before it. */
export async function findUpgradeRisks(pool: pg.Pool, sql: string): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const before = await readTables(client)
    await client.query(sql)
    const after = await readTables(client)
    await client.query('commit')
    const allowed = [...sql.matchAll(/^-- Allowed: (.+?)\. Because /gm)].map(([, risk]) => risk)
    return [...before.values()]
      .flatMap((table) => compareTables(table, after.get(table.name)))
      .filter((risk) => !allowed.includes(risk))
  } finally {
    client.release(true)
  }
}

function compareTables(before: Table, after: Table | undefined): string[] {
  const { name } = before
  if (!after) return [`drops or renames the table ${name}`]
  const lost = (kind: string, those: string[], these: string[]) =>
    those
      .filter((each) => !these.includes(each))
      .map((each) => `drops or renames the ${kind} ${each} of ${name}`)
  return [
    ...lost('column', Object.keys(before.columns), Object.keys(after.columns)),
    ...lost('constraint', before.constraints, after.constraints),
    ...compareColumns(before, after),
    ...(after.file === before.file ? [] : [`rewrites the table ${name}`]),
    ...(after.indexes.every((index) => before.indexes.includes(index))
      ? []
      : [`builds an index of ${name} under a lock`]),
    ...(after.scans === before.scans ? [] : [`reads all rows of ${name} under a lock`]),
  ]
}

function compareColumns(before: Table, after: Table): string[] {
  return Object.entries(after.columns).flatMap(([column, { type, isRequired, hasDefault }]) => {
    const earlier = before.columns[column]
    if (!earlier)
      return isRequired && !hasDefault ? [`requires the new column ${column} of ${after.name}`] : []
    const isNowRequired = isRequired && !earlier.isRequired
    return [
      ...(type === earlier.type ? [] : [`changes the type of the column ${column} of ${after.name}`]),
      ...(isNowRequired ? [`requires the column ${column} of ${after.name}`] : []),
    ]
  })
}
