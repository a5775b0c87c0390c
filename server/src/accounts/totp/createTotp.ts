import type { SecondFactors } from '@trestle/domain/accounts/factors/contract.ts'
import { TOTP } from 'otpauth'
import type { Actor } from '../../access/actor.ts'
import { refusalError } from '../../errors.ts'
import type { BrowserClient } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { factorAddedEmail } from '../factors/emails.ts'
import { loadSecondFactors } from '../factors/present.ts'
import { reportAndRenew } from '../factors/reportChange.ts'
import { countAttempt, takeBackAttempts } from '../limit.ts'
import { lockCallerExclusively } from '../lockCallerExclusively.ts'
import { storeRenewed } from '../session.ts'
import { acceptTotp } from './acceptTotp.ts'
import { storePendingTotp } from './store.ts'
import { toSecret, totpOptions } from './validateTotp.ts'

/** The length of the hash function's output (RFC 4226, section 4). */
const secretBytes = 20

/** Creates the secret of an authenticator app. It can't be used until a code of the app confirms it. */
export async function createTotp(services: Services, actor: Actor): Promise<{ secret: string; uri: string }> {
  const { db, encryption, now, random, settings } = services
  const bytes = random(secretBytes)
  const isStored = await db.transaction().execute(async (tx) => {
    await lockCallerExclusively(tx, actor)
    const secret = encryption.encrypt(bytes, 'totp_secrets.secret')
    return storePendingTotp(tx, { developerId: actor.id, secret, now: now() })
  })
  if (!isStored) {
    const message = 'You already have an authenticator app. Remove it before you set up another one.'
    throw refusalError('conflict', message)
  }
  const secret = toSecret(bytes)
  const app = new TOTP({ ...totpOptions, secret, issuer: settings.PLATFORM_NAME, label: actor.email })
  return { secret: secret.base32, uri: app.toString() }
}

/** Turns the authenticator app on with its first code. */
export async function confirmTotp(
  services: Services,
  actor: Actor,
  client: BrowserClient,
  totp: string,
): Promise<SecondFactors> {
  const attempt = { action: 'second_factor', account: String(actor.id), address: client.address } as const
  await countAttempt(services, attempt)
  const confirmed = await services.db.transaction().execute(async (tx) => {
    const developer = await lockCallerExclusively(tx, actor)
    await acceptTotp(tx, services, actor.id, { totp, isFirst: true })
    const renewed = await reportAndRenew(tx, services, actor, client, {
      email: factorAddedEmail(services.settings, developer.email, 'totp'),
      action: 'totp.added',
    })
    return { factors: await loadSecondFactors(tx, services, developer), renewed }
  })
  await takeBackAttempts(services, attempt)
  storeRenewed(client, confirmed.renewed)
  return confirmed.factors
}
