import { sql } from 'kysely'
import type { CountedList, Db } from '../db/schema.ts'

export async function sumCounts(db: Db, list: CountedList, parts: string[] | undefined): Promise<number> {
  const { total } = await db
    .selectFrom('list_counts')
    .select(sql<number>`coalesce(sum(count), 0)::bigint`.as('total'))
    .where('list', '=', list)
    .$if(parts !== undefined, (query) => query.where('part', 'in', parts ?? []))
    .executeTakeFirstOrThrow()
  return total
}

/** Adds the entries of each part up to one. Whoever reads meanwhile sees all of the old ones or the new one. */
export async function foldCounts(db: Db): Promise<void> {
  await db
    .with('gone', (query) => query.deleteFrom('list_counts').returning(['list', 'part', 'count']))
    .insertInto('list_counts')
    .columns(['list', 'part', 'count'])
    .expression((query) =>
      query
        .selectFrom('gone')
        .select(['list', 'part', sql<number>`sum(count)`.as('count')])
        .groupBy(['list', 'part']),
    )
    .execute()
}
