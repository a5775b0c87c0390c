import type { QuotaAnswer } from '@trestle/domain/quotas/contract.ts'
import type { Meter, QuotaServer, RecordedSecond } from '@trestle/domain/quotas/rules.ts'
import { sql, type Insertable } from 'kysely'
import type { Db, QuotaAnswersTable, Tx } from '../../db/schema.ts'

export interface Client {
  server: QuotaServer
  domain: string
  client_id: string
}

/** Locks a client's counter and returns its usage. Checks from other servers wait until this one is counted. */
export async function lockCounter(tx: Tx, client: Client): Promise<Meter & { id: number }> {
  return (
    tx
      .insertInto('quota_counters')
      .values({ ...client, windows: '[]' })
      // One round trip creates or locks the row. The update writes the stored value.
      .onConflict((conflict) =>
        conflict.constraint('quota_counters_once').doUpdateSet({ second: sql`quota_counters.second` }),
      )
      .returning(['id', 'second', 'windows'])
      .executeTakeFirstOrThrow()
  )
}

/** Writes a check and the client's usage after it, in one statement. */
export async function insertCheck(
  tx: Tx,
  counterId: number,
  { second, windows }: Meter,
  isAllowed: boolean,
): Promise<void> {
  const counted = { allowed: isAllowed ? 1 : 0, refused: isAllowed ? 0 : 1 }
  await tx
    .with('counted', (query) =>
      query
        .updateTable('quota_counters')
        .set({ second, windows: JSON.stringify(windows) })
        .where('id', '=', counterId),
    )
    .insertInto('quota_checks')
    .values({ counter_id: counterId, second, ...counted })
    .onConflict((conflict) =>
      conflict.constraint('quota_checks_pkey').doUpdateSet({
        allowed: sql<number>`quota_checks.allowed + excluded.allowed`,
        refused: sql<number>`quota_checks.refused + excluded.refused`,
      }),
    )
    .execute()
}

interface StoredAnswer extends Client {
  occurred_at: string
  answer: QuotaAnswer
}

export async function findAnswer(db: Db, checkId: string): Promise<StoredAnswer | undefined> {
  return db
    .selectFrom('quota_answers as stored')
    .innerJoin('quota_counters as counter', 'counter.id', 'stored.counter_id')
    .select(['stored.occurred_at', 'stored.answer', 'counter.server', 'counter.domain', 'counter.client_id'])
    .where('stored.check_id', '=', checkId)
    .executeTakeFirst()
}

/** Stores an answer and returns false if another check took this ID in the meantime. */
export async function insertAnswer(tx: Tx, answer: Insertable<QuotaAnswersTable>): Promise<boolean> {
  const row = await tx
    .insertInto('quota_answers')
    .values(answer)
    .onConflict((conflict) => conflict.constraint('quota_answers_pkey').doNothing())
    .returning('check_id')
    .executeTakeFirst()
  return row !== undefined
}

export interface CountedClient {
  id: number
  domain: string
  client_id: string
  calls: number
}

/** Lists the clients of these apps that called since a second, busiest first. */
export async function listClients(
  db: Db,
  server: QuotaServer,
  domains: string[],
  since: number,
): Promise<CountedClient[]> {
  return db
    .selectFrom('quota_counters as counter')
    .innerJoin('quota_checks as checked', 'checked.counter_id', 'counter.id')
    .select([
      'counter.id',
      'counter.domain',
      'counter.client_id',
      sql<number>`sum(checked.allowed + checked.refused)::bigint`.as('calls'),
    ])
    .where('counter.server', '=', server)
    .where('counter.domain', 'in', domains)
    .where('checked.second', '>=', since)
    .groupBy('counter.id')
    .orderBy('calls', 'desc')
    .orderBy('counter.id')
    .execute()
}

/** Lists a client's checks from one second on, in order. */
export async function listSeconds(db: Db, counterId: number, since: number): Promise<RecordedSecond[]> {
  return db
    .selectFrom('quota_checks')
    .select(['second', sql<number>`allowed + refused`.as('calls')])
    .where('counter_id', '=', counterId)
    .where('second', '>=', since)
    .orderBy('second')
    .execute()
}

/** Deletes checks before a time when all windows are over, with their counters. */
export async function deleteOldChecks(db: Db, before: number): Promise<void> {
  await db.deleteFrom('quota_checks').where('second', '<', before).execute()
  await db.deleteFrom('quota_counters').where('second', '<', before).execute()
}

export async function deleteOldAnswers(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('quota_answers').where('answered_at', '<', before.toISOString()).execute()
}
