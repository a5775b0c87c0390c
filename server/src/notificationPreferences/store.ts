import type { Delivery, PreferenceKind } from '@trestle/domain/notificationPreferences/kinds.ts'
import type { Insertable } from 'kysely'
import type { Db, NotificationPreferencesTable, Tx } from '../db/schema.ts'

/** A developer as the recipient of emails. */
export interface Recipient {
  id: number
  email: string
}

export interface ChosenDelivery {
  kind: PreferenceKind
  delivery: Delivery
}

/** Lists a developer's choices. Other kinds have their default. */
export async function listChosen(db: Db, developerId: number): Promise<ChosenDelivery[]> {
  return db
    .selectFrom('notification_preferences')
    .select(['kind', 'delivery'])
    .where('developer_id', '=', developerId)
    .execute()
}

export async function storePreferences(
  tx: Tx,
  rows: Insertable<NotificationPreferencesTable>[],
): Promise<void> {
  await tx
    .insertInto('notification_preferences')
    .values(rows)
    .onConflict((conflict) =>
      conflict.constraint('notification_preferences_pkey').doUpdateSet((row) => ({
        delivery: row.ref('excluded.delivery'),
        updated_at: row.ref('excluded.updated_at'),
      })),
    )
    .execute()
}

export async function findRecipient(db: Db, id: number): Promise<Recipient | undefined> {
  return db.selectFrom('developers').select(['id', 'email']).where('id', '=', id).executeTakeFirst()
}

export async function findRecipientByEmail(db: Db, email: string): Promise<Recipient | undefined> {
  return db.selectFrom('developers').select(['id', 'email']).where('email', '=', email).executeTakeFirst()
}
