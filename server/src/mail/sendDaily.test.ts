// @module-tag engine
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { choosePreferences, mailTo, passDay, runHour, startWithSmtp } from '../../testing/dailyEmails.ts'
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

    // Held before the time of the email that was sent, but only seen after it.
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

test('concurrent processes send one daily email', async () => {
  const { server, received, person } = await startWithSmtp()
  await choosePreferences(server, person, { reviews: 'daily' })
  await mailTo(server, person, 'version_approved', 'version')
  await passDay(server)
  await Promise.all([1, 2, 3, 4].map(() => sendDailyEmails(server.services)))
  await server.drainJobs()
  expect(await received()).toHaveLength(1)
})

test('a process that ends while it sends daily emails leaves them to the next one', async () => {
  const { server, received, person } = await startWithSmtp()
  const other = await buildDeveloper(server)
  for (const each of [person, other]) {
    await choosePreferences(server, each, { reviews: 'daily' })
    await mailTo(server, each, 'version_approved', 'version')
  }
  await passDay(server)
  let calls = 0
  const dying = {
    ...server.services,
    now: () => {
      calls += 1
      if (calls === 2) throw new Error('The process ended.')
      return server.services.now()
    },
  }
  await expect(sendDailyEmails(dying)).rejects.toThrow('The process ended.')
  await sendDailyEmails(server.services)
  await server.drainJobs()
  const recipients = (await received()).map(({ to }) => String(to?.[0]?.address))
  expect(recipients.toSorted()).toEqual([person.email, other.email].toSorted())
})
