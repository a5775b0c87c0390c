import type { Insertable } from 'kysely'
import type { TermsAcceptancesTable, Tx } from '../../db/schema.ts'

/** Records that someone accepted versions of the terms. A version that is already recorded keeps its time. */
export async function insertAcceptances(
  tx: Tx,
  acceptances: Insertable<TermsAcceptancesTable>[],
): Promise<void> {
  await tx
    .insertInto('terms_acceptances')
    .values(acceptances)
    .onConflict((conflict) => conflict.constraint('terms_acceptances_pkey').doNothing())
    .execute()
}
