import { exportAccount } from '@trestle/domain/accounts/deletion/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp, buildDeveloper, type AppRow, type DeveloperRow } from '../../testing/build.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { installationExports } from '../metrics/exportInstallations.ts'
import { routes } from '../routes.ts'

let server: TestServer
let staff: DeveloperRow
let app: AppRow
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
  staff = await buildDeveloper(server, { is_admin: true })
  app = await buildApp(server, { owner_id: staff.id })
})
afterAll(() => server.close())

const tables = routes.filter(({ endpoint }) => endpoint.csv !== undefined)

test("lists the product's tables for download", () => {
  expect(tables.length).toBeGreaterThan(4)
  expect(installationExports.length).toBeGreaterThan(1)
})

/** All downloads that are generated from the portal's data. Uploaded files have unguessable addresses instead. */
const downloads = [
  ...tables.map(({ endpoint }) => endpoint.path),
  ...installationExports.map(({ path }) => path),
  exportAccount.path,
]

test('an export of the data of others by staff is recorded in the audit log', async () => {
  const ofStaff = downloads.filter((path) => path.includes('/admin/'))
  expect(ofStaff.length).toBeGreaterThan(5)
  for (const path of ofStaff) {
    const { headers } = await server.as(staff).get(path.replace(':id', String(app.id)))
    const [, filename] = /filename="(.+)"/.exec(String(headers['content-disposition'])) ?? []
    const entry = (await server.audit()).at(-1)
    expect(entry).toMatchObject({
      action: 'data.exported',
      actor_id: staff.id,
      subject_type: 'export',
      subject_id: filename,
      app_id: path.includes(':id') ? app.id : null,
    })
  }
  const recorded = await server.audit()
  await server.as(staff).get('/api/v1/admin/audit_events.csv?filters[action]=unknown')
  await server.as(staff).get(`/developer_apps/${app.id}/installations.csv`)
  expect(await server.audit()).toEqual(recorded)
})

test('the audit log keeps the filters of an export, and of a search only that there was one', async () => {
  const client = server.as(staff)
  await client.get('/api/v1/admin/developers.csv?filters[search]=Zoe&filters[suspended]=false')
  await client.get('/api/v1/admin/oauth_applications.csv?environment=sandbox&filters[name]=Zoe')
  await client.get(`/admin/developer_apps/${app.id}/engagement_report/installations.csv?range=30`)
  const recorded = (await server.audit()).filter(({ action }) => action === 'data.exported').slice(-3)
  expect(recorded.map(({ changes }) => changes)).toEqual([
    { search: [true, true], suspended: [false, false] },
    { environment: ['sandbox', 'sandbox'], name: [true, true] },
    { range: ['30', '30'] },
  ])
})

test.each(downloads)('no cache stores the download %s', async (path) => {
  const { status, headers } = await server.as(staff).get(path.replace(':id', String(app.id)))
  expect([status, headers['cache-control'], headers['etag']]).toEqual([200, 'no-store', undefined])
  if (path !== exportAccount.path) expect(headers['content-disposition']).toMatch(/^attachment; filename="/)
})

test.each(['range=8', 'range=', 'period=7'])(
  'an export refuses %s instead of exporting all days',
  async (query) => {
    for (const { path } of installationExports) {
      const { status, body } = await server.as(staff).get(`${path.replace(':id', String(app.id))}?${query}`)
      expect([status, body.code]).toEqual([422, 'invalid_input'])
    }
  },
)
