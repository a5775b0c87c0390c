import type { Services } from '../services.ts'
import { countOpenJobs, type JobCount } from './store.ts'

/** Counts the open jobs, for the metrics. */
export const countJobs = ({ db, now }: Pick<Services, 'db' | 'now'>): Promise<JobCount[]> =>
  countOpenJobs(db, now())
