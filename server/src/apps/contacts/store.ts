import type { Insertable, Selectable, Updateable } from 'kysely'
import type { ContactsTable, Db, Tx } from '../../db/schema.ts'

export type ContactRow = Selectable<ContactsTable>

export const selectContacts = (db: Db, appId: number) =>
  db.selectFrom('contacts').selectAll().where('app_id', '=', appId).orderBy('id')

export async function insertContact(tx: Tx, contact: Insertable<ContactsTable>): Promise<ContactRow> {
  return tx.insertInto('contacts').values(contact).returningAll().executeTakeFirstOrThrow()
}

export async function changeContact(
  tx: Tx,
  id: number,
  change: Updateable<ContactsTable>,
): Promise<ContactRow> {
  return tx.updateTable('contacts').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

export async function deleteContact(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('contacts').where('id', '=', id).execute()
}

/** Deletes the contacts with these addresses from every app. */
export async function deleteContactsAt(tx: Tx, addresses: string[]): Promise<void> {
  await tx.deleteFrom('contacts').where('email', 'in', addresses).execute()
}
