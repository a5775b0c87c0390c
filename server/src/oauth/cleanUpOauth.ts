import { utcDay } from '@trestle/domain/metrics/rules.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { deleteOldUses } from '../credentials/secrets/store.ts'
import type { Services } from '../services.ts'
import { deleteOldEvents } from './events/store.ts'
import { deleteRevokedGrants } from './grants/store.ts'
import { deleteExpiredInteractions } from './interactions/store.ts'
import { deleteExpiredRevocations } from './revocations/store.ts'
import { deleteExpiredTokens } from './tokens/store.ts'

/** Expired tokens still tell an app's team why they are refused. */
const retainTokensMs = 7 * dayMs
export const retainEventsMs = 30 * dayMs
/** Small enough that no other request waits for the rows. */
export const tokensAtOnce = 10_000

/** Deletes what has expired. */
export async function cleanUpOauth({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const at = now()
  const before = (ms: number): Date => new Date(at.getTime() - ms)
  await deleteExpiredInteractions(db, at)
  await deleteExpiredRevocations(db, at)
  while ((await deleteExpiredTokens(db, before(retainTokensMs), tokensAtOnce)) === tokensAtOnce);
  await deleteRevokedGrants(db, before(retainTokensMs))
  await deleteOldEvents(db, before(retainEventsMs))
  await deleteOldUses(db, utcDay(before(retainEventsMs).getTime()))
}
