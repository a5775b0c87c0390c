// `npm run bench:jobs`: how many emails and sandboxes a process with the role jobs handles per minute, compared with a
// bare loop that sends the same emails and requests without a database, and how long an email that someone is waiting
// for takes while thousands of an announcement are due. On PostgreSQL, with an email server and a sandbox service that
// respond immediately or after 100 ms.
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listenOnFreePort } from '../scripts/testing/listenOnFreePort.ts'
import { byCommand } from '../server/src/access/actor.ts'
import { connect } from '../server/src/db/connect.ts'
import { migrate } from '../server/src/db/migrate.ts'
import { openDatabase } from '../server/src/db/pool.ts'
import { enqueue } from '../server/src/jobs/enqueue.ts'
import { sendEmail } from '../server/src/mail/send.ts'
import { openTransport } from '../server/src/mail/transport.ts'
import { insertSandbox } from '../server/src/sandboxes/store.ts'
import { startPostgres } from '../server/testing/postgres.ts'
import { buildSignedIn, startServerProcess } from '../server/testing/serverProcess.ts'
import { openSmtp } from '../server/testing/smtp.ts'
import { median } from './measure.ts'
import { readUse } from './processUse.ts'
import { toTable, writeSection } from './report.ts'

const emails = Number(process.argv[2] ?? 1_000)
const sandboxes = emails / 4
const resets = 10
/** How many jobs of one kind a process runs at a time. */
const atOnce = 4
const waitsMs = [0, 100]

const postgres = await startPostgres()
const dataDir = await mkdtemp(join(tmpdir(), 'trestle-jobs-'))
const database = await openDatabase({ databaseUrl: postgres.url, dataDir, log: () => undefined })
await migrate(database.pool)
const db = connect(database.pool)

const email = {
  subject: 'Pat invited you to Site Sync',
  body: `Hello,\n\n${'Pat invited you to an app. '.repeat(20)}\n\nhttps://developers.example.com/invitations/1\n`,
}

const queueEmails = (kind: 'invitation' | 'critical_notification' | 'reset_password', recipients: string[]) =>
  db.transaction().execute(async (tx) => {
    for (const recipient of recipients) {
      await sendEmail(tx, byCommand, new Date(), { ...email, kind, recipient })
    }
  })

const addresses = (count: number): string[] =>
  Array.from({ length: count }, (_, number) => `${number}-${Date.now()}@example.test`)

const startJobs = (env: Record<string, string>) =>
  startServerProcess({ DATABASE_URL: postgres.url, DATA_DIR: dataDir, ROLES: 'jobs', ...env })

async function until(isTrue: () => boolean): Promise<number> {
  while (!isTrue()) await sleep(2)
  return performance.now()
}

/** Returns how many arrive per minute, from the first to the last. */
async function perMinute(count: number, arrived: () => number): Promise<number> {
  const first = await until(() => arrived() > 0)
  const before = arrived()
  const last = await until(() => arrived() >= count)
  return ((count - before) / (last - first)) * 60_000
}

/** Runs the jobs that are due. Returns how many arrive per minute, and the processor time of each. */
async function runJobs(env: Record<string, string>, count: number, arrived: () => number) {
  const { child, ended } = await startJobs(env)
  await until(() => arrived() > 0)
  const [before, useBefore] = [arrived(), readUse(child.pid ?? 0)]
  const rate = await perMinute(count, arrived)
  const cpuMs = (readUse(child.pid ?? 0).cpuMs - useBefore.cpuMs) / (count - before)
  child.kill('SIGTERM')
  await ended
  return { rate, cpuMs }
}

/** Repeats something `count` times, `atOnce` at a time. */
async function repeat(count: number, act: () => Promise<unknown>): Promise<void> {
  let left = count
  const worker = async () => {
    while (left > 0) {
      left -= 1
      await act()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

interface Result {
  name: string
  waitMs: number
  rate: number
  cpuMs: number
  bareRate: number
}

async function measureEmails(waitMs: number): Promise<Result> {
  const smtp = await openSmtp({ confirmMs: waitMs })
  const arrived = () => smtp.received.length
  await queueEmails('invitation', addresses(emails))
  const { rate, cpuMs } = await runJobs({ SMTP_URL: smtp.url }, emails, arrived)
  smtp.received.length = 0
  const bare = perMinute(emails, arrived)
  await repeat(emails, async () => {
    const transport = openTransport(smtp.url, 'portal@example.test')
    await transport.sendMail({ to: 'reader@example.test', subject: email.subject, text: email.body })
    transport.close()
  })
  const bareRate = await bare
  await smtp.close()
  return { name: 'emails', waitMs, rate, cpuMs, bareRate }
}

/** Starts a sandbox service that answers after a wait. */
async function startSandboxService(waitMs: number) {
  let built = 0
  const service = createServer((request, response) => {
    request.resume().once('end', () => {
      setTimeout(() => {
        built += 1
        response.setHeader('content-type', 'application/json')
        response.end(
          JSON.stringify({
            company_id: built,
            url: 'https://sandbox.example.test/1',
            app_id: String(built),
            procore_app_id: '1',
          }),
        )
      }, waitMs)
    })
  })
  const port = await listenOnFreePort(service)
  return {
    url: `http://127.0.0.1:${port}`,
    built: () => built,
    close: () => {
      service.closeAllConnections()
      service.close()
    },
  }
}

async function queueSandboxes(count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const { appId } = await buildSignedIn(database.pool)
    await db.transaction().execute(async (tx) => {
      const now = new Date()
      const { owner_id } = await tx
        .selectFrom('developer_apps')
        .select('owner_id')
        .where('id', '=', appId)
        .executeTakeFirstOrThrow()
      const sandbox = await insertSandbox(tx, {
        developer_app_id: appId,
        requested_by: owner_id,
        requested_at: now,
        created_at: now,
        updated_at: now,
      })
      const payload = { sandbox_id: sandbox.id, requested_at: sandbox.requested_at }
      await enqueue(tx, now, { kind: 'sandbox.build', key: String(sandbox.id), payload })
    })
  }
}

async function measureSandboxes(waitMs: number): Promise<Result> {
  const service = await startSandboxService(waitMs)
  await queueSandboxes(sandboxes)
  const env = { SANDBOX_SERVICE_URL: service.url, ALLOW_PRIVATE_OUTGOING: 'true' }
  const { rate, cpuMs } = await runJobs(env, sandboxes, service.built)
  const before = service.built()
  const bare = perMinute(sandboxes, () => service.built() - before)
  await repeat(sandboxes, async () => (await fetch(service.url, { method: 'POST', body: '{}' })).text())
  const bareRate = await bare
  service.close()
  return { name: 'sandboxes, with the email about each', waitMs, rate, cpuMs, bareRate }
}

/** Returns the median time from the commit of an email until it arrives, while those of an announcement are due. */
async function measureReset(announced: number): Promise<number> {
  const smtp = await openSmtp({ confirmMs: 100 })
  await queueEmails('critical_notification', addresses(announced))
  const { child, ended } = await startJobs({ SMTP_URL: smtp.url })
  await until(() => smtp.received.length > 20)
  const times: number[] = []
  for (const address of addresses(resets)) {
    await queueEmails('reset_password', [address])
    const start = performance.now()
    const isHere = () => smtp.received.some((each) => each.includes(`To: ${address}\r\n`))
    times.push((await until(isHere)) - start)
  }
  child.kill('SIGTERM')
  await ended
  await smtp.close()
  await database.pool.query("delete from jobs where kind = 'mail.deliver'")
  return median(times)
}

const results: Result[] = []
for (const measure of [measureEmails, measureSandboxes]) {
  for (const waitMs of waitsMs) results.push(await measure(waitMs))
}
const resetMs = await measureReset(emails)
await database.close()
await postgres.stop()
await rm(dataDir, { recursive: true, force: true })

const header = [
  'jobs',
  'the other side responds after',
  'per minute',
  'bare, per minute',
  '× bare',
  'CPU ms each',
]
const rows = results.map(({ name, waitMs, rate, cpuMs, bareRate }) => [
  name,
  `${waitMs} ms`,
  rate.toFixed(0),
  bareRate.toFixed(0),
  (rate / bareRate).toFixed(2),
  cpuMs.toFixed(1),
])
const aboutReset = `While the ${emails} emails of an announcement are due, one to reset a password arrives after ${resetMs.toFixed(0)} ms (median of ${resets}, the email server takes 200).`
console.log(`${toTable(header, rows)}\n\n${aboutReset}`)
writeSection('bench:jobs', `${toTable(header, rows)}\n\n${aboutReset}`)
