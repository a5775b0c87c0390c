import { decideDeletion, deletedEmail, deletedName } from '@trestle/domain/accounts/deletion/rules.ts'
import type { Actor } from '../../access/actor.ts'
import { requireSignedIn } from '../../access/lockAccount.ts'
import { listAddresses, removePersonalValues } from '../../audit/removePersonalValues.ts'
import { recordAudit } from '../../audit/record.ts'
import type { Tx } from '../../db/schema.ts'
import { orNotFound, unwrap } from '../../errors.ts'
import type { BrowserClient } from '../../http/route.ts'
import { sendEmail } from '../../mail/send.ts'
import type { Services } from '../../services.ts'
import { hashUnknownPassword } from '../password.ts'
import { lockDeveloperAndAdmins, changeDeveloper, type DeveloperRow } from '../store.ts'
import { listSuspendedAmong } from '../suspensions/store.ts'
import type { EndAccess } from '../suspensions/suspend.ts'
import { accountDeletedEmail } from './emails.ts'
import { deletePersonalRows, excludeTakenAddresses, listOwnedApps, listPersonalTables } from './store.ts'

/** Removes a developer from other people's rows that name them, in the tables of every feature. */
export type ForgetPerson = (
  tx: Tx,
  person: {
    id: number
    /** Their current and earlier addresses. */
    addresses: string[]
    /** Replaces an address that must stay. */
    replacement: string
  },
) => Promise<void>

/** The steps of deleting an account in the tables of other features. */
export interface DeletionSteps {
  endAccess: EndAccess
  forgetPerson: ForgetPerson
}

/**
 * Deletes the caller's account. Its row stays without anything personal, because apps, reviews and the audit log refer
 * to it.
 */
export async function deleteAccount(
  services: Services,
  actor: Actor,
  client: BrowserClient,
  { email, endAccess, forgetPerson }: DeletionSteps & { email: string },
): Promise<void> {
  // Hash before the transaction, which must stay short: it occupies the embedded database's only connection.
  const unknownPassword = await hashUnknownPassword(services)
  await services.db.transaction().execute(async (tx) => {
    const rows = await lockDeveloperAndAdmins(tx, actor.id)
    await requireSignedIn(tx, actor)
    const developer = orNotFound(
      rows.find(({ id }) => id === actor.id),
      'Account',
    )
    const admins = rows.filter(({ id, is_admin }) => is_admin && id !== actor.id).map(({ id }) => id)
    const suspended = await listSuspendedAmong(tx, admins)
    const ownedApps = await listOwnedApps(tx, actor.id)
    unwrap(decideDeletion({ ...developer, ownedApps }, email, admins.length - suspended.size))
    await endAccess(tx, services, actor.audit, developer)
    const redacted = await erase(tx, services.now(), developer, { unknownPassword, forgetPerson })
    // After `erase`, which deletes every email to the address.
    await sendEmail(tx, actor.audit, services.now(), accountDeletedEmail(services.settings, developer.email))
    await recordAudit(tx, actor.audit, services.now(), {
      action: 'developer.deleted',
      subject: { type: 'developer', id: actor.id },
      changes: { redacted_entries: [0, redacted] },
    })
  })
  client.clearSessionToken()
}

/** Returns how many audit log entries named the person. */
async function erase(
  tx: Tx,
  now: Date,
  { id, email }: DeveloperRow,
  { unknownPassword, forgetPerson }: { unknownPassword: string; forgetPerson: ForgetPerson },
): Promise<number> {
  const replacement = deletedEmail(id)
  for (const personal of await listPersonalTables(tx)) await deletePersonalRows(tx, personal, id)
  // An earlier address may be someone else's by now.
  const addresses = await excludeTakenAddresses(tx, id, await listAddresses(tx, { id, email }))
  await forgetPerson(tx, { id, addresses, replacement })
  await changeDeveloper(tx, id, {
    ...deletedName,
    email: replacement,
    company_name: '',
    password_hash: unknownPassword,
    procore_id: null,
    is_admin: false,
    is_employee: false,
    is_partner: false,
    email_confirmed_at: null,
    last_sign_in_at: null,
    deleted_at: now,
    updated_at: now,
  })
  return removePersonalValues(tx, id, addresses)
}
