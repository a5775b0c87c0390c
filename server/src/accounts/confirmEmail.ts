import type { EmailConfirmation } from '@trestle/domain/accounts/contract.ts'
import type { Actor, AuditActor } from '../access/actor.ts'
import { requireSignedIn } from '../access/lockAccount.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { refusalError } from '../errors.ts'
import { sendEmail } from '../mail/send.ts'
import type { Services } from '../services.ts'
import { isDeletableRegistration } from './deleteBareRegistration.ts'
import { consumeEmailToken, deadLink, findLinkOwner, issueEmailToken } from './emailToken.ts'
import { findLiveTokenOwner, retireEmailTokens } from './emailTokens/store.ts'
import { countAttempt, forgiveAttempts } from './limit.ts'
import { lockCallerExclusively } from './lockCallerExclusively.ts'
import { confirmationEmail } from './emails.ts'
import { verifyPassword } from './password.ts'
import { asDeveloper } from './openSession.ts'
import {
  findDeveloper,
  findPassword,
  lockUnchangedPassword,
  changeDeveloper,
  type DeveloperRow,
} from './store.ts'
import { hashToken } from './token.ts'

/**
 * Returns the purpose of a confirmation link, which was sent to the address, so anyone who has the link may know it.
 */
export async function readConfirmation(
  services: Services,
  actor: Actor | null,
  token: string,
): Promise<EmailConfirmation> {
  const { db, now } = services
  const id = await findLiveTokenOwner(db, 'confirm_email', hashToken(token), now())
  const developer = id === undefined ? undefined : await findDeveloper(db, id)
  if (!developer) throw refusalError('not_found', deadLink.confirm_email)
  return {
    email: developer.email,
    is_own: actor?.id === developer.id,
    is_registration: await isDeletableRegistration(db, developer),
  }
}

/** Confirms an address with the emailed link and either a session or the password of the account. */
export async function confirmEmail(
  services: Services,
  actor: Actor | null,
  address: string,
  by: AuditActor,
  provided: { token: string; password?: string | undefined },
): Promise<{ email: string }> {
  const ownerId = await findLinkOwner(services, 'confirm_email', provided.token)
  const isOwn = actor?.id === ownerId
  const verified = isOwn ? null : await verifyOwner(services, ownerId, address, provided.password)
  return services.db.transaction().execute(async (tx) => {
    const developer = await consumeEmailToken(tx, services, 'confirm_email', provided.token)
    if (isOwn) await requireSignedIn(tx, actor)
    // The password may have been changed while it was being verified.
    if (verified && !(await lockUnchangedPassword(tx, verified))) return refusePassword(wrongPassword)
    await markConfirmed(tx, asDeveloper(by, developer.id), services.now(), developer)
    return { email: developer.email }
  })
}

const noPassword = 'Enter the password of this account.'
const wrongPassword = "This isn't the password of this account."

function refusePassword(message: string): never {
  throw refusalError('invalid_input', message, 'password')
}

async function verifyOwner(
  services: Services,
  ownerId: number,
  address: string,
  password: string | undefined,
): Promise<{ id: number; password_hash: string }> {
  if (password === undefined) return refusePassword(noPassword)
  const attempt = { action: 'password', account: String(ownerId), address } as const
  await countAttempt(services, attempt)
  const stored = await findPassword(services.db, ownerId)
  const isRight = await verifyPassword(stored?.password_hash, password)
  if (!stored || !isRight) return refusePassword(wrongPassword)
  await forgiveAttempts(services, attempt)
  return stored
}

/** Confirms an address whose owner used another emailed link, such as an invitation. That also proves the address. */
export async function confirmMailedAddress(
  tx: Tx,
  { now }: Pick<Services, 'now'>,
  actor: Actor,
  mailedTo: string,
): Promise<void> {
  if (actor.email_confirmed) return
  const developer = await lockCallerExclusively(tx, actor)
  // The account's address may have changed while this request was running.
  if (developer.email !== mailedTo || developer.email_confirmed_at !== null) return
  await markConfirmed(tx, actor.audit, now(), developer)
}

/** Confirms the address and retires earlier links, because such a link could delete the account. */
async function markConfirmed(tx: Tx, by: AuditActor, now: Date, developer: DeveloperRow): Promise<void> {
  await retireEmailTokens(tx, developer.id, 'confirm_email', now)
  await changeDeveloper(tx, developer.id, { email_confirmed_at: now, updated_at: now })
  await recordAudit(tx, by, now, {
    action: 'email.confirmed',
    subject: { type: 'developer', id: developer.id },
    changes: { email_confirmed_at: [developer.email_confirmed_at, now.toISOString()] },
  })
}

/** Sends the confirmation email again and retires earlier links. */
export async function resendConfirmation(services: Services, actor: Actor, address: string): Promise<void> {
  await countAttempt(services, { action: 'confirmation', account: String(actor.id), address })
  await services.db.transaction().execute(async (tx) => {
    const developer = await lockCallerExclusively(tx, actor)
    if (developer.email_confirmed_at !== null) {
      throw refusalError('conflict', 'Your email address is already confirmed.')
    }
    const token = await issueEmailToken(tx, services, developer.id, 'confirm_email')
    const email = confirmationEmail(services.settings, developer.email, token)
    await sendEmail(tx, actor.audit, services.now(), email)
    await recordAudit(tx, actor.audit, services.now(), {
      action: 'email_confirmation.requested',
      subject: { type: 'developer', id: developer.id },
    })
  })
}
