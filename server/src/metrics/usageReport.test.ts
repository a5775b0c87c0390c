import {
  requestUsageReport,
  getUsageReportStatus,
  getMetricsSummary,
} from '@trestle/domain/metrics/contract.ts'
import { listJobs, retryJob } from '@trestle/domain/jobs/contract.ts'
import { updateNotificationPreferences } from '@trestle/domain/notificationPreferences/contract.ts'
import { reportsAreOff } from '@trestle/domain/notificationPreferences/rules.ts'
import { dayMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildApp, buildCollaborator, buildDeveloper } from '../../testing/build.ts'
import { apiCall, startService } from '../../testing/platform.ts'
import { holdRow, race } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startSmtp } from '../../testing/smtp.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { sendUsageReport } from './sendUsageReport.ts'

async function openApp(options: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(options)
  const app = await buildApp(server, { internal_name: 'Site Sync' })
  const developer = await buildCollaborator(server, app, 'developer')
  return {
    server,
    app,
    developer,
    request: () => server.as(developer).attempt(requestUsageReport, { params: { id: app.id } }),
    latest: () => server.as(developer).attempt(getUsageReportStatus, { params: { id: app.id } }),
  }
}

const attachments = (server: TestServer) =>
  server.services.db.selectFrom('mail_attachments').selectAll().orderBy('id').execute()

const ago = (server: TestServer, days: number): string =>
  new Date(server.services.now().getTime() - days * dayMs).toISOString()

test(
  'emails the requester 30 UTC days of calls as CSV',
  { tags: ['API-61', 'USAGE-03', 'USAGE-10'] },
  async () => {
    const { server, app, developer, request, latest } = await openApp()
    const { send } = await startService(server)
    const sent = await send([
      apiCall(app, { occurred_at: ago(server, 0), count: 12 }),
      apiCall(app, { occurred_at: ago(server, 29), response_code: 404, http_method: 'PATCH' }),
      apiCall(app, { occurred_at: ago(server, 29), normalized_route: '=HYPERLINK("x";"y"), Größe' }),
      apiCall(app, { occurred_at: ago(server, 30), count: 900 }),
      apiCall(await buildApp(server), { occurred_at: ago(server, 0), count: 900 }),
    ])
    expect(sent.body).toEqual({ accepted: 5, repeated: 0 })
    expect((await latest()).body).toEqual({ report: null, cooldown_ms: 0 })
    const answer = await request()
    expect(answer.status).toBe(202)
    expect(answer.body).toMatchObject({
      report: { state: 'generating', recipient: developer.email, finished_at: null },
      cooldown_ms: 300_000,
    })
    const [from, to] = [ago(server, 29).slice(0, 10), ago(server, 0).slice(0, 10)]
    // The days are those before the request, however late the job runs.
    server.clock.advance(dayMs)
    await server.drainJobs()
    expect((await latest()).body.report).toMatchObject({ state: 'sent', developer_app_id: app.id })
    expect(await server.emails()).toMatchObject([
      { kind: 'usage_report', recipient: developer.email, subject: 'API usage report of Site Sync' },
    ])
    const [file] = await attachments(server)
    expect(file).toMatchObject({
      filename: `api-usage-${app.id}-${from}-to-${to}.csv`,
      content_type: 'text/csv; charset=utf-8',
    })
    const text = file?.content.toString('utf8') ?? ''
    expect(parse(text, { record_delimiter: '\r\n', bom: true })).toEqual([
      ['Date', 'Response Code', 'HTTP Method', 'Normalized Route', 'Count'],
      [from, '200', 'GET', `'=HYPERLINK("x";"y"), Größe`, '1'],
      [from, '404', 'PATCH', '/rest/v1.0/projects/:project_id/observations', '1'],
      [to, '200', 'GET', '/rest/v1.0/projects/:project_id/observations', '12'],
    ])
    expect(text.endsWith('\r\n')).toBe(true)
    expect(await server.audit()).toContainEqual(
      expect.objectContaining({
        action: 'usage_report.requested',
        actor_id: developer.id,
        app_id: app.id,
      }),
    )
  },
)

const endings: Record<string, (server: TestServer, appId: number, developerId: number) => Promise<unknown>> =
  {
    'has left the app': ({ services: { db } }, appId, developerId) =>
      db
        .deleteFrom('collaborators')
        .where('app_id', '=', appId)
        .where('developer_id', '=', developerId)
        .execute(),
    'has become a guest': ({ services: { db } }, appId, developerId) =>
      db
        .updateTable('collaborators')
        .set({ role: 'user' })
        .where('app_id', '=', appId)
        .where('developer_id', '=', developerId)
        .execute(),
    'has an app that was deleted': ({ services: { db, now } }, appId) =>
      db.updateTable('developer_apps').set({ deleted_at: now() }).where('id', '=', appId).execute(),
  }

test.each(Object.keys(endings))('no report is sent to someone who %s since the request', async (what) => {
  const { server, app } = await openApp()
  const member = await buildCollaborator(server, app, 'developer')
  await server.as(member).call(requestUsageReport, { params: { id: app.id } })
  await endings[what]?.(server, app.id, member.id)
  await server.drainJobs()
  expect(await server.emails()).toEqual([])
  const reports = await server.services.db.selectFrom('usage_reports').select('state').execute()
  expect(reports).toEqual([{ state: 'failed' }])
})

test('a report without calls says so, and has its header', { tags: ['USAGE-03'] }, async () => {
  const { server, request } = await openApp()
  await request()
  await server.drainJobs()
  const [file] = await attachments(server)
  expect(file?.content.toString()).toBe(
    '\uFEFF"Date","Response Code","HTTP Method","Normalized Route","Count"\r\n',
  )
  expect((await server.emails())[0]?.body).toContain('The platform reported no API calls')
})

test(
  'refuses a second report for the app within 5 minutes, then accepts one',
  { tags: ['USAGE-07', 'USAGE-10'] },
  async () => {
    const { server, app, request } = await openApp()
    await request()
    await server.drainJobs()
    server.clock.advance(4 * minuteMs)
    const owner = server.as({ id: app.owner_id })
    const early = await owner.refusal(requestUsageReport, { params: { id: app.id } })
    expect(early.status).toBe(429)
    expect(early.body).toMatchObject({
      code: 'rate_limited',
      message:
        'A usage report of this app was requested a moment ago. You can request the next one in a minute.',
    })
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(early.headers['retry-after'])).toBeLessThanOrEqual(60)
    const other = await buildApp(server, { owner_id: app.owner_id })
    expect((await owner.call(requestUsageReport, { params: { id: other.id } })).status).toBe(202)
    server.clock.advance(minuteMs)
    expect((await request()).status).toBe(202)
  },
)

test('refuses a report to someone who gets no emails about reports', { tags: ['USAGE-03'] }, async () => {
  const { server, app } = await openApp()
  const owner = server.as({ id: app.owner_id })
  await owner.call(updateNotificationPreferences, { body: { reports: 'off' } })
  const refused = await owner.refusal(requestUsageReport, { params: { id: app.id } })
  expect(refused.body).toMatchObject({ code: 'conflict', message: reportsAreOff })
  await owner.call(updateNotificationPreferences, { body: { reports: 'daily' } })
  await owner.call(requestUsageReport, { params: { id: app.id } })
})

test(
  'of several requests at the same time, one is accepted and the others are refused',
  { tags: ['USAGE-10'], ...repeated },
  async () => {
    const { server, app, request } = await openApp()
    const answers = await race(
      server,
      holdRow('developer_apps', app.id),
      Array.from({ length: 5 }, () => request),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 429, 429, 429, 429])
    await server.drainJobs()
    expect(await server.emails()).toHaveLength(1)
  },
)

test('running the job twice sends one email', repeated, async () => {
  const { server, request } = await openApp()
  const { body } = await request()
  const id = body.report?.id ?? 0
  const send = () => sendUsageReport.run(server.services, { usage_report_id: id })
  await race(server, holdRow('usage_reports', id), [send, send])
  await server.drainJobs()
  expect(await server.emails()).toHaveLength(1)
  expect(await attachments(server)).toHaveLength(1)
})

/** Renames a column that only reports read, until the job has given up. */
async function failReport(server: TestServer): Promise<void> {
  const { db } = server.services
  await db.schema.alterTable('api_call_records').renameColumn('http_method', 'method_away').execute()
  for (let tries = 0; tries < 6; tries += 1) {
    await server.drainJobs()
    server.clock.advance(10 * minuteMs)
  }
  await db.schema.alterTable('api_call_records').renameColumn('method_away', 'http_method').execute()
}

test(
  'a failed report is announced by email, and the next one can be requested immediately',
  { tags: ['USAGE-06', 'USAGE-10'] },
  async () => {
    const { server, app, developer, request, latest } = await openApp()
    await request()
    await failReport(server)
    expect((await latest()).body).toMatchObject({ report: { state: 'failed' }, cooldown_ms: 0 })
    const emails = await server.emails()
    expect(emails).toMatchObject([
      {
        kind: 'usage_report_failed',
        recipient: developer.email,
        subject: "The API usage report of Site Sync couldn't be generated",
      },
    ])
    expect(emails[0]?.body).toContain("Hello,\n\nWe couldn't generate the API usage report")
    expect(emails[0]?.body).toContain(`/developer_apps/${app.id}/metrics`)
    expect((await request()).status).toBe(202)
    await server.drainJobs()
    expect((await latest()).body.report?.state).toBe('sent')
  },
)

test.each([
  ['rows', 100_001, 1],
  ['bytes', 21_000, 490],
])(
  'does not send a report with too many %s for an email, and tells the person who requested it why',
  async (_, rows, length) => {
    const { server, app, request, latest } = await openApp()
    await sql`insert into api_call_records (developer_app_id, day, response_code, http_method, normalized_route, count)
    select ${app.id}, ${ago(server, 1).slice(0, 10)}::date, 200, 'GET', repeat('x', ${length}::int) || number, 1
    from generate_series(1, ${rows}::int) number`.execute(server.services.db)
    await request()
    await server.drainJobs()
    expect((await latest()).body).toMatchObject({ report: { state: 'failed' }, cooldown_ms: 0 })
    const emails = await server.emails()
    expect(emails).toMatchObject([
      {
        kind: 'usage_report_failed',
        subject: 'The API usage report of Site Sync is too large for an email',
        body: expect.stringContaining('larger than 100,000 rows or 10 MB'),
      },
    ])
    expect(emails[0]?.body).toContain(server.services.settings.SUPPORT_URL)
    expect(emails[0]?.body).not.toContain('request it again')
    expect(await attachments(server)).toEqual([])
  },
)

/** Requests a report that fails, and returns its job. */
async function openFailed() {
  const opened = await openApp()
  await opened.request()
  await failReport(opened.server)
  const staff = opened.server.as(await buildDeveloper(opened.server, { is_admin: true }))
  const failed = await staff.call(listJobs, { query: { filters: { state: 'failed' } } })
  expect(failed.body).toMatchObject([{ kind: 'usageReport.send' }])
  return { ...opened, staff, id: failed.body[0]?.id ?? 0 }
}

test.each([
  ['a report', (server: TestServer) => server.drainJobs()],
  ['the email about a failed one', failReport],
])('%s goes to the address that the requester has by then', async (_what, finish) => {
  const { server, developer, request, latest } = await openApp()
  await request()
  const email = 'moved@example.test'
  await server.services.db.updateTable('developers').set({ email }).where('id', '=', developer.id).execute()
  await finish(server)
  expect((await server.emails()).map(({ recipient }) => recipient)).toEqual([email])
  expect((await latest()).body.report?.recipient).toBe(email)
})

test('a failed report whose job is retried is sent', async () => {
  const { server, staff, latest, id } = await openFailed()
  await staff.call(retryJob, { params: { id } })
  expect((await latest()).body.report).toMatchObject({ state: 'generating', finished_at: null })
  await server.drainJobs()
  expect((await latest()).body.report?.state).toBe('sent')
  expect((await server.emails()).map(({ kind }) => kind)).toEqual(['usage_report_failed', 'usage_report'])
})

test('a failed report is not retried after a newer one was requested', async () => {
  const { server, staff, request, id } = await openFailed()
  await request()
  const refused = await staff.refusal(retryJob, { params: { id } })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'There is nothing left to retry: it was requested again or canceled, or its app was deleted.',
  ])
  await server.drainJobs()
  expect((await server.emails()).map(({ kind }) => kind)).toEqual(['usage_report_failed', 'usage_report'])
})

test(
  "without its flag, usage reports can't be requested or read",
  { tags: ['USAGE-01', 'USAGE-02'] },
  async () => {
    const { request, latest } = await openApp({ env: { API_USAGE_VISIBLE: 'false' } })
    expect([(await request()).status, (await latest()).status]).toEqual([404, 404])
  },
)

test("a guest of the app can't request a report or see its metrics", async () => {
  const { server, app } = await openApp()
  const guest = server.as(await buildCollaborator(server, app, 'user'))
  const answers = await Promise.all([
    guest.refusal(requestUsageReport, { params: { id: app.id } }),
    guest.refusal(getUsageReportStatus, { params: { id: app.id } }),
    guest.refusal(getMetricsSummary, { params: { id: app.id } }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  expect(answers[0]?.body.message).toBe(
    "Only the app's owner, admins and developers can request a usage report.",
  )
})

test('a report whose email the server refuses permanently is shown as not delivered', async () => {
  const smtp = await startSmtp({ refusals: 1, refusalStatus: 550, refuses: 'recipient' })
  const { server, request, latest } = await openApp({ env: { SMTP_URL: smtp.url } })
  await request()
  await server.drainJobs()
  const { body } = await latest()
  expect(body).toMatchObject({
    report: { state: 'sent', undelivered_at: expect.any(String) },
    cooldown_ms: 0,
  })
  expect((await request()).status, 'without a wait').toBe(202)

  await server.drainJobs()
  expect((await latest()).body).toMatchObject({ report: { state: 'sent', undelivered_at: null } })
  expect(smtp.received).toHaveLength(1)
})

test('a report is no longer shown as not delivered once staff send its email again', async () => {
  const smtp = await startSmtp({ refusals: 1, refusalStatus: 550, refuses: 'content' })
  const { server, request, latest } = await openApp({ env: { SMTP_URL: smtp.url } })
  await request()
  await server.drainJobs()
  expect((await latest()).body).toMatchObject({ report: { undelivered_at: expect.any(String) } })
  const staff = server.as(await buildDeveloper(server, { is_admin: true }))
  const { body: jobs } = await staff.call(listJobs, { query: { filters: { kind: 'mail.deliver' } } })
  await staff.call(retryJob, { params: { id: jobs[0]?.id ?? 0 } })
  expect((await latest()).body).toMatchObject({ report: { undelivered_at: null } })
  await server.drainJobs()
  expect((await latest()).body).toMatchObject({ report: { state: 'sent', undelivered_at: null } })
  expect(smtp.received).toHaveLength(1)
})
