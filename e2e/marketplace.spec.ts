import { expect, test, type Page } from './fixtures.ts'
import { heading } from './screen.ts'

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

test(
  'anyone can browse, filter and search the marketplace, and the address keeps the filters',
  { tag: ['@LSTATE-25'] },
  async ({ page }) => {
    await page.goto('/marketplace')
    await expect(page).toHaveTitle('Marketplace · Trestle')
    await expect(names(page)).toHaveText(allNames)
    await expect(news(page).getByRole('heading', { level: 3 })).toHaveText([
      'Permit Trail',
      'Punch Pilot',
      'Ledger Bridge',
      'Concrete Clock',
    ])
    await expect(page.getByRole('checkbox', { name: 'Quality & Safety (2 apps)', exact: true })).toBeVisible()

    await page.getByRole('checkbox', { name: 'Quality & Safety' }).check()
    await expect(names(page)).toHaveText(['Concrete Clock', 'Punch Pilot'])
    await expect(page).toHaveURL('/marketplace?filters[category_id][]=8')
    await page.getByRole('checkbox', { name: 'Africa' }).check()
    await searchBox(page).fill('slab')
    await expect(names(page)).toHaveText(['Concrete Clock'])
    await page.reload()
    await expect(searchBox(page)).toHaveValue('slab')
    await expect(page.getByRole('checkbox', { name: 'Africa' })).toBeChecked()
    await expect(names(page)).toHaveText(['Concrete Clock'])
    await page.getByRole('main').getByRole('link', { name: 'Clear filters' }).first().click()
    await expect(names(page)).toHaveText(allNames)
    await page.goBack()
    await expect(searchBox(page)).toHaveValue('slab')
  },
)

test(
  'a listing shows its version, whose key can be copied',
  { tag: ['@LIST-82'] },
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/marketplace/site-sync')
    await expect(page).toHaveTitle('Site Sync · Marketplace · Trestle')
    const listing = page.getByRole('article')
    await expect(listing.getByText('Certified partner', { exact: true })).toBeVisible()
    await expect(listing.getByText('Version 1.0.0', { exact: true })).toBeVisible()

    const key = await page.getByRole('region', { name: 'Get Site Sync' }).locator('code').textContent()
    await page.getByRole('button', { name: 'Copy key' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  },
)

test(
  'a listing that a developer opens from the list is counted',
  { tag: ['@LIST-82'] },
  async ({ page, signIn }) => {
    await signIn('stranger')
    await page.goto('/marketplace/site-sync')
    await page.getByRole('main').getByRole('link', { name: 'Marketplace' }).first().click()
    await expect(names(page)).toHaveText(allNames)
    const counted = page.waitForResponse((answer) => answer.url().endsWith('/apps/ledger-bridge/views'))
    await names(page).filter({ hasText: 'Ledger Bridge' }).getByRole('link').click()
    expect((await counted).status()).toBe(204)
    await expect(heading(page)).toHaveText('Ledger Bridge')
  },
)
