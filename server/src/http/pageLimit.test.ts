import { expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { readSettings } from '../settings.ts'

async function startWithPages(env: Record<string, string> = {}): Promise<TestServer> {
  const webFolder = await newFolder({ 'index.html': '<title>Trestle</title><div id="root"></div>' })
  return startTestServer({
    webFolder,
    env: {
      PAGES_PER_MINUTE: '3',
      REQUESTS_PER_MINUTE: '3',
      SUPPORT_URL: 'mailto:help@girder.example',
      ...env,
    },
  })
}

const address = (n: number) => `192.0.2.${n}`

test.each([
  ['/marketplace', 200],
  ['/marketplace/no-such-app', 404],
  ['/reference', 200],
  ['/reference/rest/changelog', 200],
  ['/documentation/introduction', 200],
  ['/reference/rest/changelog.atom', 200],
  ['/reference/rest/changelog.json', 200],
  ['/feeds/notifications/unknown.atom', 404],
  ['/feeds/notifications/unknown.json', 404],
  ['/notifications.atom', 401],
  ['/sitemap.xml', 200],
  ['/robots.txt', 200],
  ['/.well-known/change-password', 302],
  ['/.well-known/security.txt', 200],
  ['/', 200],
  ['/no/such/page', 404],
])('limits %s for one address but not for another', async (url, status) => {
  const { app } = await startWithPages()
  const statuses = async (remoteAddress: string, count: number) => {
    const answers = []
    for (let n = 0; n < count; n += 1) {
      answers.push((await app.inject({ url, remoteAddress })).statusCode)
    }
    return answers
  }
  expect(await statuses(address(1), 5)).toEqual([status, status, status, 429, 429])
  expect(await statuses(address(2), 1)).toEqual([status])
})

test('counts an encoded address like a plain one, and an IPv6 network like one address', async () => {
  const { app } = await startWithPages()
  const urls = ['/marketplace', '/%6darketplace', '/marketplac%65?page=1', '/marketplace']
  const codes = []
  for (const [n, url] of urls.entries()) {
    codes.push((await app.inject({ url, remoteAddress: `2001:db8::${n + 1}` })).statusCode)
  }
  expect(codes.at(-1)).toBe(429)
  expect((await app.inject({ url: '/marketplace', remoteAddress: '2001:db8:0:1::1' })).statusCode).toBe(200)
})

test.each(['/marketplace', '/sitemap.xml', '/robots.txt'])(
  '%s does not count toward the limit of calls',
  async (url) => {
    const { app } = await startWithPages({ REQUESTS_PER_MINUTE: '1' })
    for (const path of [url, url, '/api/v1/marketplace/apps']) {
      expect((await app.inject(path)).statusCode, path).toBe(200)
    }
    expect((await app.inject('/api/v1/marketplace/apps')).statusCode).toBe(429)
  },
)

test('says when to try again in the refusal past the limit', async () => {
  const { app } = await startWithPages()
  for (const _page of ['1', '2', '3']) {
    await app.inject('/marketplace')
  }
  const { headers, body } = await app.inject('/marketplace')
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(JSON.parse(body)).toMatchObject({
    code: 'rate_limited',
    message: 'Too many pages were opened from your address. Wait a minute and try again.',
  })
})

test('allows 600 pages a minute per address by default', () => {
  expect(readSettings({}).PAGES_PER_MINUTE).toBe(600)
})
