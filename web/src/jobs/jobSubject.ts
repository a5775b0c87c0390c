import type { JobRow } from '@trestle/domain/jobs/contract.ts'
import { namedSubject } from '@trestle/domain/jobs/rules.ts'
import { toSecond } from '../ui/dates.ts'

/** Returns the key of a job with its time, such as the start of a scheduled job's interval, in a short form. */
const readableKey = (key: string): string => key.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, toSecond)

/** Returns the subject of a job: its app, its email, or otherwise its key. */
export const jobSubject = ({ key, ...job }: Pick<JobRow, 'app' | 'email' | 'key'>): string =>
  namedSubject(job) ?? readableKey(key)
