import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { getResourceGroup } from '@trestle/domain/reference/contract.ts'
import type { PublicView } from '@trestle/domain/shell/publicPage.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { maxRenderedEndpoints } from './servePages.ts'

/** Shows the view itself in place of a page. */
const renderer = `export const renderPublicPage = ({ view }) => 'view ' + JSON.stringify(view)`

const manifest = {
  'src/app/public/renderPage.ts': { file: 'render.mjs', css: [] },
  'src/app/public/enhance.ts': { file: 'enhance.js' },
  'src/app/public/hydrateAccountPage.ts': { file: 'account.js' },
}

const publicMark = { 'x-doc': { visibility: 'public' } }

/** A change that visitors can't see, to a call that they can. */
const privateChange = {
  summary: 'Projects get a secret office',
  description: 'Not for everybody.',
  endpoint: 'GET /rest/v1.0/projects',
  type: 'feature',
  breaking: true,
  datestamp: '2026-03-25',
  versions: ['1.0'],
  'x-doc': { visibility: 'private' },
}

/** Returns a group with this many endpoints. */
const buildGroup = (slug: string, endpoints: number) => ({
  openapi: '3.1.0',
  info: { title: slug, version: '1.0' },
  'x-group': { slug, product_category: 'Sizes', order: 9, support_level: 'production' },
  ...publicMark,
  paths: Object.fromEntries(
    Array.from({ length: endpoints }, (_, index) => [
      `/rest/v1.0/${slug}/${index}`,
      { get: { operationId: `show${index}`, summary: 'Show', ...publicMark } },
    ]),
  ),
})

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trestle-pages-'))
  const reference = join(folder, 'reference')
  await cp(join(import.meta.dirname, '../../testing/reference'), reference, { recursive: true })
  const files = {
    'web/index.html': '<title>Trestle</title><div id="root"></div>',
    'web/public/render.mjs': renderer,
    'web/public/manifest.json': JSON.stringify(manifest),
    'reference/main/changelog/private.yaml': JSON.stringify([privateChange]),
    'reference/main/groups/small.json': JSON.stringify(buildGroup('small', maxRenderedEndpoints)),
    'reference/main/groups/large.json': JSON.stringify(buildGroup('large', maxRenderedEndpoints + 1)),
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  server = await startTestServer({
    keepOpen: true,
    webFolder: join(folder, 'web'),
    env: { REFERENCE_DIR: reference },
  })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

/** Opens a page as a visitor. Returns its view, or null for the web app. */
async function openView(address: string): Promise<PublicView | null> {
  const { text } = await server.anonymous().get(address)
  return text.startsWith('view ') ? (JSON.parse(text.slice('view '.length)) as PublicView) : null
}

async function openChangelog(query: string) {
  const view = await openView(`/reference/rest/changelog${query}`)
  if (view?.page !== 'changelog') throw new Error('This is another page.')
  return view.changelog
}

test('visitors get the reference without what is not public', { tags: ['REF-07', 'CHG-23'] }, async () => {
  for (const address of [
    '/reference?search=costs',
    '/reference/rest/projects?search=costs',
    '/reference/rest/docs/errors?search=costs',
    '/reference/rest/changelog',
  ]) {
    const { text } = await server.anonymous().get(address)
    expect(text, address).toMatch(/^view /)
    expect(text, address).not.toMatch(/secret|budgets/i)
  }
})

test('a group has its changes, its contents and what is searched for', { tags: ['REF-06'] }, async () => {
  const view = await openView('/reference/rest/projects?search=%20office%20')
  expect(view).toMatchObject({
    page: 'referenceGroup',
    document: {
      info: { title: 'Projects' },
      paths: {
        '/rest/v1.0/projects': {
          get: {
            'x-changelog': [
              { summary: 'Projects may name their office' },
              { summary: 'Lists of projects are sorted by name' },
            ],
          },
        },
      },
    },
    contents: { docs: [{ slug: 'rest-api-overview' }, { slug: 'errors' }], search: { words: 'office' } },
  })
  expect(await openView('/reference/rest/projects')).toMatchObject({ contents: { search: null } })
})

test('only staff read the private changes of a public call', { tags: ['REF-07', 'CHG-23'] }, async () => {
  const params = { slug: 'projects' }
  const { text } = await server.anonymous().call(getResourceGroup, { params })
  expect(text).toContain('Projects may name their office')
  expect(text).not.toContain(privateChange.summary)
  const staff = server.as(await buildDeveloper(server, { is_admin: true }))
  expect((await staff.call(getResourceGroup, { params })).text).toContain(privateChange.summary)
})

test.each([
  ['?filters[type][]=fix&filters[type][]=deprecated', 2, { type: ['fix', 'deprecated'] }],
  ['?filters[type]=fix,deprecated', 2, { type: ['fix', 'deprecated'] }],
  ['?filters[type][]=none', 0, { type: [] }],
  ['?filters[breaking]=true', 1, { breaking: true }],
  ['?filters[breaking]=false', 3, {}],
  ['?filters[search]=%20office%20', 1, { search: 'office' }],
  ['?filters[search]=', 3, {}],
  ['?filters=x&page=0&per_page=x', 3, {}],
  ['?custom_service_sha=8c41d07be2aa', 3, {}],
])('the changelog at %s has %d changes', { tags: ['CHG-14', 'CHG-17'] }, async (query, total, filters) => {
  expect(await openChangelog(query)).toMatchObject({ page: 1, perPage: 50, total, filters })
})

test('a page after the last one leads to the last one', { tags: ['CHG-19'] }, async () => {
  expect(await openChangelog('?page=2&per_page=2')).toMatchObject({ page: 2, total: 3, rows: [{}] })
  const { status, headers } = await server
    .anonymous()
    .get('/reference/rest/changelog?per_page=2&page=9&filters[search]=projects')
  expect([status, headers['location']]).toEqual([
    302,
    '/reference/rest/changelog?per_page=2&page=2&filters[search]=projects',
  ])
})

test('the web app shows large groups, unknown ones, and everything to signed-in users', async () => {
  expect(await openView('/reference/rest/small')).toMatchObject({ page: 'referenceGroup' })
  expect(await openView('/reference/rest/large')).toBeNull()
  expect(await openView('/reference/rest/unknown')).toBeNull()
  const developer = server.as(await buildDeveloper(server))
  for (const address of ['/reference', '/reference/rest/projects', '/reference/rest/changelog']) {
    expect((await developer.get(address)).text, address).toContain('id="root"')
  }
})
