import { expect, expectAccessible, expectNoSidewaysScroll, test, type Page } from './fixtures.ts'
import { heading } from './screen.ts'

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Documentation pages' })
const contents = (page: Page) => page.getByRole('navigation', { name: 'On this page' })
const searchBox = (page: Page) => page.getByRole('searchbox', { name: 'Search the documentation' })

const searchResults = (page: Page) => page.getByRole('list', { name: /^Results for/ }).getByRole('listitem')

/** Expects the heading below the sticky header, near the top of the window. */
async function expectAtTop(page: Page, name: string) {
  const top = async () => (await page.getByRole('heading', { name, exact: true }).boundingBox())?.y ?? -1
  await expect.poll(top, { message: `${name} is at the top` }).toBeGreaterThan(40)
  await expect.poll(top, { message: `${name} is at the top` }).toBeLessThan(160)
}

test('a visitor reads page by page and by headings, and copies an example', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/documentation/oauth#%E0%A4%A')
  await expect(heading(page)).toHaveText('OAuth')
  await expect(page.getByText('Every call to the Rest API carries an access token.')).toBeInViewport()
  await page.goto('/documentation/oauth#redirect-uris')
  await expectAtTop(page, 'Redirect URIs')
  await contents(page).getByRole('link', { name: 'Authorization code' }).click()
  await expect(page).toHaveURL('/documentation/oauth#authorization-code')
  await expectAtTop(page, 'Authorization code')
  await navigation(page).getByRole('link', { name: 'Collaborators' }).click()
  await page.getByRole('article').getByRole('link', { name: 'OAuth', exact: true }).click()
  await expect(page).toHaveURL('/documentation/oauth#secrets')
  await expect(page.getByRole('heading', { name: 'Secrets' })).toBeInViewport()
  await navigation(page).getByRole('link', { name: 'Manifests' }).click()
  await expect(heading(page)).toHaveText('Manifests')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  const link = page.getByRole('link', { name: 'Link to the heading Views' })
  // The link shows when the keyboard moves the focus.
  await page.keyboard.press('Tab')
  await link.focus()
  await expect(link).toHaveCSS('opacity', '1')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/documentation/manifests#views')
  await page.getByRole('button', { name: 'Copy code' }).first().click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('"source_url": "https://app.cranewatch.example/board?project={{procore.project.id}}"')
})

test('on a phone every page fits, and its headings match those in the search and the links', async ({
  page,
}) => {
  const pages = (await (await page.request.get('/api/v1/documentation')).json()) as { slug: string }[]
  const answer = await page.request.get('/api/v1/documentation_passages')
  const passages = (await answer.json()) as { slug: string; anchor: string | null }[]
  const anchors = (slug: string) =>
    passages.flatMap((passage) => (passage.slug === slug ? (passage.anchor ?? []) : []))
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/documentation')
  await expect(page).toHaveTitle('Introduction · Documentation · Trestle')
  const links = page.getByRole('navigation', { name: 'Previous and next page' })
  await expect(links.getByRole('link')).toHaveText(['Next Getting started'])
  const drawn = () =>
    page
      .getByRole('article')
      .locator('h2[id], h3[id]')
      .evaluateAll((headings) => headings.map(({ id }) => id))
  const visited: string[] = []
  while (visited.length < pages.length) {
    const slug = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await test.step(slug, async () => {
      await expect.poll(drawn).toEqual(anchors(slug))
      await expectNoSidewaysScroll(page)
    })
    visited.push(slug)
    const next = links.getByRole('link', { name: /^Next/ })
    if (visited.length < pages.length) {
      const href = (await next.getAttribute('href')) ?? ''
      await next.click()
      await expect(page).toHaveURL(href)
    }
  }
  expect(visited.toSorted()).toEqual(pages.map(({ slug }) => slug).toSorted())
})

test('the search finds headings by prefixes and with typos, with the keyboard alone', async ({ page }) => {
  await page.goto('/documentation/introduction')
  await expect(navigation(page).getByRole('link', { name: 'Introduction' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await searchBox(page).focus()
  await page.keyboard.type('refresh token')
  await expect(heading(page)).toHaveText('Results for "refresh token"')
  await expect(page).toHaveURL('/documentation/introduction?search=refresh%20token')
  await expect(page.getByRole('status').filter({ hasText: /^\d+( of \d+)? matches$/ })).toHaveCount(1)
  const results = searchResults(page)
  await expect(results.first().getByRole('link')).toHaveText('OAuth › Tokens and their lifetimes')
  await expect(results.first().locator('mark').first()).toHaveText(/refresh|token/i)
  await page.keyboard.press('ArrowDown')
  await expect(results.first().getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(results.nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/documentation/oauth#tokens-and-their-lifetimes')
  await expectAtTop(page, 'Tokens and their lifetimes')
  await expect(searchBox(page)).toHaveValue('')
  await page.goBack()
  await expect(searchBox(page)).toHaveValue('refresh token')
  await searchBox(page).fill('questionaire')
  await expect(results.first()).toContainText('Security questionnaire')
  await searchBox(page).fill('zzzzzzzz')
  await expect(page.getByRole('main')).toContainText('No matches for "zzzzzzzz"')
  await page.getByRole('link', { name: 'Clear search' }).click()
  await expect(heading(page)).toHaveText('Introduction')
})

test("below 1100 px, the pages collapse into a button with the current page's name", async ({ page }) => {
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
  await expect(navigation(page).getByRole('button', { name: 'Rate limits' })).toHaveAttribute(
    'aria-expanded',
    'false',
  )
})
