import { maxContacts, type Contact } from '@trestle/domain/apps/contacts/contract.ts'
import { decideContact } from '@trestle/domain/apps/contacts/rules.ts'
import type { Actor } from '../../access/actor.ts'
import { changesBetween, recordAudit } from '../../audit/record.ts'
import type { Tx } from '../../db/schema.ts'
import { mayBeRemoved, orNotFound, requireUnchanged, unwrap } from '../../errors.ts'
import { definedFields } from '../../definedFields.ts'
import type { Services } from '../../services.ts'
import { lockAdminApp } from '../../access/authorizedApp.ts'
import { presentContact } from './present.ts'
import { changeContact, deleteContact, insertContact, selectContacts, type ContactRow } from './store.ts'

const limit = maxContacts

/**
 * Lists the contacts of an app. The lock on the app keeps them unchanged until the transaction ends, because every
 * change takes it.
 */
async function lockContacts(tx: Tx, actor: Actor, appId: number): Promise<ContactRow[]> {
  await lockAdminApp(tx, actor, appId)
  return selectContacts(tx, appId).execute()
}

export function addContact(
  { db, now }: Services,
  actor: Actor,
  { appId, name, email }: { appId: number; name: string; email: string },
): Promise<Contact> {
  return db.transaction().execute(async (tx) => {
    unwrap(decideContact(await lockContacts(tx, actor, appId), email, { limit }))
    const at = now()
    const row = await insertContact(tx, { app_id: appId, name, email, created_at: at, updated_at: at })
    await recordAudit(tx, actor.audit, at, {
      action: 'contact.added',
      subject: { type: 'contact', id: row.id },
      app_id: appId,
      changes: { name: [null, name], email: [null, email] },
    })
    return presentContact(row)
  })
}

interface ContactDetails {
  id: number
  contact_id: number
}

interface ContactChange {
  name?: string | undefined
  email?: string | undefined
  if_unchanged_since?: string | undefined
}

export function editContact(
  { db, now }: Services,
  actor: Actor,
  { id: appId, contact_id: id }: ContactDetails,
  { if_unchanged_since: since, ...fields }: ContactChange,
): Promise<Contact> {
  return db.transaction().execute(async (tx) => {
    const contacts = await lockContacts(tx, actor, appId)
    const contact = orNotFound(
      contacts.find((row) => row.id === id),
      'Contact',
      mayBeRemoved,
    )
    await requireUnchanged(contact.updated_at, since, () => presentContact(contact))
    unwrap(decideContact(contacts, fields.email, { own: id, limit }))
    const change = definedFields(fields)
    const changes = changesBetween(contact, change)
    if (Object.keys(changes).length === 0) return presentContact(contact)
    const at = now()
    const changed = await changeContact(tx, id, { ...change, updated_at: at })
    await recordAudit(tx, actor.audit, at, {
      action: 'contact.updated',
      subject: { type: 'contact', id },
      app_id: appId,
      changes,
    })
    return presentContact(changed)
  })
}

export function removeContact(
  { db, now }: Services,
  actor: Actor,
  { id: appId, contact_id: id }: ContactDetails,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const contacts = await lockContacts(tx, actor, appId)
    const { name, email } = orNotFound(
      contacts.find((row) => row.id === id),
      'Contact',
      mayBeRemoved,
    )
    await deleteContact(tx, id)
    await recordAudit(tx, actor.audit, now(), {
      action: 'contact.removed',
      subject: { type: 'contact', id },
      app_id: appId,
      changes: { name: [name, null], email: [email, null] },
    })
  })
}
