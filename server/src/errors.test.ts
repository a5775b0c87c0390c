import { expect, test } from 'vitest'
import { buildApp, buildDeveloper, type AppRow, type DeveloperRow } from '../testing/build.ts'
import { startTestServer } from '../testing/server.ts'
import { statementsDuring } from '../testing/statements.ts'
import { RefusalError, requireUnchanged } from './errors.ts'

test('builds the reply of a conflict only when there is one', async () => {
  let built = 0
  const load = async () => ({ built: (built += 1) })
  const at = '2026-11-02T00:00:00Z'
  await requireUnchanged(at, undefined, load)
  await requireUnchanged(at, '2026-11-02T00:00:00.000+00:00', load)
  expect(built).toBe(0)
  const refused: unknown = await requireUnchanged(at, '2026-11-01T00:00:00Z', load).catch((error) => error)
  expect([refused instanceof RefusalError && refused.current, built]).toEqual([{ built: 1 }, 1])
})

interface Rows {
  app: AppRow
  developer: DeveloperRow
}

test.each([
  ['an app', ({ app }: Rows) => `developer_apps/${app.id}`],
  ['an app by staff', ({ app }: Rows) => `admin/developer_apps/${app.id}`],
  ['a developer by staff', ({ developer }: Rows) => `admin/developers/${developer.id}`],
] as const)('a save of %s without conflict loads its reply once', async (_thing, path) => {
  const server = await startTestServer()
  const developer = await buildDeveloper(server)
  const app = await buildApp(server, { owner_id: developer.id })
  const url = `/api/v1/${path({ app, developer })}`
  const client = server.as(
    url.includes('admin') ? await buildDeveloper(server, { is_admin: true }) : developer,
  )
  const before = await client.get(url)
  const change = 'first_name' in before.body ? { first_name: 'New' } : { name: 'New' }
  const sent = await statementsDuring(server, async () => {
    const saved = await client.patch(url, { ...change, if_unchanged_since: before.body.updated_at })
    expect([saved.status, saved.body]).toMatchObject([200, change])
  })
  const queries = sent.filter((statement) => statement.startsWith('select'))
  expect(queries.length).toBeGreaterThan(1)
  expect(queries.filter((query, index) => queries.indexOf(query) !== index)).toEqual([])
})
