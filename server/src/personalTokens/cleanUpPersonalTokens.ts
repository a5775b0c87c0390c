import { dayMs } from '@trestle/domain/time/durations.ts'
import { deleteInBatches } from '../retention/deleteInBatches.ts'
import type { Services } from '../services.ts'
import { deleteEndedTokens } from './store.ts'

/** How long a token is retained after it expired or was revoked. */
const retainMs = 90 * dayMs

export async function cleanUpPersonalTokens({ db, now }: Services): Promise<void> {
  const before = new Date(now().getTime() - retainMs)
  await deleteInBatches([(limit) => deleteEndedTokens(db, before, limit)])
}
