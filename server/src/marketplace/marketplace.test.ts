import { existsSync } from 'node:fs'
import { buildSubmission } from '../../testing/listings.ts'
import { buildApp, buildDeveloper, buildCollaborator } from '../../testing/build.ts'
import { newFolder } from '../../testing/folders.ts'
import { startTogether } from '../../testing/race.ts'
import { recordStatements } from '../../testing/recordStatements.ts'
import { createEncryption } from '../encryption/encryption.ts'
import type { RequestFor } from '../../testing/call.ts'
import { startTestServer, type Client, type TestServer } from '../../testing/server.ts'
import {
  MarketplaceApp,
  listMarketplaceApps,
  getMarketplaceApp,
  viewMarketplaceApp,
  listMarketplaceNews,
  countMarketplaceApps,
} from '@trestle/domain/marketplace/contract.ts'
import { emptyQuestionnaire } from '@trestle/domain/listings/emptyContent.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { maxViewsPerAddress } from '@trestle/domain/marketplace/rules.ts'
import { dayMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { recordView } from './recordView.ts'
import { cleanUpMarketplace } from './cleanUpMarketplace.ts'

const isBuilt = existsSync(new URL('../../../web/dist/index.html', import.meta.url))
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})

type Overrides = Parameters<typeof buildSubmission>[2]

/** Creates an app on the marketplace, by default with a published listing. */
async function publish(
  name: string,
  { app: columns, ...overrides }: Overrides & { app?: Parameters<typeof buildApp>[1] } = {},
) {
  const slug = name.toLowerCase().replaceAll(' ', '-')
  const app = await buildApp(server, {
    sandbox: 'none',
    marketplace_enabled: true,
    marketplace_slug: slug,
    ...columns,
  })
  const submission = await buildSubmission(server, app, {
    state: 'published',
    ...overrides,
    content: { public_name: name, ...overrides.content },
  })
  return { app, slug, submission }
}

type ListQuery = NonNullable<RequestFor<typeof listMarketplaceApps>['query']>
type Filters = NonNullable<ListQuery['filters']>

const names = async (filters?: Filters, pages: Omit<ListQuery, 'filters'> = {}) => {
  const { body } = await server.anonymous().call(listMarketplaceApps, { query: { ...pages, filters } })
  return body.map(({ public_name }) => public_name)
}

const findApp = async (slug: string): Promise<MarketplaceApp> =>
  (await server.anonymous().call(getMarketplaceApp, { params: { slug } })).body

const readCount = async (appId: number): Promise<number> => {
  const rows = await server.services.db
    .selectFrom('marketplace_views')
    .select('count')
    .where('developer_app_id', '=', appId)
    .execute()
  return rows.reduce((sum, { count }) => sum + count, 0)
}

const agentHeader = (userAgent: string) => ({ 'user-agent': userAgent })
const open = (client: Client, slug: string, headers: Record<string, string> = agentHeader(browser)) =>
  client.send({ method: 'GET', url: `/marketplace/${slug}`, headers })

test('the marketplace lists published listings by name, for anyone', async () => {
  await publish('Crane Watch')
  await publish('Beam Board')
  await publish('arch Atlas')
  const { headers, body } = await server.anonymous().call(listMarketplaceApps, { query: { per_page: 2 } })
  expect(headers).toMatchObject({ total: '3', 'per-page': '2', page: '1' })
  expect(body).toEqual([
    expect.objectContaining({ slug: 'arch-atlas', tagline: 'Keeps plans in step', category_ids: [6] }),
    expect.objectContaining({ slug: 'beam-board', built_by: 'Northgate Software', beta: false }),
  ])
  expect(await names({}, { per_page: 2, page: 2 })).toEqual(['Crane Watch'])
  expect((await server.anonymous().call(listMarketplaceApps)).headers['per-page']).toBe('24')
})

test(
  "a row of the list has the platform's marks and the badges of the listing",
  { tags: ['LIST-82'] },
  async () => {
    const badge = { security_badge: true, security_questionnaire_visible: true }
    const certified = { procore_certified_partner: true, content: badge }
    await publish('Beam Board', certified)
    await publish('Crane Watch', { made_by_procore: true, content: { beta: true } })
    const { body } = await server.anonymous().call(listMarketplaceApps)
    const none = {
      made_by_procore: false,
      procore_certified_partner: false,
      beta: false,
      security_badge: false,
    }
    expect(body).toMatchObject([
      { ...none, slug: 'beam-board', procore_certified_partner: true, security_badge: true },
      { ...none, slug: 'crane-watch', made_by_procore: true, beta: true },
    ])
  },
)

describe('not on the marketplace', () => {
  test.each<[string, Overrides & { app?: object }]>([
    ['a draft', { state: 'draft' }],
    ['a listing in review', { state: 'in_review' }],
    ['a listing that is not live', { live: false }],
    ['an app that is not enabled', { app: { marketplace_enabled: false } }],
    ['a deleted app', { app: { deleted_at: new Date() } }],
    ['a listing replaced by its successor', { superseded_at: new Date() }],
  ])('%s is not listed, not found, and not in the news', async (_name, overrides) => {
    await publish('Shown Shed')
    const { slug } = await publish('Hidden Harbour', overrides)
    expect(await names()).toEqual(['Shown Shed'])
    expect(
      (await server.anonymous().call(getMarketplaceApp, { params: { slug: 'shown-shed' } })).status,
    ).toBe(200)
    expect((await server.anonymous().refusal(getMarketplaceApp, { params: { slug } })).status).toBe(404)
    expect((await server.anonymous().refusal(viewMarketplaceApp, { params: { slug } })).status).toBe(404)
    const news = await server.anonymous().call(listMarketplaceNews)
    expect(news.text).toContain('shown-shed')
    expect(news.text).not.toContain(slug)
    const { text } = await server.anonymous().get('/sitemap.xml')
    expect(text).toContain('shown-shed')
    expect(text).not.toContain(slug)
  })
})

test('the search covers name, tagline, builder and description, and % has no special meaning', async () => {
  await publish('Crane Watch', { content: { tagline: 'Wind in sight' } })
  await publish('Beam Board', { content: { built_by: 'Ostrava Steel', description: 'Loads 100% of beams.' } })
  const search = (text: string) => names({ search: text })
  expect(await search('CRANE')).toEqual(['Crane Watch'])
  expect(await search('wind')).toEqual(['Crane Watch'])
  expect(await search('ostrava')).toEqual(['Beam Board'])
  expect(await search('100% of')).toEqual(['Beam Board'])
  expect(await search('100_')).toEqual([])
  expect(await search('be')).toEqual(['Beam Board'])
})

test('the search finds words without their accents, and two Chinese characters anywhere', async () => {
  await publish('Zürich Crane', { content: { tagline: '建筑工地管理系统' } })
  await publish('Zulu Crane')
  for (const text of ['zurich crane', 'ZÜRICH', 'Zu\u0308rich', '工地', '统']) {
    expect(await names({ search: text }), text).toEqual(['Zürich Crane'])
  }
  expect(await names({ search: '地工' })).toEqual([])
})

test('the search finds words in any order, each in a name, tagline, bullet, tool or category', async () => {
  await publish('Crane Watch', {
    content: {
      tagline: 'Wind in sight',
      feature_bullets: ['Measures gusts at the "hook"', 'Äquator ready', 'Warns on site'],
      product_tool_ids: [10],
      category_ids: [6],
    },
  })
  await publish('Beam Board', { content: { product_tool_ids: [22], category_ids: [7, 16] } })
  const search = (text: string) => names({ search: text })
  expect(await search('watch crane')).toEqual(['Crane Watch'])
  expect(await search('  sight   CRANE gusts ')).toEqual(['Crane Watch'])
  expect(await search('"hook" äquator')).toEqual(['Crane Watch'])
  expect(await search('warns gusts')).toEqual(['Crane Watch'])
  expect(await search('log daily crane')).toEqual(['Crane Watch'])
  expect(await search('invoicing')).toEqual(['Beam Board'])
  expect(await search('video beam photo')).toEqual(['Beam Board'])
  expect(await search('telematics invo')).toEqual(['Beam Board'])
  // One app must match every word.
  expect(await search('crane invoicing')).toEqual([])
  expect(await search('da lo')).toEqual(['Crane Watch'])
  expect(await search('ai ly')).toEqual([])
})

test('filters show how many apps each choice finds with the search and the other filters', async () => {
  await publish('Everywhere', { content: { category_ids: [6, 9] } })
  await publish('Europe', { content: { category_ids: [9], region_ids: [4], country_ids: [] } })
  await publish('Germany', { content: { category_ids: [1], region_ids: [], country_ids: [276, 250] } })
  await publish('Hidden', { live: false })
  const counts = async (filters?: Filters) => {
    const { body } = await server.anonymous().call(countMarketplaceApps, { query: { filters } })
    const read = (rows: { id: number; count: number }[]) =>
      Object.fromEntries(rows.map(({ id, count }) => [id, count]))
    return { categories: read(body.categories), regions: read(body.regions) }
  }
  const all = await counts()
  expect(all.categories).toEqual({ 1: 1, 6: 1, 9: 2 })
  expect(all.regions).toMatchObject({ 1: 1, 4: 3, 7: 1 })
  // A count ignores the other choices of its kind, because more choices of one kind find more.
  const chosen = await counts({ category_id: [9], region_id: [4] })
  expect(chosen.categories).toEqual({ 1: 1, 6: 1, 9: 2 })
  expect(chosen.regions).toMatchObject({ 1: 1, 4: 2 })
  expect((await counts({ region_id: [1] })).categories).toEqual({ 6: 1, 9: 1 })
  const searched = await counts({ search: 'germany' })
  expect(searched).toEqual({ categories: { 1: 1 }, regions: { 4: 1 } })
  expect((await counts({ search: 'nothing' })).categories).toEqual({})
})

test('the count of a choice is the number of apps that choosing it finds', async () => {
  const places = [{ region_ids: [4], country_ids: [] }, { region_ids: [], country_ids: [276, 40, 392] }, {}]
  for (let n = 0; n < 9; n += 1) {
    await publish(`App ${n}`, { content: { category_ids: [1 + (n % 4), 6], ...places[n % 3] } })
  }
  const { body } = await server.anonymous().call(countMarketplaceApps)
  const kinds = [
    [body.categories, 'category_id'],
    [body.regions, 'region_id'],
  ] as const
  for (const [rows, filter] of kinds) {
    expect(rows.length).toBeGreaterThan(4)
    for (const { id, count } of rows) {
      expect([filter, id, (await names({ [filter]: [id] })).length]).toEqual([filter, id, count])
    }
  }
})

test('filters of one kind widen the result, several kinds narrow it; a location also matches its parts and its region', async () => {
  await publish('Everywhere', { content: { category_ids: [6, 9] } })
  await publish('Europe', { content: { category_ids: [9], region_ids: [4], country_ids: [] } })
  await publish('Germany', { content: { category_ids: [1], region_ids: [], country_ids: [276] } })
  const all = ['Europe', 'Everywhere', 'Germany']
  expect(await names({ category_id: [6, 1] })).toEqual(['Everywhere', 'Germany'])
  expect(await names({ category_id: [9], region_id: [1] })).toEqual(['Everywhere'])
  expect(await names({ region_id: [4] })).toEqual(all)
  expect(await names({ country_id: [276] })).toEqual(all)
  expect(await names({ country_id: [250] })).toEqual(['Europe', 'Everywhere'])
  expect(await names({ region_id: [7] })).toEqual(['Everywhere'])
})

test('refuses an unknown filter, more than 50 choices and a page beyond the last', async () => {
  await publish('Crane Watch')
  const client = server.anonymous()
  expect((await client.get('/api/v1/marketplace/apps?filters[owner_id]=1')).status).toBe(422)
  expect(
    (await client.refusal(listMarketplaceApps, { query: { filters: { category_id: ['x'] } } })).status,
  ).toBe(422)
  const category_id = Array.from({ length: 50 }, (_, n) => n + 1)
  expect((await client.call(listMarketplaceApps, { query: { filters: { category_id } } })).status).toBe(200)
  const tooMany = { filters: { category_id: [...category_id, 51] } }
  expect((await client.refusal(listMarketplaceApps, { query: tooMany })).body.fields).toEqual({
    'filters.category_id': ['At most 50 entries'],
  })
  expect((await client.refusal(listMarketplaceApps, { query: { page: 2 } })).body.fields).toEqual({
    page: ['Page must be between 1 and 1'],
  })
})

/** Returns every key and every text in a value, at any depth. */
function everythingIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(everythingIn)
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) => [name, ...everythingIn(inner)])
  }
  return [String(value)]
}

test('no public reply or document contains internal data', { tags: ['LADM-16'] }, async () => {
  const secret = (what: string) => `internal-${what}`
  const { slug } = await publish('Crane Watch', {
    admin_message: secret('message'),
    admin_notes: secret('admin-notes'),
    is_concierge_app: true,
    media: ['Logo', 'Picture', 'Video', 'ShowcaseVideo', 'Document'],
    content: {
      notes: secret('notes'),
      draft_developer_notes: secret('developer-notes'),
      security_questionnaire_visible: false,
      security_questionnaire: { ...emptyQuestionnaire, company_legal_name: secret('answers') },
    },
  })
  const client = server.anonymous()
  const app = await client.call(getMarketplaceApp, { params: { slug } })
  const answers = [await client.call(listMarketplaceApps), app, await client.call(listMarketplaceNews)]
  for (const { body } of answers) {
    const found = everythingIn(body)
    expect(found.filter((text) => text.startsWith('internal-'))).toEqual([])
    const names = ['notes', 'draft_developer_notes', 'admin_notes', 'admin_message', 'is_concierge_app']
    for (const name of [
      ...names,
      'silent',
      'showcase_video',
      'search_text',
      'original_filename',
      'created_by',
    ]) {
      expect(found).not.toContain(name)
    }
  }
  const { content } = app.body
  // The document belongs to the security badge, which this listing doesn't have.
  expect(content.security_questionnaire_document).toBeNull()
  expect(content.videos).toHaveLength(1)
  if (!isBuilt) return
  for (const address of ['/marketplace', `/marketplace/${slug}`]) {
    const { status, text } = await client.get(address)
    expect(status).toBe(200)
    expect(text).not.toContain('internal-')
    expect(text).not.toContain('showcase')
  }
})

test(
  "a listing includes who built it, the platform's badges and the version to install",
  { tags: ['LIST-82'] },
  async () => {
    const { slug } = await publish('Crane Watch', {
      made_by_procore: true,
      procore_certified_partner: true,
      media: ['Logo', 'Picture', 'Document'],
      content: {
        beta: true,
        security_badge: true,
        security_questionnaire_visible: true,
        security_questionnaire: { ...emptyQuestionnaire, headquarters_country_id: 276 },
      },
    })
    const { body } = await server.anonymous().call(getMarketplaceApp, { params: { slug } })
    expect(body).toMatchObject({
      slug,
      made_by_procore: true,
      procore_certified_partner: true,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      content: {
        public_name: 'Crane Watch',
        beta: true,
        security_questionnaire: {
          has_mfa_support: null,
          headquarters_country: { id: 276, iso_code: 'DE', name: 'Germany' },
        },
        security_questionnaire_document: { content_type: 'image/png' },
        app_version_id: expect.stringMatching(/^[\da-f-]{36}$/),
      },
    })
  },
)

test(
  'shows the security badge and its document only with public answers to the questionnaire',
  { tags: ['LADM-02', 'LADM-03'] },
  async () => {
    const media = ['Logo', 'Document'] as const
    const badge = { security_badge: true, security_questionnaire_visible: true }
    const answered = await publish('Arch Atlas', { media: [...media], content: badge })
    const silent = await publish('Beam Board', {
      media: [...media],
      content: { ...badge, security_questionnaire_visible: false },
    })
    const hidden = { security_badge: false, security_questionnaire_document: null }
    expect((await findApp(answered.slug)).content).toMatchObject({
      security_badge: true,
      security_questionnaire_document: { content_type: 'image/png' },
    })
    expect((await findApp(silent.slug)).content).toMatchObject(hidden)
    const { body } = await server.anonymous().call(listMarketplaceApps)
    expect(body.map(({ security_badge }) => security_badge)).toEqual([true, false])
  },
)

test('shows no security badge while the questionnaire is off', async () => {
  server = await startTestServer({ env: { SECURITY_AND_COMPLIANCE_ENABLED: 'false' } })
  const { slug } = await publish('Arch Atlas', {
    content: { security_badge: true, security_questionnaire_visible: true },
  })
  expect((await findApp(slug)).content.security_badge).toBe(false)
  const { body } = await server.anonymous().call(listMarketplaceApps)
  expect(body).toMatchObject([{ security_badge: false }])
})

test('shows the key of a version only if the app can be installed and has it in production', async () => {
  const other = await publish('Beam Board')
  const { app_version_id } = (await findApp(other.slug)).content
  const others = await publish('Crane Watch', { content: { app_version_id } })
  expect(await findApp(others.slug)).toMatchObject({ version: null, content: { app_version_id: null } })
  const { slug } = await publish('Dam Diary', { content: { installable: false } })
  expect((await findApp(slug)).content).toMatchObject({ installable: false, app_version_id: null })
  await server.services.db
    .updateTable('app_versions')
    .set({ versionable_type: 'Sandbox', state: null, published_at: null })
    .where('developer_app_id', '=', other.app.id)
    .execute()
  expect((await findApp(other.slug)).content).toMatchObject({ installable: true, app_version_id: null })
})

test('hides security answers, version numbers and videos where the server has none', async () => {
  const env = { SECURITY_AND_COMPLIANCE_ENABLED: 'false', SEMANTIC_VERSIONS: 'false', GOV_CLOUD: 'true' }
  server = await startTestServer({ env })
  const { slug } = await publish('Crane Watch', {
    media: ['Logo', 'Video'],
    content: { security_questionnaire_visible: true },
  })
  const { version, content } = await findApp(slug)
  expect(version).toBeNull()
  expect(content).toMatchObject({ security_questionnaire: null, videos: [] })
})

test(
  "what's new names recently published listings, newest first, without silent publications",
  { tags: ['LSTATE-25'] },
  async () => {
    const now = server.services.now().getTime()
    const ago = (days: number) => new Date(now - days * dayMs)
    await publish('Long There', { published_at: ago(100) })
    await publish('First', { published_at: ago(20) })
    await publish('Silent', { published_at: ago(1), silent: true })
    const { app } = await publish('Renewed', { published_at: ago(200), superseded_at: ago(5) })
    await buildSubmission(server, app, {
      state: 'published',
      published_at: ago(5),
      content: { public_name: 'Renewed' },
    })
    const quiet = await publish('Quietly Mended', { published_at: ago(10), superseded_at: ago(2) })
    await buildSubmission(server, quiet.app, {
      state: 'published',
      published_at: ago(2),
      silent: true,
      content: { public_name: 'Quietly Mended' },
    })
    const hushed = await publish('First Silent', {
      published_at: ago(30),
      superseded_at: ago(3),
      silent: true,
    })
    await buildSubmission(server, hushed.app, {
      state: 'published',
      published_at: ago(3),
      content: { public_name: 'First Silent' },
    })
    const { body } = await server.anonymous().call(listMarketplaceNews)
    expect(body.map(({ public_name, kind, at }) => [public_name, kind, at])).toEqual([
      ['First Silent', 'updated', ago(3).toISOString()],
      ['Renewed', 'updated', ago(5).toISOString()],
      ['Quietly Mended', 'new', ago(10).toISOString()],
      ['First', 'new', ago(20).toISOString()],
    ])
  },
)

test("what's new has at most four listings, of the last 90 days", async () => {
  const now = server.services.now().getTime()
  const ago = (days: number) => new Date(now - days * dayMs)
  const news = async () =>
    (await server.anonymous().call(listMarketplaceNews)).body.map(({ public_name }) => public_name)
  await publish('Too Old', { published_at: ago(90) })
  await publish('Oldest', { published_at: ago(89.9) })
  expect(await news()).toEqual(['Oldest'])
  for (const days of [4, 3, 2, 1]) await publish(`Day ${days}`, { published_at: ago(days) })
  expect(await news()).toEqual(['Day 1', 'Day 2', 'Day 3', 'Day 4'])
})

/** Returns the address of the link to the next page of the list. */
function nextPage(text: string): string | undefined {
  const [link = ''] = /<a[^>]*aria-label="Next page"[^>]*>/.exec(text) ?? []
  return /href="([^"]*)"/.exec(link)?.[1]?.replaceAll('&amp;', '&')
}

describe.runIf(isBuilt)('the document of a listing', () => {
  test('describes the page to search engines and link previews, and includes its text', async () => {
    const { slug } = await publish('Crane Watch', {
      content: {
        description: '<script>alert("1")</script> & "more"',
        tagline: 'Wind in sight',
        sold_by: 'Northgate Sales',
      },
    })
    const { status, text } = await open(server.anonymous(), slug)
    expect(status).toBe(200)
    expect(text).toContain('<title>Crane Watch · Marketplace · Trestle</title>')
    const { PUBLIC_URL } = server.services.settings
    expect(text).toContain(`<link rel="canonical" href="${PUBLIC_URL}/marketplace/${slug}" />`)
    expect(text).toContain('<meta property="og:title" content="Crane Watch · Marketplace" />')
    expect(text).toMatch(/<meta property="og:description" content="Wind in sight\. &lt;script&gt;alert/)
    const [screenshot] = (await findApp(slug)).content.pictures
    expect(text).toContain(`<meta property="og:image" content="${PUBLIC_URL}${screenshot?.url}" />`)
    expect(text).toContain('<meta property="og:image:alt" content="Crane Watch" />')
    expect(text).toContain('<meta name="twitter:card" content="summary_large_image" />')
    const block = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? ''
    expect(JSON.parse(block)).toMatchObject({
      '@type': 'SoftwareApplication',
      name: 'Crane Watch',
      description: '<script>alert("1")</script> & "more"',
      applicationSubCategory: 'Document Management',
      softwareVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      author: { name: 'Northgate Software' },
      publisher: { name: 'Northgate Sales' },
    })
    expect(text).toMatch(/<h1[^>]*>Crane Watch<\/h1>/)
    expect(text).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &quot;more&quot;')
    expect(text).not.toContain('<script>alert')
    expect(text, 'visitors get no web app').not.toContain('id="root"')
  })

  test("the document of a listing for a developer is the web app with the listing's data", async () => {
    const { slug } = await publish('Crane Watch')
    const { text } = await open(server.as(await buildDeveloper(server)), slug)
    expect(text).toContain('id="root"')
    const bootstrap = JSON.parse(/id="bootstrap">(.*?)<\/script>/s.exec(text)?.[1] ?? '') as {
      page: { data: unknown }
    }
    expect(MarketplaceApp.parse(bootstrap.page.data).content.public_name).toBe('Crane Watch')
  })

  test('the document of an unknown listing is a 404 with the reason in its data', async () => {
    const { status, text } = await open(server.anonymous(), 'nowhere')
    expect(status).toBe(404)
    expect(text).toContain('"refusal":{"code":"not_found"')
  })

  test('the document of the list includes its first page, links to the next, and accepts any address', async () => {
    await publish('Crane Watch')
    await publish('Beam Board')
    const { get } = server.anonymous()
    const { text } = await get('/marketplace?per_page=1')
    expect(text).toMatch(/<a href="\/marketplace\/beam-board">Beam Board<\/a><\/h2><p>Keeps plans in step/)
    expect(nextPage(text)).toBe('/marketplace?per_page=1&page=2')
    const second = await get('/marketplace?per_page=1&page=2')
    expect(second.text).toContain(
      `<link rel="canonical" href="${server.services.settings.PUBLIC_URL}/marketplace" />`,
    )
    expect((await get('/marketplace?page=nonsense&filters[owner]=1')).status).toBe(200)
    const beyond = await get('/marketplace?page=9&filters[search]=crane')
    expect([beyond.status, beyond.headers.location]).toEqual([302, '/marketplace?filters[search]=crane'])
  })
})

test.runIf(isBuilt)(
  'without JavaScript, the next page of a search is a page of the same search',
  async () => {
    await publish('Crane Watch')
    await publish('Crane Board')
    await publish('Dam Diary')
    const first = await server.anonymous().get('/marketplace?per_page=1&filters[search]=crane')
    expect(first.text).toContain('>Crane Board</a>')
    const second = await server.anonymous().get(nextPage(first.text) ?? '')
    expect(second.text).toContain('>Crane Watch</a>')
    expect(nextPage(second.text)).toBeUndefined()
    expect(second.text).toContain(
      `<link rel="canonical" href="${server.services.settings.PUBLIC_URL}/marketplace" />`,
    )
  },
)

test('the sitemap is made once in five minutes, and may be cached as long', async () => {
  const { get } = server.anonymous()
  const reads = await recordStatements(server.database.pool, () =>
    Promise.all([get('/sitemap.xml'), get('/sitemap.xml'), get('/sitemap.xml')]),
  )
  expect(reads.filter(({ text }) => text.includes('marketplace_slug'))).toHaveLength(1)
  const { slug } = await publish('Crane Watch')
  const early = await get('/sitemap.xml')
  expect(early.headers['cache-control']).toBe('public, max-age=300')
  expect(early.text).not.toContain(slug)
  server.clock.advance(5 * minuteMs)
  expect((await get('/sitemap.xml')).text).toContain(slug)
})

test('the sitemap names every public listing, and robots.txt what is not for search engines', async () => {
  const { slug } = await publish('Crane Watch', { published_at: new Date('2026-02-03T10:20:30Z') })
  const { get } = server.anonymous()
  const { PUBLIC_URL } = server.services.settings
  const map = await get('/sitemap.xml')
  expect(map.headers['content-type']).toBe('application/xml; charset=utf-8')
  expect(map.text).toContain(`<url><loc>${PUBLIC_URL}/marketplace</loc></url>`)
  expect(map.text).toContain(`<loc>${PUBLIC_URL}/marketplace/${slug}</loc><lastmod>2026-02-03</lastmod>`)
  const robots = await get('/robots.txt')
  for (const path of ['/api/', '/admin/', '/developer_apps']) {
    expect(robots.text).toContain(`Disallow: ${path}\n`)
  }
  expect(robots.text).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`)
})

describe('a view of a listing', () => {
  const visit = (client: Client, slug: string, headers: Record<string, string> = agentHeader(browser)) =>
    client.send({ method: 'POST', url: `/api/v1/marketplace/apps/${slug}/views`, headers, payload: {} })

  test('counts once per visitor and day, and again the next day', async () => {
    const { app, slug } = await publish('Crane Watch')
    const visitor = server.anonymous()
    expect((await visit(visitor, slug)).status).toBe(204)
    await visit(visitor, slug)
    await visit(server.anonymous(), slug)
    expect(await readCount(app.id)).toBe(1)
    await visit(visitor, slug, agentHeader(`${browser} Edg/140.0.0.0`))
    expect(await readCount(app.id)).toBe(2)
    server.clock.advance(dayMs)
    await visit(visitor, slug)
    expect(await readCount(app.id)).toBe(3)
  })

  test('counts at most three times per address, app and day, with any user agents', async () => {
    const { app, slug } = await publish('Crane Watch')
    const other = await publish('Beam Board')
    const agents = Array.from({ length: 30 }, (_, n) => agentHeader(`${browser} Edg/${n}.0.0.0`))
    await startTogether(
      server,
      agents.slice(0, 20).map((agent) => () => visit(server.anonymous(), slug, agent)),
    )
    expect(await readCount(app.id)).toBe(maxViewsPerAddress)
    for (const agent of agents.slice(20)) {
      await visit(server.anonymous(), slug, agent)
    }
    expect(await readCount(app.id)).toBe(3)
    await visit(server.anonymous(), other.slug)
    expect(await readCount(other.app.id)).toBe(1)
    server.clock.advance(dayMs)
    await startTogether(
      server,
      agents.map((agent) => () => visit(server.anonymous(), slug, agent)),
    )
    expect(await readCount(app.id)).toBe(6)
  })

  test('counts an IPv6 network as one address, and other addresses separately', async () => {
    const { app } = await publish('Crane Watch')
    const from = (address: string, agent: number) =>
      recordView(server.services, null, { address, userAgent: `${browser} Edg/${agent}.0.0.0` }, app)
    await startTogether(
      server,
      Array.from({ length: 20 }, (_, n) => () => from(`2001:db8:7:9::${n + 1}`, n)),
    )
    await startTogether(
      server,
      Array.from({ length: 20 }, (_, n) => () => from(`::ffff:192.0.2.7`, n)),
    )
    await from('192.0.2.7', 99)
    expect(await readCount(app.id)).toBe(6)
    await from('2001:db8:7:a::1', 0)
    await from('192.0.2.8', 0)
    expect(await readCount(app.id)).toBe(8)
  })

  test.runIf(isBuilt)('counts with the document, but not when it is prefetched', async () => {
    const { app, slug } = await publish('Crane Watch')
    const visitor = server.anonymous()
    await open(visitor, slug, { ...agentHeader(browser), 'sec-purpose': 'prefetch;prerender' })
    await visitor.send({ method: 'HEAD', url: `/marketplace/${slug}`, headers: agentHeader(browser) })
    expect(await readCount(app.id)).toBe(0)
    await open(visitor, slug)
    await visit(visitor, slug)
    expect(await readCount(app.id)).toBe(1)
  })

  test.each([
    { READ_ONLY: 'false', views: 1 },
    { READ_ONLY: 'true', views: 0 },
  ])(
    "a view of a listing's document is counted except during maintenance: $READ_ONLY",
    async ({ READ_ONLY, views }) => {
      const webFolder = await newFolder({ 'index.html': '<title>Trestle</title>' })
      server = await startTestServer({ env: { READ_ONLY }, webFolder })
      const { app, slug } = await publish('Crane Watch')
      expect((await open(server.anonymous(), slug)).status).toBe(200)
      expect(await readCount(app.id)).toBe(views)
    },
  )

  test.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'facebookexternalhit/1.1',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'curl/8.5.0',
    '',
  ])('a view of a listing is not counted for the bot %s', async (userAgent) => {
    const { app, slug } = await publish('Crane Watch')
    await visit(server.anonymous(), slug, agentHeader(userAgent))
    expect(await readCount(app.id)).toBe(0)
  })

  test("a view of a listing is not counted for the app's own team and for staff, but for every other developer", async () => {
    const { app, slug } = await publish('Crane Watch')
    const own = await buildCollaborator(server, app, 'user')
    const admin = await buildDeveloper(server, { is_admin: true })
    const employee = await buildDeveloper(server, { is_employee: true })
    for (const person of [own, admin, employee, { id: app.owner_id }]) {
      await visit(server.as(person), slug)
    }
    expect(await readCount(app.id)).toBe(0)
    await visit(server.as(await buildDeveloper(server)), slug)
    expect(await readCount(app.id)).toBe(1)
  })

  test.each([
    ['a readable salt of an earlier release', Buffer.alloc(32, 7)],
    [
      'a salt with a key of another installation',
      createEncryption([Buffer.alloc(32, 9)]).encrypt(Buffer.alloc(32), 'x.y'),
    ],
  ])('counts a visitor once with %s', async (_what, salt) => {
    const { app, slug } = await publish('Crane Watch')
    const { db, now } = server.services
    const day = now().toISOString().slice(0, 10)
    await db.deleteFrom('marketplace_salts').execute()
    await db.insertInto('marketplace_salts').values({ day, salt }).execute()
    const visitor = server.anonymous()
    await visit(visitor, slug)
    await visit(visitor, slug)
    expect(await readCount(app.id)).toBe(1)
  })

  test('stores neither address nor browser, and deletes the salt of a past day', async () => {
    const { slug } = await publish('Crane Watch')
    const other = await publish('Beam Board')
    await visit(server.anonymous(), slug)
    await visit(server.anonymous(), other.slug)
    const { db } = server.services
    const stored = await db.selectFrom('marketplace_view_visitors').selectAll().execute()
    const hashes = stored.map(({ visitor_hash }) => visitor_hash)
    expect(hashes.map(({ length }) => length)).toEqual([32, 32])
    // Not even two visits of one visitor to different listings can be linked.
    expect(hashes[0]?.equals(hashes[1] ?? Buffer.alloc(0))).toBe(false)
    const salts = () => db.selectFrom('marketplace_salts').selectAll().execute()
    expect(await salts()).toHaveLength(1)
    // A copy of the database doesn't have the salt either.
    const [row] = await salts()
    expect(server.services.encryption.canDecrypt(row?.salt ?? Buffer.alloc(0))).toBe(true)
    server.clock.advance(dayMs)
    await cleanUpMarketplace(server.services)
    expect(await salts(), 'a request from before midnight may need it').toHaveLength(1)
    server.clock.advance(dayMs)
    await cleanUpMarketplace(server.services)
    expect(await salts()).toEqual([])
  })
})

test('a video of another host can be played, and nothing else of that host is allowed', async () => {
  const loadPolicy = async (env: Record<string, string>) => {
    const one = await startTestServer({ env })
    return String((await one.anonymous().get('/healthz')).headers['content-security-policy'])
  }
  const host = { VIDEO_HOST_URL: 'https://videos.example.test/upload' }
  expect(await loadPolicy(host)).toContain("media-src 'self' blob: https://videos.example.test;")
  expect(await loadPolicy({ ...host, GOV_CLOUD: 'true' })).toContain("media-src 'self';")
})
