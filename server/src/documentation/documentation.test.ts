import { existsSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  listDocumentation,
  getDocumentation,
  listDocumentationPassages,
  getTerms,
} from '@trestle/domain/documentation/contract.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { readDocumentation } from './read.ts'

const isBuilt = existsSync(new URL('../../../web/dist/index.html', import.meta.url))

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ keepOpen: true, env: { PLATFORM_NAME: 'Girder & Sons' } })
})
afterAll(() => server.close())

interface Entry {
  slug: string
  title: string
  section: string
}

test('everyone can read the pages, in reading order, by section', async () => {
  const { status, body } = await server.anonymous().call(listDocumentation)
  expect(status).toBe(200)
  const entries = body as Entry[]
  expect(entries.map(({ slug }) => slug).slice(0, 3)).toEqual([
    'introduction',
    'getting-started',
    'first-api-call',
  ])
  expect(Object.keys(entries[0] ?? {})).toEqual(['slug', 'title', 'section', 'summary'])
  const sections = entries.map(({ section }) => section)
  expect([...new Set(sections)]).toEqual(sections.filter((section, i) => section !== sections[i - 1]))
})

test("a page contains the platform's name", async () => {
  const { body } = await server.anonymous().call(getDocumentation, { params: { slug: 'introduction' } })
  expect(body.title).toBe('Introduction')
  expect(body.body).toContain('Girder & Sons is where construction companies run their projects')
  expect(JSON.stringify(body)).not.toContain('{{platform}}')
})

test('answers 404 for an unknown page', async () => {
  const { status, body } = await server
    .anonymous()
    .refusal(getDocumentation, { params: { slug: 'no-such-page' } })
  expect(status).toBe(404)
  expect(body).toMatchObject({ code: 'not_found', message: 'Page not found.' })
})

test('the search index contains plain-text passages under their headings', async () => {
  const { body } = await server.anonymous().call(listDocumentationPassages)
  const passages = body as { slug: string; heading: string | null; anchor: string | null; text: string }[]
  const found = passages.find(({ slug, anchor }) => slug === 'oauth' && anchor === 'redirect-uris')
  expect(found).toMatchObject({ title: 'OAuth', heading: 'Redirect URIs' })
  expect(found?.text).toContain('compared character by character: https://example.com/callback')
  expect(passages.filter(({ heading }) => heading === null).map(({ slug }) => slug)).toContain('manifests')
})

test('the terms are readable without an account and include their version', async () => {
  const { status, body } = await server.anonymous().call(getTerms)
  expect(status).toBe(200)
  expect(body.version).toBe('2026-11-01')
  expect(body.body).toMatch(/^These are the terms between you and Girder & Sons/)
})

test('caches may store a page for five minutes and revalidate it', async () => {
  const url = '/api/v1/documentation/oauth'
  const first = await server.anonymous().call(getDocumentation, { params: { slug: 'oauth' } })
  expect(first.headers['cache-control']).toBe('public, max-age=300')
  expect(first.headers['set-cookie']).toBeUndefined()
  const tag = String(first.headers.etag)
  const same = await server.anonymous().send({ method: 'GET', url, headers: { 'if-none-match': tag } })
  expect([same.status, same.text]).toEqual([304, ''])
  const other = await server.anonymous().send({ method: 'GET', url, headers: { 'if-none-match': '"old"' } })
  expect(other.status).toBe(200)
  const refused = await server.anonymous().refusal(getDocumentation, { params: { slug: 'no-such-page' } })
  expect(refused.headers['cache-control']).toBe('no-store')
})

test('government cloud has no sandbox page and no passages of it', { tags: ['SHELL-14'] }, async () => {
  const gov = await startTestServer({ env: { GOV_CLOUD: 'true' } })
  expect((await gov.anonymous().refusal(getDocumentation, { params: { slug: 'sandboxes' } })).status).toBe(
    404,
  )
  const { text } = await gov.anonymous().call(listDocumentationPassages)
  expect(text).not.toMatch(/sandbox/i)
  expect(
    (await gov.anonymous().call(getDocumentation, { params: { slug: 'government-cloud' } })).body.body,
  ).toContain('You are reading the portal of government cloud.')
})

describe.runIf(isBuilt)('the served document', () => {
  test('includes the title and summary of a page before the web app runs', async () => {
    const { status, text } = await server.anonymous().get('/documentation/rate-limits')
    expect(status).toBe(200)
    expect(text).toContain('<title>Rate limits · Documentation · Girder &amp; Sons</title>')
    expect(text).toContain('<meta name="description" content="Two windows, three headers and one status.')
    const { text: introduction } = await server.anonymous().get('/documentation/introduction')
    expect(introduction).toContain('content="What you can build on Girder &amp; Sons, ')
  })

  test('the documentation without a page leads to the introduction', async () => {
    const { status, headers } = await server.anonymous().get('/documentation')
    expect([status, headers['location']]).toEqual([302, '/documentation/introduction'])
  })

  test('the documentation without a page keeps a search', async () => {
    const { headers } = await server.anonymous().get('/documentation?search=refresh%20token')
    expect(headers['location']).toBe('/documentation/introduction?search=refresh%20token')
    const { headers: empty } = await server.anonymous().get('/documentation?search=%20&utm_source=x')
    expect(empty['location']).toBe('/documentation/introduction')
  })

  test('answers 404 for an unknown page, with the web app that shows the error', async () => {
    const { status, text } = await server.anonymous().get('/documentation/no-such-page')
    expect(status).toBe(404)
    expect(text).toContain('<title>Girder &amp; Sons</title>')
    expect(text).not.toContain('name="description"')
  })
})

describe('unreadable content stops the server at startup and names the file', () => {
  const reader = { platformName: 'Girder', isGovernmentCloud: false }

  async function contentWith(file: string, text: string): Promise<URL> {
    const folder = await mkdtemp(join(tmpdir(), 'trestle-content-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await cp(new URL('../../../content/', import.meta.url), folder, { recursive: true })
    await writeFile(join(folder, file), text)
    return pathToFileURL(`${folder}/`)
  }

  const facts = (changes: string) =>
    `---\ntitle: More\nsection: Run\nsummary: More.\n${changes}---\n\nText.\n`

  test.each([
    ['without front matter', 'documentation/more.md', 'Text.', 'more.md has no front matter'],
    ['without an order', 'documentation/more.md', facts(''), /^more\.md: order /],
    [
      'with an unknown key',
      'documentation/more.md',
      facts('order: 999\nauthor: Ann\n'),
      /^more\.md: .*author/,
    ],
    [
      'with the same order as another page',
      'documentation/more.md',
      facts('order: 350\n'),
      /^(more|troubleshooting)\.md has the same order as another page: 350$/,
    ],
    [
      'away from its section',
      'documentation/more.md',
      facts('order: 15\n'),
      /isn't next to the other pages of its section/,
    ],
    [
      'with two identical headings',
      'documentation/more.md',
      `${facts('order: 999\n')}## Same\n\n## Same\n`,
      'more.md has two headings #same',
    ],
    [
      'with terms of another version',
      'terms.md',
      '---\nversion: 2020-01-01\n---\nOld.\n',
      'terms.md is version 2020-01-01, but accounts accept 2026-11-01',
    ],
  ])('%s', async (_case, file, text, message) => {
    await expect(readDocumentation(reader, await contentWith(file, text))).rejects.toThrow(message)
  })
})
