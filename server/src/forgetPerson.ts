import type { ForgetPerson } from './accounts/deletion/deleteAccount.ts'
import { deleteContactsAt } from './apps/contacts/store.ts'
import { deleteInvitationsTo } from './collaborators/invitations/store.ts'
import { leaveApps } from './collaborators/store.ts'
import { deleteEmailsTo } from './mail/store.ts'
import { replaceRecipient } from './metrics/usageReports/store.ts'

/**
 * Removes a developer from the tables that have their address or role although the rows belong to apps or to others.
 */
export const forgetPerson: ForgetPerson = async (tx, { id, addresses, replacement }) => {
  await leaveApps(tx, id)
  await deleteInvitationsTo(tx, { id, addresses })
  await deleteContactsAt(tx, addresses)
  await deleteEmailsTo(tx, addresses)
  await replaceRecipient(tx, id, replacement)
}
