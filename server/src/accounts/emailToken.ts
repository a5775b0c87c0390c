import { confirmationHours } from '@trestle/domain/accounts/rules.ts'
import { hourMs } from '@trestle/domain/time/durations.ts'
import type { EmailTokenPurpose, Tx } from '../db/schema.ts'
import { refusalError } from '../errors.ts'
import type { Services } from '../services.ts'
import { findLiveTokenOwner, insertEmailToken, retireEmailTokens } from './emailTokens/store.ts'
import { lockDeveloper, type DeveloperRow } from './store.ts'
import { hashToken, makeToken } from './token.ts'

const linkHours: Record<EmailTokenPurpose, number> = {
  confirm_email: confirmationHours,
  reset_password: 1,
}

/** Creates the token of an emailed link and retires earlier links with the same purpose. */
export async function issueEmailToken(
  tx: Tx,
  { now, random }: Pick<Services, 'now' | 'random'>,
  developerId: number,
  purpose: EmailTokenPurpose,
): Promise<string> {
  const at = now()
  const token = makeToken(random)
  await retireEmailTokens(tx, developerId, purpose, at)
  await insertEmailToken(tx, {
    developer_id: developerId,
    purpose,
    token_hash: hashToken(token),
    created_at: at,
    expires_at: new Date(at.getTime() + linkHours[purpose] * hourMs),
  })
  return token
}

export const deadLink: Record<EmailTokenPurpose, string> = {
  confirm_email: `This confirmation link was already used, was replaced by a newer one, or is older than ${confirmationHours} hours.`,
  reset_password: 'This link was already used, was replaced by a newer one, or is older than an hour.',
}

/** Refuses a link that doesn't work, as a field error. */
const refuse = (purpose: EmailTokenPurpose): never => {
  const message = deadLink[purpose]
  throw refusalError('invalid_input', message, 'token')
}

/** Returns whether an emailed link would work now. */
export const isLinkLive = async (
  { db, now }: Pick<Services, 'db' | 'now'>,
  purpose: EmailTokenPurpose,
  token: string,
): Promise<boolean> => (await findLiveTokenOwner(db, purpose, hashToken(token), now())) !== undefined

/** Returns the owner of a link, and refuses one that no longer works. The link stays usable. */
export async function findLinkOwner(
  { db, now }: Pick<Services, 'db' | 'now'>,
  purpose: EmailTokenPurpose,
  token: string,
): Promise<number> {
  return (await findLiveTokenOwner(db, purpose, hashToken(token), now())) ?? refuse(purpose)
}

/** Consumes an emailed link that is unused and not expired. Every change to a link locks its developer first. */
export async function consumeEmailToken(
  tx: Tx,
  { now }: Pick<Services, 'now'>,
  purpose: EmailTokenPurpose,
  token: string,
): Promise<DeveloperRow> {
  const ownerId = await findLinkOwner({ db: tx, now }, purpose, token)
  const developer = await lockDeveloper(tx, ownerId)
  // Another request may have used the link while this one waited for the lock.
  await findLinkOwner({ db: tx, now }, purpose, token)
  if (!developer) return refuse(purpose)
  await retireEmailTokens(tx, developer.id, purpose, now())
  return developer
}
