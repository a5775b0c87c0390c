import { existsSync } from 'node:fs'
import { readdir, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { newFolder } from '../../testing/folders.ts'
import { startTestServer } from '../../testing/server.ts'

const isBuilt = existsSync(new URL('../../../web/dist/index.html', import.meta.url))

test.runIf(isBuilt)('opening a page never sends the session cookie', async () => {
  const server = await startTestServer()
  const loadCookie = async (client: ReturnType<typeof server.as>) =>
    [(await client.get('/developer_apps')).headers['set-cookie']].flat().join('; ')
  expect(await loadCookie(server.as(await buildDeveloper(server)))).not.toContain('trestle_session')
  expect(await loadCookie(server.anonymous())).not.toContain('trestle_session')
})

test.runIf(isBuilt).each(['/assets/..%2f..%2fpackage.json', '/assets/..%5c..%5cpackage.json'])(
  "answers 404 without an error for an address that leaves the web app's folder, %s",
  async (address) => {
    const server = await startTestServer()
    const answer = await server.anonymous().get(address)
    expect([answer.status, answer.body]).toMatchObject([404, { code: 'not_found' }])
  },
)

test('an address whose parameter is too long is a page that does not exist', async () => {
  const webFolder = await newFolder({ 'index.html': '<title>x</title><div id="root"></div><!--bootstrap-->' })
  const server = await startTestServer({ webFolder })
  const { statusCode, headers } = await server.app.inject(`/files/${'a'.repeat(400)}`)
  expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
})

test('never serves source maps, built or not', async () => {
  const assets = ['app.js', 'app.js.map', 'app.css.MAP']
  const webFolder = await newFolder({
    'index.html': '<div id="root"></div>',
    ...Object.fromEntries(assets.map((name) => [`assets/${name}`, `the content of ${name}`])),
  })
  const server = await startTestServer({ webFolder })
  expect((await server.app.inject('/assets/app.js')).body).toBe('the content of app.js')
  const maps = ['app.js.map', 'app.js%2emap', 'app.js.ma%70', './app.js.map', 'app.css.MAP', 'missing.js.map']
  for (const name of maps) {
    const answer = await server.app.inject(`/assets/${name}`)
    expect([answer.statusCode, answer.body], name).toEqual([404, expect.not.stringContaining('the content')])
  }
})

test("serves a file without listing its folder, which has those of a week's builds", async ({ skip }) => {
  const assets = join(
    await newFolder({ 'assets/app.js': '', 'index.html': '<div id="root"></div>' }),
    'assets',
  )
  const server = await startTestServer({ webFolder: dirname(assets) })
  const wasListed = async () => (await stat(assets)).atimeMs > 0
  await utimes(assets, 0, new Date())
  expect((await server.app.inject('/assets/app.js')).statusCode).toBe(200)
  expect(await wasListed()).toBe(false)
  await readdir(assets)
  if (!(await wasListed())) skip('The file system records no access to folders.')
})

test.runIf(isBuilt)('builds the web app without source maps', async () => {
  const files = await readdir(new URL('../../../web/dist/', import.meta.url), { recursive: true })
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
})

test('embeds the data of a page for its web app, not what only the server reads', async () => {
  const webFolder = await newFolder({ 'index.html': '<title>x</title><div id="root"></div><!--bootstrap-->' })
  const server = await startTestServer({ webFolder })
  const { text } = await server.as(await buildDeveloper(server)).get('/marketplace')
  const block = /id="bootstrap">(.*?)<\/script>/s.exec(text)?.[1]
  const { page } = JSON.parse(block ?? '{}') as { page?: object }
  expect(Object.keys(page ?? {})).toEqual(['data'])
})

test('a name that looks like the placeholder of the nonce never shows the nonce', async () => {
  const webFolder = await newFolder({
    'index.html':
      '<title>x</title><style nonce="__CSP_NONCE__"></style><div id="root"></div><!--bootstrap-->',
  })
  const server = await startTestServer({ webFolder })
  const person = await buildDeveloper(server, { first_name: '__CSP_NONCE__' })
  const { text } = await server.as(person).get('/developer_apps')
  const [, nonce = ''] = /<style nonce="([^"_]{16,})">/.exec(text) ?? []
  expect(nonce).not.toBe('')
  expect(text.split(nonce)).toHaveLength(2)
  expect(text).toContain('"__CSP_NONCE__')
})

test('names the files and calls of a page in the document of someone who is signed in', async () => {
  const webFolder = await newFolder({
    'index.html':
      '<html><head><title>x</title></head><body><div id="root"></div><!--bootstrap--></body></html>',
    'pageFiles.json': JSON.stringify({
      app: { scripts: ['assets/app.js'], styles: ['assets/app.css'] },
      'app/collaborators': { scripts: ['assets/app.js', 'assets/collaborators.js'], styles: [] },
      adminApps: { scripts: [], styles: [] },
      notifications: { scripts: [], styles: [] },
    }),
  })
  const server = await startTestServer({ webFolder, env: { STAFF_SECOND_FACTOR: 'required' } })
  const developer = server.as(await buildDeveloper(server))
  const preloadsOf = async (client: typeof developer, address: string, headers = {}) =>
    [
      ...(await client.send({ method: 'GET', url: address, headers })).text.matchAll(
        /<link rel="(\w+)"[^>]* href="([^"]*)">/g,
      ),
    ].map(([, rel, href]) => `${rel} ${href}`)
  const app = ['/api/v1/developer_apps/1', '/api/v1/developer_app_permissions?developer_app_id=1']
  expect(await preloadsOf(developer, '/developer_apps/1')).toEqual([
    'stylesheet /assets/app.css',
    ...app.map((address) => `preload ${address}`),
    expect.stringContaining('[versionable_type]=Sandbox'),
    expect.stringContaining('[versionable_type]=ProductionEnvironment'),
    'preload /api/v1/manifest_templates',
    'preload /api/v1/drafts/manifest/1',
    'preload /assets/app.js',
  ])
  // A query filters and sorts in ways that the page knows.
  expect(await preloadsOf(developer, '/developer_apps/1/collaborators?sort=name')).toEqual([
    'preload /assets/app.js',
    'preload /assets/collaborators.js',
  ])
  const rowsWith = (typed: string) =>
    preloadsOf(developer, '/notifications', { cookie: `list-per-page=${typed}` })
  const firstPage = (rows: number) => [`preload /api/v1/notifications?page=1&amp;per_page=${rows}`]
  expect(await preloadsOf(developer, '/notifications')).toEqual(firstPage(50))
  expect(await rowsWith('25')).toEqual(firstPage(25))
  for (const typed of ['0', '101', '1.5', 'many', '']) expect(await rowsWith(typed)).toEqual(firstPage(50))
  // A preloaded module is compiled while it arrives, but only Chromium 156 and later can request one again that failed.
  const scriptsOf = async (version: number) => {
    const brands = `"Chromium";v="${version}", "Not-A.Brand";v="8"`
    const found = await preloadsOf(developer, '/developer_apps/1', { 'sec-ch-ua': brands })
    return found.filter((tag) => tag.endsWith('.js'))
  }
  expect(await scriptsOf(156)).toEqual(['modulepreload /assets/app.js'])
  expect(await scriptsOf(155)).toEqual(['preload /assets/app.js'])
  expect(await preloadsOf(developer, '/developer_apps')).toEqual([])
  expect(await preloadsOf(server.anonymous(), '/developer_apps/1')).toEqual([])
  // Not for a page that they can't open.
  expect(await preloadsOf(developer, '/admin/developer_apps')).toEqual([])
  // Staff who must set up a second factor first get only that page.
  const grace = { is_admin: true, factor_grace_from: '2020-01-01T00:00:00Z' }
  expect(await preloadsOf(server.as(await buildDeveloper(server, grace)), '/developer_apps/1')).toEqual([])
  // Their calls are refused until they accept the terms.
  const due = server.as(await buildDeveloper(server, { terms_version: '2020-01-01' }))
  expect(await preloadsOf(due, '/developer_apps/1')).toEqual([
    'stylesheet /assets/app.css',
    'preload /assets/app.js',
  ])
})
