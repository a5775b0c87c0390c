import { deleteAccount } from '@trestle/domain/accounts/deletion/contract.ts'
import { listCollaborators, updateCollaborators } from '@trestle/domain/collaborators/contract.ts'
import { forgotPassword, resetPassword } from '@trestle/domain/accounts/contract.ts'
import { hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { buildApp, buildCollaborator, buildDeveloper } from '../../testing/build.ts'
import { raceInOrder } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { startSmtp } from '../../testing/smtp.ts'
import { statementsDuring } from '../../testing/statements.ts'
import { byPerson } from '../access/actor.ts'
import { connect } from '../db/connect.ts'
import { jobHandlers } from '../jobHandlers.ts'
import { parsePayload } from '../jobs/kinds.ts'
import { startJobRunner } from '../jobs/runner.ts'
import { buildServer } from '../server.ts'
import { countUnsentEmails } from './countEmails.ts'
import { sendDigest } from './digest.ts'
import type { MailKind } from './kinds.ts'
import { admit } from './limit.ts'
import { sendEmail, type OutgoingEmail } from './send.ts'

const reader = 'reader@example.test'

interface Received {
  subject: string
  text: string
  to: string
}

async function start(refusals = 0) {
  const smtp = await startSmtp({ refusals })
  const server = await startTestServer({ env: { SMTP_URL: smtp.url } })
  const received = (): Promise<Received[]> =>
    Promise.all(
      smtp.received.map(async (raw) => {
        const { subject = '', text = '', to } = await PostalMime.parse(raw)
        return { subject, text, to: String(to?.[0]?.address) }
      }),
    )
  return { server, received }
}

const say = (n: number, kind: MailKind = 'sandbox_ready'): OutgoingEmail => ({
  kind,
  recipient: reader,
  subject: `Notice ${n}`,
  body: `Notice ${n}:\n\nhttps://portal.test/notices/${n}\n`,
})

async function send(server: TestServer, emails: OutgoingEmail[], actorId = 1): Promise<void> {
  await server.services.db.transaction().execute(async (tx) => {
    for (const email of emails) {
      await sendEmail(tx, byPerson(actorId), server.services.now(), email)
    }
  })
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n)
const listHeldBack = async ({ services }: TestServer) =>
  services.db.selectFrom('mails').select('id').where('digest', 'is not', null).execute()

/** Lists the emails that haven't been sent or held back yet. */
const listUndecided = async ({ services }: TestServer) =>
  services.db.selectFrom('mails').selectAll().where('admitted_at', 'is', null).orderBy('id').execute()

test('sends ten emails an hour, holds back the eleventh, and lists what was held back in one digest', async () => {
  const { server, received } = await start()
  await send(
    server,
    range(1, 13).map((n) => say(n)),
  )
  await server.drainJobs()
  expect(await received()).toHaveLength(10)
  server.clock.advance(hourMs - minuteMs)
  await server.drainJobs()
  expect(await received()).toHaveLength(10)
  expect(await countUnsentEmails(server.services)).toMatchObject([{ is_low_priority: true, count: 3 }])
  server.clock.advance(minuteMs)
  await server.drainJobs()
  const [digest, ...others] = (await received()).slice(10)
  expect(others).toEqual([])
  expect([digest?.to, digest?.subject]).toEqual([reader, '3 more: Notice 13'])
  expect(digest?.text?.replaceAll(/\s+/g, ' ')).toMatch(
    /^We held back 3 emails to you since \d\d:\d\d UTC, because you had already received ten similar emails within an hour: /,
  )
  for (const n of [11, 12, 13]) {
    expect(digest?.text).toContain(`Notice ${n}\nhttps://portal.test/notices/${n}\n`)
  }
  const atOnce = (await received()).slice(0, 10).map(({ subject }) => subject)
  expect(atOnce).toEqual(expect.arrayContaining(range(1, 10).map((n) => `Notice ${n}`)))
  expect(digest?.text).not.toContain('notices/10')
  server.clock.advance(3 * hourMs)
  await server.drainJobs()
  expect(await received()).toHaveLength(11)
})

test('counts ten for each recipient, kind and actor', async () => {
  const { server, received } = await start()
  await send(
    server,
    range(1, 11).map((n) => say(n)),
  )
  await send(server, [{ ...say(21), recipient: 'other@example.test' }])
  await send(server, [say(22, 'version_approved')])
  await send(server, [say(23)], 2)
  await server.drainJobs()
  const subjects = (await received()).map(({ subject }) => subject)
  expect(subjects).toHaveLength(13)
  expect(subjects).toEqual(expect.arrayContaining(['Notice 21', 'Notice 22', 'Notice 23']))
  expect(await listHeldBack(server)).toHaveLength(1)
})

test('starts the hour with the first email, and allows ten again in the next one', async () => {
  const { server, received } = await start()
  await send(server, [say(1)])
  await server.drainJobs()
  server.clock.advance(hourMs - minuteMs)
  await send(
    server,
    range(2, 10).map((n) => say(n)),
  )
  await server.drainJobs()
  server.clock.advance(minuteMs)
  await send(
    server,
    range(11, 20).map((n) => say(n)),
  )
  await server.drainJobs()
  expect(await received()).toHaveLength(20)
  expect(await listHeldBack(server)).toEqual([])
})

test('decides only about emails of the same kind, actor and recipient', async () => {
  const { server } = await start()
  await send(
    server,
    range(1, 10).map((n) => say(n)),
  )
  await server.drainJobs()
  await send(server, [say(11)])
  await send(server, [say(12, 'version_approved')])
  await send(server, [say(13)], 2)
  await send(server, [{ ...say(14), recipient: 'other@example.test' }])
  const emails = await listUndecided(server)
  const decisions: boolean[] = []
  // The oldest comes last, and none of the others affects it.
  for (const email of emails.toReversed()) decisions.push(await admit(server.services, email))
  expect(decisions).toEqual([true, true, true, false])
})

test('does not count what it held back again in the next hour', async () => {
  const { server } = await start()
  await send(
    server,
    range(1, 13).map((n) => say(n)),
  )
  await server.drainJobs()
  const held = await listHeldBack(server)
  expect(held).toHaveLength(3)
  server.clock.advance(hourMs)
  await send(
    server,
    range(14, 23).map((n) => say(n)),
  )
  // Before the digest is sent, which is due at the same moment.
  const emails = await listUndecided(server)
  const fresh = emails.filter(({ digest }) => digest === null)
  for (const email of fresh) expect(await admit(server.services, email)).toBe(true)
  expect(fresh).toHaveLength(10)
  expect(await listHeldBack(server)).toEqual(held)
})

test('sends ten of many concurrent emails, from whichever server', async () => {
  const { server, received } = await start()
  await send(
    server,
    range(1, 25).map((n) => say(n)),
  )
  const another = startJobRunner(server.services, jobHandlers, { poll: false })
  await Promise.all([server.drainJobs(), another.drain()])
  expect(await received()).toHaveLength(10)
  expect(await listHeldBack(server)).toHaveLength(15)
  server.clock.advance(hourMs)
  await Promise.all([server.drainJobs(), another.drain()])
  const [digest, ...others] = (await received()).slice(10)
  expect(others).toEqual([])
  expect(digest?.subject).toBe('15 more: Notice 25')
  for (const n of range(11, 25)) expect(digest?.text).toContain(`notices/${n}\n`)
})

test('counts an email that the email server refused at first once', async () => {
  const { server, received } = await start(6)
  await send(
    server,
    range(1, 10).map((n) => say(n)),
  )
  await server.drainJobs()
  // On a busy machine, second attempts are due before the first ones of all have ended.
  expect((await received()).length).toBeGreaterThanOrEqual(4)
  server.clock.advance(3000)
  await server.drainJobs()
  expect(await received()).toHaveLength(10)
  expect(await listHeldBack(server)).toEqual([])
})

test('sends a digest after a restart, as a job like any other', async () => {
  const { server, received } = await start()
  await send(
    server,
    range(1, 12).map((n) => say(n)),
  )
  await server.drainJobs()
  await server.leave()
  server.clock.advance(hourMs)
  const { settings, now } = server.services
  const restarted = await buildServer(
    { db: connect(server.database.pool), settings, now, ...server.database },
    { pollJobs: false },
  )
  await restarted.jobs.drain()
  await restarted.jobs.drain()
  const subjects = (await received()).map(({ subject }) => subject)
  expect(subjects.slice(10)).toEqual(['2 more: Notice 12'])
})

test('sends emails due just as the hour ends in the digest or alone, none lost or sent twice', async () => {
  const { server, received } = await start()
  const another = startJobRunner(server.services, jobHandlers, { poll: false })
  await send(
    server,
    range(1, 14).map((n) => say(n)),
  )
  await server.drainJobs()
  server.clock.advance(hourMs)
  await send(
    server,
    range(15, 30).map((n) => say(n)),
  )
  await Promise.all([server.drainJobs(), another.drain()])
  server.clock.advance(hourMs)
  await Promise.all([server.drainJobs(), another.drain()])
  const texts = (await received()).map(({ text }) => text).join('\n')
  for (const n of range(1, 30)) expect(texts.match(new RegExp(`notices/${n}$`, 'gm')), `${n}`).toHaveLength(1)
})

test(
  'sends the newest reset email past the limit, which has the only working link',
  { tags: ['ACC-06'] },
  async () => {
    const smtp = await startSmtp()
    const server = await startTestServer({ env: { SMTP_URL: smtp.url, SIGN_IN_ATTEMPTS: '1000' } })
    const developer = await buildDeveloper(server)
    const ask = async (requests: number) => {
      for (let request = 0; request < requests; request += 1) {
        await server.anonymous().call(forgotPassword, { body: { email: developer.email } })
      }
      await server.drainJobs()
    }
    await ask(10)
    await ask(3)
    expect(smtp.received).toHaveLength(10)
    // Long before the link, which is valid for an hour, expires.
    server.clock.advance(10 * minuteMs)
    await server.drainJobs()
    expect(smtp.received).toHaveLength(11)
    const { subject, text = '' } = await PostalMime.parse(smtp.received[10] ?? Buffer.alloc(0))
    expect(subject).toBe('Choose a new Trestle password')
    expect(text).toContain('This email was due 3 times since')
    const links = [...text.matchAll(/\/reset_password\/([\w-]{43})/g)].map(([, token]) => token)
    expect(links).toHaveLength(1)
    const chosen = 'seven rivers and a bridge'
    const reset = await server.anonymous().call(resetPassword, {
      body: {
        token: links[0] ?? '',
        password: chosen,
        password_confirmation: chosen,
      },
    })
    expect(reset.status).toBe(204)
    // Emails held back after that digest wait for the next one.
    await ask(2)
    expect(smtp.received.length).toBe(12)
    server.clock.advance(10 * minuteMs)
    await server.drainJobs()
    const last = await PostalMime.parse(smtp.received.at(-1) ?? Buffer.alloc(0))
    expect(last.text).toContain('This email was due twice since')
  },
)

test('sends every text of emails that may need a reaction, with how often it was due', async () => {
  const { server, received } = await start()
  const secret = (app: string): OutgoingEmail => ({
    kind: 'secret_reset',
    recipient: reader,
    subject: `The production client secret of ${app} was reset`,
    body: `Reset by Mallory.\n\nhttps://portal.test/apps/${app}\n`,
  })
  await send(server, [
    ...range(1, 10).map(() => secret('Crane')),
    secret('Crane'),
    secret('Survey'),
    secret('Crane'),
  ])
  await server.drainJobs()
  server.clock.advance(hourMs)
  await server.drainJobs()
  const [folded, ...others] = (await received()).slice(10)
  expect(others).toEqual([])
  expect(folded?.text).toContain('This email contains all of them:')
  expect(folded?.text).toContain('Due twice: The production client secret of Crane was reset')
  expect(folded?.text).toContain('Due once: The production client secret of Survey was reset')
  expect(folded?.text).toContain('https://portal.test/apps/Survey')
})

test('lists the first fifty emails in a long digest, counts the rest, and says that files were omitted', async () => {
  const { server, received } = await start()
  const content = Buffer.from('Day,Count\r\n')
  const report = (n: number): OutgoingEmail => ({
    ...say(n, 'usage_report'),
    attachments: [{ filename: 'calls.csv', content_type: 'text/csv', content }],
  })
  await send(server, range(1, 63).map(report))
  await server.drainJobs()
  server.clock.advance(hourMs)
  await server.drainJobs()
  const digest = (await received()).at(-1)
  expect(digest?.subject).toBe('53 more: Notice 63')
  expect(digest?.text.match(/was omitted/g)).toHaveLength(50)
  expect(digest?.text).toContain('And 3 more.')
  expect(await server.services.db.selectFrom('mail_attachments').selectAll().execute()).toEqual([])
})

test('a digest takes the same number of statements for many emails as for two', async () => {
  const { server } = await start()
  const { db } = server.services
  const countStatements = async (emails: number, digest: string): Promise<number> => {
    await sql`insert into mails (kind, recipient, subject, body, created_at, digest)
      select 'version_approved', ${reader}, 'Hello', 'Hello', now(), ${digest} from generate_series(1, ${emails}::int)`.execute(
      db,
    )
    const statements = await statementsDuring(server, () =>
      sendDigest.run(server.services, { window_id: 1, digest }),
    )
    const unsent = await db
      .selectFrom('mails')
      .select('id')
      .where('digest', '=', digest)
      .where('sent_at', 'is', null)
      .execute()
    expect(unsent).toEqual([])
    return statements.length
  }
  expect(await countStatements(100, '1/0')).toBe(await countStatements(2, '1/1'))
})

test('counts emails for the user who caused them: the eleventh change of a role goes into a digest', async () => {
  const { server, received } = await start()
  const owner = await buildDeveloper(server)
  const app = await buildApp(server, { owner_id: owner.id })
  const person = await buildCollaborator(server, app, 'developer')
  const { body } = await server.as(owner).call(listCollaborators, { query: { developer_app_id: app.id } })
  const id = body.find(({ developer_id: developer }) => developer === person.id)?.id ?? 0
  for (const n of range(1, 12)) {
    const { status } = await server.as(owner).call(updateCollaborators, {
      body: {
        developer_app_id: app.id,
        collaborators: [{ id, role: n % 2 ? 'admin' : 'developer' }],
      },
    })
    expect(status).toBe(200)
  }
  await server.drainJobs()
  expect(await received()).toHaveLength(10)
  server.clock.advance(hourMs)
  await server.drainJobs()
  const folded = (await received()).at(-1)
  expect(folded?.to).toBe(person.email)
  expect(folded?.text).toContain('Due once: Your role on')
  const emails = await server.services.db.selectFrom('mails').select('actor').distinct().execute()
  expect(emails).toEqual([{ actor: `person ${owner.id}` }])
})

test('sends no digest to someone who deletes their account at the same moment', repeated, async () => {
  const { server, received } = await start()
  const person = await buildDeveloper(server)
  await send(
    server,
    range(1, 11).map((n) => ({ ...say(n), recipient: person.email })),
  )
  await server.drainJobs()
  const { db } = server.services
  const { payload } = await db
    .selectFrom('jobs')
    .select('payload')
    .where('kind', '=', 'mail.digest')
    .executeTakeFirstOrThrow()
  await raceInOrder<unknown>(
    server,
    (tx) => tx.selectFrom('mails').select('id').where('sent_at', 'is', null).forUpdate().execute(),
    [
      () => server.as(person).call(deleteAccount, { body: { email: person.email } }),
      () => sendDigest.run(server.services, parsePayload('mail.digest', payload)),
    ],
  )
  await server.drainJobs()
  const subjects = (await received()).map(({ subject }) => subject)
  expect(subjects.slice(10)).toEqual(['Your Trestle account was deleted'])
})

test('shows in the outbox what is held back', async () => {
  const server = await startTestServer()
  await send(
    server,
    range(1, 11).map((n) => say(n)),
  )
  await server.drainJobs()
  expect((await server.anonymous().get('/dev/mail')).text).toContain('Held back for a digest')
})
