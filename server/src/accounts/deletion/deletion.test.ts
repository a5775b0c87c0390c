import { getSession, signIn, updateAdminDeveloper } from '@trestle/domain/accounts/contract.ts'
import { deleteAccount, exportAccount } from '@trestle/domain/accounts/deletion/contract.ts'
import { suspendDeveloper } from '@trestle/domain/accounts/suspensions/contract.ts'
import { recordAnalytics } from '@trestle/domain/analytics/contract.ts'
import { listAuditEvents } from '@trestle/domain/audit/contract.ts'
import { renewNotificationFeed } from '@trestle/domain/notifications/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  buildApp,
  buildCollaborator,
  buildDeveloper,
  buildSuspension,
  password,
  type DeveloperRow,
} from '../../../testing/build.ts'
import { listEmailsTo } from '../../../testing/emails.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { listPersonalTables } from './store.ts'

let server: TestServer
let staff: DeveloperRow
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true, env: { SIGN_IN_ATTEMPTS: '1000' } })
  staff = await buildDeveloper(server, { is_admin: true })
})
afterAll(() => server.close())

const leave = (person: DeveloperRow) =>
  server.as(person).call(deleteAccount, { body: { email: person.email } })

const event = {
  key: 'developers.app_metrics.view_report.clicked',
  additional_properties: { app_id: 7 },
} as const
const report = (person: DeveloperRow) => server.as(person).call(recordAnalytics, { body: event })

test('an export has everything of the account and no secret', async () => {
  const app = await buildApp(server)
  const person = await buildCollaborator(server, app, 'developer')
  await server.as(person).call(renewNotificationFeed)
  await report(person)
  const { body, text } = await server.as(person).call(exportAccount)
  expect(body.account).toMatchObject({ id: person.id, email: person.email, terms_version: '2026-11-01' })
  expect(body.apps).toEqual([{ id: app.id, internal_name: app.internal_name, role: 'developer' }])
  expect(body.audit_events).toMatchObject([{ action: 'notification_feed.created' }])
  expect(Object.keys(body.tables)).toEqual(
    expect.arrayContaining(['drafts', 'email_changes', 'notification_feeds', 'security_events', 'sessions']),
  )
  expect(body.tables['sessions']).toHaveLength(1)
  expect(body.tables['analytics_events']).toMatchObject([{ key: event.key, properties: { app_id: 7 } }])
  expect(body.tables['notification_feeds']).toHaveLength(1)
  expect(body.tables['security_events']).toMatchObject([{ kind: 'account.exported' }])
  expect(text).not.toMatch(/_hash"|"secret|"public_key"/)
})

test('deleting an account leaves nothing personal, and the audit log names a deleted developer', async () => {
  const app = await buildApp(server)
  const person = await buildCollaborator(server, app, 'admin')
  await server.as(person).call(renewNotificationFeed)
  await server.as(person).call(exportAccount)
  await report(person)
  const { headers } = await leave(person)

  expect(headers['clear-site-data']).toBe('"cache", "storage"')
  expect((await server.as(person).call(getSession)).body.developer).toBe(null)
  const { db } = server.services
  const row = await db.selectFrom('developers').selectAll().where('id', '=', person.id).executeTakeFirst()
  expect(row).toMatchObject({ name: 'Deleted developer', company_name: '', email_confirmed_at: null })
  expect(row?.email).toBe(`deleted-${person.id}@deleted.invalid`)
  const tables = await listPersonalTables(db)
  expect(tables).toContainEqual({ table: 'analytics_events', column: 'developer_id' })
  for (const { table, column } of tables) {
    const { rows } = await server.database.pool.query(`select from ${table} where ${column} = $1`, [
      person.id,
    ])
    expect(rows, table).toEqual([])
  }
  const roles = await db
    .selectFrom('collaborators')
    .select('id')
    .where('developer_id', '=', person.id)
    .execute()
  expect(roles).toEqual([])
  const emails = await listEmailsTo(server, person.email)
  expect(emails, 'only the email that says so').toMatchObject([
    { kind: 'account_deleted', subject: 'Your Trestle account was deleted' },
  ])
  const { body } = await server
    .as(staff)
    .call(listAuditEvents, { query: { filters: { actor_id: person.id } } })
  expect(body.map(({ action, actor }) => [action, actor?.id, actor?.name])).toEqual([
    ['developer.deleted', person.id, 'Deleted developer'],
    ['notification_feed.created', person.id, 'Deleted developer'],
  ])
})

test('no one can sign in to a deleted account, and staff cannot bring it back', async () => {
  const person = await buildDeveloper(server)
  await leave(person)
  for (const email of [person.email, `deleted-${person.id}@deleted.invalid`]) {
    expect((await server.anonymous().attempt(signIn, { body: { email, password } })).status).toBe(422)
  }
  const params = { id: person.id }
  const changed = await server
    .as(staff)
    .refusal(updateAdminDeveloper, { params, body: { email: 'back@example.test' } })
  expect(changed.body).toMatchObject({ code: 'conflict', message: 'This account was deleted.' })
  const suspended = await server.as(staff).refusal(suspendDeveloper, { params, body: { reason: 'x' } })
  expect(suspended.body.code).toBe('conflict')
})

test('a refusal names the apps to transfer first, and nothing is deleted', async () => {
  const app = await buildApp(server, { internal_name: 'Crane Planner' })
  const owner = await server.services.db
    .selectFrom('developers')
    .selectAll()
    .where('id', '=', app.owner_id)
    .executeTakeFirstOrThrow()
  const refused = await server.as(owner).refusal(deleteAccount, { body: { email: owner.email } })
  expect(refused.body).toMatchObject({
    code: 'conflict',
    message: 'You own apps: Crane Planner. Transfer or delete them first.',
  })
  expect((await server.as(owner).call(getSession)).body.developer?.email).toBe(owner.email)
})

test('the last admin who is not suspended cannot leave', async () => {
  const own = await startTestServer()
  const last = await buildDeveloper(own, { is_admin: true })
  const suspended = await buildDeveloper(own, { is_admin: true })
  await buildSuspension(own, { developer_id: suspended.id, suspended_by: last.id })
  const refused = await own.as(last).refusal(deleteAccount, { body: { email: last.email } })
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
})

test("the typed address must be the account's", async () => {
  const person = await buildDeveloper(server)
  const refused = await server.as(person).refusal(deleteAccount, { body: { email: staff.email } })
  expect(refused.body.fields?.email).toEqual(['Type the email address of your account'])
})
