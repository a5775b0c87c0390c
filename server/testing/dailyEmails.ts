import { updateNotificationPreferences } from '@trestle/domain/notificationPreferences/contract.ts'
import type { Delivery, PreferenceKind } from '@trestle/domain/notificationPreferences/kinds.ts'
import { hourMs } from '@trestle/domain/time/durations.ts'
import { sql } from 'kysely'
import PostalMime, { type Email } from 'postal-mime'
import { byJob } from '../src/access/actor.ts'
import type { MailKind } from '../src/mail/kinds.ts'
import { sendEmail, type OutgoingFile } from '../src/mail/send.ts'
import { buildDeveloper, type DeveloperRow } from './build.ts'
import { startTestServer, type TestServer } from './server.ts'
import { startSmtp } from './smtp.ts'

/** Starts a server with an email server and a developer. */
export async function startWithSmtp(env: Record<string, string> = {}) {
  const smtp = await startSmtp()
  const server = await startTestServer({
    env: { SMTP_URL: smtp.url, PUBLIC_URL: 'http://portal.test', ...env },
  })
  const received = (): Promise<Email[]> => Promise.all(smtp.received.map((raw) => PostalMime.parse(raw)))
  return { server, received, person: await buildDeveloper(server) }
}

export const choosePreferences = (
  server: TestServer,
  person: DeveloperRow,
  body: Partial<Record<PreferenceKind, Delivery>>,
) => server.as(person).call(updateNotificationPreferences, { body })

/** Sends someone an email with a link and delivers it. */
export async function mailTo(
  server: TestServer,
  { email }: DeveloperRow,
  kind: MailKind,
  name: string,
  attachments: OutgoingFile[] = [],
): Promise<void> {
  const body = `${name}, in detail:\n\nhttp://portal.test/${name}\n`
  const message = { kind, recipient: email, subject: `About ${name}`, body, attachments }
  await server.services.db.transaction().execute((tx) => sendEmail(tx, byJob, server.services.now(), message))
  await server.drainJobs()
}

/** Makes everything that waits for a daily email, and the last daily emails, a day older by the database's clock. */
export async function passDay({ services: { db } }: Pick<TestServer, 'services'>): Promise<void> {
  await sql`update daily_mails set held_at = held_at - interval '1 day'`.execute(db)
  await sql`update daily_mail_runs set sent_at = sent_at - interval '1 day'`.execute(db)
}

/** Runs the next hour's jobs and delivers the emails that they queued. */
export async function runHour(server: TestServer): Promise<void> {
  server.clock.advance(hourMs)
  await server.drainJobs()
}
