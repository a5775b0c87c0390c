import { sql, type RawBuilder } from 'kysely'

/** Joins conditions with `and`, skipping empty ones. */
export function allOf(...conditions: (RawBuilder<unknown> | false | '' | undefined)[]): RawBuilder<boolean> {
  const applied = conditions.filter((condition) => typeof condition === 'object')
  return sql`(${sql.join([sql`true`, ...applied], sql` and `)})`
}
