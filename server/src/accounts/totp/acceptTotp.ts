import { RefusalError } from '../../errors.ts'
import type { Tx } from '../../db/schema.ts'
import type { Services } from '../../services.ts'
import { acceptTotpStep, findTotp } from './store.ts'
import { validateTotp } from './validateTotp.ts'

const message = 'This code is wrong or was used before. Wait for the next one that your app shows.'

/** Accepts a code of the authenticator app once, or refuses it. The developer must be locked. */
export async function acceptTotp(
  tx: Tx,
  { encryption, now }: Pick<Services, 'encryption' | 'now'>,
  developerId: number,
  provided: { totp: string; isFirst: boolean },
): Promise<void> {
  const stored = await findTotp(tx, developerId)
  const isExpected = stored && (stored.confirmed_at === null) === provided.isFirst
  if (!isExpected) return refuse()
  const secret = encryption.decrypt(stored.secret, 'totp_secrets.secret')
  const step = validateTotp(secret, provided.totp, now().getTime())
  const confirmedAt = stored.confirmed_at ?? now()
  if (step === null || !(await acceptTotpStep(tx, { developerId, step, confirmedAt }))) refuse()
}

function refuse(): never {
  throw new RefusalError({ code: 'invalid_input', message, fields: { totp: [message] } })
}
