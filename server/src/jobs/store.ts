import type { Page, Paged } from '@trestle/domain/http/paging.ts'
import type { JobState } from '@trestle/domain/jobs/states.ts'
import { sql, type Selectable } from 'kysely'
import { allOf } from '../db/allOf.ts'
import { anyOf } from '../db/anyOf.ts'
import { composeOnce } from '../db/composeOnce.ts'
import { databaseOf } from '../db/connect.ts'
import { deleteUpTo } from '../db/deleteUpTo.ts'
import type { Db, JobsTable, Tx } from '../db/schema.ts'
import { listPage } from '../lists/listPage.ts'

export type Job = Selectable<JobsTable>

const changes = new WeakMap<object, number>()

/**
 * Returns a number that rises whenever this process adds a job to a database, or makes one due. It rises before the
 * transaction is committed: a caller that waits for the commit must compare the number afterward.
 */
export const countJobChanges = (db: Db): number => changes.get(databaseOf(db)) ?? 0

const countChange = (db: Db): void => void changes.set(databaseOf(db), countJobChanges(db) + 1)

/**
 * Adds each job unless one of its kind and key exists, whatever its status: the key makes it idempotent. Returns how
 * many were added.
 */
export async function insertJobs(
  db: Db,
  jobs: {
    kind: string
    key: string
    payload: unknown
    is_low_priority: boolean
    run_at: Date
    created_at: Date
    max_attempts: number
  }[],
): Promise<number> {
  const rows = await db
    .insertInto('jobs')
    .values(jobs.map((job) => ({ ...job, payload: JSON.stringify(job.payload) })))
    .onConflict((conflict) => conflict.constraint('jobs_key_unique').doNothing())
    .returning('id')
    .execute()
  if (rows.length > 0) countChange(db)
  return rows.length
}

/** The process that runs a job. `name` survives a restart of the process, `id` doesn't. */
export interface Worker {
  name: string
  id: string
}

const toLockedBy = ({ name, id }: Worker): string => `${name} ${id}`

/**
 * The end of a lease by the database's clock, so that a process whose clock is ahead doesn't take over the jobs of
 * others.
 */
const leaseEnd = (seconds: number) => sql<string>`now() + ${seconds} * interval '1 second'`

const claimedColumns = [
  'id',
  'kind',
  'payload',
  'is_low_priority',
  'attempts',
  'max_attempts',
  'last_error',
  'canceled_at',
] as const

/** The data that a worker needs to run a job. */
export type ClaimedJob = Pick<Job, (typeof claimedColumns)[number]>

const returned = sql.join(claimedColumns.map((column) => sql.ref(column)))

/** The jobs that a process may claim in addition to those it runs. */
export interface Claimable {
  /** Whether it may claim low-priority jobs. */
  lowPriority: boolean
  /** The kinds of which it already runs the maximum. */
  exceptKinds: readonly string[]
}

// The first comparison, unlike an `or`, lets PostgreSQL read only its part of the index: many emails of low priority
// may wait.
const isClaimable = ({ lowPriority, exceptKinds }: Claimable) =>
  sql<boolean>`is_low_priority <= ${lowPriority} and kind <> all (${exceptKinds}::text[])`

/** Jobs wait by the clock of the processes, leases end by the clock of the database. */
const msUntilDue = (now: string, claimable: Claimable) => sql<number | null>`(
  select (extract(epoch from min(
    case state when 'waiting' then run_at - ${now}::timestamptz else locked_until - now() end
  )) * 1000)::float8
  from jobs where state in ('waiting', 'running') and ${isClaimable(claimable)}
)`

type Claim = (ClaimedJob & { wait_ms: null }) | { id: null; wait_ms: number | null }

// A single statement, because every process looks for jobs every few seconds. It only computes the wait if there is no
// job.
const claim = composeOnce(
  (
    _db,
    now: string,
    leaseSeconds: number,
    lockedBy: string,
    lowPriority: boolean,
    exceptKinds: readonly string[],
  ) => sql<Claim>`/* prepared: claim_job */
    with claimed as (
      update jobs
      set state = 'running', attempts = attempts + 1, locked_until = ${leaseEnd(leaseSeconds)}, locked_by = ${lockedBy}
      where id = (
        select id from jobs
        where ((state = 'waiting' and run_at <= ${now}) or (state = 'running' and locked_until <= now()))
          and ${isClaimable({ lowPriority, exceptKinds })}
        order by is_low_priority, run_at, id
        limit 1
        for update skip locked
      )
      returning ${returned}
    )
    select ${returned}, case when id is null then ${msUntilDue(now, { lowPriority, exceptKinds })} end as wait_ms
    from (select) as one_row left join claimed on true`,
)

/**
 * Claims the next due job for `leaseMs`, one of low priority only if no other is due. Jobs whose process died while
 * running them become due again. If none is due, returns the number of milliseconds until one may be, if any is waiting
 * or running.
 */
export async function claimJob(
  db: Db,
  now: Date,
  { worker, leaseMs }: { worker: Worker; leaseMs: number },
  { lowPriority, exceptKinds }: Claimable,
): Promise<{ job: ClaimedJob } | { waitMs: number | undefined }> {
  const [found] = await claim(
    db,
    now.toISOString(),
    leaseMs / 1000,
    toLockedBy(worker),
    lowPriority,
    exceptKinds,
  )
  return found && found.id !== null ? { job: found } : { waitMs: found?.wait_ms ?? undefined }
}

/** Whether no other process has claimed the job since. */
const isAttempt = ({ id, attempts }: ClaimedJob) => sql<boolean>`id = ${id} and attempts = ${attempts}`

/** Whether this process still runs the job: it hasn't handed it over, and no other process has claimed it. */
const isHeldBy = (job: ClaimedJob) => sql<boolean>`${isAttempt(job)} and state = 'running'`

export async function isStillHeld(db: Db, job: ClaimedJob): Promise<boolean> {
  const rows = await db.selectFrom('jobs').select('id').where(isHeldBy(job)).execute()
  return rows.length > 0
}

/** Renews the lease if this process still holds the job. */
export async function renewLease(db: Db, job: ClaimedJob, leaseMs: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ locked_until: leaseEnd(leaseMs / 1000) })
    .where(isHeldBy(job))
    .execute()
}

/** Ends the leases of the process that had this worker's name before it: its jobs are due immediately. */
export async function endLeasesOfPredecessor(db: Db, worker: Worker): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ locked_until: sql<string>`now()` })
    .where('state', '=', 'running')
    .where(sql<boolean>`starts_with(locked_by, ${`${worker.name} `})`)
    .where('locked_by', '!=', toLockedBy(worker))
    .execute()
}

const unlocked = { locked_until: null, locked_by: null }

/**
 * Returns a running job to the queue, so that another server can run it immediately. The interrupted attempt doesn't
 * count: the limit is raised instead of lowering `attempts`, by which a job knows that it was taken over.
 */
export async function releaseJob(db: Db, job: ClaimedJob, now: Date): Promise<void> {
  await db
    .updateTable('jobs')
    .set((row) => ({
      state: 'waiting',
      run_at: now,
      ...unlocked,
      max_attempts: row('max_attempts', '+', 1),
    }))
    .where(isHeldBy(job))
    .execute()
}

/** Saves that a job is done. One that was handed over doesn't have to run again. */
export async function finishJob(db: Db, job: ClaimedJob, now: Date): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ state: 'done', finished_at: now, ...unlocked, last_error: null })
    .where(isAttempt(job))
    .execute()
}

/**
 * Saves a failed attempt. The next one is due at `at`, or immediately if the job was canceled during the attempt, to
 * end it.
 */
export async function postponeJob(
  db: Db,
  job: ClaimedJob,
  { at, now, error }: { at: Date; now: Date; error: string },
): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      state: 'waiting',
      run_at: sql<string>`case when canceled_at is null then ${at.toISOString()}::timestamptz
        else ${now.toISOString()}::timestamptz end`,
      ...unlocked,
      last_error: error,
    })
    .where(isHeldBy(job))
    .execute()
}

/** Ends a job without success: as failed, or as canceled if someone canceled it. */
export async function endJob(db: Db, job: ClaimedJob, now: Date, error: string | null): Promise<void> {
  await db
    .updateTable('jobs')
    .set({
      state: sql<JobState>`case when canceled_at is null then 'failed' else 'canceled' end`,
      finished_at: now,
      ...unlocked,
      last_error: error,
    })
    .where(isHeldBy(job))
    .execute()
}

interface JobFilters {
  state?: JobState | undefined
  kind?: string | undefined
}

export async function hasJobOfKind(db: Db, kind: string): Promise<boolean> {
  const { rows } = await sql`select from jobs where kind = ${kind} limit 1`.execute(db)
  return rows.length > 0
}

/** Lists one page of the jobs, newest first. */
export async function listJobs(db: Db, { state, kind }: JobFilters, page: Page): Promise<Paged<Job>> {
  const jobs = db
    .selectFrom('jobs')
    .selectAll()
    .where(allOf(state && sql`state = ${state}`, kind && sql`kind = ${kind}`))
    .orderBy('id', 'desc')
  return listPage(jobs, page)
}

/** Returns the apps of the jobs that build a sandbox or send a report, by job id. */
export async function findJobApps(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { id: number; internal_name: string }>> {
  const idIn = (name: string) => sql<number>`(jobs.payload ->> ${name})::bigint`
  const rows = await db
    .selectFrom('jobs')
    .leftJoin('sandboxes', (join) => join.on('sandboxes.id', '=', idIn('sandbox_id')))
    .leftJoin('usage_reports', (join) => join.on('usage_reports.id', '=', idIn('usage_report_id')))
    .innerJoin('developer_apps as app', (join) =>
      join.on('app.id', '=', sql`coalesce(sandboxes.developer_app_id, usage_reports.developer_app_id)`),
    )
    .select(['jobs.id as job_id', 'app.id', 'app.internal_name'])
    .where('jobs.id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map(({ job_id, ...app }) => [job_id, app]))
}

const emailOfJob = sql<number>`coalesce(
  (jobs.payload ->> 'mail_id')::bigint,
  (select min(digested.id) from mails digested where digested.digest = jobs.payload ->> 'digest')
)`

/** Returns the emails of the jobs that deliver one, or the first one of a digest, by job id. */
export async function findJobEmails(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { recipient: string; subject: string }>> {
  const rows = await db
    .selectFrom('jobs')
    .innerJoin('mails', (join) => join.on('mails.id', '=', emailOfJob))
    .select(['jobs.id as job_id', 'mails.recipient', 'mails.subject'])
    .where('jobs.id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map(({ job_id, ...email }) => [job_id, email]))
}

/** Lists the jobs that aren't done or canceled, failed ones first. */
export async function listOpenJobs(db: Db, limit: number): Promise<Job[]> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('state', 'in', ['waiting', 'running', 'failed'])
    .orderBy(sql`state <> 'failed'`)
    .orderBy('run_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function lockJob(tx: Tx, id: number): Promise<Job | undefined> {
  return tx.selectFrom('jobs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Locks up to this many failed jobs, those with the lowest ids after `after`. */
export async function lockFailedJobs(
  tx: Tx,
  kind: string | undefined,
  after: number,
  limit: number,
): Promise<Job[]> {
  return tx
    .selectFrom('jobs')
    .selectAll()
    .where(allOf(sql`state = 'failed'`, sql`id > ${after}`, kind && sql`kind = ${kind}`))
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute()
}

/** Makes jobs due now, with at least one more attempt. */
export async function restartJobs(tx: Tx, ids: number[], now: Date): Promise<Job[]> {
  if (ids.length === 0) return []
  countChange(tx)
  return tx
    .updateTable('jobs')
    .set({
      state: 'waiting',
      run_at: now,
      canceled_at: null,
      finished_at: null,
      max_attempts: sql<number>`greatest(max_attempts, attempts + 1)`,
    })
    .where('id', '=', anyOf(ids))
    .returningAll()
    .execute()
}

/** Cancels a job: a failed one immediately, any other the next time its process looks at it. */
export async function markCanceled(tx: Tx, id: number, now: Date): Promise<void> {
  countChange(tx)
  await tx
    .updateTable('jobs')
    .set({
      canceled_at: now,
      state: sql<JobState>`case state when 'failed' then 'canceled' else state end`,
      run_at: sql<string>`case state when 'waiting' then ${now.toISOString()}::timestamptz else run_at end`,
    })
    .where('id', '=', id)
    .execute()
}

export function deleteFinishedJobs(db: Db, states: JobState[], before: Date, limit: number): Promise<number> {
  return deleteUpTo(db, limit, {
    table: 'jobs',
    key: ['id'],
    isOld: sql`state in (${sql.join(states)}) and finished_at < ${before}`,
    orderBy: 'finished_at',
  })
}

export interface JobCount {
  kind: string
  state: 'waiting' | 'running' | 'failed'
  is_low_priority: boolean
  count: number
  /** Seconds since the oldest was due or, if it failed, since it ended. Zero if none is due yet. */
  oldest_seconds: number
}

/** Counts the open jobs by kind, state and priority. Each half reads its own index, which skips the jobs done. */
export async function countOpenJobs(db: Db, now: Date): Promise<JobCount[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const columns = (since: 'run_at' | 'finished_at') => sql`kind, state, is_low_priority, count(*) as count,
    greatest(0, extract(epoch from ${at} - min(${sql.ref(since)})))::float8 as oldest_seconds`
  const { rows } = await sql<JobCount>`
    select ${columns('run_at')} from jobs where state in ('waiting', 'running') group by kind, state, is_low_priority
    union all
    select ${columns('finished_at')} from jobs where state = 'failed' group by kind, state, is_low_priority
  `.execute(db)
  return rows
}
