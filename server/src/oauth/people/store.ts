import { sql, type RawBuilder } from 'kysely'
import { suspended } from '../../accounts/suspensions/store.ts'
import type { Db } from '../../db/schema.ts'

/** Whether the developer with this id may use the portal at present, and apps for them. */
export const isUsable = (id: RawBuilder<number>): RawBuilder<boolean> => sql`not ${suspended(id)}`

/** Finds someone for whom apps may act. */
export async function findUsableDeveloper(db: Db, id: number): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('developers')
    .select('id')
    .where('id', '=', id)
    .where(isUsable(sql.ref('developers.id')))
    .executeTakeFirst()
}
