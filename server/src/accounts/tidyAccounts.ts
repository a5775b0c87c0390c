import type { Services } from '../services.ts'
import { deleteExpiredEmailTokens } from './emailTokens/store.ts'
import { deleteAllExpiredSessions } from './sessions/store.ts'

/** A link that is a week past its time gets the answer of an unknown one. */
const keepTokensMs = 7 * 86_400_000

export async function tidyAccounts({ db, now }: Services): Promise<void> {
  await deleteAllExpiredSessions(db, now())
  await deleteExpiredEmailTokens(db, new Date(now().getTime() - keepTokensMs))
}
