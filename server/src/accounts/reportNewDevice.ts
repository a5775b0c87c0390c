import { browserName } from '@trestle/domain/accounts/rules.ts'
import type { AuditActor } from '../access/actor.ts'
import { toSubnet } from '../access/network.ts'
import type { Tx } from '../db/schema.ts'
import type { BrowserClient } from '../http/route.ts'
import { sendEmail } from '../mail/send.ts'
import type { Services } from '../services.ts'
import { knownDevice } from './device.ts'
import { newDeviceEmail } from './emails.ts'
import { findDeveloper, findPassword } from './store.ts'

/**
 * Emails someone who signs in with a browser that hasn't signed in to the account since its password was chosen. Call
 * it before the sign-in is stored, because someone's first sign-in isn't news.
 */
export async function reportNewDevice(
  tx: Tx,
  services: Services,
  client: BrowserClient,
  by: AuditActor,
  developerId: number,
): Promise<void> {
  const developer = await findDeveloper(tx, developerId)
  if (!developer || developer.last_sign_in_at === null) return
  if (knownDevice(await findPassword(tx, developerId), client.deviceToken) !== undefined) return
  const device = { browser: browserName(client.userAgent), network: toSubnet(client.address) }
  await sendEmail(tx, by, services.now(), newDeviceEmail(services.settings, developer.email, device))
}
