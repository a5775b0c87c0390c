// @module-tag engine
import { createDeveloperApp, deleteDeveloperApp, getDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { cancelJob, listJobs, retryFailedJobs, retryJob } from '@trestle/domain/jobs/contract.ts'
import { requestUsageReport } from '@trestle/domain/metrics/contract.ts'
import { requestSandbox } from '@trestle/domain/sandboxes/contract.ts'
import type { JobKind } from '@trestle/domain/jobs/kinds.ts'
import { hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { holdRow, race } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { statementsDuring } from '../../testing/statements.ts'
import { byCommand } from '../access/actor.ts'
import { jobHandlers } from '../jobHandlers.ts'
import { enqueue } from './enqueue.ts'
import type { JobHandlers } from './kinds.ts'
import { retryFailedJobs as retryFailed } from './retry.ts'
import { asCommand } from './lockJobFor.ts'
import { startJobRunner } from './runner.ts'
import { sendEmail } from '../mail/send.ts'
import { toTask } from './toTask.ts'

async function start(env: Record<string, string> = {}) {
  const server = await startTestServer({ env })
  const staff = await buildDeveloper(server, { is_admin: true })
  return { server, staff, client: server.as(staff) }
}

const add = ({ services: { db, now } }: TestServer, key: string, delayMs = 0) =>
  db
    .transaction()
    .execute((tx) =>
      enqueue(tx, now(), { kind: 'file.delete', key, payload: { key }, maxAttempts: 1, delayMs }),
    )

const createRunner = (
  { services }: TestServer,
  run: JobHandlers['file.delete']['run'],
  giveUp?: () => Promise<void>,
) =>
  startJobRunner(
    services,
    { ...jobHandlers, 'file.delete': { run, ...(giveUp && { giveUp }) } },
    { poll: false },
  )

const tooEarly = "This job runs at its scheduled time and can't be started earlier."

const failing = () => Promise.reject(new Error('the storage is down'))

async function findJob(client: Awaited<ReturnType<typeof start>>['client'], key: string) {
  const { body } = await client.call(listJobs)
  const job = body.find((row) => row.key === key)
  if (!job) throw new Error(`There is no job ${key}`)
  return job
}

test('lists jobs newest first, by state and kind, without their payload', async () => {
  const { server, client } = await start()
  await add(server, 'first')
  await createRunner(server, failing).drain()
  await add(server, 'second', minuteMs)
  const { body } = await client.call(listJobs)
  expect(body.map(({ key }) => key)).toEqual(['second', 'first'])
  expect(body[0]).toEqual({
    id: expect.any(Number),
    kind: 'file.delete',
    key: 'second',
    state: 'waiting',
    is_canceling: false,
    attempts: 0,
    max_attempts: 1,
    last_error: null,
    next_run_at: expect.any(String),
    created_at: expect.any(String),
    finished_at: null,
    app: null,
    email: null,
  })
  expect(body[1]).toMatchObject({
    state: 'failed',
    attempts: 1,
    last_error: 'the storage is down',
    next_run_at: null,
    finished_at: expect.any(String),
  })
  const failed = await client.call(listJobs, { query: { filters: { state: 'failed' } } })
  expect([failed.body.map(({ key }) => key), failed.headers['total']]).toEqual([['first'], '1'])
  const other = await client.call(listJobs, { query: { filters: { kind: 'mail.deliver' } } })
  expect(other.body).toEqual([])
  const refused = await client.get('/api/v1/admin/jobs?filters[state]=lost')
  expect(refused.status).toBe(422)
})

test('a kind that neither this release nor a job has is refused, to list jobs and to retry them', async () => {
  const { server, client } = await start()
  const kind = 'crane.paint'
  const messages = [expect.stringMatching(/^Kind must be one of account\.cleanUp, analytics\.cleanUp, /)]
  const listed = await client.refusal(listJobs, { query: { filters: { kind } } })
  expect([listed.status, listed.body.fields]).toEqual([422, { 'filters.kind': messages }])
  const retried = await client.refusal(retryFailedJobs, { body: { kind } })
  expect([retried.status, retried.body.fields]).toEqual([422, { kind: messages }])
  await sql`
    insert into jobs (kind, key, payload, run_at, created_at)
    values (${kind}, '1', '{}', now(), now())`.execute(server.services.db)
  const { body } = await client.call(listJobs, { query: { filters: { kind } } })
  expect(body).toHaveLength(1)
})

test('a retried job runs immediately, with one more attempt', async () => {
  const { server, staff, client } = await start()
  const done: string[] = []
  await add(server, 'file')
  await createRunner(server, failing).drain()
  const { id } = await findJob(client, 'file')
  const retried = await client.call(retryJob, { params: { id } })
  expect(retried.body).toMatchObject({ state: 'waiting', attempts: 1, max_attempts: 2, finished_at: null })
  expect((await server.audit()).at(-1)).toMatchObject({
    action: 'job.retried',
    subject_id: String(id),
    actor_id: staff.id,
  })
  await createRunner(server, async (_services, { key }) => void done.push(key)).drain()
  expect(done).toEqual(['file'])
  expect(await findJob(client, 'file')).toMatchObject({ state: 'done', attempts: 2, last_error: null })
  const again = await client.refusal(retryJob, { params: { id } })
  expect([again.status, again.body.message]).toEqual([409, 'This job already succeeded.'])
  const missing = await client.refusal(retryJob, { params: { id: id + 1000 } })
  expect([missing.status, missing.body.message]).toEqual([404, 'Job not found.'])
})

test('a job that waits for its time can run now', async () => {
  const { server, client } = await start()
  const { services } = server
  const done: number[] = []
  const payload = { notification_id: 7, after: 0 }
  await services.db
    .transaction()
    .execute((tx) =>
      enqueue(tx, services.now(), { kind: 'notification.mail', key: 'later', payload, delayMs: hourMs }),
    )
  const run = async (_services: unknown, { notification_id: id }: typeof payload) => void done.push(id)
  const handlers = { ...jobHandlers, 'notification.mail': { run } }
  const runner = startJobRunner(services, handlers, { poll: false })
  await runner.drain()
  expect(done).toEqual([])
  await client.call(retryJob, { params: { id: (await findJob(client, 'later')).id } })
  await runner.drain()
  expect(done).toEqual([7])
})

test('the command says how many jobs it retries, and how many have nothing left to do', async () => {
  const { server } = await start()
  const retryAll = () => toTask(['retry', 'all'])?.(server.services, jobHandlers)
  const fail = async (kind: string, ...keys: string[]) => {
    const at = server.services.now().toISOString()
    const payload = kind === 'mail.deliver' ? '{"mail_id":7}' : '{"factor_reset_id":7}'
    const row = { kind, payload, state: 'failed', max_attempts: 5, run_at: at, created_at: at } as const
    const rows = keys.map((key) => ({ ...row, key, finished_at: at }))
    await server.services.db.insertInto('jobs').values(rows).execute()
  }
  await fail('factors.reset', 'gone')
  expect(await retryAll()).toBe('1 failed job has nothing left to do.')
  await fail('mail.deliver', '7', '8')
  await fail('factors.reset', 'gone too')
  expect(await retryAll()).toBe(
    '2 jobs run again as soon as a server is free. 2 failed jobs have nothing left to do.',
  )
})

test('a job whose wait protects something cannot start earlier, by the API or the command', async () => {
  const { server, client } = await start()
  const done: string[] = []
  await add(server, 'protected', hourMs)
  const { id, next_run_at: due } = await findJob(client, 'protected')
  const refused = await client.refusal(retryJob, { params: { id } })
  expect([refused.status, refused.body.message]).toEqual([409, tooEarly])
  await expect(toTask(['retry', String(id)])?.(server.services, jobHandlers)).rejects.toThrow(tooEarly)
  expect(await toTask(['retry', 'all'])?.(server.services, jobHandlers)).toBe('No job has failed.')
  const runner = createRunner(server, async (_services, { key }) => void done.push(key))
  await runner.drain()
  expect([done, (await findJob(client, 'protected')).next_run_at]).toEqual([[], due])
  expect((await server.audit()).filter(({ action }) => action === 'job.retried')).toEqual([])
  server.clock.advance(hourMs)
  await runner.drain()
  expect(done).toEqual(['protected'])
})

test('retries all failed jobs, or those of one kind', async () => {
  const { server, staff, client } = await start()
  for (const key of ['one', 'two']) await add(server, key)
  await createRunner(server, failing).drain()
  const none = await client.call(retryFailedJobs, { body: { kind: 'mail.deliver' } })
  expect(none.body).toEqual({ retried: 0, skipped: 0 })
  const all = await client.call(retryFailedJobs, { body: {} })
  expect(all.body).toEqual({ retried: 2, skipped: 0 })
  const events = (await server.audit()).filter(({ action }) => action === 'job.retried')
  expect(events).toMatchObject([{ subject_id: 'all', actor_id: staff.id, changes: { failed: [2, 0] } }])
  await createRunner(server, async () => undefined).drain()
  expect([(await findJob(client, 'one')).state, (await findJob(client, 'two')).state]).toEqual([
    'done',
    'done',
  ])
})

test('retries thousands of failed emails in batches, each with a few statements', async () => {
  const { server, client } = await start()
  const { db } = server.services
  await sql`with email as (
      insert into mails (kind, recipient, subject, body, created_at, unconfirmed_sends)
      select 'invitation', 'kim@example.test', 'Hello', '', now(), 2 from generate_series(1, 1100) returning id
    ) insert into jobs (kind, key, payload, state, attempts, max_attempts, run_at, created_at, finished_at)
    select 'mail.deliver', id::text, jsonb_build_object('mail_id', id), 'failed', 8, 8, now(), now(), now()
    from email`.execute(db)
  const statements = await statementsDuring(server, async () => {
    const { body } = await client.call(retryFailedJobs, { body: {} })
    expect(body).toEqual({ retried: 1100, skipped: 0 })
  })
  expect(statements.length).toBeLessThan(40)
  const jobs = await db
    .selectFrom('jobs')
    .select(['state', 'max_attempts'])
    .where('kind', '=', 'mail.deliver')
    .execute()
  expect(new Set(jobs.map((job) => JSON.stringify(job)))).toEqual(
    new Set([JSON.stringify({ state: 'waiting', max_attempts: 9 })]),
  )
  const emails = await db.selectFrom('mails').select('unconfirmed_sends').distinct().execute()
  expect(emails).toEqual([{ unconfirmed_sends: 0 }])
  const events = (await server.audit()).filter(({ action }) => action === 'job.retried')
  expect(events).toMatchObject([{ subject_id: 'all', changes: { failed: [1100, 0] } }])
})

test('records what it retried before a batch that failed', async () => {
  const { server } = await start()
  await sql`insert into jobs (kind, key, payload, state, attempts, max_attempts, run_at, created_at, finished_at)
    select 'file.delete', key, jsonb_build_object('key', key), 'failed', 1, 1, now(), now(), now()
    from (select number::text as key from generate_series(1, 1100) as number) as files`.execute(
    server.services.db,
  )
  let batches = 0
  const reopen: JobHandlers['file.delete']['reopen'] = async (_tx, _now, payloads) => {
    batches += 1
    if (batches === 3) throw new Error('The database stopped')
    return payloads.map(({ key }) => key !== '7')
  }
  const handlers = { ...jobHandlers, 'file.delete': { run: async () => undefined, reopen } }
  await expect(retryFailed(server.services, handlers, asCommand)).rejects.toThrow('The database stopped')
  const events = (await server.audit()).filter(({ action }) => action === 'job.retried')
  expect(events).toMatchObject([{ subject_id: 'all', changes: { failed: [1000, 1] } }])
})

test('two requests at the same time restart a failed job once', repeated, async () => {
  const { server, client } = await start()
  await add(server, 'one')
  await createRunner(server, failing).drain()
  const { id } = await findJob(client, 'one')
  const retryAll = () => client.call(retryFailedJobs, { body: {} })
  const replies = await race(server, holdRow('jobs', id), [retryAll, retryAll])
  expect(replies.map(({ body }) => body.retried).toSorted((a, b) => a - b)).toEqual([0, 1])
})

test('two requests at the same time cancel a job once', repeated, async () => {
  const { server, client } = await start()
  await add(server, 'unwanted', hourMs)
  const { id } = await findJob(client, 'unwanted')
  const cancel = () => client.attempt(cancelJob, { params: { id } })
  const replies = await race(server, holdRow('jobs', id), [cancel, cancel])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409])
  expect((await server.audit()).filter(({ action }) => action === 'job.canceled')).toHaveLength(1)
})

test('a canceled job never runs, is given up, and can be retried', async () => {
  const { server, staff, client } = await start()
  const calls: string[] = []
  await add(server, 'unwanted', hourMs)
  const { id } = await findJob(client, 'unwanted')
  await client.call(cancelJob, { params: { id } })
  expect(await findJob(client, 'unwanted')).toMatchObject({ state: 'waiting', is_canceling: true })
  expect((await server.audit()).at(-1)).toMatchObject({
    action: 'job.canceled',
    subject_id: String(id),
    actor_id: staff.id,
  })
  const runner = createRunner(
    server,
    async () => void calls.push('run'),
    async () => void calls.push('giveUp'),
  )
  await runner.drain()
  expect(calls).toEqual(['giveUp'])
  expect(await findJob(client, 'unwanted')).toMatchObject({ state: 'canceled', is_canceling: false })
  const again = await client.refusal(cancelJob, { params: { id } })
  expect([again.status, again.body.message]).toEqual([409, 'This job is already canceled.'])
  await client.call(retryJob, { params: { id } })
  await runner.drain()
  expect(calls).toEqual(['giveUp', 'run'])
  expect(await findJob(client, 'unwanted')).toMatchObject({ state: 'done' })
})

test('a running job that is canceled has no attempt after this one', async () => {
  const { server, client } = await start()
  await server.services.db
    .transaction()
    .execute((tx) =>
      enqueue(tx, server.services.now(), { kind: 'file.delete', key: 'slow', payload: { key: 'slow' } }),
    )
  const ends: (() => void)[] = []
  const runner = createRunner(
    server,
    () => new Promise<void>((_resolve, reject) => ends.push(() => reject(new Error('too slow')))),
  )
  const draining = runner.drain()
  await expect.poll(() => ends.length).toBe(1)
  const { id } = await findJob(client, 'slow')
  await client.call(cancelJob, { params: { id } })
  const early = await client.refusal(retryJob, { params: { id } })
  expect(early.body.message).toBe('This job is still running. Wait until its attempt has ended.')
  ends[0]?.()
  await draining
  await runner.drain()
  expect(ends).toHaveLength(1)
  expect(await findJob(client, 'slow')).toMatchObject({ state: 'canceled', last_error: 'too slow' })
})

test('a failed job can be dismissed', async () => {
  const { server, client } = await start()
  await add(server, 'hopeless')
  await createRunner(server, failing).drain()
  const { id } = await findJob(client, 'hopeless')
  await client.call(cancelJob, { params: { id } })
  expect(await findJob(client, 'hopeless')).toMatchObject({ state: 'canceled', is_canceling: false })
})

test('jobs about an app name it: those of its sandbox and of its usage report', async () => {
  const { server, client } = await start()
  const owner = server.as(await buildDeveloper(server))
  const { body: app } = await owner.call(createDeveloperApp, { body: { internal_name: 'Crane Planner' } })
  await server.drainJobs()
  await owner.call(requestUsageReport, { params: { id: app.id } })
  const { body } = await client.call(listJobs)
  const named = body.filter((job) => job.app !== null)
  expect(named.map(({ kind }) => kind).toSorted()).toEqual(['sandbox.build', 'usageReport.send'])
  expect(new Set(named.map((job) => JSON.stringify(job.app)))).toEqual(
    new Set([JSON.stringify({ id: app.id, internal_name: 'Crane Planner' })]),
  )
})

const nothingToRetry =
  'There is nothing left to retry: it was requested again or canceled, or its app was deleted.'
const buildKind: JobKind = 'sandbox.build'

/** Runs the requested builds, which fail permanently. */
async function runDoomedBuilds({ services, drainJobs }: TestServer) {
  await services.db.updateTable('jobs').set({ max_attempts: 1 }).where('kind', '=', buildKind).execute()
  await drainJobs()
}

/** Creates an app whose first build fails permanently, and returns its job. */
async function failBuild({ server, client }: Awaited<ReturnType<typeof start>>) {
  const owner = server.as(await buildDeveloper(server))
  const { body: app } = await owner.call(createDeveloperApp, { body: { internal_name: 'Doomed app' } })
  await runDoomedBuilds(server)
  const status = async () =>
    (await owner.call(getDeveloperApp, { params: { id: app.id } })).body.sandbox?.status
  expect(await status()).toBe('failed')
  const { body: jobs } = await client.call(listJobs, {
    query: { filters: { kind: buildKind, state: 'failed' } },
  })
  return { owner, app, status, id: jobs[0]?.id ?? 0 }
}

test('a retried build of a sandbox builds it', async () => {
  const world = await start({ SANDBOX_FAILS_FOR: 'Doomed' })
  const { server, client } = world
  const { app, status, id } = await failBuild(world)
  await server.services.db.updateTable('developer_apps').set({ internal_name: 'Fine app' }).execute()
  const retried = await client.call(retryJob, { params: { id } })
  expect(retried.body.app).toEqual({ id: app.id, internal_name: 'Fine app' })
  expect(await status()).toBe('pending')
  await server.drainJobs()
  expect(await status()).toBe('live')
})

test('a build whose sandbox was requested again is not retried', async () => {
  const world = await start({ SANDBOX_FAILS_FOR: 'Doomed' })
  const { server, client } = world
  const { owner, app, status, id } = await failBuild(world)
  const retry = async () => {
    const refused = await client.refusal(retryJob, { params: { id } })
    return [refused.status, refused.body.message]
  }
  await owner.call(requestSandbox, { params: { id: app.id } })
  await runDoomedBuilds(server)
  expect(await retry(), 'the later build failed, too').toEqual([409, nothingToRetry])
  expect(await status()).toBe('failed')
  await server.services.db.updateTable('developer_apps').set({ internal_name: 'Fine app' }).execute()
  await owner.call(requestSandbox, { params: { id: app.id } })
  expect(await retry()).toEqual([409, nothingToRetry])
  const all = await client.call(retryFailedJobs, { body: { kind: buildKind } })
  expect(all.body).toEqual({ retried: 0, skipped: 2 })
  await server.drainJobs()
  expect(await status()).toBe('live')
})

test('a build of a deleted app is not retried', async () => {
  const world = await start({ SANDBOX_FAILS_FOR: 'Doomed' })
  const { owner, app, id } = await failBuild(world)
  await owner.call(deleteDeveloperApp, { params: { id: app.id } })
  const refused = await world.client.refusal(retryJob, { params: { id } })
  expect([refused.status, refused.body.message]).toEqual([409, nothingToRetry])
})

test('the command names the app of a job, as the page does', async () => {
  const world = await start({ SANDBOX_FAILS_FOR: 'Doomed' })
  await failBuild(world)
  const listed = await toTask([])?.(world.server.services, jobHandlers)
  expect(listed).toContain('sandbox.build (Build a sandbox) Doomed app, attempt 1 of 1')
})

test('the tasks of the command list, retry and cancel jobs', async () => {
  const { server } = await start()
  const { db } = server.services
  const at = '2026-01-31T12:00:00.000Z'
  const ids = await db
    .insertInto('jobs')
    .values([
      { kind: 'file.delete', key: 'f00', payload: '{"key":"f00"}', run_at: at, created_at: at },
      {
        kind: 'mail.deliver',
        key: '7',
        payload: '{"mail_id":7}',
        state: 'failed',
        attempts: 8,
        max_attempts: 8,
        last_error: 'ECONNREFUSED: no email server',
        run_at: at,
        created_at: at,
        finished_at: at,
      },
    ])
    .returning('id')
    .execute()
  const [waiting, failed] = ids.map(({ id }) => String(id))
  const run = (...args: string[]) => toTask(args)?.(server.services, jobHandlers)
  expect((await run())?.split('\n')).toEqual([
    `${failed}  failed  mail.deliver (Deliver an email) 7, attempt 8 of 8, last error: ECONNREFUSED: no email server`,
    `${waiting}  waiting  file.delete (Delete a file) f00, attempt 0 of 5, next at ${at}`,
  ])
  expect(await run('retry', 'all')).toBe('1 job runs again as soon as a server is free.')
  expect(await run('retry', failed ?? '')).toBe(`Job ${failed} runs as soon as a server is free.`)
  expect(await run('cancel', waiting ?? '')).toBe(`Job ${waiting} is canceled.`)
  await expect(run('cancel', waiting ?? '')).rejects.toThrow('This job is already canceled.')
  expect(await db.selectFrom('jobs').selectAll().orderBy('id').execute()).toMatchObject([
    { state: 'waiting', canceled_at: expect.any(String) },
    { state: 'waiting', max_attempts: 9 },
  ])
  expect((await server.audit()).map(({ action }) => action)).toEqual([
    'job.retried',
    'job.retried',
    'job.canceled',
  ])
})

test('the command says that it does not list all jobs only if there are more', async () => {
  const { server } = await start()
  const { db } = server.services
  const list = async () => (await toTask([])?.(server.services, jobHandlers))?.split('\n') ?? []
  const addJobs = (first: number, last: number) =>
    sql`insert into jobs (kind, key, payload, run_at, created_at)
      select 'file.delete', key, '{"key":"a"}', now(), now() from generate_series(${first}::int, ${last}::int) as key
    `.execute(db)
  await addJobs(1, 200)
  expect(await list()).toHaveLength(200)
  await addJobs(201, 201)
  expect((await list()).slice(199)).toEqual([
    expect.stringContaining('file.delete'),
    'Only the first 200 are listed.',
  ])
})

test.each([[['retry']], [['retry', 'every']], [['cancel', 'all']], [['cancel', '1', '2']], [['stop', '1']]])(
  'the command does not accept %j',
  (args) => {
    expect(toTask(args)).toBeUndefined()
  },
)

test('the job of a digest names its first email', async () => {
  const { server, client } = await start()
  const { services } = server
  const recipient = 'dana@example.test'
  const email = { kind: 'sandbox_ready' as const, recipient, subject: 'Notice', body: 'Hello' }
  await services.db.transaction().execute(async (tx) => {
    for (let n = 1; n <= 2; n += 1) {
      await sendEmail(tx, byCommand, services.now(), { ...email, subject: `Notice ${n}` })
    }
    await enqueue(tx, services.now(), {
      kind: 'mail.digest',
      key: '1/0',
      payload: { window_id: 1, digest: '1/0' },
    })
    await tx.updateTable('mails').set({ digest: '1/0' }).execute()
  })
  const { body: jobs } = await client.call(listJobs, { query: { filters: { kind: 'mail.digest' } } })
  expect(jobs.map(({ email }) => email)).toEqual([{ recipient, subject: 'Notice 1' }])
})

test('the job of an email says what it is and to whom', async () => {
  const { server, client } = await start()
  const { services } = server
  const recipient = 'dana@example.test'
  const email = { kind: 'sandbox_ready' as const, recipient, subject: 'The sandbox is ready', body: 'Hello' }
  await services.db.transaction().execute((tx) => sendEmail(tx, byCommand, services.now(), email))
  const { body: jobs } = await client.call(listJobs, { query: { filters: { kind: 'mail.deliver' } } })
  expect(jobs.map(({ email }) => email)).toEqual([{ recipient, subject: 'The sandbox is ready' }])
  expect(await toTask([])?.(services, jobHandlers)).toContain('"The sandbox is ready" to dana@example.test')
})
