import { failureKinds, securityAlertMinutes, type FailureKind } from '@trestle/domain/securityEvents/kinds.ts'
import { pageAddress } from '@trestle/domain/routes.ts'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import { byJob, type AuditActor } from '../access/actor.ts'
import { sendEmail } from '../mail/send.ts'
import { writeText } from '../mail/writeText.ts'
import type { Services } from '../services.ts'
import { recordSecurityEvent, type SecurityEvent } from './record.ts'
import { countEventsSince, lockLastBurst, storeBurst } from './store.ts'

const windowMs = securityAlertMinutes * minuteMs

/**
 * Records that someone failed to prove who they are, and emails operators if it has happened so often lately that
 * someone may be guessing.
 */
export async function recordFailure(
  services: Services,
  by: AuditActor,
  failure: SecurityEvent & { kind: FailureKind },
): Promise<void> {
  await recordSecurityEvent(services.db, services, by, failure)
  const { SECURITY_ALERT_EMAIL: recipient, SECURITY_ALERT_FAILURES: failures } = services.settings
  if (recipient === undefined) return
  const since = new Date(services.now().getTime() - windowMs)
  if ((await countEventsSince(services.db, failureKinds, since, failures)) < failures) return
  await alert(services, recipient)
}

/** Sends one email for each burst. A burst ends once it hasn't been noticed again for ten minutes. */
async function alert(services: Services, recipient: string): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const now = services.now()
    const lastSeenAt = await lockLastBurst(tx)
    await storeBurst(tx, now)
    if (lastSeenAt !== null && now.getTime() - Date.parse(lastSeenAt) < windowMs) return
    await sendEmail(tx, byJob, now, alertEmail(services.settings, recipient))
  })
}

const alertEmail = (settings: Services['settings'], recipient: string) => ({
  kind: 'security_alert' as const,
  recipient,
  subject: `${settings.PLATFORM_NAME}: many failed sign-ins`,
  body: writeText(
    `At least ${settings.SECURITY_ALERT_FAILURES} sign-ins or confirmations of an identity failed on the ${settings.PLATFORM_NAME} developer portal in the last ${securityAlertMinutes} minutes. Someone may be guessing passwords or codes.`,
    'See which accounts and networks are affected:',
    `${settings.PUBLIC_URL}${pageAddress('securityEvents')}`,
    `You won't get this email again until the failures have stopped for ${securityAlertMinutes} minutes.`,
  ),
})
