// @module-tag engine
import {
  confirmEmail,
  getSession,
  register,
  rejectEmail,
  signIn,
  updateAccount,
  updateAdminDeveloper,
} from '@trestle/domain/accounts/contract.ts'
import { deleteAccount } from '@trestle/domain/accounts/deletion/contract.ts'
import { confirmEmailChange, requestEmailChange } from '@trestle/domain/accounts/emailChanges/contract.ts'
import { restoreDeveloper, suspendDeveloper } from '@trestle/domain/accounts/suspensions/contract.ts'
import { createContact, deleteContact } from '@trestle/domain/apps/contacts/contract.ts'
import { acceptInvitation, createInvitation } from '@trestle/domain/collaborators/contract.ts'
import { requestUsageReport } from '@trestle/domain/metrics/contract.ts'
import { createPersonalToken } from '@trestle/domain/personalTokens/contract.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildApp, buildDeveloper, password } from '../../../testing/build.ts'
import { addTotp } from '../../../testing/factors.ts'
import { readMailedToken } from '../../../testing/emails.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { readMigrations } from '../../db/migrate.ts'

const words = ['Zephyrine', 'Quillfeather', 'Plumage', 'Quillworks', 'quill.example', '918273645']
const oldAddress = 'zephyrine@quill.example'
const newAddress = 'z.plumage@quill.example'

/** Lists the tables of the database that contain a word of the person. */
async function findTraces({ database: { pool } }: TestServer): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const traces: string[] = []
  for (const { name } of rows) {
    const found = await pool.query<{ text: string }>(
      `select each::text as text from "${name}" each where each::text ~* $1`,
      [words.join('|').replaceAll('.', '\\.')],
    )
    traces.push(...found.rows.map(({ text }) => `${name}: ${text}`))
  }
  return traces
}

const profile = {
  first_name: 'Zephyrine',
  last_name: 'Quillfeather',
  email: oldAddress,
  company_name: 'Quillworks',
  password,
  password_confirmation: password,
  terms_accepted: true,
}

/** Registers a person who does everything that stores their name or address, and to whom others do the same. */
async function liveALife(server: TestServer, staff: { id: number }) {
  const browser = server.anonymous()
  await browser.call(register, { body: profile })
  const confirmation = await readMailedToken(server, oldAddress, 'confirm_email')
  await browser.call(confirmEmail, { body: { token: confirmation, password } })
  await server.anonymous().refusal(signIn, { body: { email: oldAddress, password: 'wrong-guess' } })
  const signedIn = await browser.call(signIn, { body: { email: oldAddress, password } })
  const id = signedIn.body.developer?.id ?? 0
  await browser.call(updateAccount, { body: { last_name: 'Plumage' } })

  const app = await buildApp(server)
  const owner = server.as({ id: app.owner_id })
  await owner.call(createInvitation, { body: { developer_app_id: app.id, email: oldAddress, role: 'admin' } })
  const invitation = await readMailedToken(server, oldAddress, 'invitations')
  await browser.call(acceptInvitation, { params: { token: invitation } })
  await browser.call(createInvitation, {
    body: { developer_app_id: app.id, email: 'colleague@example.test', role: 'developer' },
  })
  const other = await buildApp(server)
  await server.as({ id: other.owner_id }).call(createInvitation, {
    body: { developer_app_id: other.id, email: oldAddress, role: 'developer' },
  })

  await browser.call(requestUsageReport, { params: { id: app.id } })

  await browser.call(requestEmailChange, { body: { email: newAddress } })
  const change = await readMailedToken(server, newAddress, 'change_email')
  await browser.call(confirmEmailChange, { body: { token: change } })
  await addTotp(server, browser)
  await browser.call(createPersonalToken, {
    body: { name: "Zephyrine's laptop", actions: ['app.view'], app_ids: null, expires_in_days: 30 },
  })

  const params = { id }
  await server.as(staff).call(updateAdminDeveloper, { params, body: { procore_id: 918273645 } })
  const contact = { name: 'Zephyrine Plumage', email: newAddress }
  const added = await server.as(staff).call(createContact, { params: { id: app.id }, body: contact })
  await server.as(staff).call(createContact, { params: { id: other.id }, body: contact })
  await server.as(staff).call(deleteContact, { params: { id: app.id, contact_id: added.body.id } })
  const body = { reason: 'Zephyrine shared her password' }
  await server.as(staff).call(suspendDeveloper, { params, body })
  await server.as(staff).call(restoreDeveloper, { params })
  return { id }
}

test('after the deletion of an account no table has the name or an address of the person', async () => {
  const server = await startTestServer({ env: { SIGN_IN_ATTEMPTS: '1000' } })
  const staff = await buildDeveloper(server, { is_admin: true })
  const { id } = await liveALife(server, staff)
  await server.drainJobs()
  const before = await server.services.db.selectFrom('audit_events').selectAll().orderBy('id').execute()
  const namesBefore = new Set((await findTraces(server)).map((trace) => trace.split(':')[0]))
  expect([...namesBefore]).toEqual(
    expect.arrayContaining([
      'audit_events',
      'contacts',
      'developers',
      'invitations',
      'mails',
      'usage_reports',
    ]),
  )

  await server.as({ id }).call(deleteAccount, { body: { email: newAddress } })

  // Emails that others got about them are deleted 30 days after they were sent, like every email.
  const traces = await findTraces(server)
  expect(traces.filter((trace) => !trace.startsWith('mails: '))).toEqual([])
  await server.drainJobs()
  server.clock.advance(31 * dayMs)
  await server.drainJobs()
  expect(await findTraces(server)).toEqual([])

  // Every entry of the audit log is still there, and only the values that named the person are gone.
  const after = await server.services.db
    .selectFrom('audit_events')
    .selectAll()
    .where(
      'id',
      'in',
      before.map((event) => event.id),
    )
    .orderBy('id')
    .execute()
  const withoutChanges = (rows: typeof before) => rows.map(({ changes: _changes, ...row }) => row)
  expect(withoutChanges(after)).toEqual(withoutChanges(before))
  const find = (action: string) =>
    after.filter((event) => event.action === action).map((event) => event.changes)
  expect(find('developer.registered')).toEqual([
    expect.objectContaining({
      email: [null, '[deleted]'],
      first_name: [null, '[deleted]'],
      terms_version: [null, expect.stringMatching(/^\d/)],
    }),
  ])
  expect(find('email.changed')).toEqual([{ email: ['[deleted]', '[deleted]'] }])
  expect(find('collaborator.invited')).toEqual([
    { email: [null, '[deleted]'], role: [null, 'admin'] },
    { email: [null, 'colleague@example.test'], role: [null, 'developer'] },
    { email: [null, '[deleted]'], role: [null, 'developer'] },
  ])
  const [deletion] = (await server.services.db.selectFrom('audit_events').selectAll().execute()).filter(
    ({ action }) => action === 'developer.deleted',
  )
  expect(deletion?.changes).toEqual({ redacted_entries: [0, expect.any(Number)] })
})

test('entries about others stay, even about someone who now has an earlier address', async () => {
  const server = await startTestServer()
  const person = await buildDeveloper(server, { email: 'first@quill.example' })
  const heir = await buildDeveloper(server, { email: 'heir@quill.example' })
  const staff = server.as(await buildDeveloper(server, { is_admin: true }))
  const rename = (row: { id: number }, email: string) =>
    staff.call(updateAdminDeveloper, { params: { id: row.id }, body: { email } })
  await rename(person, 'second@quill.example')
  await rename(heir, 'first@quill.example')
  const app = await buildApp(server)
  await server.as({ id: app.owner_id }).call(createInvitation, {
    body: { developer_app_id: app.id, email: 'first@quill.example', role: 'admin' },
  })
  await server.as(person).call(deleteAccount, { body: { email: 'second@quill.example' } })
  const events = await server.services.db.selectFrom('audit_events').selectAll().orderBy('id').execute()
  expect(events.map(({ action, changes }) => [action, changes])).toEqual([
    ['developer.updated', expect.objectContaining({ email: ['[deleted]', '[deleted]'] })],
    ['developer.updated', expect.objectContaining({ email: ['heir@quill.example', 'first@quill.example'] })],
    ['collaborator.invited', { email: [null, 'first@quill.example'], role: [null, 'admin'] }],
    ['developer.deleted', expect.anything()],
  ])
  const { rows } = await sql<{ email: string }>`select email from invitations`.execute(server.services.db)
  expect(rows).toEqual([{ email: 'first@quill.example' }])
})

test('a registration that the owner of the address rejects leaves nothing either', async () => {
  const server = await startTestServer()
  await server.anonymous().call(register, { body: profile })
  const token = await readMailedToken(server, oldAddress, 'confirm_email')
  await server.drainJobs()
  await server.anonymous().call(rejectEmail, { body: { token } })
  // Emails sent to the address, which also limit how many more can be sent there.
  const traces = await findTraces(server)
  expect(traces.filter((trace) => !/^(mails|mail_windows): /.test(trace))).toEqual([])
  server.clock.advance(31 * dayMs)
  await server.drainJobs()
  expect(await findTraces(server)).toEqual([])
})

test('a migration removes what earlier releases left of rejected registrations, and nothing else', async () => {
  const server = await startTestServer()
  const person = await buildDeveloper(server)
  const { db } = server.services
  const rejected = '4711'
  const record = (action: string, subject: string, changes: object, type = 'developer') =>
    sql`insert into audit_events (at, actor_kind, action, subject_type, subject_id, changes)
      values (now(), 'visitor', ${action}, ${type}, ${subject}, ${JSON.stringify(changes)}::jsonb)`.execute(
      db,
    )
  const changes = { email: [null, oldAddress], first_name: [null, 'Zephyrine'], terms_version: [null, '1'] }
  await record('developer.registered', rejected, changes)
  await record('developer.deleted', rejected, {})
  await record('developer.registered', String(person.id), changes)
  await record('collaborator.invited', '1', { email: [null, oldAddress] }, 'invitation')
  const migration = (await readMigrations()).find(({ name }) => name === '0064_past_rejections.sql')
  await server.database.pool.query(migration?.sql ?? '')
  const events = await db.selectFrom('audit_events').select('changes').orderBy('id').execute()
  expect(events.map((event) => event.changes)).toEqual([
    { email: [null, '[deleted]'], first_name: [null, '[deleted]'], terms_version: [null, '1'] },
    {},
    changes,
    { email: [null, oldAddress] },
  ])
})

test('the audit log refuses every other change, even where it redacts', async () => {
  const server = await startTestServer()
  const person = await buildDeveloper(server)
  await server.as(person).call(updateAccount, { body: { first_name: 'Zephyrine' } })
  const change = (assignment: string) =>
    server.services.db.transaction().execute(async (tx) => {
      await sql`select set_config('trestle.redacts_audit_events', 'on', true)`.execute(tx)
      await sql`update audit_events set ${sql.raw(assignment)}`.execute(tx)
    })
  for (const assignment of [
    `action = 'app.deleted'`,
    `actor_id = null`,
    `at = now()`,
    `changes = '{}'`,
    `changes = '{"first_name": ["Pat", "Someone"]}'`,
    `changes = changes || '{"more": [null, "[deleted]"]}'`,
  ]) {
    await expect(change(assignment), assignment).rejects.toThrow(/append-only/)
  }
  expect((await server.as(person).call(getSession)).body.developer?.first_name).toBe('Zephyrine')
})
