import { sql } from 'kysely'
import type { Db, Tx } from '../../db/schema.ts'

interface PersonalColumn {
  table: string
  column: string
}

/**
 * Lists the tables whose rows belong to an account. The database deletes these rows with the account, because the
 * foreign key of each feature's table says so.
 */
export async function listPersonalTables(db: Db): Promise<PersonalColumn[]> {
  const { rows } = await sql<PersonalColumn>`
    select source.relname as table, source_column.attname as column
    from pg_constraint
    join pg_class source on source.oid = conrelid
    join pg_attribute source_column on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'developers'::regclass and confdeltype = 'c'
    order by 1`.execute(db)
  return rows
}

/** Lists an account's rows of a table, without its binary columns, which are hashes and encrypted secrets. */
export async function listPersonalRows(
  db: Db,
  { table, column }: PersonalColumn,
  developerId: number,
  limit: number,
): Promise<Record<string, unknown>[]> {
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and atttypid <> 'bytea'::regtype
    order by attnum`.execute(db)
  const selected = sql.join(columns.map(({ name }) => sql.ref(name)))
  const { rows } = await sql<Record<string, unknown>>`
    select ${selected} from ${sql.table(table)} where ${sql.ref(column)} = ${developerId}
    limit ${limit}`.execute(db)
  return rows
}

export async function deletePersonalRows(
  tx: Tx,
  { table, column }: PersonalColumn,
  developerId: number,
): Promise<void> {
  await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${developerId}`.execute(tx)
}

/** Deletes at most this many rows of a table whose accounts were deleted since then, and returns how many. */
export async function deleteRowsOfDeleted(
  db: Db,
  { table, column }: PersonalColumn,
  since: Date,
  limit: number,
): Promise<number> {
  const isOfDeleted = sql`${sql.ref(column)} = any (array(select id from developers where deleted_at >= ${since}))`
  // The tables have different keys. A `ctid` is unique within one partition.
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ${isOfDeleted} and (tableoid, ctid) in (
      select tableoid, ctid from ${sql.table(table)} where ${isOfDeleted} limit ${limit}
    )`.execute(db)
  return Number(numAffectedRows)
}

/** Lists the newest entries of the audit log that someone caused. */
export async function listCausedEvents(
  db: Db,
  developerId: number,
  limit: number,
): Promise<Record<string, unknown>[]> {
  return db
    .selectFrom('audit_events')
    .select(['id', 'at', 'action', 'app_id', 'subject_type', 'subject_id', 'changes'])
    .where('actor_id', '=', developerId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Lists the names of the apps that someone owns, except deleted ones. */
export async function listOwnedApps(db: Db, developerId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('developer_apps')
    .select('internal_name')
    .where('owner_id', '=', developerId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ internal_name: name }) => name)
}

/** Returns the addresses that don't belong to another account. */
export async function excludeTakenAddresses(tx: Tx, id: number, addresses: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('developers')
    .select('email')
    .where('email', 'in', addresses)
    .where('id', '!=', id)
    .execute()
  const taken = new Set(rows.map(({ email }) => email))
  return addresses.filter((address) => !taken.has(address))
}
