import { expect, test, type Page } from './fixtures.ts'
import { findAppId, registerConfirmed, credentials } from './people.ts'
import { cells } from './lists.ts'
import { heading } from './screen.ts'
import { expectHue } from './versions.ts'

test.describe.configure({ timeout: 180_000 })

const main = (page: Page) => page.getByRole('main')
const table = (page: Page) => page.getByRole('table', { name: 'Apps you work on' })
const row = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name })
// Next steps are links too.
const names = (page: Page) => cells(table(page), 1).getByRole('link')
const createDialog = (page: Page) => page.getByRole('dialog', { name: 'Create an app' })
const appNavigation = (page: Page) => page.getByRole('navigation', { name: 'App pages' })
const entries = [
  'Configurations',
  'Versions',
  'Settings',
  'OAuth Credentials',
  'Collaborators',
  'Marketplace Listing',
  'Metrics',
]
const tabs = [
  '',
  '/versions',
  '/settings',
  '/oauth_credentials',
  '/collaborators',
  '/marketplace_listing',
  '/metrics',
]

async function openList(page: Page, query = '') {
  await page.goto(`/developer_apps${query}`)
  await expect(heading(page)).toHaveText('My Apps')
  await expect(table(page).getByRole('row').nth(1)).toBeVisible()
}

test(
  'lists apps with their state, is searched, sorted and paged in the URL, and leads to an app',
  { tag: ['@APP-02', '@APP-03', '@API-13', '@PROM-01', '@PROM-02', '@PROM-04', '@PROM-05', '@PROM-06'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const id = await findAppId(api, 'Crane Watch')
    await openList(page)
    await expect(page).toHaveTitle('My Apps · Trestle')
    await expect(table(page).getByRole('columnheader')).toHaveText([
      'App',
      'Your role',
      'Version',
      'Listing',
      'Updated',
    ])
    await expect(row(page, 'Crane Watch').getByRole('cell').nth(1)).toHaveText('Owner')
    await expect(row(page, 'Crane Watch').getByRole('cell').nth(2)).toHaveText(
      /^0\.3\.0 Under Review\s*Version 0\.3\.0 has been in review since \w+day\. Platform staff decide\.$/,
    )
    await expect(row(page, 'Crane Watch').getByRole('cell').nth(3)).toHaveText('Not listed')
    await expect(row(page, 'Crane Watch').getByRole('cell').nth(4)).toHaveText(
      /^[A-Z][a-z]+ \d+(st|nd|rd|th) \d{4}, \d+:\d\d (am|pm)$/,
    )
    const badges = [
      ['Daily Photo Digest', 'Draft', 'blue'],
      ['Site Sync', 'Ready for Testing', 'magenta'],
      ['Submittal Scout', 'Promoted', 'green'],
      ['Ledger Bridge', 'Approved Version', 'green'],
      ['Crane Watch', 'Under Review', 'yellow'],
    ] as const
    for (const [name, label, hue] of badges) {
      await expectHue(row(page, name).getByText(label, { exact: true }), hue)
    }
    await test.step('the search', async () => {
      const box = page.getByRole('searchbox', { name: 'Search apps' })
      await box.fill('crane')
      await expect(page).toHaveURL('/developer_apps?filters[search]=crane')
      await expect(names(page)).toHaveText(['Crane Watch'])
      await expect(page.getByRole('status').filter({ hasText: '1 result' })).toBeAttached()
      await page.reload()
      await expect(box).toHaveValue('crane')
      await expect(names(page)).toHaveText(['Crane Watch'])
      await page.getByRole('button', { name: 'Clear search' }).click()
      await expect(row(page, 'Site Sync')).toBeVisible()
    })
    await test.step('the order', async () => {
      const unsorted = await names(page).allTextContents()
      const byName = unsorted.toSorted((a, b) => a.localeCompare(b, 'en'))
      const column = table(page).getByRole('columnheader', { name: 'App', exact: true })
      const step = async (sort: string, address: string, order: string[]) => {
        await column.getByRole('button').click()
        await expect(column).toHaveAttribute('aria-sort', sort)
        await expect(page).toHaveURL(address)
        await expect(names(page)).toHaveText(order)
        await expect(column.getByRole('button')).toBeFocused()
      }
      await step('ascending', '/developer_apps?sort=internal_name', byName)
      await step('descending', '/developer_apps?sort=-internal_name', byName.toReversed())
      await step('none', '/developer_apps', unsorted)
      await page.goBack()
      await expect(names(page)).toHaveText(byName.toReversed())
    })
    await test.step('a page beyond the last shows the last', async () => {
      await page.goto('/developer_apps?per_page=3&sort=internal_name&page=99')
      await expect(page).not.toHaveURL(/page=99/)
      const last = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current=page]')
      await expect(last).toHaveAccessibleName(/^Page [2-9]$/)
      await page.getByRole('button', { name: 'Page 1', exact: true }).click()
      await expect(names(page)).toHaveCount(3)
    })
    await page.getByRole('searchbox', { name: 'Search apps' }).fill('crane')
    await row(page, 'Crane Watch').getByRole('link', { name: 'Crane Watch' }).click()
    await expect(page).toHaveURL(`/developer_apps/${id}`)
  },
)

test(
  'creates a public app from the empty list',
  { tag: ['@APP-01', '@APP-06', '@APP-07', '@APP-10', '@CRED-05'] },
  async ({ page, signIn, api, mailTo }) => {
    await signIn(credentials(await registerConfirmed(api, mailTo)))
    await page.goto('/developer_apps')
    await expect(main(page)).toContainText('You have no apps yet')
    await main(page).getByRole('button', { name: 'Create App' }).last().click()
    await createDialog(page).getByRole('radio', { name: 'Public' }).check()
    await createDialog(page).getByLabel('App Name').fill('Browser Viewer')
    await createDialog(page).getByRole('button', { name: 'Create App' }).click()
    await expect(page).toHaveURL(/\/developer_apps\/\d+$/, { timeout: 20_000 })
    const { body } = await api.get(`/api/v1${new URL(page.url()).pathname}`)
    expect(body).toMatchObject({ confidential: false, grant_type: 'implicit' })
  },
)

test(
  "an app's page has its name as title, breadcrumbs and seven entries in order, and does not exist for others",
  { tag: ['@APP-04', '@APP-05', '@APP-16', '@APP-18', '@APP-34'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const id = await findAppId(api, 'Site Sync')
    await page.goto(`/developer_apps/${id}`)
    await expect(heading(page)).toHaveText('Site Sync')
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link')
    await expect(crumbs).toHaveText(['Apps', 'Site Sync'])
    await expect(crumbs.first()).toHaveAttribute('href', '/developer_apps')
    await expect(crumbs.last()).toHaveAttribute('href', `/developer_apps/${id}`)
    await expect(appNavigation(page)).toContainText('App Information')
    await expect(appNavigation(page).getByRole('link')).toHaveText(entries)
    const current = appNavigation(page).locator('[aria-current=page]')
    await expect(current).toHaveText('Configurations')
    await expect(page.getByRole('region', { name: 'Version 1.1.0' })).toContainText('Ready for Testing')

    for (const [i, entry] of entries.entries()) {
      await appNavigation(page).getByRole('link', { name: entry }).click()
      await expect(page).toHaveURL(`/developer_apps/${id}${tabs[i]}`)
      await expect(page).toHaveTitle(`${entry} · Site Sync · Trestle`)
      await expect(current).toHaveText(entry)
    }
    await page.goBack()
    await expect(page).toHaveTitle('Marketplace Listing · Site Sync · Trestle')

    await signIn('stranger')
    for (const address of [`/developer_apps/${id}/versions`, '/developer_apps/999999']) {
      await page.goto(address)
      await expect(heading(page)).toHaveText('Page not found')
      await expect(main(page)).not.toContainText('Site Sync')
    }
  },
)
