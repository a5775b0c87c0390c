import { sql, type RawBuilder } from 'kysely'

/** All of these conditions at once; one that is not asked for is left out. */
export function allOf(...conditions: (RawBuilder<unknown> | false | '' | undefined)[]): RawBuilder<boolean> {
  const applied = conditions.filter((condition) => typeof condition === 'object')
  return sql`(${sql.join([sql`true`, ...applied], sql` and `)})`
}
