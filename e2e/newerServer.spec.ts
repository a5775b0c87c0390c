import type { Route } from '@playwright/test'
import { globalText } from './faults.ts'
import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { answersWithMadeUpValues } from './madeUpValues.ts'
import { appId } from './people.ts'
import { bareApp, openEditor, paste } from './versions.ts'

const fault = 'Something went wrong on this page'

/** What no screen may show, whatever a newer server answers: our faults, missing texts, and what is for programs. */
const unfit = [globalText, fault, '[missing "', '"code"', 'invalid_value', 'undefined', '[object', 'made_up_']

async function textOf(page: Page, address: string): Promise<string> {
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

/** A server of the platform has no other name than its value. */
const isName = (address: string, words: string) => words === 'made_up_' && address === '/admin/quota_minder'

test('values that the page does not know break no screen and are never shown as codes (PROM-07, MEDIA-22)', async ({
  page,
  signIn,
  api,
}) => {
  test.setTimeout(400_000)
  await signIn('owner')
  const app = await appId(api, 'Site Sync')
  await page.route('**/api/v1/**', await answersWithMadeUpValues())
  const found: Record<string, string[]> = {}
  for (const person of ['owner', 'staff'] as const) {
    await signIn(person)
    for (const address of person === 'owner' ? ofOwner(app) : ofStaff(app)) {
      const text = await textOf(page, address)
      const shown = unfit.filter((words) => text.includes(words) && !isName(address, words))
      if (shown.length > 0) found[address] = shown
    }
  }
  expect(found).toEqual({})
})

/** Puts a change into one answer of the server on its way. */
const changed = (change: (body: unknown) => unknown) => async (route: Route) => {
  const response = await route.fetch()
  await route.fulfill({ response, json: change(await response.json()) })
}

const withEach = (more: object) => (rows: unknown) => (rows as object[]).map((row) => ({ ...row, ...more }))

test('a version in a state the page does not know is in an Unknown State, in its header and its table (PROM-07)', async ({
  page,
  signIn,
  api,
}) => {
  await signIn('owner')
  await page.route('**/api/v1/manifests?*', changed(withEach({ state: 'escalated' })))
  const app = await appId(api, 'Ledger Bridge')
  await page.goto(`/developer_apps/${app}`)
  await expect(page.getByText('Unknown State', { exact: true })).toBeVisible()
  await page.goto(`/developer_apps/${app}/versions?environment=production`)
  const table = page.getByRole('table', { name: /production/i })
  await expect(table.getByText('Unknown State').first()).toBeVisible()
  await expectAccessible(page)
})

test('a picture of a type the page does not know says that there is no preview; the form around it works (MEDIA-22)', async ({
  page,
  signIn,
  api,
}) => {
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
})

const unreadable = (build?: string) => async (route: Route) => {
  const response = await route.fetch()
  await route.fulfill({
    response,
    json: [{ nonsense: true }],
    headers: { ...response.headers(), ...(build && { 'x-build': build }) },
  })
}

test.describe('an answer that the page cannot read', () => {
  test('of a server of another version asks for a reload, which helps', async ({ page, signIn }) => {
    await signIn('staff')
    await page.route('**/api/v1/admin/developers?*', unreadable('another-build'))
    await page.goto('/admin/developers')
    const main = page.getByRole('main')
    await expect(main.getByRole('alert')).toContainText('This page is out of date. Reload.')
    await expectAccessible(page)
    await page.unroute('**/api/v1/admin/developers?*')
    await main.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('link', { name: 'Olivia Okafor' })).toBeVisible()
  })

  test('of the server the page came from is a fault of ours, told without a word of the answer', async ({
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

test('a check of a manifest whose reply the page cannot read says so in words for users', async ({
  page,
  signIn,
  api,
}) => {
  await signIn('owner')
  const dialog = await openEditor(page, await bareApp(api))
  await page.route('**/api/v1/manifest_validations?*', unreadable())
  await paste(page, '{"schema_version": "4.1"}')
  const alert = dialog.getByRole('alert')
  await expect(alert).toContainText('Reload the page and try again.')
  await expect(alert).not.toContainText('contract')
})

test('when a new version is out, a notice offers a reload and what is typed stays (SHELL-30)', async ({
  page,
  signIn,
}) => {
  await signIn('owner')
  await page.goto('/account')
  const notice = page.getByRole('status').filter({ hasText: 'A new version of Trestle is available.' })
  const company = page.getByRole('textbox', { name: 'Company' })
  await company.fill('Typed before')
  await expect(notice).toHaveCount(0)

  await page.route('**/api/v1/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-build': 'another-build' } })
  })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(notice).toBeVisible()
  await expect(company).toHaveValue('Typed before')
  await expectAccessible(page)
  await company.fill('Typed after')
  await notice.getByRole('button', { name: 'Close' }).click()
  await expect(notice).toHaveCount(0)
  await expect(company).toHaveValue('Typed after')
})
