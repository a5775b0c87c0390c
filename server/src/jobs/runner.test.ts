// @module-tag engine
import { setTimeout as pause } from 'node:timers/promises'
import { forgotPassword, signIn } from '@trestle/domain/accounts/contract.ts'
import { dayMs, hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { engine } from '../../testing/database.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { statementsDuring } from '../../testing/statements.ts'
import { enqueue } from './enqueue.ts'
import { FinalError, scheduledAt, type JobHandlers } from './kinds.ts'
import { jobHandlers } from '../jobHandlers.ts'
import { startJobRunner } from './runner.ts'
import { lockJob, markCanceled, restartJobs } from './store.ts'

const scheduledKinds = scheduledAt(new Date()).map(({ kind }) => kind)

const add = (server: TestServer, key: string, more: { delayMs?: number; maxAttempts?: number } = {}) =>
  server.services.db
    .transaction()
    .execute((tx) =>
      enqueue(tx, server.services.now(), { kind: 'file.delete', key, payload: { key }, ...more }),
    )

/** Lists the jobs that a test added itself. */
const jobs = (server: TestServer) =>
  server.services.db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', 'not in', scheduledKinds)
    .orderBy('id')
    .execute()

function createRunner(
  server: TestServer,
  run: JobHandlers['file.delete']['run'],
  giveUp?: () => Promise<void>,
  options: { leaseMs?: number; stopMs?: number } = {},
) {
  const handlers = {
    ...jobHandlers,
    'mail.deliver': { run: async () => undefined },
    'file.delete': { run, ...(giveUp && { giveUp }) },
  }
  return startJobRunner(server.services, handlers, { poll: false, ...options })
}

/** Leaves every job in the state of a process that was killed while running it. */
const leaveRunning = (
  server: TestServer,
  {
    attempts,
    leaseMs,
    lockedBy = 'portal:3000 killed',
  }: { attempts: number; leaseMs: number; lockedBy?: string },
) =>
  server.services.db
    .updateTable('jobs')
    .set({
      state: 'running',
      attempts,
      locked_by: lockedBy,
      locked_until: sql<string>`now() + ${leaseMs} * interval '1 ms'`,
    })
    .execute()

const endLeases = (server: TestServer) =>
  server.services.db
    .updateTable('jobs')
    .set({ locked_until: sql<string>`now()` })
    .where('state', '=', 'running')
    .execute()

test('runs a job of one kind and key once, however often it is enqueued', async () => {
  const server = await startTestServer()
  const done: unknown[] = []
  await add(server, 'one')
  await add(server, 'one')
  const runner = createRunner(server, async (_services, payload) => void done.push(payload))
  await runner.drain()
  await add(server, 'one')
  await runner.drain()
  expect(done).toEqual([{ key: 'one' }])
})

test('waits until a job is due', async () => {
  const server = await startTestServer()
  let runs = 0
  await add(server, 'later', { delayMs: minuteMs })
  const runner = createRunner(server, async () => void (runs += 1))
  await runner.drain()
  expect(runs).toBe(0)
  server.clock.advance(61_000)
  await runner.drain()
  expect(runs).toBe(1)
})

test('starts the job that was due first, whenever it was added', async () => {
  const server = await startTestServer()
  const started: string[] = []
  await add(server, 'second', { delayMs: 2 * minuteMs })
  await add(server, 'first', { delayMs: minuteMs })
  server.clock.advance(3 * minuteMs)
  await createRunner(server, async (_services, { key }) => void started.push(key)).drain()
  expect(started).toEqual(['first', 'second'])
})

test('retries a failing job at growing intervals, then keeps it visible with its reason', async () => {
  const server = await startTestServer()
  let runs = 0
  let gaveUp = 0
  const failing = async () => {
    runs += 1
    throw new Error('the sandbox service is away')
  }
  const runner = createRunner(server, failing, async () => void (gaveUp += 1))
  await add(server, 'failing', { maxAttempts: 3 })
  await runner.drain()
  expect(runs).toBe(1)
  await runner.drain()
  expect(runs, 'not before the back-off').toBe(1)
  for (const wait of [3_000, 9_000, 33_000]) {
    server.clock.advance(wait)
    await runner.drain()
  }
  expect(runs).toBe(3)
  expect(gaveUp).toBe(1)
  expect(await jobs(server)).toMatchObject([
    { state: 'failed', attempts: 3, last_error: 'the sandbox service is away' },
  ])
})

test('waits at most an hour between two attempts', async () => {
  const server = await startTestServer()
  let runs = 0
  const runner = createRunner(server, async () => {
    runs += 1
    throw new Error('the sandbox service is away')
  })
  await add(server, 'failing', { maxAttempts: 10 })
  await server.services.db.updateTable('jobs').set({ attempts: 7 }).execute()
  await runner.drain()
  server.clock.advance(hourMs - minuteMs)
  await runner.drain()
  expect(runs).toBe(1)
  server.clock.advance(minuteMs)
  await runner.drain()
  expect(runs).toBe(2)
})

test('shares jobs among several runners: each job runs in one of them', async () => {
  const server = await startTestServer()
  const done: string[] = []
  for (let n = 0; n < 20; n += 1) {
    await add(server, `job ${n}`)
  }
  const run: JobHandlers['file.delete']['run'] = async (_services, payload) => {
    done.push(payload.key)
  }
  await Promise.all([1, 2, 3, 4].map(() => createRunner(server, run).drain()))
  expect(done.toSorted()).toEqual(Array.from({ length: 20 }, (_, n) => `job ${n}`).toSorted())
})

// The embedded database runs one transaction at a time.
test.runIf(engine === 'server')(
  'runs other jobs while staff or another runner hold the next one',
  async () => {
    const server = await startTestServer()
    await add(server, 'held')
    await add(server, 'other')
    const [held] = await jobs(server)
    const done: string[] = []
    const runner = createRunner(server, async (_services, { key }) => void done.push(key))
    await server.services.db.transaction().execute(async (tx) => {
      await lockJob(tx, held?.id ?? 0)
      await runner.drain()
    })
    expect(done).toEqual(['other'])
  },
)

test('takes over a job when the lease of its dead server ends', async () => {
  const server = await startTestServer()
  let runs = 0
  await add(server, 'orphan')
  await leaveRunning(server, { attempts: 1, leaseMs: 120_000 })
  const runner = createRunner(server, async () => void (runs += 1))
  await runner.drain()
  expect(runs).toBe(0)
  await endLeases(server)
  await runner.drain()
  expect(runs).toBe(1)
  expect(await jobs(server)).toMatchObject([{ state: 'done', attempts: 2 }])
})

test('holds a job for two minutes at a time', async () => {
  const server = await startTestServer()
  let end: () => void = () => undefined
  await add(server, 'held')
  const draining = createRunner(server, () => new Promise<void>((resolve) => (end = resolve))).drain()
  await expect.poll(async () => (await jobs(server))[0]?.state).toBe('running')
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from locked_until - now())::float8 as seconds from jobs where key = 'held'`.execute(
    server.services.db,
  )
  end()
  await draining
  expect(rows[0]?.seconds).toBeGreaterThan(60)
  expect(rows[0]?.seconds).toBeLessThanOrEqual(120)
})

test('leaves a job that takes longer than its lease with its server', async () => {
  const server = await startTestServer()
  // Long enough to be renewed in time on a busy machine.
  const leaseMs = 3_000
  let runs = 0
  const slow = async () => {
    runs += 1
    await pause(1.5 * leaseMs)
  }
  await add(server, 'slow')
  const first = createRunner(server, slow, undefined, { leaseMs }).drain()
  const second = createRunner(server, slow, undefined, { leaseMs })
  for (let look = 0; look < 10; look += 1) {
    await pause(leaseMs / 6)
    await second.drain()
  }
  await first
  expect(runs).toBe(1)
  expect(await jobs(server)).toMatchObject([{ state: 'done', attempts: 1 }])
})

test('does not take over a job because the clock of this process is ahead', async () => {
  const server = await startTestServer()
  const ends: (() => void)[] = []
  await add(server, 'held')
  const first = createRunner(server, () => new Promise<void>((resolve) => ends.push(resolve))).drain()
  await expect.poll(() => ends.length).toBe(1)
  server.clock.advance(dayMs)
  const second = createRunner(server, () => Promise.reject(new Error('taken over')))
  await second.drain()
  ends[0]?.()
  await first
  expect(await jobs(server)).toMatchObject([{ state: 'done', attempts: 1 }])
})

test('immediately resumes the jobs of the killed process that it replaces, and no others', async () => {
  const server = await startTestServer()
  const { db } = server.services
  const done: string[] = []
  for (const key of ['own', 'of another port', 'of this process']) await add(server, key)
  await leaveRunning(server, { attempts: 1, leaseMs: 120_000 })
  const lockAs = (key: string, lockedBy: string) =>
    db.updateTable('jobs').set({ locked_by: lockedBy }).where('key', '=', key).execute()
  await lockAs('of another port', 'portal:30001 killed')
  await lockAs('of this process', 'portal:3000 alive')
  const runner = startJobRunner(
    server.services,
    { ...jobHandlers, 'file.delete': { run: async (_services, { key }) => void done.push(key) } },
    { poll: false, worker: { name: 'portal:3000', id: 'alive' } },
  )
  await runner.drain()
  expect(done).toEqual([])
  await runner.resume()
  await runner.drain()
  expect(done).toEqual(['own'])
})

test('gives up immediately when another attempt could not succeed', async () => {
  const server = await startTestServer()
  const gaveUp: string[] = []
  const cause = Object.assign(new Error('550 no mailbox'), { code: 'EENVELOPE' })
  await add(server, 'refused')
  const runner = createRunner(
    server,
    () => Promise.reject(new FinalError('The email server refused this email', { cause })),
    async () => void gaveUp.push('refused'),
  )
  await runner.drain()
  expect(gaveUp).toEqual(['refused'])
  expect(await jobs(server)).toMatchObject([
    {
      state: 'failed',
      attempts: 1,
      last_error: 'The email server refused this email: EENVELOPE: 550 no mailbox',
    },
  ])
})

test("keeps a server that was silent too long from finishing or taking back its successor's job", async () => {
  const server = await startTestServer()
  const ends: (() => void)[] = []
  const runUntilEnded = () => new Promise<void>((resolve) => ends.push(resolve))
  await add(server, 'held')
  const first = createRunner(server, runUntilEnded).drain()
  await expect.poll(() => ends.length).toBe(1)
  await endLeases(server)
  const second = createRunner(server, runUntilEnded).drain()
  await expect.poll(() => ends.length).toBe(2)
  ends[0]?.()
  await first
  expect(await jobs(server)).toMatchObject([{ state: 'running', attempts: 2 }])
  ends[1]?.()
  await second
  expect(await jobs(server)).toMatchObject([{ state: 'done', attempts: 2 }])
})

test("keeps a server that was silent too long from renewing its successor's lease", async () => {
  const server = await startTestServer()
  const [leaseMs, later] = [1000, 3_600_000]
  let end: () => void = () => undefined
  await add(server, 'held')
  const runUntilEnded = () => new Promise<void>((resolve) => (end = resolve))
  const first = createRunner(server, runUntilEnded, undefined, { leaseMs }).drain()
  await expect.poll(async () => (await jobs(server))[0]?.state).toBe('running')
  await leaveRunning(server, { attempts: 2, leaseMs: later })
  const [taken] = await jobs(server)
  await pause(leaseMs)
  expect(await jobs(server)).toMatchObject([{ attempts: 2, locked_until: taken?.locked_until }])
  end()
  await first
})

test('gives up a job that crashes every server after its last try', async () => {
  const server = await startTestServer()
  let runs = 0
  let gaveUp = 0
  await add(server, 'poison', { maxAttempts: 2 })
  await leaveRunning(server, { attempts: 2, leaseMs: -1 })
  await createRunner(
    server,
    async () => void (runs += 1),
    async () => void (gaveUp += 1),
  ).drain()
  expect([runs, gaveUp]).toEqual([0, 1])
  expect(await jobs(server)).toMatchObject([
    { state: 'failed', last_error: 'The server stopped while the job ran' },
  ])
})

test('reports the last failure of a job as an error', { tags: ['SBX-13'] }, async () => {
  const server = await startTestServer()
  const reports: [string, number][] = []
  const run = () => Promise.reject(new Error('no sandbox today'))
  const handlers = { ...jobHandlers, 'mail.deliver': { run }, 'file.delete': { run } }
  const onGiveUp = (error: Error, jobId: number) => void reports.push([error.message, jobId])
  await add(server, 'hopeless', { maxAttempts: 2 })
  const runner = startJobRunner(server.services, handlers, { poll: false, onGiveUp })
  await runner.drain()
  expect(reports).toEqual([])
  server.clock.advance(3_000)
  await runner.drain()
  expect(reports).toEqual([['no sandbox today', (await jobs(server))[0]?.id]])
})

test('the server reports a job that failed for the last time, by its id', async () => {
  const reports: [string, string][] = []
  const server = await startTestServer({
    watch: { onInternalError: ({ message }, { requestId }) => void reports.push([message, requestId ?? '']) },
  })
  await add(server, 'hopeless', { maxAttempts: 1 })
  await server.services.db.updateTable('jobs').set({ kind: 'unknown' }).execute()
  await server.drainJobs()
  const [job] = await jobs(server)
  expect(reports).toEqual([['No handler for jobs of the kind unknown', `job-${job?.id}`]])
})

test('deletes old jobs, sessions, links and emails once an hour', async () => {
  const server = await startTestServer()
  const { db } = server.services
  const person = await buildDeveloper(server)
  await server.as(person).call(forgotPassword, { body: { email: person.email } })
  await server.drainJobs()
  const counts = async () => [
    (await jobs(server)).length,
    ...(await Promise.all(
      (['sessions', 'email_tokens', 'mails'] as const).map(async (table) => {
        const row = await db
          .selectFrom(table)
          .select(db.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
        return row.n
      }),
    )),
  ]
  expect(await counts()).toEqual([1, 1, 1, 1])
  server.clock.advance(6 * dayMs)
  await server.drainJobs()
  expect(await counts()).toEqual([1, 1, 1, 1])
  server.clock.advance(2 * dayMs)
  await server.drainJobs()
  expect(await counts(), 'jobs and links stay for a week').toEqual([0, 1, 0, 1])
  server.clock.advance(29 * dayMs)
  await server.drainJobs()
  expect(await counts()).toEqual([0, 0, 0, 0])
})

test('does not delay a job behind a slow one, and waits for every job when stopping', async () => {
  const server = await startTestServer()
  const ends: (() => void)[] = []
  const done: string[] = []
  const run: JobHandlers['file.delete']['run'] = async (_services, { key }) => {
    if (key.startsWith('slow')) await new Promise<void>((resolve) => ends.push(resolve))
    done.push(key)
  }
  for (const key of ['slow 1', 'slow 2', 'quick 1', 'quick 2', 'quick 3']) {
    await add(server, key)
  }
  const runner = createRunner(server, run)
  const draining = runner.drain()
  await expect.poll(() => done).toEqual(['quick 1', 'quick 2', 'quick 3'])

  let isStopped = false
  const stopping = runner.stop().then(() => (isStopped = true))
  await add(server, 'too late')
  ends[0]?.()
  await expect.poll(() => done.length).toBe(4)
  expect(isStopped).toBe(false)
  ends[1]?.()
  await Promise.all([stopping, draining])
  expect(done.slice(3)).toEqual(['slow 1', 'slow 2'])
})

test('hands over a job that does not end in time, without counting its attempt', async () => {
  const server = await startTestServer()
  await add(server, 'slow', { maxAttempts: 1 })
  const ends: (() => void)[] = []
  const runs: string[] = []
  const slow = createRunner(server, () => new Promise((resolve) => ends.push(resolve)), undefined, {
    stopMs: 50,
  })
  const draining = slow.drain()
  await expect.poll(() => ends.length).toBe(1)
  await slow.stop()
  expect(await jobs(server)).toMatchObject([{ state: 'waiting', attempts: 1, locked_until: null }])

  const next = createRunner(server, async () => {
    runs.push('next')
    // The interrupted attempt ends only now, and must not change the job of its successor.
    ends[0]?.()
    await draining
    expect(await jobs(server)).toMatchObject([{ state: 'running', attempts: 2 }])
  })
  await next.drain()
  expect(runs).toEqual(['next'])
  expect(await jobs(server)).toMatchObject([{ state: 'done', attempts: 2 }])
})

/** Starts a job, hands it over, and returns a function that makes its interrupted attempt fail. */
async function handOverFailing(server: TestServer, maxAttempts: number, gaveUp: string[]) {
  await add(server, 'slow', { maxAttempts })
  const fails: ((error: Error) => void)[] = []
  const slow = createRunner(
    server,
    () => new Promise((_resolve, reject) => fails.push(reject)),
    async () => void gaveUp.push('interrupted'),
    { stopMs: 50 },
  )
  const draining = slow.drain()
  await expect.poll(() => fails.length).toBe(1)
  await slow.stop()
  return async () => {
    fails[0]?.(new Error('interrupted'))
    await draining
  }
}

test.each([1, 3])(
  'a job that was handed over stays due when its interrupted attempt fails (%i attempts)',
  async (maxAttempts) => {
    const server = await startTestServer()
    const gaveUp: string[] = []
    const fail = await handOverFailing(server, maxAttempts, gaveUp)
    const [handedOver] = await jobs(server)
    await fail()
    expect(await jobs(server)).toEqual([handedOver])
    expect(gaveUp).toEqual([])
    await createRunner(server, async () => undefined).drain()
    expect(await jobs(server)).toMatchObject([{ state: 'done', attempts: 2 }])
  },
)

test('a job that staff cancel after it was handed over is ended once, by its successor', async () => {
  const server = await startTestServer()
  const gaveUp: string[] = []
  const fail = await handOverFailing(server, 3, gaveUp)
  const [handedOver] = await jobs(server)
  await server.services.db
    .transaction()
    .execute((tx) => markCanceled(tx, handedOver?.id ?? 0, server.services.now()))
  await fail()
  expect(await jobs(server)).toMatchObject([{ state: 'waiting', last_error: null }])
  const refuse = () => Promise.reject(new Error('ran'))
  await createRunner(server, refuse, async () => void gaveUp.push('successor')).drain()
  expect(await jobs(server)).toMatchObject([{ state: 'canceled', last_error: null }])
  expect(gaveUp).toEqual(['successor'])
})

test('a job that was handed over is done if its interrupted attempt succeeds before another starts', async () => {
  const server = await startTestServer()
  await add(server, 'slow')
  const ends: (() => void)[] = []
  const slow = createRunner(server, () => new Promise((resolve) => ends.push(resolve)), undefined, {
    stopMs: 50,
  })
  const draining = slow.drain()
  await expect.poll(() => ends.length).toBe(1)
  await slow.stop()
  ends[0]?.()
  await draining
  expect(await jobs(server)).toMatchObject([{ state: 'done', attempts: 1 }])
})

type SlowKind = 'sandbox.build' | 'factors.reset' | 'file.delete' | 'notification.mail'

/** Adds jobs of these kinds, whose handlers run until `endAll` is called. */
async function addSlow(server: TestServer, kinds: SlowKind[]) {
  const started: SlowKind[] = []
  const ends: (() => void)[] = []
  const waitAs = (kind: SlowKind) => async () => {
    started.push(kind)
    await new Promise<void>((resolve) => ends.push(resolve))
  }
  const handlers: JobHandlers = {
    ...jobHandlers,
    'sandbox.build': { run: waitAs('sandbox.build') },
    'factors.reset': { run: waitAs('factors.reset') },
    'file.delete': { run: waitAs('file.delete') },
    'notification.mail': { run: waitAs('notification.mail') },
  }
  const payloads = {
    'sandbox.build': { sandbox_id: 1, requested_at: '' },
    'factors.reset': { factor_reset_id: 1 },
    'file.delete': { key: '' },
    'notification.mail': { notification_id: 1, after: 0 },
  }
  for (const [number, kind] of kinds.entries()) {
    await server.services.db
      .transaction()
      .execute((tx) =>
        enqueue(tx, server.services.now(), { kind, key: String(number), payload: payloads[kind] }),
      )
  }
  const endAll = () => {
    for (const end of ends.splice(0)) end()
  }
  return { handlers, started, ends, endAll }
}

test.each<[string, SlowKind[], SlowKind[]]>([
  [
    'at most four of one kind, so that they hold up no other kind',
    [...Array<SlowKind>(6).fill('sandbox.build'), 'factors.reset'],
    [...Array<SlowKind>(4).fill('sandbox.build'), 'factors.reset'],
  ],
  [
    'at most four of low priority, so that they hold up nothing that someone waits for',
    ['file.delete', 'file.delete', 'file.delete', 'notification.mail', 'notification.mail'],
    ['file.delete', 'file.delete', 'file.delete', 'notification.mail'],
  ],
  [
    'those of low priority after all others',
    ['file.delete', 'notification.mail', 'sandbox.build', 'factors.reset', 'sandbox.build', 'factors.reset'],
    ['sandbox.build', 'factors.reset', 'sandbox.build', 'factors.reset', 'file.delete'],
  ],
])('runs at most five jobs at a time, %s', async (_, added, first) => {
  const server = await startTestServer()
  const { handlers, started, ends, endAll } = await addSlow(server, added)
  const runner = startJobRunner(server.services, handlers, { poll: false })
  const draining = runner.drain()
  await expect.poll(() => started).toEqual(first)
  // Waits until the runner has looked for another one.
  await pause(200)
  expect(started).toEqual(first)
  endAll()
  await expect.poll(() => ends.length).toBe(added.length - first.length)
  endAll()
  await draining
  expect(started.toSorted()).toEqual(added.toSorted())
})

test('sleeps while what is due must wait for its own kind', async () => {
  const server = await startTestServer()
  const { handlers, started, endAll } = await addSlow(server, Array<SlowKind>(6).fill('sandbox.build'))
  const runner = startJobRunner(server.services, handlers)
  await expect.poll(() => started.length).toBe(4)
  await pause(200)
  const statements = await statementsDuring(server, () => pause(500))
  expect(statements).toEqual([])
  endAll()
  await expect.poll(() => started.length).toBe(6)
  endAll()
  await runner.stop()
})

test('when polling, runs jobs that arrive while all workers are busy', async () => {
  const server = await startTestServer()
  const ends: (() => void)[] = []
  const run = () => new Promise<void>((resolve) => ends.push(resolve))
  const handlers = { ...jobHandlers, 'mail.deliver': { run }, 'file.delete': { run } }
  const runner = startJobRunner(server.services, handlers)
  for (let n = 0; n < 5; n += 1) {
    await add(server, `job ${n}`)
  }
  runner.wake()
  await expect.poll(() => ends.length).toBe(4)
  ends[0]?.()
  await expect.poll(() => ends.length).toBe(5)
  for (const end of ends) end()
  await runner.stop()
  expect((await jobs(server)).map(({ state }) => state)).toEqual(Array(5).fill('done'))
})

test('when polling, runs the job of another process although its own next one is due later', async () => {
  const server = await startTestServer()
  const ran: string[] = []
  const run = async (_services: unknown, { key }: { key: string }) => void ran.push(key)
  await add(server, 'own', { delayMs: hourMs })
  const handlers = { ...jobHandlers, 'file.delete': { run } }
  const runner = startJobRunner(server.services, handlers, { sleepMs: 50 })
  // Waits until the runner sleeps.
  await pause(500)
  await add(server, 'of another process')
  await expect.poll(() => ran).toEqual(['of another process'])
  await runner.stop()
})

test.each([
  ['its next job is due', (server: TestServer) => add(server, 'later', { delayMs: 700 })],
  [
    'the lease of a dead server ends',
    async (server: TestServer) => {
      await add(server, 'left')
      await leaveRunning(server, { attempts: 1, leaseMs: 700 })
    },
  ],
])('when polling, sleeps until %s', async (_, prepare) => {
  const server = await startTestServer()
  const startedAt = Date.now()
  const start = server.services.now().getTime()
  // A clock that keeps running.
  const services = { ...server.services, now: () => new Date(start + Date.now() - startedAt) }
  await prepare(server)
  let runs = 0
  const run = async () => void (runs += 1)
  const handlers = { ...jobHandlers, 'file.delete': { run } }
  const runner = startJobRunner(services, handlers, { sleepMs: hourMs })
  await expect.poll(() => runs).toBe(1)
  await runner.stop()
})

test('when polling, continues after it could not look for jobs', async () => {
  const server = await startTestServer()
  const { db } = server.services
  let runs = 0
  await add(server, 'file')
  await sql`alter table jobs rename to unreachable_jobs`.execute(db)
  const run = async () => void (runs += 1)
  const handlers = { ...jobHandlers, 'file.delete': { run } }
  const runner = startJobRunner(server.services, handlers, { sleepMs: 50 })
  await pause(500)
  await sql`alter table unreachable_jobs rename to jobs`.execute(db)
  await expect.poll(() => runs).toBe(1)
  await runner.stop()
})

test('checks for jobs after a request that added one or made one due, and after no other', async () => {
  const server = await startTestServer()
  const { db, now } = server.services
  const ran: string[] = []
  const run = async (_services: unknown, { key }: { key: string }) => void ran.push(key)
  const runner = startJobRunner(server.services, { ...jobHandlers, 'file.delete': { run } })
  const checksAfter = async (act: () => Promise<unknown>) => {
    // Longer than a check takes, shorter than the time between two polls.
    await pause(200)
    const endOfRequest = runner.watch()
    await act()
    const checks = await statementsDuring(server, async () => {
      endOfRequest()
      await pause(200)
    })
    return checks.length > 0
  }
  expect(await checksAfter(async () => undefined)).toBe(false)
  const other = await startTestServer()
  expect(await checksAfter(() => add(other, 'elsewhere'))).toBe(false)
  expect(await checksAfter(() => add(server, 'now'))).toBe(true)
  expect(await checksAfter(() => add(server, 'later', { delayMs: hourMs }))).toBe(true)
  expect(ran).toEqual(['now'])
  const [, later] = await jobs(server)
  const id = later?.id ?? 0
  expect(await checksAfter(() => db.transaction().execute((tx) => restartJobs(tx, [id], now())))).toBe(true)
  expect(ran).toEqual(['now', 'later'])
  expect(await checksAfter(() => db.transaction().execute((tx) => markCanceled(tx, id, now())))).toBe(true)
  await runner.stop()
})

test('deletes old attempts, and failed and canceled jobs after ninety days', async () => {
  const server = await startTestServer()
  const { db } = server.services
  const client = server.anonymous()
  await client.refusal(signIn, { body: { email: 'unknown@example.test', password: 'wrong password' } })
  await add(server, 'hopeless', { maxAttempts: 1 })
  await add(server, 'dismissed', { maxAttempts: 1 })
  await db.updateTable('jobs').set({ kind: 'unknown' }).execute()
  await server.drainJobs()
  const attempts = async () => (await db.selectFrom('attempts').selectAll().execute()).length
  const [, dismissed] = await jobs(server)
  await db.transaction().execute((tx) => markCanceled(tx, dismissed?.id ?? 0, server.services.now()))
  expect(await attempts()).toBe(3)
  expect((await jobs(server)).map(({ state }) => state)).toEqual(['failed', 'canceled'])
  server.clock.advance(2 * hourMs)
  await server.drainJobs()
  expect(await attempts()).toBe(0)
  server.clock.advance(89 * dayMs)
  await server.drainJobs()
  expect(await jobs(server)).toHaveLength(2)
  server.clock.advance(2 * dayMs)
  await server.drainJobs()
  expect(await jobs(server)).toEqual([])
})
