import { sql, type RawBuilder, type Selectable } from 'kysely'
import { suspended } from '../../accounts/suspensions/store.ts'
import type { Db, DevelopersTable } from '../../db/schema.ts'

/** Whether the developer with this id may currently use the portal, and apps may act for them. */
export const isUsable = (id: RawBuilder<number>): RawBuilder<boolean> => sql`not ${suspended(id)}`

export type PersonRow = Pick<
  Selectable<DevelopersTable>,
  'id' | 'is_admin' | 'is_employee' | 'factor_grace_from'
>

/** Finds a person for whom apps may act. */
export async function findUsableDeveloper(db: Db, id: number): Promise<PersonRow | undefined> {
  return db
    .selectFrom('developers')
    .select(['id', 'is_admin', 'is_employee', 'factor_grace_from'])
    .where('id', '=', id)
    .where(isUsable(sql.ref('developers.id')))
    .executeTakeFirst()
}
