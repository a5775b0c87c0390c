import type { Services } from '../services.ts'
import { countUnsent } from './store.ts'

/** Counts the emails that are waiting to be sent, for the metrics. */
export const countUnsentEmails = ({
  db,
  now,
}: Pick<Services, 'db' | 'now'>): ReturnType<typeof countUnsent> => countUnsent(db, now())
