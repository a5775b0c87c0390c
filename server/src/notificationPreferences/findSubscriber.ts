import { defaultPreferences, type Preferences } from '@trestle/domain/notificationPreferences/kinds.ts'
import type { Db } from '../db/schema.ts'
import { findRecipient, findRecipientByEmail, listChosen, type Recipient } from './store.ts'

/** A developer and how they get the emails of each kind. */
export interface Subscriber extends Recipient {
  preferences: Preferences
}

export async function findPreferences(db: Db, developerId: number): Promise<Preferences> {
  const chosen = await listChosen(db, developerId)
  return {
    ...defaultPreferences,
    ...Object.fromEntries(chosen.map(({ kind, delivery }) => [kind, delivery])),
  }
}

const addPreferences = async (db: Db, recipient: Recipient | undefined): Promise<Subscriber | undefined> =>
  recipient && { ...recipient, preferences: await findPreferences(db, recipient.id) }

export const findSubscriber = async (db: Db, id: number): Promise<Subscriber | undefined> =>
  addPreferences(db, await findRecipient(db, id))

export const findSubscriberByEmail = async (db: Db, email: string): Promise<Subscriber | undefined> =>
  addPreferences(db, await findRecipientByEmail(db, email))
