import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, expectAccessible, type Page } from './fixtures.ts'
import { testOn } from './otherPortal.ts'
import { copyReference } from './referenceFolder.ts'
import { heading } from './screen.ts'

const months = ['2025-01', '2025-02', '2025-03', '2025-04', '2025-05', '2025-06']
const longText = 'It now says more than fits into four lines of a card. '.repeat(12)
const wideExample = `\`\`\`\n${'project_number: '.repeat(24)}\n\`\`\``

/** Returns the tests' reference with sixty more changes, the newest with a long description. */
function changelogFolder(): string {
  const folder = copyReference()
  mkdirSync(join(folder, 'main/changelog'), { recursive: true })
  for (const month of months) {
    const entries = Array.from({ length: 10 }, (_, index) => ({
      summary: `Older change ${month}-${index}`,
      description: 'Small.',
      endpoint: 'GET /rest/v1.0/projects',
      type: 'refinement',
      breaking: false,
      datestamp: `${month}-${String(20 - index).padStart(2, '0')}`,
      versions: ['1.0'],
      'x-doc': { visibility: 'public' },
    }))
    writeFileSync(join(folder, `main/changelog/${month}.yaml`), JSON.stringify(entries))
  }
  const newest = {
    summary: 'Projects tell a long story',
    description: `${longText}\n\n${wideExample}`,
    endpoint: 'DELETE /rest/v1.0/projects/{id}',
    type: 'sunset',
    breaking: true,
    datestamp: '2026-04-02',
    versions: ['2.0', '1.1'],
    link: '/reference/rest/projects#listprojects',
    'x-doc': { visibility: 'public' },
  }
  writeFileSync(join(folder, 'main/changelog/2026-04.yaml'), JSON.stringify([newest]))
  return folder
}

const test = testOn(() => ({ REFERENCE_DIR: changelogFolder() }))

const address = '/reference/rest/changelog'
const filters = (page: Page) => page.getByRole('complementary', { name: 'Filters' })
const list = (page: Page) => page.getByRole('region', { name: 'Changes' })
const cards = (page: Page) => list(page).getByRole('heading', { level: 2 })
const card = (page: Page, name: string) =>
  list(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) })
const type = (page: Page, name: string) => filters(page).getByRole('checkbox', { name, exact: true })
const types = ['Fix', 'New', 'Feature', 'Refinement', 'Deprecated', 'Sunset']

/** Returns the decoded query string of the URL. */
const searchIn = (page: Page) => decodeURIComponent(new URL(page.url()).search)

test(
  'the changelog is in the reference: newest first, 50 per page, filters left and legend right',
  {
    tag: [
      '@CHG-01',
      '@CHG-02',
      '@CHG-03',
      '@CHG-04',
      '@CHG-05',
      '@CHG-06',
      '@CHG-07',
      '@CHG-08',
      '@CHG-09',
      '@CHG-10',
      '@CHG-11',
      '@CHG-12',
      '@CHG-13',
      '@CHG-16',
      '@CHG-19',
      '@CHG-20',
      '@CHG-21',
      '@CHG-22',
    ],
  },
  async ({ page }) => {
    await page.goto('/')
    await page.getByRole('banner').getByRole('button', { name: 'Reference' }).click()
    await page.getByRole('menuitem', { name: 'Changelog' }).click()
    await expect(page).toHaveURL(address)
    await expect(heading(page)).toHaveText('Changelog')
    await expect(cards(page)).toHaveCount(50)
    await expect(list(page)).toContainText('64 changes')
    await expect(cards(page).nth(0)).toHaveText('Projects tell a long story')
    await expect(cards(page).nth(1)).toHaveText('Projects may name their office')
    await expect(cards(page).nth(4)).toHaveText('Older change 2025-06-0')
    const newest = card(page, 'Projects tell a long story')
    await expect(newest).toContainText('2026-04')
    await expect(newest).not.toContainText('2026-04-02')
    await expect(newest).toContainText('Version: 1.1+')
    await expect(newest).toContainText('Sunset')
    await expect(newest).toContainText('Breaking')
    await expect(newest).toContainText('/rest/v1.0/projects/{id}')
    await expect(card(page, 'Projects may name their office')).toContainText('Version: ?')
    for (const name of types) await expect(type(page, name)).toBeChecked()
    await expect(type(page, 'Breaking changes only')).not.toBeChecked()
    await expect(filters(page).getByRole('searchbox')).toBeVisible()
    const legend = page.getByRole('complementary', { name: 'Change types' })
    for (const name of [...types, 'Breaking']) {
      await expect(legend.getByText(name, { exact: true })).toBeVisible()
    }
    for (const width of [1100, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const [left, middle, right, second] = await Promise.all([
        filters(page).boundingBox(),
        list(page).boundingBox(),
        legend.boundingBox(),
        cards(page).nth(1).boundingBox(),
      ])
      expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(middle?.x ?? 0)
      expect((middle?.x ?? 0) + (middle?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0)
      expect(right?.y, 'next to the first cards, not below the last').toBeLessThan(second?.y ?? 0)
    }
    await expect(legend.getByRole('heading')).toHaveText('Change types')
    await expect(legend.getByRole('term')).toHaveText([...types, 'Breaking'])
    await expect(legend.getByRole('definition').filter({ hasText: /^\S.+\.$/ })).toHaveCount(7)
    expect(searchIn(page)).toBe('')

    await page.setViewportSize({ width: 1440, height: 900 })
    const long = card(page, 'Projects tell a long story')
    const more = long.getByRole('button', { name: /^show more/ })
    const text = page.locator(`[id="${await more.getAttribute('aria-controls')}"]`)
    await expect(text).toHaveCSS('height', '66px')
    await more.click()
    const less = long.getByRole('button', { name: /^show less/ })
    await expect(less).toHaveAttribute('aria-expanded', 'true')
    expect((await text.boundingBox())?.height).toBeGreaterThan(66)
    await expectAccessible(page)
    await less.click()
    await expect(text).toHaveCSS('height', '66px')
    await expect(card(page, 'Projects may name their office').getByRole('button')).toHaveCount(0)

    const example = card(page, 'Projects tell a long story').locator('pre')
    await expect(example).toHaveAttribute('tabindex', '0')
    await example.focus()
    await expect(example).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => example.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0)

    await card(page, 'Projects tell a long story')
      .getByRole('link', { name: /^See the endpoint/ })
      .click()
    await expect(page).toHaveURL('/reference/rest/projects#listprojects')
    await expect(page.getByRole('heading', { name: 'List projects' })).toBeInViewport()
  },
)

test(
  'types, breaking, search, page and page size are in the URL, and Back restores them',
  {
    tag: [
      '@CHG-03',
      '@CHG-04',
      '@CHG-05',
      '@CHG-06',
      '@CHG-14',
      '@CHG-17',
      '@CHG-18',
      '@CHG-26',
      '@SHELL-38',
    ],
  },
  async ({ page }) => {
    await page.goto(`${address}?filters[type][]=fix&filters[type][]=deprecated`)
    await expect(cards(page)).toHaveText([
      'Creating projects is deprecated',
      'Lists of projects are sorted by name',
    ])
    await expect(type(page, 'Fix')).toBeChecked()
    await expect(type(page, 'New')).not.toBeChecked()
    await type(page, 'Breaking changes only').check()
    await expect(cards(page)).toHaveText(['Lists of projects are sorted by name'])
    expect(searchIn(page)).toContain('filters[breaking]=true')
    await type(page, 'Sunset').check()
    await expect(cards(page)).toHaveCount(2)
    expect(searchIn(page)).toContain('filters[type][]=sunset')
    await page.goBack()
    await page.goBack()
    await expect(type(page, 'Breaking changes only')).not.toBeChecked()
    await expect(cards(page)).toHaveCount(2)
    await filters(page).getByRole('link', { name: 'Clear filters' }).click()
    await expect(cards(page)).toHaveCount(50)
    expect(searchIn(page)).toBe('')
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await pages.getByRole('link', { name: 'Page 2', exact: true }).click()
    await expect(cards(page)).toHaveCount(14)
    expect(searchIn(page)).toBe('?page=2')
    await pages.getByLabel('Rows per page').selectOption('25')
    await expect(cards(page)).toHaveCount(25)
    expect(searchIn(page)).toBe('?per_page=25')
    await pages.getByRole('link', { name: 'Page 2', exact: true }).click()
    await expect(cards(page)).toHaveCount(25)
    const searches: string[] = []
    page.on('request', (request) => {
      const { searchParams, pathname } = new URL(request.url())
      if (pathname === address) searches.push(searchParams.get('filters[search]') ?? '')
    })
    const box = filters(page).getByRole('searchbox')
    const start = Date.now()
    await box.pressSequentially('office', { delay: 30 })
    await expect(cards(page)).toHaveText(['Projects may name their office'])
    expect(Date.now() - start).toBeGreaterThanOrEqual(500)
    expect(searches).toEqual(['office'])
    expect(searchIn(page)).toBe('?filters[search]=office&per_page=25')
    await box.fill('elevator')
    await expect(page.getByText(/^Nothing found\. Use the filters on the left/)).toBeVisible()
  },
)

test(
  'employees read private entries and switch the branch, which the URL keeps; developers do not',
  { tag: ['@CHG-15', '@CHG-22', '@CHG-23', '@CHG-24', '@CHG-25'] },
  async ({ page, signIn }) => {
    await signIn('employee')
    await page.goto(address)
    await expect(list(page)).toContainText('66 changes')
    await expect(cards(page).filter({ hasText: 'Secret costs come in cents' })).toBeVisible()
    const branches = page.getByLabel('Documentation branch')
    await expect(branches.getByRole('option')).toHaveText(['main (default)', 'next'])
    await branches.selectOption('next')
    await expect(page).toHaveURL(`${address}?custom_service_sha=8c41d07be2aa`)
    await expect(cards(page)).toHaveText(['Projects can be restored'])
    await type(page, 'New').uncheck()
    await expect(cards(page)).toHaveCount(0)
    expect(searchIn(page)).toContain('custom_service_sha=8c41d07be2aa')
    await type(page, 'New').check()
    await branches.selectOption('main (default)')
    await expect(list(page)).toContainText('66 changes')
    expect(searchIn(page)).not.toContain('custom_service_sha')
    await signIn('owner')
    await page.goto(`${address}?custom_service_sha=8c41d07be2aa`)
    await expect(list(page)).toContainText('64 changes')
    await expect(page.getByLabel('Documentation branch')).toHaveCount(0)
    await expect(list(page)).not.toContainText('Secret costs')
  },
)
