import { retryJob } from '@trestle/domain/jobs/contract.ts'
import { hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { productionSettings } from '../../testing/productionSettings.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { startBrokenSmtp, startSmtp, type SmtpFault } from '../../testing/smtp.ts'
import { byCommand } from '../access/actor.ts'
import { jobHandlers } from '../jobHandlers.ts'
import { startJobRunner } from '../jobs/runner.ts'
import { sendEmail } from './send.ts'
import { checkTransport, openTransport, sendOver, UnconfirmedError } from './transport.ts'

const email = {
  kind: 'sandbox_ready' as const,
  recipient: 'reader@example.test',
  subject: 'Größe & <Gruß>',
  body: 'First line\n\nhttp://localhost/confirm_email/abc?x=<1>\n',
}

const send = (server: TestServer) =>
  server.services.db.transaction().execute((tx) => sendEmail(tx, byCommand, server.services.now(), email))

test('sends an email over SMTP with its exact text, then deletes the text', async () => {
  const smtp = await startSmtp()
  const server = await startTestServer({ env: { SMTP_URL: smtp.url } })
  await send(server)
  await server.drainJobs()
  const [raw] = smtp.received
  const parsed = await PostalMime.parse(raw ?? Buffer.alloc(0))
  expect(parsed.subject).toBe(email.subject)
  expect(parsed.text?.trim()).toBe(email.body.trim())
  expect(parsed.to).toMatchObject([{ address: email.recipient }])
  expect(parsed.html).toContain('<p style="margin: 0 0 16px">First line</p>')
  expect(await server.emails()).toMatchObject([
    { body: 'This email was delivered. Its text is no longer stored.' },
  ])
})

test.each(['critical_notification', 'daily_email', 'personal_token_expiring'] as const)(
  'sends an email that someone waits for before those of the kind %s, although they were due earlier',
  async (kind) => {
    const smtp = await startSmtp()
    const server = await startTestServer({ env: { SMTP_URL: smtp.url } })
    const { db, now } = server.services
    await db.transaction().execute(async (tx) => {
      for (let number = 0; number < 20; number += 1) {
        await sendEmail(tx, byCommand, now(), { ...email, kind, recipient: `reader-${number}@example.test` })
      }
    })
    server.clock.advance(minuteMs)
    await db
      .transaction()
      .execute((tx) => sendEmail(tx, byCommand, now(), { ...email, kind: 'reset_password' }))
    await server.drainJobs()
    const recipients = smtp.received.map((email) => /^To: (.*)$/m.exec(email.toString())?.[1])
    expect(recipients).toHaveLength(21)
    // Those that were sent at the same time may have been faster.
    expect(recipients.indexOf(email.recipient)).toBeLessThan(5)
  },
)

const files = [
  { filename: 'Größe.csv', content_type: 'text/csv; charset=utf-8', content: Buffer.from('Größe,1\r\n') },
  { filename: 'raw.bin', content_type: 'application/octet-stream', content: Buffer.from([0, 255, 13, 10]) },
]

const sendWithFiles = (server: TestServer) =>
  server.services.db
    .transaction()
    .execute((tx) => sendEmail(tx, byCommand, server.services.now(), { ...email, attachments: files }))

test('sends files byte for byte, then deletes them', async () => {
  const smtp = await startSmtp()
  const server = await startTestServer({ env: { SMTP_URL: smtp.url } })
  await sendWithFiles(server)
  await server.drainJobs()
  const parsed = await PostalMime.parse(smtp.received[0] ?? Buffer.alloc(0), {
    attachmentEncoding: 'arraybuffer',
  })
  expect(parsed.text?.trim()).toBe(email.body.trim())
  expect(parsed.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
    ['Größe.csv', 'text/csv'],
    ['raw.bin', 'application/octet-stream'],
  ])
  const bytes = parsed.attachments.map(({ content }) => Buffer.from(content as ArrayBuffer))
  expect(bytes).toEqual(files.map(({ content }) => content))
  expect(await server.services.db.selectFrom('mail_attachments').selectAll().execute()).toEqual([])
})

test("shows an email's files in the outbox as links that contain them", async () => {
  const server = await startTestServer()
  await sendWithFiles(server)
  await server.drainJobs()
  const { text } = await server.anonymous().get('/dev/mail')
  const link = /<a download="Größe.csv" href="data:text\/csv;charset=utf-8;base64,([^"]+)"/.exec(text)
  expect(Buffer.from(link?.[1] ?? '', 'base64')).toEqual(files[0]?.content)
})

test('retries an email that the server refused, and delivers it once', async () => {
  const smtp = await startSmtp({ refusals: 1 })
  const server = await startTestServer({ env: { SMTP_URL: smtp.url } })
  await send(server)
  await server.drainJobs()
  expect(smtp.received).toHaveLength(0)
  const { last_error } = await server.services.db
    .selectFrom('jobs')
    .select('last_error')
    .where('kind', '=', 'mail.deliver')
    .executeTakeFirstOrThrow()
  expect(last_error).toContain('no room for [removed]')
  server.clock.advance(3_000)
  await server.drainJobs()
  await server.drainJobs()
  expect(smtp.received).toHaveLength(1)
})

test("the ID of a message differs from that of another portal's, and of another database's, email with the same number", async () => {
  const readId = async (PUBLIC_URL: string, created_at: string): Promise<string | undefined> => {
    const smtp = await startSmtp()
    const server = await startTestServer({ env: { SMTP_URL: smtp.url, PUBLIC_URL } })
    await send(server)
    await server.services.db.updateTable('mails').set({ created_at }).execute()
    await server.drainJobs()
    return (await PostalMime.parse(smtp.received[0] ?? Buffer.alloc(0))).messageId
  }
  const ids = [
    await readId('http://portal.test', '2026-01-31T12:00:00.000Z'),
    await readId('http://portal.test', '2026-02-28T12:00:00.000Z'),
    await readId('http://other.test:4000', '2026-01-31T12:00:00.000Z'),
  ]
  expect(ids).toEqual([
    expect.stringMatching(/^<mail-\d+-\w+@portal\.test>$/),
    expect.stringMatching(/^<mail-\d+-\w+@portal\.test>$/),
    expect.stringMatching(/^<mail-\d+-\w+@other\.test>$/),
  ])
  expect(new Set(ids.map((id) => id?.split('@')[0])).size, 'the numbers are the same').toBe(2)
})

test.each([
  ['content', 'EMESSAGE'],
  ['recipient', 'EENVELOPE'],
] as const)('does not retry an email whose %s was refused permanently', async (refuses, code) => {
  const smtp = await startSmtp({ refusals: 1, refusalStatus: 550, refuses })
  const server = await startTestServer({ env: { SMTP_URL: smtp.url } })
  await send(server)
  await server.drainJobs()
  const job = await server.services.db
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', 'mail.deliver')
    .executeTakeFirstOrThrow()
  expect(job).toMatchObject({ state: 'failed', attempts: 1 })
  expect(job.last_error).toMatch(
    new RegExp(`^The email server refused this email: ${code}: .*no room for \\[removed\\]$`),
  )
})

test('tries again after the email server refused the login, which an operator can correct', async () => {
  const smtp = await startSmtp()
  const server = await startTestServer({ env: { SMTP_URL: smtp.url.replace('//', '//portal:wrong@') } })
  await send(server)
  await server.drainJobs()
  expect(await readDelivery(server)).toMatchObject({
    state: 'waiting',
    last_error: expect.stringMatching(/^EAUTH: Invalid login: 5/),
  })
})

/** Tries as often as a job is tried, and returns the job. */
async function tryOften(server: TestServer) {
  for (let attempt = 0; attempt < 9; attempt += 1) {
    await server.drainJobs()
    server.clock.advance(hourMs)
  }
  return readDelivery(server)
}

const readDelivery = ({ services: { db } }: TestServer) =>
  db
    .selectFrom('jobs')
    .select(['id', 'state', 'last_error'])
    .where('kind', '=', 'mail.deliver')
    .executeTakeFirstOrThrow()

const isLong = process.env.TEST_LONG === 'true'
/** Silence takes as long as the time limits of the connection, which nodemailer also reads from the address. */
const limits = isLong ? '' : '?greetingTimeout=1000&socketTimeout=1000'
test.each<[SmtpFault]>([
  ['greets with garbage'],
  ['refuses every client'],
  ['ends before the email'],
  ['is silent'],
])('sends an email once, however often an email server %s', async (fault) => {
  const smtp = await startBrokenSmtp(fault)
  const server = await startTestServer({ env: { SMTP_URL: `${smtp.url}${limits}` } })
  await send(server)
  for (const _ of [1, 2, 3]) {
    await server.drainJobs()
    server.clock.advance(hourMs)
  }
  expect(smtp.received).toHaveLength(0)
  smtp.repair()
  expect(await tryOften(server)).toMatchObject({ state: 'done' })
  expect(smtp.received).toHaveLength(1)
})

test.each<[SmtpFault]>([['ends instead of a reply'], ['replies garbage'], ['never replies']])(
  'never sends an email more than twice if an email server %s',
  async (fault) => {
    const smtp = await startBrokenSmtp(fault)
    const server = await startTestServer({ env: { SMTP_URL: `${smtp.url}${limits}` } })
    await send(server)
    const { id, ...delivery } = await tryOften(server)
    expect(delivery).toEqual({
      state: 'failed',
      last_error: 'The email was sent twice, and the email server confirmed it neither time',
    })
    expect(smtp.received).toHaveLength(2)
    // Email programs show emails with the same ID only once.
    const ids = smtp.received.map((email) => /^Message-ID: (.+)$/m.exec(email)?.[1])
    expect(ids).toEqual([ids[0], ids[0]])
    // Staff can send it once more.
    smtp.repair()
    const staff = await buildDeveloper(server, { is_admin: true })
    await server.as(staff).call(retryJob, { params: { id } })
    expect(await tryOften(server)).toMatchObject({ state: 'done' })
    expect(smtp.received).toHaveLength(3)
  },
)

test('gives up on an email server that never ends its reply', async () => {
  const smtp = await startBrokenSmtp('never ends its reply')
  const transport = openTransport(smtp.url, 'Trestle <portal@example.test>')
  const message = { to: 'ada@example.test', subject: 'Hello', text: 'Hello Ada' }
  const sent = sendOver(transport, message, { beforeEnd: () => Promise.resolve(), timeoutMs: 500 })
  await expect(sent).rejects.toThrow(UnconfirmedError)
  expect(smtp.received).toHaveLength(1)
})

test('gives up the login at an email server that never ends its reply, and closes the connection', async () => {
  const smtp = await startBrokenSmtp('never ends its first reply')
  const failure = await checkTransport(smtp.url, { timeoutMs: 500 }).catch((error: unknown) => error)
  expect(String(failure)).toBe('Error: it did not finish within 0.5 seconds')
  // Otherwise, the doctor would never end.
  await expect.poll(smtp.connections, { timeout: 8_000 }).toBe(0)
})

test('counts an attempt only once the email server may have the email', async () => {
  const smtp = await startSmtp()
  const server = await startTestServer({ env: { SMTP_URL: smtp.url } })
  const isSent = async () => {
    const { db } = server.services
    const { unconfirmed_sends } = await db
      .selectFrom('mails')
      .select('unconfirmed_sends')
      .executeTakeFirstOrThrow()
    return unconfirmed_sends === 1
  }
  await send(server)
  const beforeContent = smtp.hold()
  const sending = server.drainJobs()
  await expect.poll(beforeContent.waiting).toBe(1)
  // A process that is killed here has sent nothing, however often that happens.
  expect(await isSent()).toBe(false)
  const beforeConfirmation = smtp.hold()
  beforeContent.release()
  await expect.poll(beforeConfirmation.waiting).toBe(1)
  expect(await isSent()).toBe(true)
  beforeConfirmation.release()
  await sending
  expect(smtp.received).toHaveLength(1)
})

test.each([
  ['was canceled before its content leaves', ({ services }: TestServer) => services.db.deleteFrom('mails')],
  [
    'another process sent while this one was paused',
    ({ services }: TestServer) => services.db.updateTable('mails').set({ sent_at: services.now() }),
  ],
])('an email that %s is not sent, which is no failure', async (_what, settle) => {
  const smtp = await startSmtp()
  const server = await startTestServer({ env: { SMTP_URL: smtp.url } })
  await send(server)
  const { waiting, release } = smtp.hold()
  const sending = server.drainJobs()
  await expect.poll(waiting).toBe(1)
  await settle(server).execute()
  release()
  await sending
  expect(smtp.received).toEqual([])
  expect(await readDelivery(server)).toMatchObject({ state: 'done' })
})

test('never sends an email more than twice if several processes send it at the same time', async () => {
  const smtp = await startSmtp()
  const server = await startTestServer({ env: { SMTP_URL: smtp.url } })
  await send(server)
  const { waiting, release } = smtp.hold()
  // The last two have already sent it when the first two are about to.
  const sending = [1, 2, 3, 4].map(async (process) => {
    await expect.poll(waiting).toBe(process - 1)
    await server.services.db
      .updateTable('jobs')
      .set({ locked_until: sql`now()` })
      .where('state', '=', 'running')
      .execute()
    await startJobRunner(server.services, jobHandlers, { poll: false }).drain()
  })
  await expect.poll(waiting).toBe(4)
  release()
  await Promise.all(sending)
  expect(smtp.received).toHaveLength(2)
  expect(await readDelivery(server)).toMatchObject({ state: 'done' })
})

test('never sends the email of a change that was rolled back', async () => {
  const server = await startTestServer()
  const change = server.services.db.transaction().execute(async (tx) => {
    await sendEmail(tx, byCommand, server.services.now(), email)
    throw new Error('taken back')
  })
  await expect(change).rejects.toThrow('taken back')
  expect(await server.emails()).toEqual([])
})

test('shows emails as text, not as markup, on the outbox page outside production', async () => {
  const server = await startTestServer()
  await send(server)
  const page = await server.anonymous().get('/dev/mail')
  expect(page.status).toBe(200)
  expect(page.text).toContain('Größe &amp; &lt;Gruß&gt;')
  expect(page.text).toContain('<a href="http://localhost/confirm_email/abc?x=')
  expect(page.text).not.toContain('<1>')
  expect(page.text).toContain('<p style="margin: 0 0 16px">First line</p>')
  expect(page.text).toMatch(/ · \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC · /)
})

test('has no outbox page in production', async () => {
  const server = await startTestServer({
    env: productionSettings,
  })
  const page = await server.anonymous().get('/dev/mail')
  expect(page.text).not.toContain('Outbox')
  const elsewhere = await startTestServer()
  expect((await elsewhere.anonymous().get('/dev/mail')).text).toContain('Outbox')
})
