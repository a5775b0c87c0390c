import { text } from 'node:stream/consumers'
import { requestUsageReport } from '@trestle/domain/metrics/contract.ts'
import { updateAdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { buildApp, buildDeveloper, buildVersion } from '../../testing/build.ts'
import { installation, startService } from '../../testing/platform.ts'
import { startTestServer } from '../../testing/server.ts'
import { routes } from '../routes.ts'
import { csvStream, csvText } from './csv.ts'

const quotedLine = /^"(?:[^"]|"")*"(?:,"(?:[^"]|"")*")*$/

const mark = '\uFEFF'

test('starts with a byte-order mark, without which Excel garbles names', { tags: ['MET-26'] }, async () => {
  const table = { header: ['name'], batches: toBatches([['Zoë'], ['Łódź']]) }
  expect(csvText([['Zoë']])).toBe(`${mark}"Zoë"\r\n`)
  expect(await text(await csvStream(table))).toBe(`${mark}"name"\r\n"Zoë"\r\n"Łódź"\r\n`)
})

async function* toBatches(rows: string[][]) {
  for (const row of rows) yield await Promise.resolve([row])
}

test('quotes every cell, even empty cells, numbers and booleans, so that no separator starts a new cell', () => {
  const rows = [
    ['name', 'count', 'is_demo', 'note'],
    ['North; =1+1', 3, true, null],
    ['tab\t=2+2', 0, false, ''],
    ['say "hi"', 1.5, true, 'two\r\nlines'],
  ]
  expect(csvText(rows)).toBe(
    [
      `${mark}"name","count","is_demo","note"`,
      '"North; =1+1","3","true",""',
      '"tab\t=2+2","0","false",""',
      '"say ""hi""","1.5","true","two\r\nlines"',
      '',
    ].join('\r\n'),
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
  'puts an apostrophe before a cell that a spreadsheet would run: %j',
  { tags: ['MET-26'] },
  (cell) => {
    expect(parse(csvText([[cell]]), { record_delimiter: '\r\n', bom: true })).toEqual([[`'${cell}`]])
  },
)

test('quotes every cell in every export of the portal', async () => {
  const server = await startTestServer()
  const staff = await buildDeveloper(server, { is_admin: true })
  const app = await buildApp(server, { internal_name: 'North; =1+1', name: 'North; =1+1' })
  await buildVersion(server, app, {
    versionable_type: 'ProductionEnvironment',
    state: 'in_review',
    in_review_at: server.services.now(),
    has_data_connector: true,
  })
  await server.services.db
    .updateTable('developer_apps')
    .set({ marketplace_listing_in_review_at: server.services.now() })
    .where('id', '=', app.id)
    .execute()
  await (
    await startService(server)
  ).send([installation(app, { company: { id: 1, name: 'Ridge; =1+1', demo: false } })])
  await server
    .as(staff)
    .call(updateAdminDeveloperApp, { params: { id: app.id }, body: { marketplace_enabled: true } })
  await server.as({ id: app.owner_id }).call(requestUsageReport, { params: { id: app.id } })
  await server.drainJobs()
  const tables = routes
    .filter(({ endpoint }) => endpoint.csv !== undefined)
    .map(({ endpoint }) => endpoint.path)
  expect(tables.length).toBeGreaterThan(3)
  const addresses = [...tables, `/admin/developer_apps/${app.id}/engagement_report/installations.csv`]
  const files: [name: string, content: string][] = []
  for (const address of addresses) {
    files.push([address, (await server.as(staff).get(address)).text])
  }
  const report = await server.services.db.selectFrom('mail_attachments').select('content').execute()
  files.push(...report.map(({ content }): [string, string] => ['usage report', content.toString('utf8')]))
  expect(files.map(([name]) => name)).toContain('usage report')
  for (const [name, content] of files) {
    expect(content.startsWith(mark), name).toBe(true)
    const lines = content.slice(1).trimEnd().split('\r\n')
    expect(
      lines.filter((line) => !quotedLine.test(line)),
      name,
    ).toEqual([])
    // The usage report of an app without calls has only a header.
    if (name !== 'usage report') expect(lines.length, name).toBeGreaterThan(1)
  }
})
