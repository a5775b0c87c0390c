import { dayMs, hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { mailTo } from '../../testing/dailyEmails.ts'
import { startTestServer } from '../../testing/server.ts'
import { cleanUpMails } from './cleanUpMails.ts'

test('deletes the record of an email 30 days after it was sent, and none that waits', async () => {
  const server = await startTestServer()
  const person = await buildDeveloper(server)
  for (const name of ['sent', 'waiting']) await mailTo(server, person, 'version_approved', name)
  const { db } = server.services
  await db.updateTable('mails').set({ sent_at: null }).where('subject', '=', 'About waiting').execute()
  const subjectsAfter = async (ms: number) => {
    server.clock.advance(ms)
    await cleanUpMails(server.services)
    return (await server.mails()).map(({ subject }) => subject)
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
