import type { Selectable } from 'kysely'
import type { ContactsTable, Db } from '../../db/schema.ts'

export async function listContacts(db: Db, appId: number): Promise<Selectable<ContactsTable>[]> {
  return db.selectFrom('contacts').selectAll().where('app_id', '=', appId).orderBy('id').execute()
}
