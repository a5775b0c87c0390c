import type pg from 'pg'
import { z } from 'zod'

/**
 * A new release migrates the database while servers of the previous release still use it. So a migration may only
 * expand the schema, and must not hold a lock for as long as it takes to read a large table. A later release, which no
 * longer runs alongside the old one, contracts it.
 */

const Table = z.object({
  name: z.string(),
  /** The file nodes of its partitions, if it has any. One changes when the table is rewritten. */
  files: z.array(z.string()),
  columns: z.record(
    z.string(),
    z.object({ type: z.string(), isRequired: z.boolean(), hasDefault: z.boolean() }),
  ),
  /** Definitions by name. */
  constraints: z.record(z.string(), z.string()),
  indexes: z.record(z.string(), z.string()),
  triggers: z.record(z.string(), z.string()),
  /** How often the transaction has read the whole table. */
  scans: z.number(),
})
type Table = z.infer<typeof Table>
type Tables = Map<string, Table>

/** Whether a row of `pg_class` is the table `t` or one of its partitions. */
const isPart = 'oid = t.oid or oid in (select relid from pg_partition_tree(t.oid))'

const readTables = async (client: pg.ClientBase): Promise<Tables> => {
  const { rows } = await client.query(
    `select relname as name,
       (select jsonb_agg(relfilenode::text) from pg_class where ${isPart}) as files,
       (select coalesce(jsonb_object_agg(attname, jsonb_build_object(
          'type', format_type(atttypid, atttypmod), 'isRequired', attnotnull,
          'hasDefault', atthasdef or attidentity <> '')), '{}')
        from pg_attribute where attrelid = t.oid and attnum > 0 and not attisdropped) as columns,
       (select coalesce(jsonb_object_agg(conname, replace(pg_get_constraintdef(oid), ' NOT VALID', '')), '{}')
        from pg_constraint where conrelid = t.oid and contype not in ('n', 't')) as constraints,
       (select coalesce(jsonb_object_agg(indexrelid::regclass::text, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ')), '{}')
        from pg_index where indrelid = t.oid) as indexes,
       (select coalesce(jsonb_object_agg(tgname, ''), '{}') from pg_trigger where tgrelid = t.oid and not tgisinternal) as triggers,
       (select coalesce(sum(pg_stat_get_xact_numscans(oid)), 0)::int from pg_class where ${isPart}) as scans
     from pg_class t where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  )
  return new Map(
    z
      .array(Table)
      .parse(rows)
      .map((table) => [table.name, table]),
  )
}

/** Runs a migration and returns why it must not run alongside servers of the previous release. */
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

/** Returns the indexes that don't belong to a constraint. A constraint's index has the same name. */
const ownIndexes = ({ indexes, constraints }: Table): Record<string, string> =>
  Object.fromEntries(Object.entries(indexes).filter(([name]) => !(name in constraints)))

function compareTables(before: Table, after: Table | undefined): string[] {
  const { name } = before
  if (!after) return [`drops or renames the table ${name}`]
  const missing = (these: object, others: object): string[] =>
    Object.keys(these).filter((each) => !(each in others))
  const compare = (kind: string, those: Record<string, string>, these: Record<string, string>): string[] => [
    ...missing(those, these).map((each) => `drops or renames the ${kind} ${each} of ${name}`),
    ...Object.keys(these)
      .filter((each) => each in those && those[each] !== these[each])
      .map((each) => `changes the ${kind} ${each} of ${name}`),
  ]
  // The previous release may store, or do, something that a new constraint or trigger refuses.
  const added = (kind: string, those: object, these: object): string[] =>
    missing(these, those).map((each) => `adds the ${kind} ${each} to ${name}`)
  return [
    ...missing(before.columns, after.columns).map((each) => `drops or renames the column ${each} of ${name}`),
    ...compare('constraint', before.constraints, after.constraints),
    ...added('constraint', before.constraints, after.constraints),
    ...compare('index', ownIndexes(before), after.indexes),
    ...added('trigger', before.triggers, after.triggers),
    ...compareColumns(before, after),
    ...(before.files.every((file) => after.files.includes(file)) ? [] : [`rewrites the table ${name}`]),
    ...(missing(after.indexes, before.indexes).length === 0
      ? []
      : [`builds an index of ${name} under a lock`]),
    ...(after.scans === before.scans ? [] : [`reads all rows of ${name} under a lock`]),
  ]
}

function compareColumns(before: Table, after: Table): string[] {
  return Object.entries(after.columns).flatMap(([column, { type, isRequired, hasDefault }]) => {
    const earlier = before.columns[column]
    if (!earlier) {
      return isRequired && !hasDefault ? [`requires the new column ${column} of ${after.name}`] : []
    }
    const isNowRequired = isRequired && !earlier.isRequired
    const hasLostDefault = isRequired && earlier.hasDefault && !hasDefault
    return [
      ...(type === earlier.type ? [] : [`changes the type of the column ${column} of ${after.name}`]),
      ...(isNowRequired ? [`requires the column ${column} of ${after.name}`] : []),
      ...(hasLostDefault ? [`drops the default of the required column ${column} of ${after.name}`] : []),
    ]
  })
}
