// @module-tag engine
import { forgotPassword } from '@trestle/domain/accounts/contract.ts'
import type { JobKind } from '@trestle/domain/jobs/kinds.ts'
import { hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { jobHandlers } from '../jobHandlers.ts'
import { enqueue } from './enqueue.ts'
import { jobKinds, scheduledAt, type JobHandlers } from './kinds.ts'
import { startJobs } from './startJobs.ts'

const hourly = scheduledAt(new Date())
  .map(({ kind }) => kind)
  .filter((kind) => kind !== 'metrics.recount')

/** Starts a server whose clock is stopped, and counts the runs of every kind of job. */
async function startOn(at: string) {
  let nowMs = Date.parse(at)
  const server = await startTestServer({ dependencies: { now: () => new Date(nowMs) } })
  const runs: string[] = []
  const counted = (kind: JobKind) => ({ run: async () => void runs.push(kind) })
  const handlers: JobHandlers = {
    ...jobHandlers,
    'account.cleanUp': counted('account.cleanUp'),
    'audit.cleanUp': counted('audit.cleanUp'),
    'metrics.recount': counted('metrics.recount'),
  }
  return {
    server,
    runs,
    handlers,
    pass: (ms: number) => void (nowMs += ms),
    jobsOf: (kind: JobKind) =>
      server.services.db.selectFrom('jobs').selectAll().where('kind', '=', kind).orderBy('id').execute(),
  }
}

const count = (runs: string[], kind: JobKind) => runs.filter((run) => run === kind).length

test('several processes run a scheduled job once per interval', async () => {
  const { server, runs, handlers, pass } = await startOn('2026-01-31T10:30:00Z')
  const processes = [1, 2, 3, 4].map(() => startJobs(server.services, handlers, { poll: false }))
  const drain = () => Promise.all(processes.map((jobs) => jobs.drain()))
  const counts = () => [count(runs, 'audit.cleanUp'), count(runs, 'metrics.recount')]
  await drain()
  await drain()
  expect(counts()).toEqual([1, 1])
  pass(29 * minuteMs)
  await drain()
  expect(counts(), 'the interval has not ended').toEqual([1, 1])
  pass(minuteMs)
  await drain()
  expect(counts()).toEqual([2, 1])
  pass(13 * hourMs)
  await drain()
  expect(counts(), 'the hours without a server are not made up for').toEqual([3, 2])
})

test('enqueues scheduled jobs later if the database could not store them', async () => {
  const { server, runs, handlers } = await startOn('2026-01-31T10:30:00Z')
  const { db } = server.services
  const jobs = startJobs(server.services, handlers, { poll: false })
  await sql`alter table jobs rename to unreachable_jobs`.execute(db)
  await expect(jobs.drain()).rejects.toThrow('relation "jobs" does not exist')
  await sql`alter table unreachable_jobs rename to jobs`.execute(db)
  await jobs.drain()
  expect(count(runs, 'audit.cleanUp')).toBe(1)
})

test('enqueues the scheduled jobs when the server starts, behind those that someone waits for', async () => {
  const { server, runs, handlers, jobsOf } = await startOn('2026-01-31T10:30:00Z')
  const jobs = startJobs(server.services, handlers, { poll: true })
  await expect.poll(() => runs.toSorted()).toEqual(['account.cleanUp', 'audit.cleanUp', 'metrics.recount'])
  expect(await jobsOf('audit.cleanUp')).toMatchObject([{ is_low_priority: true }])
  await jobs.stop()
})

test('a failing clean-up does not affect the others, is retried, and stays visible', async () => {
  const { server, runs, handlers, pass, jobsOf } = await startOn('2026-01-31T10:00:00Z')
  const reports: string[] = []
  const failing = {
    run: async () => {
      runs.push('audit.cleanUp')
      throw new Error('the disk is full')
    },
  }
  const jobs = startJobs(
    server.services,
    { ...handlers, 'audit.cleanUp': failing },
    { poll: false, onGiveUp: ({ message }) => void reports.push(message) },
  )
  await jobs.drain()
  const states = await Promise.all(hourly.map(async (kind) => [kind, (await jobsOf(kind))[0]?.state]))
  expect(states).toEqual(hourly.map((kind) => [kind, kind === 'audit.cleanUp' ? 'waiting' : 'done']))
  for (const wait of [1, 4, 16]) {
    pass(wait * minuteMs - 1)
    await jobs.drain()
    pass(1)
    await jobs.drain()
  }
  expect(count(runs, 'audit.cleanUp')).toBe(4)
  expect(await jobsOf('audit.cleanUp')).toMatchObject([
    { state: 'failed', attempts: 4, last_error: 'the disk is full' },
  ])
  expect(reports).toEqual(['the disk is full'])
  pass(hourMs)
  await jobs.drain()
  expect(await jobsOf('audit.cleanUp')).toMatchObject([{ state: 'failed' }, { state: 'waiting' }])
})

test('a slow clean-up holds up neither the claim of other jobs nor their run', async () => {
  const { server, handlers } = await startOn('2026-01-31T10:00:00Z')
  let end = () => undefined as void
  const slow = { run: () => new Promise<void>((resolve) => (end = resolve)) }
  const jobs = startJobs(server.services, { ...handlers, 'account.cleanUp': slow }, { poll: true })
  const person = await buildDeveloper(server)
  await server.as(person).call(forgotPassword, { body: { email: person.email } })
  jobs.wake()
  const sent = () => server.services.db.selectFrom('mails').select('sent_at').execute()
  await expect.poll(sent).toEqual([{ sent_at: expect.any(String) }])
  end()
  await jobs.stop()
})

/** Adds a job directly to the table, without the checks of `enqueue`. */
const insert = ({ services }: TestServer, kind: string, key: string, payload: unknown) =>
  services.db
    .insertInto('jobs')
    .values({
      kind,
      key,
      payload: JSON.stringify(payload),
      run_at: services.now(),
      created_at: services.now(),
      max_attempts: 2,
    })
    .execute()

test('runs the jobs that an older release enqueued', async () => {
  const { server, handlers } = await startOn('2026-01-31T10:00:00Z')
  const stored = [
    ['file.delete', 'f00', { key: 'f00' }],
    ['mail.deliver', '1', { mail_id: 1 }],
    ['mail.digest', '1/0', { window_id: 1, digest: '1/0' }],
    ['metrics.recount', '2026-01-31', {}],
    ['notification.mail', '7/0', { notification_id: 7, after: 0 }],
    ['sandbox.build', '3:2026-01-31', { sandbox_id: 3, requested_at: '2026-01-31T09:00:00Z' }],
    ['usageReport.send', '4', { usage_report_id: 4 }],
  ] as const
  const got: [string, unknown][] = []
  const record = (kind: string) => ({
    run: async (_services: unknown, payload: unknown) => void got.push([kind, payload]),
  })
  for (const [kind, key, payload] of stored) await insert(server, kind, key, payload)
  const recording = Object.fromEntries(stored.map(([kind]) => [kind, record(kind)]))
  await startJobs(server.services, { ...handlers, ...recording }, { poll: false }).drain()
  expect(got).toEqual(expect.arrayContaining(stored.map(([kind, , payload]) => [kind, payload])))
})

test.each([
  ['an invalid payload', 'file.delete', { name: 'f00' }, 'The payload is not one of the kind'],
  ['an unknown kind', 'toString', {}, 'No handler for jobs of the kind toString'],
])('gives up a job with %s, and keeps it visible', async (_what, kind, payload, reason) => {
  const { server, handlers, pass } = await startOn('2026-01-31T10:00:00Z')
  await insert(server, kind, 'odd', payload)
  const jobs = startJobs(server.services, handlers, { poll: false })
  await jobs.drain()
  pass(minuteMs)
  await jobs.drain()
  const row = await server.services.db
    .selectFrom('jobs')
    .selectAll()
    .where('key', '=', 'odd')
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ state: 'failed', attempts: 2 })
  expect(row.last_error).toContain(reason)
})

test("a job is enqueued with its kind's payload and attempts", async () => {
  const { server, jobsOf } = await startOn('2026-01-31T10:00:00Z')
  const { db, now } = server.services
  await db.transaction().execute(async (tx) => {
    await enqueue(tx, now(), { kind: 'mail.deliver', key: '1', payload: { mail_id: 1 } })
    // @ts-expect-error -- another kind's payload does not compile
    await enqueue(tx, now(), { kind: 'mail.deliver', key: '2', payload: { key: '2' } })
    // @ts-expect-error -- nor does an unknown kind
    await enqueue(tx, now(), { kind: 'mail.send', key: '3', payload: {} }).catch(() => undefined)
  })
  expect(await jobsOf('mail.deliver')).toMatchObject([{ max_attempts: 8 }, {}])
})

test('the last attempt of a scheduled job starts before its next interval', () => {
  for (const kind of hourly) {
    const { attempts, firstWaitMs } = jobKinds[kind].retry
    const waits = Array.from({ length: attempts - 1 }, (_, n) => Math.min(firstWaitMs * 4 ** n, hourMs))
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(hourMs)
  }
})
