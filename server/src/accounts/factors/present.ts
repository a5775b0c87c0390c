import type { SecondFactors } from '@trestle/domain/accounts/factors/contract.ts'
import { isStaff, type FactorPolicy } from '@trestle/domain/accounts/factors/rules.ts'
import type { Db } from '../../db/schema.ts'
import type { Services } from '../../services.ts'
import { findPendingReset } from '../factorResets/store.ts'
import { loadFactors } from './store.ts'

interface Rights {
  is_admin: boolean
  is_employee: boolean
}

export const factorPolicy = ({ settings }: Pick<Services, 'settings'>): FactorPolicy => ({
  isRequired: settings.STAFF_SECOND_FACTOR === 'required',
  graceDays: settings.STAFF_SECOND_FACTOR_GRACE_DAYS,
})

/** Returns when the grace period starts for someone who becomes staff now, or undefined. */
export const graceFrom = (before: Rights, after: Rights, now: Date): Date | undefined =>
  isStaff(after) && !isStaff(before) ? now : undefined

/** Loads the second factors that protect an account. */
export async function loadSecondFactors(
  db: Db,
  services: Pick<Services, 'settings'>,
  person: Rights & { id: number },
): Promise<SecondFactors> {
  const { passkeys, totpConfirmedAt, recoveryCodes } = await loadFactors(db, person.id)
  const reset = await findPendingReset(db, person.id)
  return {
    passkeys,
    totp_confirmed_at: totpConfirmedAt,
    recovery_codes_left: recoveryCodes,
    is_required: factorPolicy(services).isRequired && isStaff(person),
    reset_at: reset?.effective_at ?? null,
  }
}
