import { sql } from 'kysely'
import type { Factors } from '@trestle/domain/accounts/factors/rules.ts'
import type { Db, Tx } from '../../db/schema.ts'
import { deleteRecoveryCodes } from '../recoveryCodes/store.ts'
import { deleteTotp } from '../totp/store.ts'

export interface StoredFactors extends Factors {
  totpConfirmedAt: string | null
}

/** Loads the kinds of second factors that an account has. */
export async function loadFactors(db: Db, developerId: number): Promise<StoredFactors> {
  const { rows } = await sql<{ passkeys: number; confirmed_at: string | null; codes: number }>`
    select
      (select count(*) from passkeys where developer_id = ${developerId}) as passkeys,
      (select confirmed_at from totp_secrets where developer_id = ${developerId}) as confirmed_at,
      (select count(*) from recovery_codes where developer_id = ${developerId} and used_at is null) as codes
  `.execute(db)
  const [{ passkeys, confirmed_at, codes } = { passkeys: 0, confirmed_at: null, codes: 0 }] = rows
  return { passkeys, totp: confirmed_at !== null, totpConfirmedAt: confirmed_at, recoveryCodes: codes }
}

/** Deletes every second factor of a developer, with the recovery codes. */
export async function deleteFactors(tx: Tx, developerId: number): Promise<void> {
  await tx.deleteFrom('passkeys').where('developer_id', '=', developerId).execute()
  await deleteTotp(tx, developerId)
  await deleteRecoveryCodes(tx, developerId)
}
