import type { QuotaAnswer } from '@trestle/domain/quotas/contract.ts'
import type { Meter, QuotaServer, RecordedSecond } from '@trestle/domain/quotas/rules.ts'
import { sql, type Insertable } from 'kysely'
import { violates } from '../../db/constraint.ts'
import { deleteUpTo } from '../../db/deleteUpTo.ts'
import type { Db, QuotaAnswersTable, Tx } from '../../db/schema.ts'
import type { BucketRow } from '../store.ts'

export interface Client {
  server: QuotaServer
  domain: string
  client_id: string
}

/** Locks a client's counter, and creates it if the client is new. Other checks wait until this one is counted. */
export async function lockCounter(tx: Tx, client: Client): Promise<void> {
  await tx
    .insertInto('quota_counters')
    .values({ ...client, windows: '[]' })
    // One round trip creates or locks the row. The update writes the stored value.
    .onConflict((conflict) =>
      conflict.constraint('quota_counters_once').doUpdateSet({ second: sql`quota_counters.second` }),
    )
    .execute()
}

export interface Counter extends Meter {
  id: number
}

interface StoredAnswer extends Client {
  occurred_at: string
  answer: QuotaAnswer
}

export interface CheckContext {
  /** Null for a new client. */
  counter: Counter | null
  buckets: Pick<BucketRow, 'id' | 'domain' | 'client_id' | 'bucket_templates'>[]
  /** The reply to an earlier check with the same ID. */
  known: StoredAnswer | null
}

/** Reads everything that decides a check. */
export async function readCheckContext(
  db: Db,
  { server, domain, client_id }: Client,
  checkId: string | undefined,
): Promise<CheckContext> {
  const { rows } = await sql<CheckContext>`/* prepared: read_quota_check */
    select
      (
        select jsonb_build_object('id', id, 'second', second, 'windows', windows) from quota_counters
        where server = ${server} and domain = ${domain} and client_id = ${client_id}
      ) as counter,
      array(
        select jsonb_build_object(
          'id', id, 'domain', domain, 'client_id', client_id, 'bucket_templates', bucket_templates
        ) from quota_buckets where server = ${server} and domain = ${domain} and deleted_at is null
      ) as buckets,
      (
        select to_jsonb(stored) || to_jsonb(counter)
        from quota_answers as stored join quota_counters as counter on counter.id = stored.counter_id
        where stored.check_id = ${checkId ?? null}
      ) as known`.execute(db)
  return rows[0] ?? { counter: null, buckets: [], known: null }
}

/**
 * Writes a check and the client's usage after it, and the reply if the check has an ID. Writes nothing and returns
 * false if another check changed the client's usage since `before` was read.
 */
export async function insertCheck(
  db: Db,
  before: Counter,
  after: Meter,
  isAllowed: boolean,
  reply: Omit<Insertable<QuotaAnswersTable>, 'counter_id'> | undefined,
): Promise<boolean> {
  const counted = sql`counted as (
    update quota_counters set second = ${after.second}, windows = ${JSON.stringify(after.windows)}
    where id = ${before.id} and second = ${before.second} and windows = ${JSON.stringify(before.windows)}
    returning id
  ), checked as (
    insert into quota_checks (counter_id, second, allowed, refused)
    select id, ${after.second}::bigint, ${isAllowed ? 1 : 0}::integer, ${isAllowed ? 0 : 1}::integer from counted
    on conflict on constraint quota_checks_pkey do update
    set allowed = quota_checks.allowed + excluded.allowed, refused = quota_checks.refused + excluded.refused
  )`
  const statement = reply
    ? sql`/* prepared: write_quota_check_with_reply */ with ${counted}, answered as (
        insert into quota_answers (check_id, counter_id, occurred_at, answer, answered_at)
        select ${reply.check_id}, id, ${reply.occurred_at}, ${reply.answer}, ${reply.answered_at} from counted
      ) select id from counted`
    : sql`/* prepared: write_quota_check */ with ${counted} select id from counted`
  const { rows } = await statement.execute(db)
  return rows.length > 0
}

/** Returns whether a check failed because another one has since taken its ID. */
export const isTakenId = (error: unknown): boolean => violates(error, 'quota_answers_pkey')

export interface CountedClient {
  id: number
  domain: string
  client_id: string
}

/** Lists the busiest clients of these apps since a given second, and counts all clients that called. */
export async function listBusiestClients(
  db: Db,
  server: QuotaServer,
  domains: string[],
  since: number,
  limit: number,
): Promise<{ clients: CountedClient[]; total: number }> {
  const rows = await db
    .selectFrom('quota_counters as counter')
    .innerJoin('quota_checks as checked', 'checked.counter_id', 'counter.id')
    .select(['counter.id', 'counter.domain', 'counter.client_id', sql<number>`count(*) over ()`.as('total')])
    .where('counter.server', '=', server)
    .where('counter.domain', 'in', domains)
    .where('checked.second', '>=', since)
    .groupBy('counter.id')
    .orderBy(sql`sum(checked.allowed + checked.refused)`, 'desc')
    .orderBy('counter.id')
    .limit(limit)
    .execute()
  return { clients: rows, total: rows[0]?.total ?? 0 }
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

/** Deletes checks before a time when all windows are over. */
export function deleteOldChecks(db: Db, before: number, limit: number): Promise<number> {
  return deleteUpTo(db, limit, {
    table: 'quota_checks',
    key: ['counter_id', 'second'],
    isOld: sql`second < ${before}`,
    orderBy: 'second',
  })
}

/**
 * Deletes counters without recent checks. Their old checks must be gone, because they would be deleted in the same
 * statement.
 */
export function deleteOldCounters(db: Db, before: number, limit: number): Promise<number> {
  return deleteUpTo(db, limit, {
    table: 'quota_counters',
    key: ['id'],
    isOld: sql`second < ${before}`,
    orderBy: 'second',
  })
}

export function deleteOldAnswers(db: Db, before: Date, limit: number): Promise<number> {
  return deleteUpTo(db, limit, {
    table: 'quota_answers',
    key: ['check_id'],
    isOld: sql`answered_at < ${before}`,
    orderBy: 'answered_at',
  })
}
