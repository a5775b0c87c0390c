import { utcDay } from '@trestle/domain/time/days.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { deleteOldUses } from '../credentials/recordUses.ts'
import { deleteInBatches } from '../retention/deleteInBatches.ts'
import type { Services } from '../services.ts'
import { deleteOldEvents } from './events/store.ts'
import { deleteRevokedGrants } from './grants/store.ts'
import { deleteExpiredInteractions } from './interactions/store.ts'
import { deleteExpiredRevocations } from './revocations/store.ts'
import { deleteExpiredTokens } from './tokens/store.ts'

/** Expired tokens still tell an app's team why they are refused. */
const retainTokensMs = 7 * dayMs
const retainEventsMs = 30 * dayMs

/** Deletes expired data. */
export async function cleanUpOauth({ db, now }: Pick<Services, 'db' | 'now'>): Promise<void> {
  const at = now()
  const before = (ms: number): Date => new Date(at.getTime() - ms)
  const usesBefore = utcDay(before(retainEventsMs))
  await deleteInBatches([
    (limit) => deleteExpiredInteractions(db, at, limit),
    (limit) => deleteExpiredRevocations(db, at, limit),
    (limit) => deleteExpiredTokens(db, before(retainTokensMs), limit),
    (limit) => deleteRevokedGrants(db, before(retainTokensMs), limit),
    (limit) => deleteOldEvents(db, before(retainEventsMs), limit),
    (limit) => deleteOldUses(db, usesBefore, limit),
  ])
}
