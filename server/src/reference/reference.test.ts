import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getSession } from '@trestle/domain/accounts/contract.ts'
import { GroupDocument } from '@trestle/domain/reference/content.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import {
  listChangelog,
  listReferenceBranches,
  listResourceGroups,
  getResourceGroup,
  listReferenceDocs,
  getReferenceDoc,
  listSearchEntries,
} from '@trestle/domain/reference/contract.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import type { RequestFor } from '../../testing/call.ts'
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts'
import { readContent } from './readContent.ts'

const base = '/api/v1/resource_groups'
const changelog = `${base}/aggregated_changelog`
const nextSha = '8c41d07be2aa'

type Filters = NonNullable<RequestFor<typeof listChangelog>['query']>['filters']

let server: TestServer
let anonymous: Client
let developer: Client
let employee: Client
let admin: Client

beforeAll(async () => {
  server = await startTestServer({ keepOpen: true })
  anonymous = server.anonymous()
  developer = server.as(await buildDeveloper(server))
  employee = server.as(await buildDeveloper(server, { is_employee: true }))
  admin = server.as(await buildDeveloper(server, { is_admin: true }))
})
afterAll(() => server.close())

const summaries = (body: { summary: string }[]) => body.map(({ summary }) => summary)

const publicOnes = [
  'Projects may name their office',
  'Creating projects is deprecated',
  'Lists of projects are sorted by name',
]
const allOnes = [
  'Projects may name their office',
  'Secret costs come in cents',
  'Budgets can be listed',
  'Creating projects is deprecated',
  'Lists of projects are sorted by name',
]

describe('the changelog', () => {
  test(
    'shows everyone the public entries, newest first, with the correct total',
    { tags: ['CHG-08', 'CHG-22', 'CHG-28'] },
    async () => {
      for (const client of [anonymous, developer]) {
        const { status, body, headers } = await client.call(listChangelog)
        expect(status).toBe(200)
        expect(summaries(body)).toEqual(publicOnes)
        expect(headers).toMatchObject({ total: '3', page: '1' })
      }
    },
  )

  test(
    'the changelog also shows employees and platform admins the private entries, and those without a stated visibility',
    { tags: ['CHG-23', 'CHG-28'] },
    async () => {
      for (const client of [employee, admin]) {
        const { body, headers } = await client.call(listChangelog)
        expect(summaries(body)).toEqual(allOnes)
        expect(headers['total']).toBe('5')
      }
    },
  )

  test(
    'the changelog has 50 entries on the first page by default, and pages of the requested size',
    { tags: ['CHG-06', 'CHG-19', 'API-24', 'API-25'] },
    async () => {
      expect((await anonymous.call(listChangelog)).headers).toMatchObject({ page: '1', 'per-page': '50' })
      const second = await anonymous.call(listChangelog, { query: { page: 2, per_page: 2 } })
      expect(summaries(second.body)).toEqual(publicOnes.slice(2))
      expect(second.headers).toMatchObject({ total: '3', page: '2', 'per-page': '2' })
      expect((await anonymous.refusal(listChangelog, { query: { page: 3, per_page: 2 } })).status).toBe(422)
    },
  )

  test(
    'filters by type, breaking changes and search words',
    { tags: ['CHG-14', 'CHG-17', 'API-23'] },
    async () => {
      const find = async (filters: Filters) =>
        summaries((await admin.call(listChangelog, { query: { filters } })).body)
      expect(await find({ type: ['fix', 'new'] })).toEqual([allOnes[2], allOnes[4]])
      expect(await find({ breaking: true })).toEqual([allOnes[1], allOnes[4]])
      expect(await find({ breaking: false })).toEqual(allOnes)
      expect(await find({ breaking: true, type: ['fix'] })).toEqual([allOnes[4]])
      expect(await find({ search: 'OFFICE field' })).toEqual([allOnes[0]])
      expect(await find({ search: 'rest/v1.0/budgets' })).toEqual([allOnes[2]])
      expect(await find({ search: 'nowhere' })).toEqual([])
      const withoutBrackets = async (types: string) =>
        summaries((await admin.get(`${changelog}?filters[type]=${types}`)).body)
      expect(await withoutBrackets('fix,new')).toEqual([allOnes[2], allOnes[4]])
      expect(await withoutBrackets('fix')).toEqual(await find({ type: ['fix'] }))
      expect((await admin.get(`${changelog}?filters[type][]=rumour`)).status).toBe(422)
    },
  )

  test('includes every field of an entry and no other', { tags: ['CHG-20', 'CHG-21'] }, async () => {
    const { body } = await anonymous.call(listChangelog, { query: { filters: { type: ['fix'] } } })
    expect(body).toEqual([
      {
        summary: 'Lists of projects are sorted by name',
        description: 'They were in no order.',
        endpoint: 'GET /rest/v1.0/projects',
        type: 'fix',
        breaking: true,
        datestamp: '2026-01-15',
        versions: ['1.10', '1.9'],
        link: '/reference/rest/projects#listprojects',
        'x-doc': { visibility: 'public' },
      },
    ])
  })

  test(
    'employees and platform admins can read another branch; for others it does not exist',
    { tags: ['CHG-15', 'CHG-24'] },
    async () => {
      expect(
        summaries((await employee.call(listChangelog, { query: { custom_service_sha: nextSha } })).body),
      ).toEqual(['Projects can be restored'])
      expect(
        (await developer.refusal(listChangelog, { query: { custom_service_sha: nextSha } })).status,
      ).toBe(404)
      expect(
        (await anonymous.refusal(listChangelog, { query: { custom_service_sha: nextSha } })).status,
      ).toBe(404)
      expect((await admin.refusal(listChangelog, { query: { custom_service_sha: '0000000' } })).status).toBe(
        404,
      )
      expect(
        (await anonymous.call(listChangelog, { query: { custom_service_sha: '3f2a9c1d5e7b' } })).status,
      ).toBe(200)
    },
  )
})

test(
  'lists the branches for employees and platform admins, the default one first',
  { tags: ['CHG-24', 'CHG-25'] },
  async () => {
    const branches = [
      { name: 'main', sha: '3f2a9c1d5e7b', default: true },
      { name: 'next', sha: nextSha, default: false },
    ]
    expect((await admin.call(listReferenceBranches)).body).toEqual(branches)
    expect((await employee.call(listReferenceBranches)).body).toEqual(branches)
    expect((await developer.refusal(listReferenceBranches)).status).toBe(403)
  },
)

describe('the resource groups', () => {
  test(
    'the resource groups are listed with their category and versions; only staff see the private ones',
    { tags: ['REF-06', 'REF-07'] },
    async () => {
      const { body } = await anonymous.call(listResourceGroups, { query: { version: 'rest_v1' } })
      expect(body).toEqual([
        {
          slug: 'projects',
          name: 'Projects',
          description: 'Projects of a company.',
          product_category: 'Core',
          support_level: 'production',
          visibility: 'public',
          endpoints: 2,
          links: [{ version: '1.0', href: `${base}/projects/openapi.json` }],
        },
      ])
      const seen = (await employee.call(listResourceGroups)).body
      expect(seen.map(({ slug }) => slug)).toEqual(['budgets', 'projects'])
      expect(seen[1]).toMatchObject({ endpoints: 4 })
      expect((await anonymous.get(`${base}?version=rest_v9`)).status).toBe(422)
    },
  )

  test(
    'the resource groups are downloaded as valid OpenAPI, without any trace of calls the reader may not see',
    { tags: ['REF-06', 'REF-07'] },
    async () => {
      const { status, body, text } = await anonymous.get(`${base}/projects/openapi.json`)
      expect(status).toBe(200)
      expect(Object.keys(body.paths)).toEqual(['/rest/v1.0/projects'])
      expect(Object.keys(body.components.schemas)).toEqual(['Project', 'Office'])
      expect(body.components.securitySchemes).toEqual({ bearer: { type: 'http', scheme: 'bearer' } })
      expect(text.toLowerCase()).not.toContain('secret')
      expect(await new Validator().validate(body)).toMatchObject({ valid: true })
      const whole = await admin.call(getResourceGroup, { params: { slug: 'projects' } })
      expect(whole.text).toContain('SecretCosts')
      expect((await anonymous.refusal(getResourceGroup, { params: { slug: 'budgets' } })).status).toBe(404)
      expect((await developer.refusal(getResourceGroup, { params: { slug: 'budgets' } })).status).toBe(404)
      expect((await employee.call(getResourceGroup, { params: { slug: 'budgets' } })).status).toBe(200)
    },
  )

  test(
    'include the changes of each visible call, whatever its parameters are called',
    { tags: ['REF-06'] },
    async () => {
      const of = async (client: Client, path: string, method: string) => {
        const { body } = await client.call(getResourceGroup, { params: { slug: 'projects' } })
        return summaries(GroupDocument.parse(body).paths[path]?.[method as 'get']?.['x-changelog'] as never)
      }
      expect(await of(anonymous, '/rest/v1.0/projects', 'get')).toEqual([allOnes[0], allOnes[4]])
      expect(await of(admin, '/rest/v1.0/projects/{id}/secret_costs', 'get')).toEqual([allOnes[1]])
    },
  )
})

test('the overview pages are in order, each with its text', { tags: ['REF-05', 'REF-06'] }, async () => {
  const { body } = await anonymous.call(listReferenceDocs)
  expect(body.map(({ slug }) => slug)).toEqual(['rest-api-overview', 'errors'])
  expect(body[0]).not.toHaveProperty('body')
  const page = await anonymous.call(getReferenceDoc, { params: { page: 'rest-api-overview' } })
  expect(page.body).toMatchObject({
    title: 'REST API overview',
    body: expect.stringMatching(/^## First call/),
  })
  expect((await anonymous.refusal(getReferenceDoc, { params: { page: 'nowhere' } })).status).toBe(404)
})

test(
  'a search finds pages, groups and calls, and nothing the reader may not see',
  { tags: ['REF-06', 'REF-07'] },
  async () => {
    const { body } = await anonymous.call(listSearchEntries)
    expect(body).toContainEqual({
      kind: 'endpoint',
      title: 'List projects',
      detail: 'GET /rest/v1.0/projects',
      href: '/reference/rest/projects#listprojects',
    })
    expect(body.map(({ title }) => title)).toEqual([
      'REST API overview',
      'First call',
      'Versions',
      'Errors',
      'Projects',
      'List projects',
      'Create a project',
    ])
    expect((await admin.call(listSearchEntries)).text).toContain('Show secret costs')
  },
)

test(
  'the search index has the texts of the guides under their headings, without markup',
  { tags: ['REF-06'] },
  async () => {
    const { body } = await anonymous.call(listSearchEntries)
    expect(body).toContainEqual({
      kind: 'doc',
      title: 'First call',
      detail: 'REST API overview',
      href: '/reference/rest/docs/rest-api-overview#first-call',
      text: 'Ask for the projects of a company.',
    })
  },
)

describe('the feed of the changelog', () => {
  const address = '/reference/rest/changelog'

  test('contains the public entries, in Atom and JSON, with absolute addresses, for any reader', async () => {
    const atom = await admin.get(`${address}.atom`)
    expect(atom.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    expect(atom.text.match(/<entry>/g)).toHaveLength(3)
    expect(atom.text).toContain('href="http://localhost:3000/reference/rest/projects#listprojects"')
    expect(atom.text).not.toMatch(/secret|href="\//i)
    const json = await anonymous.get(`${address}.json`)
    expect(json.headers['content-type']).toBe('application/feed+json; charset=utf-8')
    const feed = JSON.parse(json.text)
    expect(feed.items[0]).toMatchObject({
      id: expect.stringMatching(/^http:\/\/localhost:3000\/reference\/rest\/changelog#2026-03-20/),
      title: 'Projects may name their office',
      url: expect.stringMatching(/^http:\/\/localhost:3000\/reference\/rest\/changelog\?filters\[search\]=/),
      content_html: '<p><code>GET /rest/v1.0/projects</code></p>\n<p>A new field <code>office</code>.</p>',
      date_published: '2026-03-20T00:00:00.000Z',
    })
    expect(feed.items.map(({ tags }: { tags: string[] }) => tags)).toEqual([
      ['feature'],
      ['deprecated'],
      ['fix', 'breaking'],
    ])
  })

  test('the feed of the changelog is not sent again to a reader that has it', async () => {
    const first = await anonymous.get(`${address}.atom`)
    expect(first.headers['last-modified']).toBe('Fri, 20 Mar 2026 00:00:00 GMT')
    const ask = (headers: Record<string, string>) =>
      anonymous.send({ method: 'GET', url: `${address}.atom`, headers })
    expect(await ask({ 'if-none-match': `W/"old", ${first.headers.etag}` })).toMatchObject({
      status: 304,
      text: '',
    })
    expect((await ask({ 'if-modified-since': 'Fri, 20 Mar 2026 00:00:00 GMT' })).status).toBe(304)
    expect((await ask({ 'if-modified-since': 'Thu, 19 Mar 2026 00:00:00 GMT' })).status).toBe(200)
    expect((await ask({ 'if-none-match': '"old"' })).status).toBe(200)
  })
})

test('pages can call the configured development API and get its address', { tags: ['REF-04'] }, async () => {
  const own = await startTestServer({ env: { DEV_API_URL: 'https://docs.example.test/v9/' } })
  const { body } = await own.anonymous().call(getSession)
  expect(body.flags.dev_api_url).toBe('https://docs.example.test/v9')
  const { headers } = await own.anonymous().get('/')
  expect(headers['content-security-policy']).toContain("connect-src 'self' https://docs.example.test;")
  expect((await anonymous.call(getSession)).body.flags.dev_api_url).toBe('')
})

const reader = {
  platformName: 'Girder',
  isGovernmentCloud: false,
  portalUrl: 'https://portal.test',
  platformApiUrl: null,
}

/** Creates a documentation folder for one test. */
async function emptyContent() {
  const folder = await mkdtemp(join(tmpdir(), 'trestle-reference-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const put = async (path: string, text: string) => {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return { folder, put }
}

const sandboxServer = { url: 'https://sandbox.platform.example', description: 'Sandbox' }
const portalServer = { url: 'https://girder.test/sandbox', description: 'Sandbox' }
const apiServer = { url: 'https://api.girder.test/v9', description: 'Production' }

const servedGroups = ['companies', 'projects', 'rfis']

test.each([
  [
    'commercial',
    'false',
    'https://girder.test/sandbox',
    [portalServer, apiServer],
    [sandboxServer, apiServer],
  ],
  ['government', 'true', 'https://girder.test', [apiServer], [apiServer]],
])(
  'the reference of a %s portal names its addresses and that of the API in PLATFORM_API_URL',
  async (_kind, GOV_CLOUD, issuer, served, other) => {
    const own = await startTestServer({
      env: {
        GOV_CLOUD,
        PUBLIC_URL: 'https://girder.test',
        PLATFORM_API_URL: 'https://api.girder.test/v9/',
        REFERENCE_DIR: '',
      },
    })
    const { body: groups } = await own.anonymous().call(listResourceGroups)
    for (const { slug } of groups) {
      const { body, text } = await own.anonymous().call(getResourceGroup, { params: { slug } })
      expect(body['servers'], slug).toEqual(servedGroups.includes(slug) ? served : other)
      expect(text, slug).toContain(`"tokenUrl":"${issuer}/oauth/token"`)
      expect(text, slug).not.toContain('login-sandbox')
    }
    const { body: docs } = await own.anonymous().call(listReferenceDocs)
    const texts = await Promise.all(
      docs.map(async ({ slug }) => {
        return (await own.anonymous().call(getReferenceDoc, { params: { page: slug } })).body.body
      }),
    )
    expect(texts.join('\n')).toContain('https://api.girder.test/v9/rest/v1.0/projects/')
    expect(texts.join('\n')).not.toMatch(/api\.platform\.example|\{\{(platform|portal)\}\}|^:::/m)
    expect(texts.join('\n').includes('sandbox.platform.example')).toBe(GOV_CLOUD === 'false')
  },
)

test('the guides send readers to the addresses of this portal', { tags: ['REF-06'] }, async () => {
  const own = await startTestServer({ env: { PUBLIC_URL: 'https://girder.test', REFERENCE_DIR: '' } })
  const read = async (slug: string) =>
    (await own.anonymous().call(getReferenceDoc, { params: { page: slug } })).body.body
  const tokens = 'https://girder.test/sandbox/oauth/token'
  expect(await read('authentication')).toContain(`curl ${tokens} `)
  const overview = await read('rest-api-overview')
  for (const address of [tokens, 'https://girder.test/oauth/token', 'https://girder.test/sandbox/rest/']) {
    expect(overview).toContain(address)
  }
  expect(await read('service-accounts')).toContain('curl https://girder.test/sandbox/rest/v1.0/companies ')
  const { body: docs } = await own.anonymous().call(listReferenceDocs)
  for (const { slug } of docs) {
    expect(await read(slug), slug).not.toMatch(/login(-sandbox)?\.platform\.example/)
  }
})

describe('documentation with faults', () => {
  test('documentation with faults is served without the unusable files, and each of them is reported', async () => {
    const { folder, put } = await emptyContent()
    await put('main/branch.yaml', '{ name: main, sha: 3f2a9c1d5e7b, default: true }')
    await put('main/docs/plain.md', 'No head.')
    await put('main/docs/fine.md', '---\ntitle: Fine\norder: 1\nsummary: It is.\n---\nText')
    await put('main/groups/broken.yaml', 'openapi: [')
    await put('main/changelog/2026-01.yaml', '- { summary: Half }')
    await put('other/docs/fine.md', 'of a folder that is no branch')
    const problems: string[] = []
    const branches = await readContent(folder, reader, (file, problem) =>
      problems.push(`${file.slice(folder.length + 1)}: ${problem}`),
    )
    expect(branches).toMatchObject([{ name: 'main', groups: [], changelog: [], docs: [{ slug: 'fine' }] }])
    expect(problems.toSorted()).toEqual([
      expect.stringMatching(/^main\/changelog\/2026-01\.yaml: 0\.description: /),
      'main/docs/plain.md: a page begins with its head between two lines of ---',
      expect.stringMatching(/^main\/groups\/broken\.yaml: /),
      'other: every branch needs a branch.yaml',
    ])
  })

  test(
    'inherits what a branch does not override from its base branch',
    { tags: ['CHG-24', 'REF-06'] },
    async () => {
      const { folder, put } = await emptyContent()
      const doc = (order: number, title: string) =>
        `---\ntitle: ${title}\norder: ${order}\nsummary: It is.\n---\nText`
      const change = (day: string) =>
        `- { summary: On ${day}, description: '', endpoint: GET /x, type: fix, breaking: false, datestamp: ${day}, versions: [] }`
      await put('main/branch.yaml', '{ name: main, sha: 3f2a9c1d5e7b, default: true }')
      await put('main/docs/errors.md', doc(20, 'Errors'))
      await put('main/docs/overview.md', doc(10, 'Overview'))
      await put('main/changelog/a.yaml', change('2026-01-15'))
      await put('next/branch.yaml', '{ name: next, sha: 8c41d07be2aa, default: false, base: main }')
      await put('next/docs/errors.md', doc(5, 'Errors to come'))
      await put('next/changelog/a.yaml', change('2026-02-15'))
      await put('lost/branch.yaml', '{ name: lost, sha: 0c41d07be2aa, default: false, base: nowhere }')
      const problems: string[] = []
      const branches = await readContent(folder, reader, (_, problem) => problems.push(problem))
      expect(problems).toEqual(["the base nowhere of lost doesn't exist"])
      const next = branches.find(({ name }) => name === 'next')
      expect(next?.docs.map(({ title }) => title)).toEqual(['Errors to come', 'Overview'])
      expect(next?.changelog.map(({ datestamp }) => datestamp)).toEqual(['2026-02-15', '2026-01-15'])
      expect(branches[0]?.docs.map(({ title }) => title)).toEqual(['Overview', 'Errors'])
    },
  )

  test('documentation that is missing leaves the reference empty, and the portal running', async () => {
    const own = await startTestServer({ env: { REFERENCE_DIR: join(tmpdir(), 'no-such-folder') } })
    expect((await own.anonymous().call(listResourceGroups)).body).toEqual([])
    expect((await own.anonymous().call(listChangelog)).headers).toMatchObject({ total: '0' })
    expect(
      (await own.anonymous().refusal(getReferenceDoc, { params: { page: 'rest-api-overview' } })).status,
    ).toBe(404)
  })
})
