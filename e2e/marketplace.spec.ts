import { expect, expectAccessible, test, type Api, type Page } from './fixtures.ts'
import { appId } from './people.ts'
import { heading } from './screen.ts'

test.describe.configure({ timeout: 180_000 })

const apps = (page: Page) => page.getByRole('region', { name: 'Apps on the marketplace' })
const names = (page: Page) => apps(page).getByRole('heading', { level: 2 })
const news = (page: Page) => page.getByRole('region', { name: 'New on the marketplace' })
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search the marketplace' })
const allNames = [
  'Beam Board',
  'Concrete Clock',
  'Crew Compass',
  'Drone Ledger',
  'Ledger Bridge',
  'Permit Trail',
  'Punch Pilot',
  'Site Sync',
]

/** Records the API calls of a page. */
function groupByServer(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`)
  })
  return calls
}

test('anyone can browse the marketplace; its first page is part of the document', async ({ page }) => {
  const calls = groupByServer(page)
  await page.goto('/marketplace')
  await expect(page).toHaveTitle('Marketplace · Trestle')
  await expect(heading(page)).toHaveText('Marketplace')
  await expect(names(page)).toHaveText(allNames)
  expect(calls.filter((call) => call.includes('marketplace'))).toEqual([])
})

test(
  "what's new lists the latest publications, without the silent one",
  { tag: ['@LSTATE-25'] },
  async ({ page }) => {
    await page.goto('/marketplace')
    await expect(news(page).getByRole('heading', { level: 3 })).toHaveText([
      'Permit Trail',
      'Punch Pilot',
      'Ledger Bridge',
      'Concrete Clock',
    ])
    await news(page).getByRole('link', { name: 'Permit Trail' }).click()
    await expect(page).toHaveURL('/marketplace/permit-trail')
  },
)

test('search and filters work with the keyboard, and the URL keeps them', async ({ page }) => {
  await page.goto('/marketplace')
  await page.getByRole('checkbox', { name: 'Quality & Safety' }).focus()
  await page.keyboard.press('Space')
  await expect(names(page)).toHaveText(['Concrete Clock', 'Punch Pilot'])
  await expect(page).toHaveURL('/marketplace?filters[category_id][]=8')
  await expect(news(page)).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Scheduling' }).focus()
  await page.keyboard.press('Space')
  await expect(names(page)).toHaveText(['Beam Board', 'Concrete Clock', 'Punch Pilot'])
  await page.getByRole('checkbox', { name: 'Africa' }).focus()
  await page.keyboard.press('Space')
  await expect(names(page)).toHaveText(['Concrete Clock', 'Punch Pilot'])
  await searchBox(page).focus()
  await page.keyboard.type('slab')
  await page.keyboard.press('Enter')
  await expect(names(page)).toHaveText(['Concrete Clock'])
  await page.reload()
  await expect(searchBox(page)).toHaveValue('slab')
  await expect(page.getByRole('checkbox', { name: 'Africa' })).toBeChecked()
  await expect(names(page)).toHaveText(['Concrete Clock'])
  await searchBox(page).fill('no such app')
  await expect(apps(page)).toContainText('No matches')
  await apps(page).getByRole('button', { name: 'Clear filters' }).click()
  await expect(names(page)).toHaveText(allNames)
  await page.goBack()
  await expect(searchBox(page)).toHaveValue('no such app')
})

test('the search finds words in any order, and each filter shows how many apps it matches', async ({
  page,
}) => {
  const calls = groupByServer(page)
  const filter = (name: string) => page.getByRole('checkbox', { name, exact: true })
  await page.goto('/marketplace')
  await expect(filter('Quality & Safety (2 apps)')).toBeVisible()
  expect(calls.filter((call) => call.includes('marketplace'))).toEqual([])
  await searchBox(page).fill('log daily')
  await expect(names(page)).toHaveText(['Beam Board', 'Concrete Clock', 'Drone Ledger'])
  await expect(filter('Quality & Safety (1 app)')).toBeVisible()
  await expect(filter('ERP (0 apps)')).toBeVisible()
  await filter('Quality & Safety (1 app)').check()
  await expect(names(page)).toHaveText(['Concrete Clock'])
  await expect(filter('BIM (1 app)')).toBeVisible()
})

test('on a phone the filters fold behind a line with the number of chosen ones', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/marketplace?filters[region_id][]=7')
  const fold = page.getByText('Filters (1)', { exact: true })
  await expect(page.getByRole('checkbox', { name: 'Africa' })).toBeHidden()
  await fold.press('Enter')
  await expect(page.getByRole('checkbox', { name: 'Africa' })).toBeChecked()
  await expectAccessible(page)
})

test('a list that could not be loaded says so and offers to retry', async ({ page }) => {
  await page.goto('/marketplace')
  await page.route('**/api/v1/marketplace/apps?*', (route) => route.abort())
  await page.getByRole('checkbox', { name: 'Scheduling' }).check()
  await expect(page.getByRole('alert')).toContainText('The apps could not be loaded.')
  await page.unroute('**/api/v1/marketplace/apps?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(names(page)).toHaveText(['Beam Board'])
})

test(
  "a listing shows the app, its maker and the platform's badges",
  { tag: ['@LIST-82'] },
  async ({ page }) => {
    const calls = groupByServer(page)
    await page.goto('/marketplace/site-sync')
    await expect(page).toHaveTitle('Site Sync · Marketplace · Trestle')
    await expect(heading(page)).toHaveText('Site Sync')
    const listing = page.getByRole('article')
    await expect(listing.getByText('Certified partner', { exact: true })).toBeVisible()
    await expect(
      listing.getByText('Security & Trust – Partner Self-Certified', { exact: true }),
    ).toBeVisible()
    await expect(listing.getByText('Made by Trestle', { exact: true })).toHaveCount(0)
    await expect(listing.getByText('Version 1.0.0', { exact: true })).toBeVisible()
    await expect(
      listing.getByRole('region', { name: 'With Site Sync you can' }).getByRole('listitem'),
    ).toHaveCount(4)
    const security = listing.getByRole('region', { name: 'Security and trust' })
    await expect(security).toContainText('SOC 2 - Type 2')
    await expect(security).toContainText('United Kingdom')
    await expect(listing.getByRole('link', { name: 'Contact us' })).toHaveAttribute(
      'href',
      'mailto:sales@sitesync.example',
    )
    expect(calls.filter((call) => call.includes('marketplace'))).toEqual([])
    await page.goto('/marketplace/punch-pilot')
    await expect(listing.getByText('Made by Trestle', { exact: true })).toBeVisible()
    await expect(listing.getByText('Beta', { exact: true })).toBeVisible()
  },
)

test('the version key can be copied; an app that its maker sets up has a link to them', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/marketplace/site-sync')
  const key = await page.getByRole('region', { name: 'Get Site Sync' }).locator('code').textContent()
  await page.getByRole('button', { name: 'Copy App version key' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  await page.goto('/marketplace/concrete-clock')
  const get = page.getByRole('region', { name: 'Get Concrete Clock' })
  await expect(get).toContainText("The app's developer sets it up with you.")
  await expect(get.getByRole('link', { name: /Learn how to get it/ })).toHaveAttribute(
    'href',
    'https://www.concreteclock.example/order',
  )
  await expect(get.locator('code')).toHaveCount(0)
})

test('screenshots open enlarged, and the arrow keys move between them and wrap around', async ({ page }) => {
  await page.goto('/marketplace/site-sync')
  const first = page.getByRole('button', { name: /^Enlarge: The board of a project/ })
  await first.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Site Sync' })
  await expect(dialog.getByRole('img', { name: /^The board of a project/ })).toBeVisible()
  await expect(dialog.getByText(/^1 of 3/)).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByText(/^2 of 3/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Previous' }).click()
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.getByText(/^3 of 3/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(first).toBeFocused()
})

test('loading pictures does not shift the layout', async ({ page }) => {
  await page.addInitScript(() => {
    const measurements = globalThis as unknown as { shift: number }
    measurements.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        measurements.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift' as 'mark', buffered: true })
  })
  await page.goto('/marketplace/site-sync', { waitUntil: 'networkidle' })
  await expect(heading(page)).toBeVisible()
  expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBeLessThan(0.1)
})

test('a URL without a listing says so, inside the portal and with the right status', async ({ page }) => {
  const answer = await page.goto('/marketplace/no-such-app')
  expect(answer?.status()).toBe(404)
  await expect(heading(page)).toHaveText('Page not found')
  await expect(page.getByRole('main')).toContainText("This app isn't on the marketplace")
  await page.getByRole('link', { name: 'Go to the marketplace' }).click()
  await expect(names(page)).toHaveText(allNames)
})

test('a listing that could not be loaded says so and offers to retry', async ({ page }) => {
  await page.goto('/marketplace')
  await page.route('**/api/v1/marketplace/apps/beam-board', (route) => route.abort())
  await names(page).first().getByRole('link').click()
  await expect(page.getByRole('alert')).toContainText('The listing could not be loaded.')
  await page.unroute('**/api/v1/marketplace/apps/beam-board')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(heading(page)).toHaveText('Beam Board')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a listing is readable, and its head has the metadata for link previews', async ({ page }) => {
    await page.goto('/marketplace/site-sync')
    await expect(page).toHaveTitle('Site Sync · Marketplace · Trestle')
    await expect(heading(page)).toHaveText('Site Sync')
    await expect(page.getByText('One board for site and office', { exact: true })).toBeVisible()
    const content = (name: string) =>
      page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content')
    expect(await content('og:title')).toBe('Site Sync · Marketplace')
    expect(await content('description')).toMatch(/^One board for site and office\. Site Sync puts /)
    const image = await content('og:image')
    expect(await content('og:image:alt')).toMatch(/^The board of a project/)
    const picture = await page.request.get(new URL(image ?? '').pathname)
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png'])
    await page.goto('/marketplace')
    await expect(page.getByRole('main').getByRole('link')).toHaveText(allNames)
  })
})

const loadViews = async (api: Api, id: number): Promise<number> => {
  const { body } = await api.get(`/developer_apps/${id}/engagement_report`)
  const block = /id="bootstrap">(.*?)<\/script>/s.exec(String(body))?.[1] ?? ''
  const { page } = JSON.parse(block) as {
    page: { data: { daily_marketplace_app_views_aggregates: { total_count: number } } }
  }
  return page.data.daily_marketplace_app_views_aggregates.total_count
}

test('a visitor is counted once a day in the engagement report, by any way to the listing', async ({
  page,
  signIn,
  api,
  browser,
  baseURL,
}) => {
  await signIn('owner')
  const id = await appId(api, 'Ledger Bridge')
  const before = await loadViews(api, id)
  await page.goto('/marketplace/ledger-bridge')
  expect(await loadViews(api, id)).toBe(before)
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
  })
  const visitor = await context.newPage()
  await visitor.goto('/marketplace')
  const counted = visitor.waitForResponse((answer) => answer.url().endsWith('/apps/ledger-bridge/views'))
  await names(visitor).filter({ hasText: 'Ledger Bridge' }).getByRole('link').click()
  expect((await counted).status()).toBe(204)
  await visitor.goto('/marketplace/ledger-bridge')
  await expect(heading(visitor)).toHaveText('Ledger Bridge')
  expect(await loadViews(api, id)).toBe(before + 1)
  await context.close()
})
