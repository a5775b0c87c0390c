import type { z } from 'zod'
import type { Registration } from '@trestle/domain/accounts/contract.ts'
import { termsVersion } from '@trestle/domain/accounts/terms.ts'
import type { AuditActor } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { sendEmail } from '../mail/send.ts'
import type { Services } from '../services.ts'
import { freeAddress } from './deleteBareRegistration.ts'
import { issueEmailToken } from './emailToken.ts'
import { countAttempt } from './limit.ts'
import { confirmationEmail, invitedRegistrationEmail, repeatedRegistrationEmail } from './emails.ts'
import { hashPassword } from './password.ts'
import { loadPasswordRule } from './passwordRule.ts'
import { asDeveloper } from './openSession.ts'
import { findDeveloperByEmail, insertDeveloper } from './store.ts'
import { insertAcceptances } from './termsAcceptances/store.ts'
import { withMinimumDuration } from './timing.ts'

/** Returns the address that the link with this token was emailed to, while the link works. */
export type FindInvitedAddress = (
  services: Pick<Services, 'db' | 'now'>,
  token: string,
) => Promise<string | null>

/**
 * Creates an account, or emails the owner of an address that is already registered. The caller can't tell which.
 *
 * The token of an invitation confirms the address that it was emailed to: only its owner has the link. Such a
 * registration replaces an unconfirmed one of the same address. Any other token changes nothing.
 */
export async function register(
  services: Services,
  address: string,
  by: AuditActor,
  { invitation_token: token, ...provided }: z.output<typeof Registration>,
  findInvitedAddress: FindInvitedAddress,
): Promise<{ email: string; email_confirmed: boolean }> {
  await countAttempt(services, { action: 'registration', account: provided.email, address })
  const requireStrong = await loadPasswordRule(services)
  requireStrong(provided.password, provided)
  const { email } = provided
  const isConfirmed = token !== undefined && (await findInvitedAddress(services, token)) === email
  await withMinimumDuration(async () => {
    const passwordHash = await hashPassword(provided.password)
    const registration = { ...provided, passwordHash, isConfirmed }
    await services.db.transaction().execute((tx) => insertOrNotify(tx, services, by, registration))
  })
  return { email, email_confirmed: isConfirmed }
}

type Provided = Omit<z.output<typeof Registration>, 'invitation_token'>

async function insertOrNotify(
  tx: Tx,
  services: Services,
  by: AuditActor,
  registration: Provided & { passwordHash: string; isConfirmed: boolean },
): Promise<void> {
  const now = services.now()
  const { first_name, last_name, email, company_name, passwordHash, isConfirmed } = registration
  const profile = { first_name, last_name, email, company_name, terms_version: termsVersion }
  const insert = () =>
    insertDeveloper(tx, {
      ...profile,
      password_hash: passwordHash,
      terms_accepted_at: now,
      email_confirmed_at: isConfirmed ? now : null,
      created_at: now,
      updated_at: now,
    })
  let developer = await insert()
  if (!developer && isConfirmed && (await freeAddress(tx, by, now, email))) developer = await insert()
  if (!developer) return notifyOwner(tx, services, by, email)
  await insertAcceptances(tx, [{ developer_id: developer.id, version: termsVersion, accepted_at: now }])
  const message = isConfirmed
    ? invitedRegistrationEmail(services.settings, email)
    : confirmationEmail(
        services.settings,
        email,
        await issueEmailToken(tx, services, developer.id, 'confirm_email'),
      )
  await sendEmail(tx, by, now, message)
  const registrant = asDeveloper(by, developer.id)
  const subject = { type: 'developer', id: developer.id } as const
  await recordAudit(tx, registrant, now, {
    action: 'developer.registered',
    subject,
    changes: Object.fromEntries(Object.entries(profile).map(([field, value]) => [field, [null, value]])),
  })
  if (!isConfirmed) return
  await recordAudit(tx, registrant, now, {
    action: 'email.confirmed',
    subject,
    changes: { email_confirmed_at: [null, now.toISOString()] },
  })
}

async function notifyOwner(tx: Tx, services: Services, by: AuditActor, email: string): Promise<void> {
  const owner = await findDeveloperByEmail(tx, email)
  if (!owner) return
  await sendEmail(tx, by, services.now(), repeatedRegistrationEmail(services.settings, email))
  await recordAudit(tx, by, services.now(), {
    action: 'developer.registration_repeated',
    subject: { type: 'developer', id: owner.id },
  })
}
