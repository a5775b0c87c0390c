import { supportContact } from '../../supportContact.ts'
import { refusalError } from '../../errors.ts'
import type { Tx } from '../../db/schema.ts'
import type { Services } from '../../services.ts'
import { acceptTotpStep, findTotp } from './store.ts'
import { validateTotp } from './validateTotp.ts'

const message = 'This code is wrong or was used before. Wait for the next one that your app shows.'

/** Accepts a code of the authenticator app once, or refuses it. The developer must be locked. */
export async function acceptTotp(
  tx: Tx,
  services: Pick<Services, 'encryption' | 'log' | 'now' | 'settings'>,
  developerId: number,
  provided: { totp: string; isFirst: boolean },
): Promise<void> {
  const { encryption, now } = services
  const stored = await findTotp(tx, developerId)
  const isExpected = stored && (stored.confirmed_at === null) === provided.isFirst
  if (!isExpected) return refuse()
  if (!encryption.canDecrypt(stored.secret)) return refuseUnreadable(services, developerId)
  const secret = encryption.decrypt(stored.secret, 'totp_secrets.secret')
  const step = validateTotp(secret, provided.totp, now().getTime())
  const confirmedAt = stored.confirmed_at ?? now()
  if (step === null || !(await acceptTotpStep(tx, { developerId, step, confirmedAt }))) refuse()
}

function refuse(): never {
  throw refusalError('invalid_input', message, 'totp')
}

/** The secret's key is lost, so no code can be right. This isn't a wrong attempt, and operators must know about it. */
function refuseUnreadable({ log, settings }: Pick<Services, 'log' | 'settings'>, developer: number): never {
  log.error(
    { developer },
    "can't check an authenticator app: ENCRYPTION_KEYS doesn't have the key of its secret",
  )
  throw refusalError(
    'conflict',
    `The portal can't check the codes of your authenticator app anymore. Sign in with a passkey or a recovery code and set the app up again, or contact ${supportContact(settings)}.`,
  )
}
