import type { Request } from '@playwright/test'
import { globalText } from './faults.ts'
import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { replyWithMadeUpValues } from './madeUpValues.ts'
import { findAppId } from './people.ts'

const fault = 'Something went wrong on this page'

/** Texts that no screen may show: our errors, missing texts, and values meant for programs. */
const unfit = [globalText, fault, '[missing "', '"code"', 'invalid_value', 'undefined', '[object', 'made_up_']

/** Waits until the page has no pending calls. */
async function settle(page: Page, open: ReadonlySet<Request>): Promise<void> {
  const twoFrames = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  for (let quiet = 0; quiet < 3; quiet = open.size === 0 ? quiet + 1 : 0) await twoFrames()
}

/** Navigates inside the app, without reloading it, and returns what the screen shows. */
async function fetchText(page: Page, address: string, openRequests: ReadonlySet<Request>): Promise<string> {
  await page.evaluate((to) => history.pushState(null, '', to), address)
  await settle(page, openRequests)
  await expect(page.getByRole('main')).not.toBeEmpty()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  return page.locator('body').innerText()
}

const sections = ['app', 'regions', 'links', 'features', 'support', 'tools', 'contact', 'media', 'security']

const ofOwner = (app: number) => [
  '/developer_apps',
  `/developer_apps/${app}`,
  ...[
    'versions',
    'versions?environment=production',
    'settings',
    'oauth_credentials',
    'collaborators',
    'metrics',
  ].map((tab) => `/developer_apps/${app}/${tab}`),
  ...sections.map((section) => `/developer_apps/${app}/marketplace_listing?section=${section}`),
  '/notifications',
  '/reference',
  '/reference/rest/projects',
  '/reference/rest/changelog',
  '/account',
  '/account/tokens',
  '/account/security_events',
]

const ofStaff = (app: number) => [
  '/admin/developer_apps',
  '/admin/developer_apps/review_queue',
  `/admin/developer_apps/${app}`,
  `/admin/developer_apps/${app}/sandbox`,
  `/admin/developer_apps/${app}/marketplace_listing?section=media`,
  '/admin/developers/1/edit',
  '/admin/oauth_applications',
  '/admin/quota_minder',
  '/admin/audit',
  '/admin/jobs',
  '/admin/security_events',
  '/admin/notifications',
]

/** A server of the platform has no label: its value is its name. */
const isServerName = (address: string, text: string) =>
  text === 'made_up_' && address === '/admin/quota_minder'

test(
  'unknown values break no screen and are never shown',
  { tag: ['@PROM-07', '@MEDIA-22'] },
  async ({ page, signIn, api, openRequests }) => {
    test.setTimeout(400_000)
    await signIn('owner')
    const app = await findAppId(api, 'Site Sync')
    await page.route('**/api/v1/**', replyWithMadeUpValues)
    await page.goto('/terms_and_conditions')
    const apps = await page.evaluate(async () => (await fetch('/api/v1/developer_apps')).text())
    expect(apps, 'what the page gets').toContain('made_up_')
    const found: Record<string, string[]> = {}
    for (const person of ['owner', 'staff'] as const) {
      await signIn(person)
      await page.goto('/developer_apps')
      for (const address of person === 'owner' ? ofOwner(app) : ofStaff(app)) {
        const text = await fetchText(page, address, openRequests)
        const shown = unfit.filter((each) => text.includes(each) && !isServerName(address, each))
        if (shown.length > 0) found[address] = shown
      }
    }
    expect(found).toEqual({})
  },
)

test(
  'when a new version is out, a notice offers a reload, input stays, and unreadable replies ask for a reload',
  { tag: ['@SHELL-30'] },
  async ({ page, signIn }) => {
    await signIn('staff')
    await page.goto('/account')
    const notice = page.getByRole('status').filter({ hasText: 'A new version of Trestle is available.' })
    const company = page.getByRole('textbox', { name: 'Company' })
    await company.fill('Typed before')
    await expect(notice).toHaveCount(0)

    await page.route('**/api/v1/**', async (route) => {
      const response = await route.fetch()
      const isList = route.request().url().includes('/admin/developers?')
      await route.fulfill({
        response,
        headers: { ...response.headers(), 'x-build': 'another-build' },
        ...(isList && { json: [{ nonsense: true }] }),
      })
    })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(notice).toBeVisible()
    await expect(company).toHaveValue('Typed before')
    await expectAccessible(page)
    await notice.getByRole('button', { name: 'Close' }).click()
    await expect(notice).toHaveCount(0)
    await expect(company).toHaveValue('Typed before')
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled()

    await page.evaluate(() => history.pushState(null, '', '/admin/developers'))
    const main = page.getByRole('main')
    await expect(main.getByRole('alert')).toContainText('This page is out of date. Reload.')
    await page.unrouteAll()
    await main.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('link', { name: 'Olivia Okafor' })).toBeVisible()
  },
)
