import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { appTabs, pageRoutes } from '@trestle/domain/routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp, buildDeveloper } from '../testing/build.ts'
import { buildSubmission } from '../testing/listings.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

/** Patterns whose last part names content. The other parameters are a row, a secret and a tab of an app. */
const contentPatterns = Object.values(pageRoutes)
  .map(({ pattern }) => pattern)
  .filter((pattern) => /\$(?!id\b|contactId\b|token\b|request\b|tab\b)\w+/.test(pattern))

/** A page of each kind that exists. A new kind of content page needs a row here. */
const existing: Record<string, string> = {
  '/reference/rest/docs/$page': '/reference/rest/docs/errors',
  '/reference/rest/$group': '/reference/rest/projects',
  '/documentation/$page': '/documentation/introduction',
  '/marketplace/$slug': '/marketplace/crane-watch',
}

const unknownNames = [
  'nonsense',
  'GRIT-BOARD',
  'Introduction',
  'a%20b',
  '%00',
  '%C3%A4',
  '%F0%9F%8F%97',
  '%252e',
  'constructor',
  '__proto__',
  ':x',
  'a.b',
  '-',
  'x'.repeat(250),
]

let webFolder: string
let server: TestServer
let appId: number
beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), 'trestle-web-'))
  await writeFile(join(webFolder, 'index.html'), '<title>Trestle</title><div id="root"></div>')
  server = await startTestServer({ keepOpen: true, webFolder })
  const app = await buildApp(server, {
    sandbox: 'none',
    marketplace_enabled: true,
    marketplace_slug: 'crane-watch',
  })
  await buildSubmission(server, app, { state: 'published' })
  appId = app.id
})
afterAll(async () => {
  await server.close()
  await rm(webFolder, { recursive: true })
})

const fetchStatus = async (url: string, client = server.anonymous()) => (await client.get(url)).status

test('knows every route of public content in these tests', () => {
  expect(Object.keys(existing).toSorted()).toEqual(contentPatterns.toSorted())
})

describe.each(contentPatterns)('%s', (pattern) => {
  test('answers 200 for a page that exists', async () => {
    const page = existing[pattern] ?? ''
    expect([
      await fetchStatus(page),
      await fetchStatus(`${page}/`),
      await fetchStatus(`${page}?x=1`),
    ]).toEqual([200, 200, 200])
  })

  test.each(unknownNames)("answers 404 for %s, inside the portal's layout", async (name) => {
    const { status, text, headers } = await server.anonymous().get(pattern.replace(/\$\w+/, () => name))
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(text).toContain('<div id="root">')
  })
})

describe('a page of the reference with restricted access', () => {
  test('exists for employees and platform admins only', async () => {
    const people = [null, {}, { is_employee: true }, { is_admin: true }]
    const statuses = []
    for (const rights of people) {
      const client = rights === null ? server.anonymous() : server.as(await buildDeveloper(server, rights))
      statuses.push(await fetchStatus('/reference/rest/budgets', client))
    }
    expect(statuses).toEqual([404, 404, 200, 200])
  })

  test('exists on a branch for its readers only', async () => {
    const [main, next] = server.services.reference
    const groups = main?.groups ?? []
    const own = await startTestServer({
      webFolder,
      dependencies: {
        reference: [main, next && { ...next, groups }].filter((branch) => branch !== undefined),
      },
    })
    const employee = own.as(await buildDeveloper(own, { is_employee: true }))
    const page = '/reference/rest/projects?custom_service_sha='
    expect(await fetchStatus(`${page}${next?.sha}`, own.anonymous())).toBe(404)
    expect(await fetchStatus(`${page}${next?.sha}`, employee)).toBe(200)
    expect(await fetchStatus(`${page}none`, employee)).toBe(404)
  })
})

test(
  'every page answers 200 at its own path to platform admins, and a malformed one 404',
  { tags: ['SHELL-40'] },
  async () => {
    const admin = server.as(await buildDeveloper(server, { is_admin: true }))
    // The report's document includes the data, so only the app's collaborators get it. The other page leads to another.
    const { engagementReport: _report, documentationArea: _area, ...others } = pageRoutes
    const addresses = Object.values(others).map(
      ({ pattern }) =>
        existing[pattern] ??
        pattern.replace('{-$tab}', '').replaceAll('$id', String(appId)).replaceAll(/\$\w+/g, '1'),
    )
    const malformed = [
      '/developer_apps/undefined',
      '/developer_apps/x/engagement_report',
      '/notifications/x',
      '/admin/developer_apps/x',
      '/admin/developers/x/edit',
      '/no/such/page',
    ]
    const findStatuses = async (paths: string[]) =>
      Promise.all(paths.map(async (path) => [path, await fetchStatus(path, admin)]))
    expect(await findStatuses(addresses)).toEqual(addresses.map((path) => [path, 200]))
    expect(await findStatuses(malformed)).toEqual(malformed.map((path) => [path, 404]))
  },
)

/** Addresses of staff, and one that no page has. */
const staffAddresses = [
  '/admin',
  '/admin/jobs',
  '/admin/developer_apps/1/sandbox',
  '/admin/developer_apps/1/engagement_report',
  '/admin/nowhere',
]

describe('the documents of staff pages', () => {
  const statusesFor = async (client: ReturnType<TestServer['as']>) =>
    Promise.all(staffAddresses.map((address) => fetchStatus(address, client)))

  test("don't exist for other developers, like an address without a page", async () => {
    const developer = server.as(await buildDeveloper(server))
    expect(new Set(await statusesFor(developer))).toEqual(new Set([404]))
    const document = async (address: string) =>
      (await developer.get(address)).text.replaceAll(/nonce="[^"]*"/g, '')
    expect(await document('/admin/jobs')).toBe(await document('/admin/nowhere'))
  })

  test('exist for platform admins, and lead visitors to the sign-in', async () => {
    const admin = server.as(await buildDeveloper(server, { is_admin: true }))
    expect((await statusesFor(admin)).filter((_, index) => index !== 3)).toEqual([200, 200, 200, 404])
    expect(await statusesFor(server.anonymous())).toEqual([200, 200, 200, 200, 404])
  })
})

test(
  "government cloud has no document for the tabs that an app's staff page lacks there",
  { tags: ['AAPP-25', 'AAPP-27'] },
  async () => {
    const portal = await startTestServer({ env: { GOV_CLOUD: 'true' }, webFolder })
    const admin = portal.as(await buildDeveloper(portal, { is_admin: true }))
    const tabs = ['', '/sandbox', '/marketplace_listing', '/performance_metrics']
    const statusesOf = async (client: typeof admin) =>
      Promise.all(tabs.map((tab) => fetchStatus(`/admin/developer_apps/1${tab}`, client)))
    expect(await statusesOf(admin)).toEqual([200, 404, 200, 404])
    expect(await statusesOf(portal.anonymous())).toEqual([200, 404, 200, 404])
    const staff = server.as(await buildDeveloper(server, { is_admin: true }))
    expect(await statusesOf(staff)).toEqual([200, 200, 200, 200])
  },
)

test(
  "an app's page has a document for each of its tabs and for no other",
  { tags: ['APP-21', 'SHELL-40'] },
  async () => {
    const developer = server.as(await buildDeveloper(server))
    const known = ['', '/', '/metrics/', ...appTabs.slice(1).map((tab) => `/${tab}`)]
    const unknown = ['/configurations', '/nonsense', '/constructor']
    for (const client of [developer, server.anonymous()]) {
      const fetchStatuses = (tabs: string[]) =>
        Promise.all(tabs.map((tab) => fetchStatus(`/developer_apps/1${tab}`, client)))
      expect(new Set(await fetchStatuses(known))).toEqual(new Set([200]))
      expect(new Set(await fetchStatuses(unknown))).toEqual(new Set([404]))
    }
  },
)

/** Pages whose address contains a secret. */
const secretPages = [
  'resetPassword',
  'confirmEmail',
  'invitation',
  'cancelFactorReset',
  'changeEmail',
  'undoEmailChange',
  'unsubscribe',
]

/** Pages that only lead to another. */
const leadingPages = ['documentationArea']

const sharedPages = Object.entries(pageRoutes)
  .filter(([name, { access }]) => access === 'anyone' && ![...secretPages, ...leadingPages].includes(name))
  .map(([, { pattern }]) => existing[pattern] ?? pattern)

const metaTags = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)].map(([, name, content]) => [
      name,
      content,
    ]),
  )

describe('a public page tells search engines and link previews what it is', () => {
  test.each(sharedPages)('%s', async (address) => {
    const { text } = await server.anonymous().get(`${address}?utm_source=x`)
    const tags = metaTags(text)
    expect(tags['description']?.length, tags['description']).toBeGreaterThan(20)
    expect(tags['description']?.length).toBeLessThanOrEqual(200)
    const url = `${server.services.settings.PUBLIC_URL}${address}`
    expect(tags).toMatchObject({
      'og:type': 'website',
      'og:url': url,
      'og:description': tags['description'],
      'twitter:card': expect.stringMatching(/^summary/),
    })
    expect(text).toContain(`<link rel="canonical" href="${url}" />`)
    const [, title = ''] = /<title>(.*)<\/title>/.exec(text) ?? []
    expect(title.split(' · ').at(-1)).toBe('Trestle')
    expect(tags['og:title']).toBe(address === '/' ? title : title.replace(/ · Trestle$/, ''))
  })

  test.each(['true', 'false'])(
    'the home page names the sandbox unless government cloud is %s',
    async (GOV_CLOUD) => {
      const portal = await startTestServer({ env: { GOV_CLOUD }, webFolder })
      const { description } = metaTags((await portal.anonymous().get('/')).text)
      expect(description).toContain('Build integrations here')
      expect(description?.includes('try them in a sandbox')).toBe(GOV_CLOUD === 'false')
    },
  )

  test('no two have the same title or description', async () => {
    const texts = await Promise.all(
      sharedPages.map(async (page) => (await server.anonymous().get(page)).text),
    )
    const all = texts.map(metaTags)
    for (const name of ['og:title', 'description']) {
      expect(new Set(all.map((tags) => tags[name])).size, name).toBe(sharedPages.length)
    }
  })

  test.each(['/reset_password/x', '/confirm_email/x', '/invitations/x', '/developer_apps', '/admin/audit'])(
    'but not %s',
    async (address) => {
      const { text } = await server.anonymous().get(address)
      expect(metaTags(text)).toEqual({})
      expect(text).not.toContain('canonical')
    },
  )

  test('nor a page of the reference that only some can read', async () => {
    const employee = server.as(await buildDeveloper(server, { is_employee: true }))
    const { text } = await employee.get('/reference/rest/budgets')
    expect(text).toMatch(/<title>Budgets · REST API reference · Trestle<\/title>/)
    expect(metaTags(text)).toEqual({})
  })
})

test("leaves the reference's pages to the browser where it loads the reference from another server", async () => {
  const own = await startTestServer({ webFolder, env: { DEV_API_URL: 'https://docs.example.test' } })
  const { get } = own.anonymous()
  expect((await get('/reference/rest/nonsense')).status).toBe(200)
  expect((await get('/documentation/nonsense')).status).toBe(404)
})
