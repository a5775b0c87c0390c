import { utcDay } from '@trestle/domain/time/days.ts'
import { securityEventDays } from '@trestle/domain/securityEvents/kinds.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { deleteInBatches } from '../retention/deleteInBatches.ts'
import type { Services } from '../services.ts'
import { deleteSecurityEventsBefore } from './store.ts'

export async function cleanUpSecurityEvents({ db, now }: Services): Promise<void> {
  const day = utcDay(now().getTime() - securityEventDays * dayMs)
  await deleteInBatches([(limit) => deleteSecurityEventsBefore(db, day, limit)])
}
