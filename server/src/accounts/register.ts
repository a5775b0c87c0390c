import type { z } from 'zod'
import type { Registration } from '@trestle/domain/accounts/contract.ts'
import { termsVersion } from '@trestle/domain/accounts/terms.ts'
import type { AuditActor } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { sendMail } from '../mail/send.ts'
import type { Services } from '../services.ts'
import { issueEmailToken } from './emailToken.ts'
import { countAttempt } from './limit.ts'
import { confirmationMail, repeatedRegistrationMail } from './mails.ts'
import { hashPassword } from './password.ts'
import { loadPasswordRule } from './passwordRule.ts'
import { asDeveloper } from './openSession.ts'
import { findDeveloperByEmail, insertDeveloper } from './store.ts'
import { insertAcceptances } from './termsAcceptances/store.ts'
import { withMinimumDuration } from './timing.ts'

/** Creates an account, or emails the owner of an address that is already registered. The caller can't tell which. */
export async function register(
  services: Services,
  address: string,
  by: AuditActor,
  provided: z.output<typeof Registration>,
): Promise<void> {
  await countAttempt(services, { action: 'registration', account: provided.email, address })
  const requireStrong = await loadPasswordRule(services)
  requireStrong(provided.password, provided)
  await withMinimumDuration(async () => {
    const passwordHash = await hashPassword(provided.password)
    await services.db.transaction().execute((tx) => insertOrNotify(tx, services, by, provided, passwordHash))
  })
}

async function insertOrNotify(
  tx: Tx,
  services: Services,
  by: AuditActor,
  provided: z.output<typeof Registration>,
  passwordHash: string,
): Promise<void> {
  const now = services.now()
  const { first_name, last_name, email, company_name } = provided
  const profile = { first_name, last_name, email, company_name, terms_version: termsVersion }
  const developer = await insertDeveloper(tx, {
    ...profile,
    password_hash: passwordHash,
    terms_accepted_at: now,
    created_at: now,
    updated_at: now,
  })
  if (!developer) return notifyOwner(tx, services, by, email)
  await insertAcceptances(tx, [{ developer_id: developer.id, version: termsVersion, accepted_at: now }])
  const token = await issueEmailToken(tx, services, developer.id, 'confirm_email')
  await sendMail(tx, now, by, confirmationMail(services.settings, email, token))
  await recordAudit(tx, asDeveloper(by, developer.id), now, {
    action: 'developer.registered',
    subject: { type: 'developer', id: developer.id },
    changes: Object.fromEntries(Object.entries(profile).map(([field, value]) => [field, [null, value]])),
  })
}

async function notifyOwner(tx: Tx, services: Services, by: AuditActor, email: string): Promise<void> {
  const owner = await findDeveloperByEmail(tx, email)
  if (!owner) return
  await sendMail(tx, services.now(), by, repeatedRegistrationMail(services.settings, email))
  await recordAudit(tx, by, services.now(), {
    action: 'developer.registration_repeated',
    subject: { type: 'developer', id: owner.id },
  })
}
