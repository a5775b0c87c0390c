import type pg from 'pg'
import { z } from 'zod'

/** The migrations' own table. It determines the schema of the others, so it is compared and never copied. */
const bookkeepingTable = 'schema_migrations'

export interface TableShape {
  name: string
  /** Excludes generated columns, which follow from the others. */
  columns: string[]
  primaryKey: string[]
}

const Shape = z.object({ name: z.string(), columns: z.array(z.string()), primaryKey: z.array(z.string()) })

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Lists the product's tables by name. */
export async function readTables(client: pg.ClientBase): Promise<TableShape[]> {
  const { rows } = await client.query(
    `select relname as name,
       (select json_agg(attname order by attnum) from pg_attribute
        where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '')::jsonb as columns,
       (select coalesce(json_agg(attname order by array_position(conkey, attnum)), '[]')
        from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
        where contype = 'p' and conrelid = coalesce(
          -- A key that doesn't contain the time of a partitioned table is that of each partition.
          (select relid from pg_partition_tree(t.oid) where isleaf limit 1), t.oid
        ))::jsonb as "primaryKey"
     from pg_class t
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> $1
     order by relname`,
    [bookkeepingTable],
  )
  return z.array(Shape).parse(rows)
}

const Reference = z.object({ name: z.string(), from: z.string(), to: z.string(), isDeferrable: z.boolean() })

/** A foreign key, as an edge between tables. */
export type Reference = z.infer<typeof Reference>

export async function readReferences(client: pg.ClientBase): Promise<Reference[]> {
  const { rows } = await client.query(
    `select conname as name, f.relname as "from", t.relname as "to", condeferrable as "isDeferrable"
     from pg_constraint join pg_class f on f.oid = conrelid join pg_class t on t.oid = confrelid
     where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
     order by f.relname, conname`,
  )
  return z.array(Reference).parse(rows)
}

/** Orders tables so that referenced rows come first, as far as the references allow. */
export function orderTables(names: string[], references: Reference[]): string[] {
  const rest = new Set(names)
  const ordered: string[] = []
  const waitsFor = (name: string, isBinding: (reference: Reference) => boolean): boolean =>
    references.some((r) => r.from === name && r.to !== name && rest.has(r.to) && isBinding(r))
  while (rest.size > 0) {
    const candidates = [...rest]
    const next =
      candidates.find((name) => !waitsFor(name, () => true)) ??
      candidates.find((name) => !waitsFor(name, (r) => !r.isDeferrable)) ??
      candidates[0]
    if (next === undefined) break
    rest.delete(next)
    ordered.push(next)
  }
  return ordered
}

/** Returns the references that no order satisfies row by row: to the same table, or in a cycle. */
export function forwardReferences(ordered: string[], references: Reference[]): Reference[] {
  return references.filter(({ from, to }) => ordered.indexOf(to) >= ordered.indexOf(from))
}

const Migration = z.object({ name: z.string(), checksum: z.string() })

/** Returns whether any migration ran in the database. */
export async function hasTables(client: pg.ClientBase | pg.Pool): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    `public.${bookkeepingTable}`,
  ])
  return rows[0]?.exists === true
}

export async function readAppliedMigrations(client: pg.ClientBase): Promise<z.infer<typeof Migration>[]> {
  if (!(await hasTables(client))) {
    throw new Error('The database has no tables yet, so there is nothing to back up.')
  }
  const { rows } = await client.query(`select name, checksum from ${bookkeepingTable} order by name`)
  return z.array(Migration).parse(rows)
}
