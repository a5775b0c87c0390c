import { sql, type RawBuilder } from 'kysely'

/**
 * A moment in ISO 8601 with its offset. The planner knows it, so that it skips the partitions of other months. The cast
 * of a date would depend on the time zone of the session.
 */
export const toMoment = (time: string): RawBuilder<string> => sql`${time}::timestamptz`

/** The beginning of a day in UTC. */
export const startOfUtcDay = (day: string): RawBuilder<string> => toMoment(`${day}T00:00:00Z`)

/** The last moment of a day in UTC that PostgreSQL can store. */
export const endOfUtcDay = (day: string): RawBuilder<string> => toMoment(`${day}T23:59:59.999999Z`)
