import { refusalError, type RefusalError } from '../../errors.ts'
import type { Db, Tx } from '../../db/schema.ts'
import type { Settings } from '../../settings.ts'
import { supportContact } from '../../supportContact.ts'
import { lockDeveloper } from '../store.ts'
import { isSuspended } from './store.ts'

/** The refusal of a suspended account. Only someone who proved that it is theirs may get it. */
export const suspendedRefusal = (settings: Pick<Settings, 'SUPPORT_URL'>): RefusalError =>
  refusalError('not_allowed', `This account is suspended. Contact ${supportContact(settings)}.`)

export async function refuseSuspended(
  db: Db,
  settings: Pick<Settings, 'SUPPORT_URL'>,
  developerId: number,
): Promise<void> {
  if (await isSuspended(db, developerId)) throw suspendedRefusal(settings)
}

/** Refuses a suspended account, and blocks its suspension until the transaction ends. */
export async function lockUnsuspended(
  tx: Tx,
  settings: Pick<Settings, 'SUPPORT_URL'>,
  developerId: number,
): Promise<void> {
  await lockDeveloper(tx, developerId)
  // A second statement, which sees a suspension that was stored while the first one waited.
  await refuseSuspended(tx, settings, developerId)
}
