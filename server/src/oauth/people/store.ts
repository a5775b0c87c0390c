import type { Db } from '../../db/schema.ts'

/** Finds someone for whom apps may act. */
export async function findUsableDeveloper(db: Db, id: number): Promise<{ id: number } | undefined> {
  return db.selectFrom('developers').select('id').where('id', '=', id).executeTakeFirst()
}
