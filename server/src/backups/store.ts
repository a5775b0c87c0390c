import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** Stores when a complete backup was made, unless a newer one is known. */
export async function setLastBackup(db: Db, madeAt: Date | string): Promise<void> {
  await sql`
    insert into last_backup (made_at) values (${madeAt})
    on conflict on constraint last_backup_pkey do update set made_at = excluded.made_at
    where excluded.made_at > last_backup.made_at`.execute(db)
}

/** Finds when the newest complete backup was made. */
export async function findLastBackup(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('last_backup').select('made_at').executeTakeFirst()
  return row?.made_at
}
