// @module-tag engine
import { existsSync } from 'node:fs'
import { EngagementReport, type ReportRange } from '@trestle/domain/metrics/contract.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import {
  buildApp,
  buildCollaborator,
  buildDeveloper,
  type AppRow,
  type DeveloperRow,
} from '../../testing/build.ts'
import { installation, startService, uninstallation, view } from '../../testing/platform.ts'
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts'
import { mayLackAccess } from '../errors.ts'
import { reportEngagement } from './reportEngagement.ts'

const isBuilt = existsSync(new URL('../../../web/dist/index.html', import.meta.url))

const company = (id: number, name: string, demo = false) => ({ company: { id, name, demo } })

async function openApp() {
  const server = await startTestServer()
  const app = await buildApp(server)
  return { server, app, service: await startService(server) }
}

const report = (server: TestServer, app: AppRow, withEmails = false, page = 1, range: ReportRange = 'all') =>
  reportEngagement(server.services, app, { page, range, withEmails })

test(
  'the report has both metrics by date with totals, and the records of its days, newest first',
  { tags: ['MET-07', 'MET-09', 'MET-15', 'MET-17', 'MET-18'] },
  async () => {
    const { server, app, service } = await openApp()
    await service.send([
      installation(app, { ...company(1, 'Harbour Build'), occurred_at: '2026-01-30T10:00:00Z' }),
      installation(app, { ...company(2, 'Demo Builders', true), occurred_at: '2026-01-30T11:00:00Z' }),
      uninstallation(app, { ...company(1, 'Harbour Build'), occurred_at: '2026-02-01T23:59:59Z' }),
      installation(app, { ...company(3, 'Ridge & Sons'), occurred_at: '2026-02-01T00:00:00Z' }),
      view(app, { occurred_at: '2026-01-29T00:30:00+01:00' }),
      view(app, { occurred_at: '2026-02-01T12:00:00Z' }),
      view(app, { occurred_at: '2026-02-01T13:00:00Z' }),
    ])
    server.clock.advance(Date.parse('2026-02-02T08:00:00Z') - server.services.now().getTime())
    const answer = await report(server, app)
    expect(EngagementReport.parse(answer)).toEqual(answer)
    expect(answer).toMatchObject({
      developer_app_id: app.id,
      internal_name: app.internal_name,
      app_installations: { total_count: 4 },
      daily_app_installations_aggregates: {
        rows: { '2026-01-30': { count: 1 }, '2026-02-01': { count: 1 } },
        total_count: 2,
      },
      daily_marketplace_app_views_aggregates: {
        rows: { '2026-01-28': { count: 1 }, '2026-02-01': { count: 2 } },
        total_count: 3,
      },
      days: { page: 1, per_page: 25, total_count: 6 },
      generated_at: expect.stringMatching(/^2026-02-02T08:00/),
    })
    expect(answer.days.rows).toEqual([
      { date: '2026-02-02', visits: 0, installations: 0, records: 0 },
      { date: '2026-02-01', visits: 2, installations: 1, records: 2 },
      { date: '2026-01-31', visits: 0, installations: 0, records: 0 },
      { date: '2026-01-30', visits: 0, installations: 1, records: 2 },
      { date: '2026-01-29', visits: 0, installations: 0, records: 0 },
      { date: '2026-01-28', visits: 1, installations: 0, records: 0 },
    ])
    expect(
      answer.app_installations.rows.map(({ company_name, company_is_demo, procore_updated_at, status }) => [
        company_name,
        company_is_demo,
        procore_updated_at,
        status,
      ]),
    ).toEqual([
      ['Harbour Build', false, '2026-02-01T23:59:59.000Z', 'uninstalled'],
      ['Ridge & Sons', false, '2026-02-01T00:00:00.000Z', 'installed'],
      ['Demo Builders', true, '2026-01-30T11:00:00.000Z', 'installed'],
      ['Harbour Build', false, '2026-01-30T10:00:00.000Z', 'installed'],
    ])
  },
)

/** Creates an app with an installation and a view on each of the last 60 days, including today. */
async function openAppWithSixtyDays() {
  const { server, app, service } = await openApp()
  const first = Date.parse('2026-01-01T12:00:00Z')
  const toDay = (index: number) => new Date(first + index * dayMs).toISOString()
  await service.send(
    Array.from({ length: 60 }, (_, index) => [
      installation(app, { ...company(index + 1, `Company ${index}`), occurred_at: toDay(index) }),
      view(app, { occurred_at: toDay(index) }),
    ]).flat(),
  )
  server.clock.advance(Date.parse(toDay(59)) - server.services.now().getTime())
  return { server, app, dayOf: toDay }
}

test(
  'a page of the report has 25 days and the records of those days only',
  { tags: ['MET-06'] },
  async () => {
    const { server, app, dayOf: toDay } = await openAppWithSixtyDays()
    const pages = await Promise.all([1, 2, 3].map((page) => report(server, app, false, page)))
    expect(pages.map(({ days }) => [days.page, days.total_count, days.rows.length])).toEqual([
      [1, 60, 25],
      [2, 60, 25],
      [3, 60, 10],
    ])
    const dates = pages.flatMap(({ days }) => days.rows.map(({ date }) => date))
    expect(dates).toEqual(Array.from({ length: 60 }, (_, index) => toDay(59 - index).slice(0, 10)))
    expect(
      pages.map(({ app_installations }) => app_installations.rows.map(({ company_name }) => company_name)[0]),
    ).toEqual(['Company 59', 'Company 34', 'Company 9'])
    for (const { app_installations, days } of pages) {
      expect(app_installations.total_count).toBe(60)
      expect(app_installations.rows.map((row) => row.procore_updated_at.slice(0, 10))).toEqual(
        days.rows.map(({ date }) => date),
      )
    }
  },
)

test.each([
  ['7', 7, ['Company 59', 'Company 53'], 7],
  ['30', 30, ['Company 59', 'Company 30'], 30],
  ['90', 60, ['Company 59', 'Company 0'], 60],
  ['all', 60, ['Company 59', 'Company 0'], 60],
] as const)(
  'a range of %s days has %i days, in the report and in the export',
  async (range, count, [newest, oldest], installed) => {
    const { server, app } = await openAppWithSixtyDays()
    const developer = await buildCollaborator(server, app, 'developer')
    const answer = await report(server, app, false, 1, range)
    expect(answer).toMatchObject({
      range,
      days: { total_count: count },
      app_installations: { total_count: installed },
      daily_app_installations_aggregates: { total_count: installed },
      daily_marketplace_app_views_aggregates: { total_count: installed },
    })
    const { text } = await server
      .as(developer)
      .get(`/developer_apps/${app.id}/installations.csv?range=${range}`)
    const names = (parse(text, { columns: true, bom: true }) as { 'Company Name': string }[]).map(
      (row) => row['Company Name'],
    )
    expect([names.length, names[0], names.at(-1)]).toEqual([installed, newest, oldest])
  },
)

test('a range without records lists its days if the app has records on other days', async () => {
  const { server, app, service } = await openApp()
  await service.send([view(app, { occurred_at: '2026-01-01T12:00:00Z' })])
  server.clock.advance(Date.parse('2026-03-01T12:00:00Z') - server.services.now().getTime())
  const answer = await report(server, app, false, 1, '7')
  expect(answer.days.rows.map(({ date }) => date)).toEqual(
    [1, 28, 27, 26, 25, 24, 23].map((day) => `2026-0${day === 1 ? 3 : 2}-${String(day).padStart(2, '0')}`),
  )
  expect(answer.daily_marketplace_app_views_aggregates).toEqual({ rows: {}, total_count: 0 })
})

test('a day lists its newest 50 records and says how many it has', async () => {
  const { server, app, service } = await openApp()
  const at = (index: number) => `2026-01-31T12:00:${String(index).padStart(2, '0')}Z`
  await service.send(
    Array.from({ length: 60 }, (_, index) =>
      installation(app, { ...company(index + 1, `Company ${index}`), occurred_at: at(index) }),
    ),
  )
  server.clock.advance(Date.parse('2026-01-31T20:00:00Z') - server.services.now().getTime())
  const { days, app_installations } = await report(server, app)
  expect(days.rows).toEqual([{ date: '2026-01-31', visits: 0, installations: 60, records: 60 }])
  expect(app_installations.rows.map(({ company_name }) => company_name)).toEqual(
    Array.from({ length: 50 }, (_, index) => `Company ${59 - index}`),
  )
})

test('an app without views and installations has an empty report', { tags: ['MET-16'] }, async () => {
  const { server, app } = await openApp()
  const empty = { rows: {}, total_count: 0 }
  expect(await report(server, app)).toMatchObject({
    app_installations: { rows: [], total_count: 0 },
    daily_app_installations_aggregates: empty,
    daily_marketplace_app_views_aggregates: empty,
    days: { rows: [], page: 1, per_page: 25, total_count: 0 },
    reported_at: null,
  })
})

interface Team {
  server: TestServer
  app: AppRow
  people: Record<'guest' | 'developer' | 'admin' | 'owner' | 'stranger' | 'employee' | 'staff', DeveloperRow>
}

async function openTeam(): Promise<Team> {
  const { server, app, service } = await openApp()
  await service.send([
    installation(app, {
      ...company(1, '=HYPERLINK("https://evil.example")'),
      user_email: 'lead@harbour.example',
    }),
    uninstallation(app, {
      ...company(2, 'Ridge, "Sons" & Öl', true),
      user_email: null,
      occurred_at: '2026-02-01T10:00:00Z',
    }),
  ])
  server.clock.advance(Date.parse('2026-02-02T08:00:00Z') - server.services.now().getTime())
  const people = {
    guest: await buildCollaborator(server, app, 'user'),
    developer: await buildCollaborator(server, app, 'developer'),
    admin: await buildCollaborator(server, app, 'admin'),
    owner: { id: app.owner_id } as DeveloperRow,
    stranger: await buildDeveloper(server),
    employee: await buildDeveloper(server, { is_employee: true }),
    staff: await buildDeveloper(server, { is_admin: true }),
  }
  return { server, app, people }
}

const statuses = async ({ server, people }: Team, url: string): Promise<Record<string, number>> => {
  const callers: [string, Client][] = [
    ['anonymous', server.anonymous()],
    ...Object.entries(people).map(([name, person]): [string, Client] => [name, server.as(person)]),
  ]
  return Object.fromEntries(
    await Promise.all(
      callers.map(async ([name, client]): Promise<[string, number]> => [
        name,
        (await client.get(url)).status,
      ]),
    ),
  )
}

test(
  "the app's team without guests can export, and platform admins at their own address",
  { tags: ['MET-20', 'MET-21', 'MET-25'] },
  async () => {
    const team = await openTeam()
    const { id } = team.app
    expect(await statuses(team, `/developer_apps/${id}/installations.csv`)).toEqual({
      anonymous: 401,
      guest: 403,
      developer: 200,
      admin: 200,
      owner: 200,
      stranger: 404,
      employee: 404,
      staff: 404,
    })
    expect(await statuses(team, `/admin/developer_apps/${id}/engagement_report/installations.csv`)).toEqual({
      anonymous: 401,
      guest: 404,
      developer: 404,
      admin: 404,
      owner: 404,
      stranger: 404,
      employee: 404,
      staff: 200,
    })
    const owner = team.server.as(team.people.owner)
    expect((await owner.get('/developer_apps/x/installations.csv')).status).toBe(404)
    expect((await owner.get('/developer_apps/999999/installations.csv')).status).toBe(404)
  },
)

test(
  'the export is UTF-8 by RFC 4180, with escaped formulas, and includes email addresses for staff only',
  { tags: ['MET-12', 'MET-24', 'MET-26'] },
  async () => {
    const { server, app, people } = await openTeam()
    const owned = await server.as(people.owner).get(`/developer_apps/${app.id}/installations.csv`)
    expect(owned.headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
    expect(owned.headers['content-disposition']).toMatch(
      new RegExp(`^attachment; filename="installations-${app.id}-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
    )
    expect(owned.text.split('\r\n')).toEqual([
      '\uFEFF"Company Name","Demo","Updated At","Status"',
      '"Ridge, ""Sons"" & Öl","Yes","2026-02-01T10:00:00.000Z","Uninstalled"',
      `"'=HYPERLINK(""https://evil.example"")","No","2026-01-31T12:00:00.000Z","Installed"`,
      '',
    ])
    expect(owned.text).not.toContain('lead@harbour.example')
    const address = `/admin/developer_apps/${app.id}/engagement_report/installations.csv`
    const staffs = await server.as(people.staff).get(address)
    expect(parse(staffs.text, { bom: true })).toEqual([
      ['Company Name', 'Demo', 'User Email', 'Updated At', 'Status'],
      ['Ridge, "Sons" & Öl', 'Yes', '', '2026-02-01T10:00:00.000Z', 'Uninstalled'],
      [
        `'=HYPERLINK("https://evil.example")`,
        'No',
        'lead@harbour.example',
        '2026-01-31T12:00:00.000Z',
        'Installed',
      ],
    ])
  },
)

test('an export longer than a batch has every record once, newest first', async () => {
  const { server, app, service } = await openApp()
  // Many records share one time: the next batch must start after the last row, not after its time.
  const batch = (name: string, occurred_at: string) =>
    Array.from({ length: 900 }, (_, index) =>
      installation(app, { ...company(index + 1, `${name} ${index}`), occurred_at }),
    )
  await service.send(batch('Early', '2026-01-30T12:00:00Z'))
  await service.send(batch('Same', '2026-01-31T12:00:00Z'))
  await service.send(batch('Late', '2026-01-31T12:00:00Z'))
  const { text } = await server.as({ id: app.owner_id }).get(`/developer_apps/${app.id}/installations.csv`)
  const [, ...rows] = parse(text, { bom: true }) as string[][]
  expect(rows).toHaveLength(2700)
  expect(new Set(rows.map(([name]) => name)).size).toBe(2700)
  const times = rows.map(([, , updated]) => updated ?? '')
  expect(times).toEqual(times.toSorted().toReversed())
})

test('an export that fails immediately returns an error, not a truncated file', async () => {
  const { server, app } = await openApp()
  const owner = server.as({ id: app.owner_id })
  await owner.get('/')
  await server.services.db.schema.dropTable('installation_events').cascade().execute()
  const { status, body } = await owner.get(`/developer_apps/${app.id}/installations.csv`)
  expect([status, body.code]).toEqual([500, 'internal'])
})

test('exports count toward the rate limit per minute', async () => {
  const server = await startTestServer({ env: { REQUESTS_PER_MINUTE: '4' } })
  const app = await buildApp(server)
  const owner = server.as({ id: app.owner_id })
  const answers = []
  for (let call = 0; call < 5; call += 1) {
    answers.push((await owner.get(`/developer_apps/${app.id}/installations.csv`)).status)
  }
  // The session's first request fetches its token.
  expect(answers).toEqual([200, 200, 200, 429, 429])
})

/** Returns the data embedded in the page at this address, without the session. */
async function embeddedIn(client: Client, url: string) {
  const answer = await client.get(url)
  const block = /<script type="application\/json" id="bootstrap">(.*?)<\/script>/s.exec(answer.text)?.[1]
  const { page } = JSON.parse(block ?? '{}') as {
    page?: { data?: unknown; refusal?: { code: string } }
  }
  return { status: answer.status, page, headers: answer.headers }
}

test.runIf(isBuilt)(
  "embeds the report's data in the page, by role, with email addresses for staff only",
  { tags: ['MET-02', 'MET-12', 'MET-19', 'MET-20', 'MET-24', 'MET-27'] },
  async () => {
    const team = await openTeam()
    const { server, app, people } = team
    const url = `/developer_apps/${app.id}/engagement_report`
    const owned = await embeddedIn(server.as(people.owner), url)
    expect(owned.status).toBe(200)
    const data = EngagementReport.parse(owned.page?.data)
    expect(data.app_installations.rows).toHaveLength(2)
    const staffs = await embeddedIn(server.as(people.staff), `/admin${url}`)
    const emails = /user_email|lead@harbour/
    expect(JSON.stringify(staffs.page)).toMatch(emails)
    expect(JSON.stringify(owned.page)).not.toMatch(emails)
    expect(EngagementReport.parse(staffs.page?.data).app_installations.rows[1]).toMatchObject({
      user_email_address: 'lead@harbour.example',
    })
    expect(await statuses(team, url)).toEqual({
      anonymous: 200,
      guest: 403,
      developer: 200,
      admin: 200,
      owner: 200,
      stranger: 404,
      employee: 404,
      staff: 404,
    })
    expect(await statuses(team, `/admin${url}`)).toEqual({
      anonymous: 200,
      guest: 404,
      developer: 404,
      admin: 404,
      owner: 404,
      stranger: 404,
      employee: 404,
      staff: 200,
    })
    expect((await embeddedIn(server.anonymous(), url)).page).toBeUndefined()
    const refused = await embeddedIn(server.as(people.stranger), url)
    expect(refused.page).toMatchObject({
      refusal: { code: 'not_found', message: `App not found. ${mayLackAccess}` },
    })
    expect((await embeddedIn(server.as(people.owner), '/developer_apps')).page).toBeUndefined()
  },
)

test.runIf(isBuilt)('a page of days beyond the last shows the last one', async () => {
  const { server, app, people } = await openTeam()
  server.clock.advance(Date.parse('2026-03-10T08:00:00Z') - server.services.now().getTime())
  const url = `/developer_apps/${app.id}/engagement_report`
  const owner = server.as(people.owner)
  const beyond = await owner.get(`${url}?page=99`)
  expect([beyond.status, beyond.headers.location]).toEqual([302, `${url}?page=2`])
  const ranged = await owner.get(`${url}?page=99&range=7`)
  expect([ranged.status, ranged.headers.location]).toEqual([302, `${url}?range=7&page=1`])
  const fetchPage = async (query: string) =>
    EngagementReport.parse((await embeddedIn(owner, `${url}${query}`)).page?.data).days.page
  expect([await fetchPage('?page=2'), await fetchPage('?page=none'), await fetchPage('')]).toEqual([2, 1, 1])
})
