import { expect, test } from 'vitest'
import { buildApp, buildDeveloper, type AppRow, type DeveloperRow } from '../testing/build.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
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

/** Collects the text and parameters of each query while `work` runs. */
async function queriesDuring({ services }: TestServer, work: () => Promise<unknown>): Promise<string[]> {
  const queries: string[] = []
  const { db } = services
  services.db = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      const { sql, parameters } = db.getExecutor().compileQuery(node, queryId)
      if (sql.startsWith('select')) queries.push(`${sql} ${JSON.stringify(parameters)}`)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await work()
  services.db = db
  return queries
}

interface Rows {
  app: AppRow
  developer: DeveloperRow
}

test.each([
  ['an app', ({ app }: Rows) => `developer_apps/${app.id}`, 0],
  // The reply's own two parts each read the listing.
  ['an app by staff', ({ app }: Rows) => `admin/developer_apps/${app.id}`, 1],
  ['a developer by staff', ({ developer }: Rows) => `admin/developers/${developer.id}`, 0],
] as const)('a save of %s without conflict loads its reply once', async (_thing, path, repeats) => {
  const server = await startTestServer()
  const developer = await buildDeveloper(server)
  const app = await buildApp(server, { owner_id: developer.id })
  const url = `/api/v1/${path({ app, developer })}`
  const client = server.as(
    url.includes('admin') ? await buildDeveloper(server, { is_admin: true }) : developer,
  )
  const before = await client.get(url)
  const change = 'first_name' in before.body ? { first_name: 'New' } : { name: 'New' }
  const queries = await queriesDuring(server, async () => {
    const saved = await client.patch(url, { ...change, if_unchanged_since: before.body.updated_at })
    expect([saved.status, saved.body]).toMatchObject([200, change])
  })
  expect(queries.length).toBeGreaterThan(2)
  expect(queries.filter((query, index) => queries.indexOf(query) !== index)).toHaveLength(repeats)
})
