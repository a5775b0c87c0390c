import type { SecondFactorInput } from '@trestle/domain/accounts/factors/contract.ts'
import type { FactorMethod } from '@trestle/domain/accounts/factors/rules.ts'
import type { Tx } from '../../db/schema.ts'
import { refusalError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import type { ChallengeOwner } from '../challenges/store.ts'
import { countAttempt, takeBackAttempts } from '../limit.ts'
import { refusePasskey } from '../passkeys/relyingParty.ts'
import { verifyPasskey } from '../passkeys/verifyPasskey.ts'
import { hashTypedCode } from '../recoveryCodes/hashing.ts'
import { acceptRecoveryCode, findRecoveryCode } from '../recoveryCodes/store.ts'
import { acceptTotp } from '../totp/acceptTotp.ts'

interface VerifiedFactor {
  method: FactorMethod
  /** Uses the factor up, or refuses it. The developer must be locked. */
  claim: (tx: Tx) => Promise<void>
  /** Call this after the transaction, so that only wrong attempts count. */
  succeed: () => Promise<void>
}

/** The person who must prove that a second factor is theirs. */
interface Prover {
  developerId: number
  /** The client's IP address. */
  address: string
  challengeOwner: ChallengeOwner
}

/** Does the part of verifying a second factor that needs no lock. Counts attempts with codes, and refuses too many. */
export async function verifyFactor(
  services: Services,
  { developerId, address, challengeOwner }: Prover,
  { totp, recovery_code, passkey }: SecondFactorInput,
): Promise<VerifiedFactor> {
  if (passkey) {
    const verified = await verifyPasskey(services, challengeOwner, passkey)
    if (verified.developerId !== developerId) return refusePasskey('This passkey belongs to another account.')
    return { method: 'passkey', claim: verified.claim, succeed: async () => undefined }
  }
  // Both kinds of codes share one counter.
  const attempt = { action: 'second_factor', account: String(developerId), address } as const
  await countAttempt(services, attempt)
  const succeed = () => takeBackAttempts(services, attempt)
  if (totp !== undefined) {
    const claim = (tx: Tx) => acceptTotp(tx, services, developerId, { totp, isFirst: false })
    return { method: 'totp', claim, succeed }
  }
  const stored = await findRecoveryCode(services.db, developerId)
  const hash = stored && (await hashTypedCode(stored, recovery_code ?? ''))
  return {
    method: 'recovery_code',
    claim: async (tx) => {
      const isAccepted = hash && (await acceptRecoveryCode(tx, developerId, hash, services.now()))
      if (!isAccepted) refuseRecoveryCode()
    },
    succeed,
  }
}

function refuseRecoveryCode(): never {
  throw refusalError('invalid_input', 'This recovery code is wrong or was used before.', 'recovery_code')
}
