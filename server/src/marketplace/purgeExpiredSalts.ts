import { utcDay } from '@trestle/domain/metrics/rules.ts'
import type { Services } from '../services.ts'
import { deleteSaltsBefore } from './store.ts'

const dayMs = 86_400_000

/** Without its salt nobody can tell any more whose visit a hash was. A request that began before midnight may need it. */
export const purgeExpiredSalts = ({ db, now }: Services): Promise<void> =>
  deleteSaltsBefore(db, utcDay(now().getTime() - dayMs))
