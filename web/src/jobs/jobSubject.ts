import type { JobRow } from '@trestle/domain/jobs/contract.ts'
import { toSecond } from '../ui/dates.ts'

/** Returns the key of a job with its time, such as the start of a scheduled job's interval, in a short form. */
const readableKey = (key: string): string => key.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, toSecond)

/** Returns what a job is about: the name of its app, or else its key. */
export const jobSubject = ({ app, key }: Pick<JobRow, 'app' | 'key'>): string =>
  app?.internal_name ?? readableKey(key)
