import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { heading } from './screen.ts'

test.describe.configure({ timeout: 120_000 })

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Documentation pages' })
const contents = (page: Page) => page.getByRole('navigation', { name: 'On this page' })
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search the documentation' })

const searchResults = (page: Page) => page.getByRole('list', { name: /^Results for/ }).getByRole('listitem')

const loadSlugs = async (page: Page): Promise<string[]> => {
  const answer = await page.request.get('/api/v1/documentation')
  return ((await answer.json()) as { slug: string }[]).map(({ slug }) => slug)
}

/** Expects the heading below the sticky header, near the top of the window. */
async function expectAtTop(page: Page, name: string) {
  const place = async () => (await page.getByRole('heading', { name, exact: true }).boundingBox())?.y ?? -1
  await expect.poll(place, { message: `${name} is at the top` }).toBeGreaterThan(40)
  await expect.poll(place, { message: `${name} is at the top` }).toBeLessThan(160)
}

test('a visitor reads the documentation page by page without an account', async ({ page }) => {
  await page.goto('/documentation')
  await expect(page).toHaveURL('/documentation/introduction')
  await expect(heading(page)).toHaveText('Introduction')
  await expect(page).toHaveTitle('Introduction · Documentation · Trestle')
  await expect(navigation(page).getByRole('link', { name: 'Introduction' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  const neighbors = page.getByRole('navigation', { name: 'Previous and next page' })
  await expect(neighbors.getByRole('link')).toHaveText(['Next Getting started'])
  await neighbors.getByRole('link').click()
  await expect(heading(page)).toHaveText('Getting started')
  await expect(neighbors.getByRole('link')).toHaveText(['Previous Introduction', 'Next Collaborators'])
  await navigation(page).getByRole('link', { name: 'OAuth' }).click()
  await expect(page).toHaveURL('/documentation/oauth')
  await expect(heading(page)).toHaveText('OAuth')
})

test('the headings on the page match those in the search and the links', async ({ page }) => {
  const answer = await page.request.get('/api/v1/documentation_passages')
  const passages = (await answer.json()) as { slug: string; anchor: string | null }[]
  for (const slug of await loadSlugs(page)) {
    await page.goto(`/documentation/${slug}`)
    await expect(heading(page)).toBeVisible()
    await expect(page.getByRole('article').getByRole('heading', { level: 2 }).first()).toBeVisible()
    const drawn = await page
      .getByRole('article')
      .locator('h2[id], h3[id]')
      .evaluateAll((headings) => headings.map(({ id }) => id))
    const known = passages.flatMap((passage) => (passage.slug === slug ? (passage.anchor ?? []) : []))
    expect(drawn, slug).toEqual(known)
  }
})

test('every page fits a phone, including its tables and examples', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  for (const slug of await loadSlugs(page)) {
    await test.step(slug, async () => {
      await page.goto(`/documentation/${slug}`)
      await expect(page.getByRole('article').getByRole('heading', { level: 2 }).first()).toBeVisible()
      const overflow = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      await expect.poll(overflow, { message: `${slug} at 320 px` }).toBeLessThanOrEqual(0)
    })
  }
})

test('a URL with a heading opens at it, and so does a link in the text', async ({ page }) => {
  await page.goto('/documentation/oauth#redirect-uris')
  await expectAtTop(page, 'Redirect URIs')
  await contents(page).getByRole('link', { name: 'Authorization code' }).click()
  await expect(page).toHaveURL('/documentation/oauth#authorization-code')
  await expectAtTop(page, 'Authorization code')
  await page.goto('/documentation/collaborators')
  await page.getByRole('article').getByRole('link', { name: 'OAuth', exact: true }).click()
  await expect(page).toHaveURL('/documentation/oauth#secrets')
  await expect(page.getByRole('heading', { name: 'Secrets' })).toBeInViewport()
  await navigation(page).getByRole('link', { name: 'Manifests' }).click()
  await expect(heading(page)).toHaveText('Manifests')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('a URL with a malformed heading opens the page at its top', async ({ page }) => {
  await page.goto('/documentation/oauth#%E0%A4%A')
  await expect(heading(page)).toHaveText('OAuth')
  await expect(page.getByText('Every call to the Rest API carries an access token.')).toBeInViewport()
})

test('a heading has a link to itself, and an example can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/documentation/manifests')
  const link = page.getByRole('link', { name: 'Link to the heading Views' })
  await link.focus()
  await expect(link).toHaveCSS('opacity', '1')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/documentation/manifests#views')
  await page.getByRole('button', { name: 'Copy code' }).first().click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('"source_url": "https://app.cranewatch.example/board?project={{procore.project.id}}"')
})

test('the search finds a heading with the keyboard alone', async ({ page }) => {
  await page.goto('/documentation/introduction')
  await searchBox(page).focus()
  await page.keyboard.type('refresh token')
  await expect(heading(page)).toHaveText('Results for "refresh token"')
  await expect(page).toHaveURL('/documentation/introduction?search=refresh%20token')
  await expect(page.getByRole('status').filter({ hasText: /^\d+ matches$/ })).toHaveCount(1)
  const results = searchResults(page)
  await expect(results.first().getByRole('link')).toHaveText('OAuth › Tokens and their lifetimes')
  await expect(results.first().locator('mark').first()).toHaveText(/refresh|token/i)
  await searchBox(page).focus()
  await page.keyboard.press('ArrowDown')
  await expect(results.first().getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(results.nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/documentation/oauth#tokens-and-their-lifetimes')
  await expect(heading(page)).toHaveText('OAuth')
  await expectAtTop(page, 'Tokens and their lifetimes')
  await expect(searchBox(page)).toHaveValue('')
  await page.goBack()
  await expect(heading(page)).toHaveText('Results for "refresh token"')
  await expect(searchBox(page)).toHaveValue('refresh token')
})

test('the search finds prefixes and small typos, and says when nothing matches', async ({ page }) => {
  await page.goto('/documentation/introduction?search=questionaire')
  await expect(searchResults(page).first()).toContainText('Security questionnaire')
  await page.goto('/documentation/introduction?search=zzzzzzzz')
  await expect(page.getByRole('main')).toContainText('No results for "zzzzzzzz"')
  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await expect(page).toHaveURL('/documentation/introduction')
  await expect(heading(page)).toHaveText('Introduction')
})

test('the search index loads only when someone searches', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto('/documentation/introduction')
  await expect(navigation(page).getByRole('link').first()).toBeVisible()
  expect(requested).not.toContain('/api/v1/documentation_passages')
  await searchBox(page).fill('sandbox')
  await expect(searchResults(page).first()).toBeVisible()
  expect(requested.filter((path) => path === '/api/v1/documentation_passages')).toHaveLength(1)
})

test("below 1100 px the pages fold behind a button with the current page's name", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/documentation/oauth')
  const toggle = navigation(page).getByRole('button', { name: 'OAuth' })
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await expect(contents(page)).toBeHidden()
  await toggle.press('Enter')
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page)
  await navigation(page).getByRole('link', { name: 'Rate limits' }).focus()
  await page.keyboard.press('Escape')
  await expect(toggle).toBeFocused()
  await toggle.click()
  await navigation(page).getByRole('link', { name: 'Rate limits' }).click()
  await expect(heading(page)).toHaveText('Rate limits')
  await expect(navigation(page).getByRole('button', { name: 'Rate limits' })).toHaveAttribute(
    'aria-expanded',
    'false',
  )
})

test('a page that does not exist says so inside the portal', async ({ page }) => {
  const answer = await page.goto('/documentation/no-such-page')
  expect(answer?.status()).toBe(404)
  await expect(heading(page)).toHaveText('Page not found')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('a page that could not be loaded says so and offers to retry', async ({ page }) => {
  await page.route('**/api/v1/documentation/oauth', (route) => route.abort())
  await page.goto('/documentation/oauth')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This page could not be loaded.')
  await expectAccessible(page)
  await page.unroute('**/api/v1/documentation/oauth')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(heading(page)).toHaveText('OAuth')
})

test('everyone can read the terms, with the version that accounts accept', async ({ page }) => {
  await page.goto('/terms_and_conditions')
  await expect(heading(page)).toHaveText('Terms and conditions')
  await expect(page.getByRole('main')).toContainText('Version 2026-11-01')
  await expect(page.getByRole('heading', { name: 'Credentials and secrets' })).toBeVisible()
})

test(
  'government cloud does not mention sandboxes',
  { tag: ['@SHELL-14', '@government'] },
  async ({ page }) => {
    await page.goto('/documentation/introduction')
    await expect(navigation(page).getByRole('link').first()).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(/sandbox/i)
    await page.goto('/documentation/versions-and-promotion')
    await expect(page.getByRole('heading', { name: 'How a version reaches production' })).toBeVisible()
    const gone = await page.goto('/documentation/sandboxes')
    expect(gone?.status()).toBe(404)
  },
)
