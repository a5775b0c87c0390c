import { toSecond } from '../ui/dates.ts'

/** Returns the key of a job with its time, such as the start of a scheduled job's interval, in a short form. */
export const readableKey = (key: string): string => key.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, toSecond)
