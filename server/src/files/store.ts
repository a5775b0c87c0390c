import type { Insertable, Selectable } from 'kysely'
import type { Db, FilesTable, Tx } from '../db/schema.ts'

export type FileRow = Selectable<FilesTable>

export async function insertFile(db: Db, file: Insertable<FilesTable>): Promise<void> {
  await db.insertInto('files').values(file).execute()
}

export async function findFile(db: Db, key: string): Promise<FileRow | undefined> {
  return db.selectFrom('files').selectAll().where('key', '=', key).executeTakeFirst()
}

/**
 * Lists the keys of a few files that something shows. More than one, because a single file may be lost for another
 * reason.
 */
export async function listSomeUsed(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('key')
    .where('unused_since', 'is', null)
    .orderBy('key')
    .limit(3)
    .execute()
  return rows.map(({ key }) => key)
}

/** Marks a file as shown. Returns undefined if the file doesn't exist. */
export async function markUsed(tx: Tx, key: string): Promise<FileRow | undefined> {
  return tx
    .updateTable('files')
    .set({ unused_since: null })
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirst()
}

export async function markUnused(tx: Tx, key: string, since: Date): Promise<void> {
  await tx.updateTable('files').set({ unused_since: since }).where('key', '=', key).execute()
}

/** Lists uploads that were never used, and files that are no longer used, the oldest first. */
export async function listUnused(
  db: Db,
  { abandonedBefore, droppedBefore }: { abandonedBefore: Date; droppedBefore: Date },
  { offset, limit }: { offset: number; limit: number },
): Promise<FileRow[]> {
  return db
    .selectFrom('files')
    .selectAll()
    .where((file) =>
      file.or([
        file('unused_since', '<', droppedBefore.toISOString()),
        file.and([
          file('unused_since', '<', abandonedBefore.toISOString()),
          file('unused_since', '=', file.ref('created_at')),
        ]),
      ]),
    )
    .orderBy('unused_since')
    .orderBy('key')
    .offset(offset)
    .limit(limit)
    .execute()
}

export async function deleteUnused(db: Db, key: string): Promise<void> {
  await db.deleteFrom('files').where('key', '=', key).where('unused_since', 'is not', null).execute()
}
