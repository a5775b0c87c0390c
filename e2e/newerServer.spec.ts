import type { Route } from '@playwright/test'
import { globalText } from './faults.ts'
import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { replyWithMadeUpValues } from './madeUpValues.ts'
import { appId } from './people.ts'
import { bareApp, openEditor, paste } from './versions.ts'

const fault = 'Something went wrong on this page'

/** What no screen may show: our faults, missing texts, and values meant for programs. */
const unfit = [globalText, fault, '[missing "', '"code"', 'invalid_value', 'undefined', '[object', 'made_up_']

async function fetchText(page: Page, address: string): Promise<string> {
  await page.goto(address)
  await expect(page.getByRole('main')).not.toBeEmpty()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
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
]

/** A server of the platform has no label: its value is its name. */
const isServerName = (address: string, text: string) =>
  text === 'made_up_' && address === '/admin/quota_minder'

test(
  'unknown values break no screen and are never shown',
  { tag: ['@PROM-07', '@MEDIA-22'] },
  async ({ page, signIn, api }) => {
    test.setTimeout(400_000)
    await signIn('owner')
    const app = await appId(api, 'Site Sync')
    await page.route('**/api/v1/**', replyWithMadeUpValues)
    await page.goto('/developer_apps')
    const apps = await page.evaluate(async () => (await fetch('/api/v1/developer_apps')).text())
    expect(apps, 'what the page gets').toContain('made_up_')
    const found: Record<string, string[]> = {}
    for (const person of ['owner', 'staff'] as const) {
      await signIn(person)
      for (const address of person === 'owner' ? ofOwner(app) : ofStaff(app)) {
        const text = await fetchText(page, address)
        const shown = unfit.filter((each) => text.includes(each) && !isServerName(address, each))
        if (shown.length > 0) found[address] = shown
      }
    }
    expect(found).toEqual({})
  },
)

/** Changes the body of a reply on its way to the page, and its headers if there are new ones. */
const changed =
  (change: (body: unknown) => unknown, headers: Record<string, string> = {}) =>
  async (route: Route) => {
    const response = await route.fetch()
    const json = change(await response.json())
    await route.fulfill({ response, json, headers: { ...response.headers(), ...headers } })
  }

const withEach = (more: object) => (rows: unknown) => (rows as object[]).map((row) => ({ ...row, ...more }))

test(
  'a version in an unknown state shows Unknown State in its header and its table',
  { tag: ['@PROM-07'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    await page.route('**/api/v1/manifests?*', changed(withEach({ state: 'escalated' })))
    const app = await appId(api, 'Ledger Bridge')
    await page.goto(`/developer_apps/${app}`)
    await expect(page.getByText('Unknown State', { exact: true })).toBeVisible()
    await page.goto(`/developer_apps/${app}/versions?environment=production`)
    const table = page.getByRole('table', { name: /production/i })
    await expect(table.getByText('Unknown State').first()).toBeVisible()
  },
)

test(
  'a picture of an unknown type shows that there is no preview, and the form around it works',
  { tag: ['@MEDIA-22'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await appId(api, 'Site Sync')
    const hologram = (submission: unknown) => {
      const { pictures, ...rest } = submission as { pictures: object[] }
      return { ...rest, pictures: pictures.map((picture) => ({ ...picture, type: 'Hologram' })) }
    }
    await page.route(
      `**/api/v1/developer_apps/${app}/submissions`,
      changed((listing) => {
        const { published, unpublished, ...rest } = listing as Record<string, unknown>
        return {
          ...rest,
          published: published && hologram(published),
          unpublished: unpublished && hologram(unpublished),
        }
      }),
    )
    await page.goto(`/developer_apps/${app}/marketplace_listing?section=media`)
    await expect(page.getByText('No Preview Available').first()).toBeVisible()
    await page.getByRole('tab', { name: /App Information/ }).click()
    await expect(page.getByRole('textbox', { name: 'Built by' })).toBeVisible()
    await expectAccessible(page)
  },
)

const anotherBuild = { 'x-build': 'another-build' }
const unreadable = (headers?: Record<string, string>) => changed(() => [{ nonsense: true }], headers)

test.describe('a reply that the page cannot read', () => {
  test('from a server of another version asks for a reload, which helps', async ({ page, signIn }) => {
    await signIn('staff')
    await page.route('**/api/v1/admin/developers?*', unreadable(anotherBuild))
    await page.goto('/admin/developers')
    const main = page.getByRole('main')
    await expect(main.getByRole('alert')).toContainText('This page is out of date. Reload.')
    await page.unroute('**/api/v1/admin/developers?*')
    await main.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('link', { name: 'Olivia Okafor' })).toBeVisible()
  })

  test("from the page's own server version is an error of ours, shown without any part of the reply", async ({
    page,
    signIn,
  }) => {
    await signIn('staff')
    await page.route('**/api/v1/admin/developers?*', unreadable())
    await page.goto('/admin/developers')
    await expect(page.getByRole('alert')).toContainText(fault)
    await expect(page.getByRole('alert')).not.toContainText('invalid_type')
  })
})

test('a manifest check with an unreadable reply has a message for users', async ({ page, signIn, api }) => {
  await signIn('owner')
  const dialog = await openEditor(page, await bareApp(api))
  await page.route('**/api/v1/manifest_validations?*', unreadable())
  await paste(page, '{"schema_version": "4.1"}')
  const alert = dialog.getByRole('alert')
  await expect(alert).toContainText('Reload the page and try again.')
  await expect(alert).not.toContainText('contract')
})

test(
  'when a new version is out, a notice offers a reload and input stays',
  { tag: ['@SHELL-30'] },
  async ({ page, signIn }) => {
    await signIn('owner')
    await page.goto('/account')
    const notice = page.getByRole('status').filter({ hasText: 'A new version of Trestle is available.' })
    const company = page.getByRole('textbox', { name: 'Company' })
    await company.fill('Typed before')
    await expect(notice).toHaveCount(0)

    await page.route('**/api/v1/**', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, headers: { ...response.headers(), ...anotherBuild } })
    })
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(notice).toBeVisible()
    await expect(company).toHaveValue('Typed before')
    await expectAccessible(page)
    await company.fill('Typed after')
    await notice.getByRole('button', { name: 'Close' }).click()
    await expect(notice).toHaveCount(0)
    await expect(company).toHaveValue('Typed after')
  },
)
