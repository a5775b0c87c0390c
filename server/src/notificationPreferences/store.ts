import { defaultPreferences, type Preferences } from '@trestle/domain/notificationPreferences/rules.ts'
import type { Insertable } from 'kysely'
import type { Db, NotificationPreferencesTable, Tx } from '../db/schema.ts'

/** A developer as the recipient of emails. */
export interface Subscriber {
  id: number
  email: string
}

export async function findPreferences(db: Db, developerId: number): Promise<Preferences> {
  const rows = await db
    .selectFrom('notification_preferences')
    .select(['kind', 'delivery'])
    .where('developer_id', '=', developerId)
    .execute()
  const chosen = Object.fromEntries(rows.map(({ kind, delivery }) => [kind, delivery]))
  return { ...defaultPreferences, ...chosen }
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

export async function findSubscriber(db: Db, id: number): Promise<Subscriber | undefined> {
  return db.selectFrom('developers').select(['id', 'email']).where('id', '=', id).executeTakeFirst()
}

export async function findSubscriberByEmail(db: Db, email: string): Promise<Subscriber | undefined> {
  return db.selectFrom('developers').select(['id', 'email']).where('email', '=', email).executeTakeFirst()
}

/** Locks a developer, so that changes of their preferences happen one after the other. */
export async function lockSubscriber(tx: Tx, id: number): Promise<Subscriber | undefined> {
  return tx
    .selectFrom('developers')
    .select(['id', 'email'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}
