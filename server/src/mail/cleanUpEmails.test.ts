import { dayMs, hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { mailTo } from '../../testing/dailyEmails.ts'
import { startTestServer } from '../../testing/server.ts'
import { recordStatements } from '../../testing/recordStatements.ts'
import { cleanUpEmails } from './cleanUpEmails.ts'

test('deletes the record of an email 30 days after it was sent, and none that waits', async () => {
  const server = await startTestServer()
  const person = await buildDeveloper(server)
  for (const name of ['sent', 'waiting']) await mailTo(server, person, 'version_approved', name)
  const { db } = server.services
  await db.updateTable('mails').set({ sent_at: null }).where('subject', '=', 'About waiting').execute()
  const subjectsAfter = async (ms: number) => {
    server.clock.advance(ms)
    await cleanUpEmails(server.services)
    return (await server.emails()).map(({ subject }) => subject)
  }
  const listWindows = () => db.selectFrom('mail_windows').select('id').execute()
  await subjectsAfter(hourMs - minuteMs)
  expect(await listWindows(), 'the limit counts emails for an hour').toHaveLength(1)
  expect(await subjectsAfter(30 * dayMs - hourMs)).toEqual(['About sent', 'About waiting'])
  await mailTo(server, person, 'version_approved', 'later')
  expect(await subjectsAfter(2 * hourMs)).toEqual(['About waiting', 'About later'])
  await subjectsAfter(hourMs)
  expect(await listWindows()).toEqual([])
})

test('deletes an unsent email 90 days after it was created, unless a job or a daily email needs it', async () => {
  const server = await startTestServer()
  const { db, now } = server.services
  const person = await buildDeveloper(server)
  const jobStates = ['waiting', 'running', 'failed', 'canceled', 'done'] as const
  const file = { filename: 'report.csv', content_type: 'text/csv', content: Buffer.from('1') }
  const names = [...jobStates, 'no job', 'daily', 'waiting digest', 'failed digest', 'lost digest']
  for (const name of names) await mailTo(server, person, 'version_approved', name, [file])
  const idOf = async (name: string) =>
    (
      await db
        .selectFrom('mails')
        .select('id')
        .where('subject', '=', `About ${name}`)
        .executeTakeFirstOrThrow()
    ).id
  await db.updateTable('mails').set({ sent_at: null }).execute()
  await db.deleteFrom('jobs').execute()
  const addJob = async (kind: string, key: string, state: (typeof jobStates)[number]) =>
    db
      .insertInto('jobs')
      .values({ kind, key, payload: '{}', state, run_at: now(), created_at: now() })
      .execute()
  for (const state of jobStates) await addJob('mail.deliver', String(await idOf(state)), state)
  for (const digest of ['waiting digest', 'failed digest', 'lost digest']) {
    await db
      .updateTable('mails')
      .set({ digest })
      .where('id', '=', await idOf(digest))
      .execute()
  }
  await addJob('mail.digest', 'waiting digest', 'waiting')
  await addJob('mail.digest', 'failed digest', 'failed')
  const held = { mail_id: await idOf('daily'), developer_id: person.id }
  await db.insertInto('daily_mails').values(held).execute()
  server.clock.advance(90 * dayMs - minuteMs)
  await cleanUpEmails(server.services)
  expect(await server.emails()).toHaveLength(names.length)
  server.clock.advance(2 * minuteMs)
  await cleanUpEmails(server.services)
  const left = ['waiting', 'running', 'failed', 'daily', 'waiting digest', 'failed digest']
  expect((await server.emails()).map(({ subject }) => subject)).toEqual(left.map((name) => `About ${name}`))
  expect(await db.selectFrom('mail_attachments').select('id').execute()).toHaveLength(left.length)
})

test('finds old unsent emails by an index, however many sent ones there are', async () => {
  const server = await startTestServer()
  const { db } = server.services
  await sql`insert into mails (kind, recipient, subject, body, created_at, sent_at)
    select 'invitation', 'kim@example.test', 'Sent', '', now() - number * interval '1 minute', now()
    from generate_series(1, 5000) number`.execute(db)
  await sql`analyze mails`.execute(db)
  const { pool } = server.database
  const statements = await recordStatements(pool, () => cleanUpEmails(server.services))
  const { text, values } = statements.find((each) => each.text.includes('sent_at is null')) ?? {}
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('mails_unsent')
  expect(plan).not.toContain('Seq Scan on mails')
})
