import { expect, test, type Page } from './fixtures.ts'
import { heading } from './screen.ts'

/** Expects the page to be complete: nothing is loading. */
async function expectPage(page: Page, title: string | RegExp) {
  await expect(heading(page)).toHaveText(title)
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
  await expect(page.getByRole('main').getByText('Loading', { exact: true })).toHaveCount(0)
}

const adminScreens: [entry: string, title: string][] = [
  ['Developer Apps', 'Developer Apps'],
  ['Review Queue', 'Review Queue'],
  ['Developers', 'Developers'],
  ['OAuth Applications', 'OAuth Applications'],
  ['Notifications', 'Notifications'],
  ['Rate Limits', 'QuotaMinder'],
  ['Audit Log', 'Audit Log'],
]

test(
  'the Admin menu links to every staff screen for platform admins',
  { tag: ['@SHELL-02'] },
  async ({ page, signIn }) => {
    await signIn('staff')
    await page.goto('/account')
    for (const [entry, title] of adminScreens) {
      await page.getByRole('banner').getByRole('button', { name: 'Admin', exact: true }).click()
      // The entry of the review queue also says how many apps wait.
      await page.getByRole('menuitem', { name: new RegExp(`^${entry}( \\d+ waiting)?$`) }).click()
      await expectPage(page, new RegExp(`^${title}`))
    }
  },
)

test(
  'a developer builds and lists an app, checks its metrics and reads its news from one place',
  { tag: ['@SHELL-01'] },
  async ({ page, signIn }) => {
    await signIn('owner')
    await page.goto('/developer_apps')
    await page.getByRole('main').getByRole('link', { name: 'Site Sync' }).first().click()
    await expectPage(page, 'Site Sync')
    const app = page.url()
    for (const entry of [
      'Configurations',
      'Versions',
      'Settings',
      'OAuth Credentials',
      'Marketplace Listing',
      'Metrics',
    ]) {
      await page.getByRole('navigation').getByRole('link', { name: entry, exact: true }).click()
      await expectPage(page, 'Site Sync')
    }
    await page.goto(`${app}/engagement_report`)
    await expectPage(page, /Engagement Report/)
    await page.goto('/notifications')
    await expectPage(page, 'Notifications')
  },
)
