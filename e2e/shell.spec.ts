import { expect, test, type Page } from './fixtures.ts'
import { findAppId } from './people.ts'
import { heading } from './screen.ts'

const bar = (page: Page) => page.getByRole('banner')

test(
  'a visitor moves through the public pages; the header stays visible, and the focus follows',
  {
    tag: [
      '@SHELL-03',
      '@SHELL-04',
      '@SHELL-05',
      '@SHELL-07',
      '@SHELL-09',
      '@SHELL-27',
      '@SHELL-40',
      '@ACC-04',
    ],
  },
  async ({ page }) => {
    const answer = await page.goto('/no/such/page')
    expect(answer?.status()).toBe(404)
    await expect(heading(page)).toHaveText('Page not found')
    await expect(page).toHaveTitle('Page not found · Trestle')
    await page.getByRole('main').getByRole('link', { name: 'Go to the home page' }).click()
    await expect(heading(page)).toHaveText('Build on Trestle')
    await bar(page).getByRole('button', { name: 'Reference' }).click()
    await page.getByRole('menuitem', { name: 'Rest API' }).click()
    await expect(page).toHaveURL('/reference/rest/docs/rest-api-overview')
    expect(page.context().pages()).toHaveLength(1)
    await bar(page).getByRole('link', { name: 'Trestle' }).click()
    await expect(page).toHaveURL('/')
    await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).press('Enter')
    await expect(heading(page)).toHaveText('Sign Up')
    await expect(page.getByRole('main')).toBeFocused()

    await page.goto('/terms_and_conditions')
    await expect(heading(page)).toHaveText('Terms and conditions')
    await expect(page.getByRole('main')).toContainText('Version 2026-11-01')
    await expect(page.getByRole('heading', { name: 'Credentials and secrets' })).toBeVisible()
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(200)
    await expect(bar(page)).toBeInViewport({ ratio: 1 })
    expect((await bar(page).boundingBox())?.y).toBe(0)
  },
)

test(
  'the first tab stop skips to the content; breadcrumbs and tab title name the current object',
  { tag: ['@SHELL-40'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const id = await findAppId(api, 'Site Sync')
    await page.goto(`/developer_apps/${id}/oauth_credentials`)
    await expect(heading(page)).toHaveText('Site Sync')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to main content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('main').locator(':focus')).toBeVisible()
    for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
      await expect(page.getByRole(landmark)).toHaveCount(1)
    }

    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
    await expect(crumbs.getByRole('listitem')).toHaveText(['Apps', 'Site Sync'])
    await expect(page).toHaveTitle('OAuth Credentials · Site Sync · Trestle')
    await crumbs.getByRole('link', { name: 'Site Sync' }).click()
    await expect(page).toHaveURL(`/developer_apps/${id}`)
    await expect(page).toHaveTitle('Configurations · Site Sync · Trestle')
    await crumbs.getByRole('link', { name: 'Apps' }).click()
    await expect(page).toHaveURL('/developer_apps')
    await expect(page).toHaveTitle('My Apps · Trestle')
    await page.goBack()
    await expect(page).toHaveTitle('Configurations · Site Sync · Trestle')
  },
)
