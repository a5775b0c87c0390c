// @module-tag engine
import { deleteAccount } from '@trestle/domain/accounts/deletion/contract.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { choosePreferences, mailTo, passDay, runHour, startWithSmtp } from '../../testing/dailyEmails.ts'
import { raceInOrder } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import type { TestServer } from '../../testing/server.ts'
import { statementsDuring } from '../../testing/statements.ts'
import type { Services } from '../services.ts'
import { sendDailyEmails } from './sendDaily.ts'

test(
  'sends no daily email before its time, a second one the same day, or an empty one',
  { tags: ['NOTE-34'] },
  async () => {
    const { server, received, person } = await startWithSmtp()
    await choosePreferences(server, person, { reviews: 'daily' })
    await runHour(server)
    await mailTo(server, person, 'version_approved', 'first')
    await runHour(server)
    expect(await received()).toEqual([])
    await passDay(server)
    await runHour(server)
    expect(await received()).toHaveLength(1)

    // Held before the sent email, but visible only after it.
    await mailTo(server, person, 'version_approved', 'second')
    await sql`update daily_mails set held_at = 'epoch'`.execute(server.services.db)
    await runHour(server)
    expect(await received()).toHaveLength(1)
    await passDay(server)
    await runHour(server)
    expect((await received()).map(({ text }) => /About \w+/.exec(text ?? '')?.[0])).toEqual([
      'About first',
      'About second',
    ])
    await passDay(server)
    await runHour(server)
    expect(await received()).toHaveLength(2)
  },
)

test('omits what was sent separately, and what came after the time of the email', async () => {
  const { server, received, person } = await startWithSmtp()
  await choosePreferences(server, person, { reviews: 'daily' })
  for (const name of ['sent', 'due']) await mailTo(server, person, 'version_approved', name)
  await passDay(server)
  await mailTo(server, person, 'version_approved', 'late')
  const { db, now } = server.services
  await db.updateTable('mails').set({ sent_at: now() }).where('subject', '=', 'About sent').execute()
  const listed = async () =>
    (await received()).map(({ text }) => [...(text ?? '').matchAll(/About (\w+)/g)].map(([, name]) => name))
  await runHour(server)
  expect(await listed()).toEqual([['due']])
  await passDay(server)
  await runHour(server)
  expect(await listed()).toEqual([['due'], ['late']])
})

test('sends daily emails to more people than it reads in one batch', async () => {
  const { server, received, person } = await startWithSmtp()
  const people = [person, await buildDeveloper(server), await buildDeveloper(server)]
  for (const each of people) {
    await choosePreferences(server, each, { reviews: 'daily' })
    await mailTo(server, each, 'version_approved', 'version')
  }
  await passDay(server)
  await sendDailyEmails(server.services, {}, 2)
  await server.drainJobs()
  const recipients = (await received()).map(({ to }) => String(to?.[0]?.address))
  expect(recipients.toSorted()).toEqual(people.map(({ email }) => email).toSorted())
})

test('a daily email takes the same number of statements for many emails as for two', async () => {
  const { server, person } = await startWithSmtp()
  const { db } = server.services
  const countStatements = async (emails: number): Promise<number> => {
    await sql`with email as (
        insert into mails (kind, recipient, subject, body, created_at)
        select 'version_approved', ${person.email}, 'Hello', 'Hello', now() from generate_series(1, ${emails}::int)
        returning id
      ) insert into daily_mails (mail_id, developer_id, held_at)
      select id, ${person.id}, now() - interval '2 days' from email`.execute(db)
    const statements = await statementsDuring(server, () => sendDailyEmails(server.services, {}))
    await passDay(server)
    const unsent = await db
      .selectFrom('mails')
      .select('id')
      .where('sent_at', 'is', null)
      .where('kind', '<>', 'daily_email')
      .execute()
    expect(unsent).toEqual([])
    return statements.length
  }
  expect(await countStatements(100)).toBe(await countStatements(2))
})

test('concurrent processes send one daily email', async () => {
  const { server, received, person } = await startWithSmtp()
  await choosePreferences(server, person, { reviews: 'daily' })
  await mailTo(server, person, 'version_approved', 'version')
  await passDay(server)
  await Promise.all([1, 2, 3, 4].map(() => sendDailyEmails(server.services, {})))
  await server.drainJobs()
  expect(await received()).toHaveLength(1)
})

test('sends no daily email to someone who deletes their account at the same moment', repeated, async () => {
  const { server, received, person } = await startWithSmtp()
  await choosePreferences(server, person, { reviews: 'daily' })
  for (const name of ['first', 'second']) {
    await passDay(server)
    await sendDailyEmails(server.services, {})
    await mailTo(server, person, 'version_approved', name)
  }
  expect(await received()).toHaveLength(1)
  await passDay(server)
  await raceInOrder<unknown>(
    server,
    (tx) => tx.selectFrom('mails').select('id').where('sent_at', 'is', null).forUpdate().execute(),
    [
      () => server.as(person).call(deleteAccount, { body: { email: person.email } }),
      () => sendDailyEmails(server.services, {}),
    ],
  )
  await server.drainJobs()
  const subjects = (await received()).map(({ subject }) => subject)
  expect(subjects.slice(1)).toEqual(['Your Trestle account was deleted'])
})

/** Starts a server with two people whose daily emails are due. */
async function startWithTwoDue() {
  const started = await startWithSmtp()
  const { server, person } = started
  const other = await buildDeveloper(server)
  for (const each of [person, other]) {
    await choosePreferences(server, each, { reviews: 'daily' })
    await mailTo(server, each, 'version_approved', 'version')
  }
  await passDay(server)
  return { ...started, other }
}

/** Returns services whose clock throws on this call. */
function failingAt({ services }: TestServer, call: number, message: string): Services {
  let calls = 0
  const now = () => {
    calls += 1
    if (calls === call) throw new Error(message)
    return services.now()
  }
  return { ...services, now }
}

test('one person whose daily email fails does not keep it from the others', async () => {
  const { server, received, other } = await startWithTwoDue()
  const broken = failingAt(server, 1, 'This email is broken.')
  await expect(sendDailyEmails(broken, {}, 1)).rejects.toThrow('This email is broken.')
  await server.drainJobs()
  expect((await received()).map(({ to }) => String(to?.[0]?.address))).toEqual([other.email])
})

test('a process that ends while it sends daily emails leaves them to the next one', async () => {
  const { server, received, person, other } = await startWithTwoDue()
  const dying = failingAt(server, 2, 'The process ended.')
  await expect(sendDailyEmails(dying, {})).rejects.toThrow('The process ended.')
  await sendDailyEmails(server.services, {})
  await server.drainJobs()
  const recipients = (await received()).map(({ to }) => String(to?.[0]?.address))
  expect(recipients.toSorted()).toEqual([person.email, other.email].toSorted())
})
