import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { appId, confirmedPerson, credentials, newPerson, register } from './people.ts'
import { heading } from './screen.ts'
import { expectHue } from './versions.ts'

test.describe.configure({ timeout: 180_000 })

const main = (page: Page) => page.getByRole('main')
const table = (page: Page) => page.getByRole('table', { name: 'Apps you work on' })
const row = (page: Page, name: string) => table(page).getByRole('row').filter({ hasText: name })
const names = (page: Page) => table(page).getByRole('row').getByRole('link')
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

const eightApps = [
  'Toolbox Talks',
  'Crane Watch',
  'Site Sync',
  'Daily Photo Digest',
  'Submittal Scout',
  'Ledger Bridge',
  'Punch Pilot',
  'Safety Sheets',
]

test.describe('the list of apps', { tag: ['@APP-02', '@APP-03'] }, () => {
  test(
    'shows each app with role, version, badge, listing state and date, and links to it',
    { tag: ['@PROM-01', '@PROM-02', '@PROM-04', '@PROM-05', '@PROM-06'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const id = await appId(api, 'Crane Watch')
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
      await row(page, 'Crane Watch').getByRole('link', { name: 'Crane Watch' }).click()
      await expect(page).toHaveURL(`/developer_apps/${id}`)
    },
  )

  test('searches half a second after the last key, keeps the search in the URL, and offers to clear it', async ({
    page,
    signIn,
  }) => {
    await signIn('owner')
    await openList(page)
    const box = page.getByRole('searchbox', { name: 'Search apps' })
    await box.fill('crane')
    await expect(page).toHaveURL('/developer_apps?filters[search]=crane')
    await expect(names(page)).toHaveText(['Crane Watch'])
    await expect(page.getByRole('status').filter({ hasText: '1 result' })).toBeAttached()
    await page.reload()
    await expect(box).toHaveValue('crane')
    await expect(names(page)).toHaveText(['Crane Watch'])

    await box.fill('zeppelin')
    await expect(main(page)).toContainText('No matches')
    await expect(main(page)).not.toContainText('You have no apps yet')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL('/developer_apps')
    await expect(box).toHaveValue('')
    await expect(row(page, 'Site Sync')).toBeVisible()
  })

  test('sorts in three steps, keeps the order in the URL, and restores it on Back', async ({
    page,
    signIn,
  }) => {
    await signIn('owner')
    await openList(page)
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
    await expect(column).toHaveAttribute('aria-sort', 'none')
    await step('ascending', '/developer_apps?sort=internal_name', byName)
    await step('descending', '/developer_apps?sort=-internal_name', byName.toReversed())
    await step('none', '/developer_apps', unsorted)
    await page.goBack()
    await expect(names(page)).toHaveText(byName.toReversed())
    await table(page).getByRole('button', { name: 'Updated' }).click()
    await expect(page).toHaveURL('/developer_apps?sort=updated_at')
    await expect(names(page)).toHaveText(unsorted.toReversed())
  })

  test(
    'is paged; a page beyond the last shows the last',
    { tag: ['@API-13'] },
    async ({ page, signIn, api, mailTo }) => {
      // A new user, so that no other test changes the list.
      await signIn(credentials(await confirmedPerson(api, mailTo, 'Nadia')))
      for (const internal_name of eightApps) {
        expect((await api.post('/api/v1/developer_apps', { internal_name })).status).toBe(201)
      }
      await openList(page, '?per_page=3&sort=internal_name')
      const pages = page.getByRole('navigation', { name: 'Pages' })
      await expect(names(page)).toHaveText(['Crane Watch', 'Daily Photo Digest', 'Ledger Bridge'])
      await expect(pages).toContainText('1–3 of 8')
      await pages.getByRole('button', { name: 'Page 3' }).click()
      await expect(page).toHaveURL(/[?&]page=3(&|$)/)
      await expect(names(page)).toHaveText(['Submittal Scout', 'Toolbox Talks'])
      await expect(pages).toContainText('7–8 of 8')
      await expect(pages.getByRole('button', { name: 'Page 3' })).toHaveAttribute('aria-current', 'page')
      await table(page).getByRole('button', { name: 'App' }).click()
      await expect(page).not.toHaveURL(/[?&]page=/)
      await pages.getByRole('button', { name: 'Next page' }).click()
      await expect(page).toHaveURL(/[?&]page=2(&|$)/)

      await page.goto('/developer_apps?per_page=3&sort=internal_name&page=9')
      await expect(page).toHaveURL(/[?&]page=3(&|$)/)
      await expect(names(page)).toHaveText(['Submittal Scout', 'Toolbox Talks'])
      await page.goto('/developer_apps?page=2')
      await expect(page).toHaveURL('/developer_apps')
      await expect(names(page)).toHaveCount(8)
    },
  )

  test('without apps explains what an app is for and leads to creating one', async ({ page, signIn }) => {
    await signIn('stranger')
    await page.goto('/developer_apps')
    await expect(main(page)).toContainText('You have no apps yet')
    await expect(main(page)).not.toContainText('No matches')
    await expect(page.getByRole('status').filter({ hasText: 'No results' })).toBeAttached()
    await expect(main(page).getByRole('link', { name: 'Read how apps work' })).toHaveAttribute(
      'href',
      '/documentation/introduction',
    )
    await main(page).getByRole('button', { name: 'Create App' }).last().click()
    await expect(createDialog(page)).toBeVisible()
  })
})

test.describe('Create App', { tag: ['@APP-06'] }, () => {
  test(
    'opens a dialog with a required name, the terms and Cancel',
    { tag: ['@APP-07', '@APP-08', '@APP-09', '@APP-10'] },
    async ({ page, signIn }) => {
      await signIn('stranger')
      await page.goto('/developer_apps')
      const opener = page.getByRole('button', { name: 'Create App' }).first()
      await opener.click()
      const name = createDialog(page).getByRole('textbox', { name: 'App Name' })
      await expect(name).toBeFocused()
      await expect(name).toHaveAttribute('required', '')
      const terms = createDialog(page).getByRole('link', { name: /^terms and conditions/ })
      await expect(terms).toHaveAttribute('href', '/terms_and_conditions')
      await expect(terms).toHaveAttribute('target', '_blank')

      await createDialog(page).getByRole('button', { name: 'Create App' }).click()
      await expect(createDialog(page).getByRole('alert')).toContainText('App Name: This field is required')
      await expect(name).toHaveAccessibleDescription(/This field is required/)
      await createDialog(page).getByRole('button', { name: 'App Name: This field is required' }).click()
      await expect(name).toBeFocused()
      await name.fill('Never made')
      await expect(createDialog(page).getByRole('alert')).toHaveCount(0)

      await createDialog(page).getByRole('button', { name: 'Cancel' }).click()
      await expect(createDialog(page)).toBeHidden()
      await expect(opener).toBeFocused()
      await opener.click()
      await expect(name).toHaveValue('')
      await name.fill('Never made either')
      await page.keyboard.press('Escape')
      const question = page.getByRole('dialog', { name: 'Discard your changes?' })
      await question.getByRole('button', { name: 'Keep editing' }).click()
      await expect(name).toHaveValue('Never made either')
      await expect(main(page)).toContainText('You have no apps yet')
    },
  )

  test(
    'offers confidential and public, each with its grant',
    { tag: ['@CRED-05'] },
    async ({ page, signIn, api, mailTo }) => {
      await signIn(credentials(await confirmedPerson(api, mailTo)))
      await page.goto('/developer_apps?create=true')
      const choice = (name: string) => createDialog(page).getByRole('radio', { name })
      await expect(choice('Confidential')).toBeChecked()
      await expect(choice('Confidential')).toHaveAccessibleDescription(/authorization code grant/)
      await expect(choice('Public')).toHaveAccessibleDescription(/implicit grant/)
      await choice('Public').check()
      await createDialog(page).getByLabel('App Name').fill('Browser Viewer')
      await createDialog(page).getByRole('button', { name: 'Create App' }).click()
      await expect(page).toHaveURL(/\/developer_apps\/\d+$/, { timeout: 20_000 })
      const { body } = await api.get(`/api/v1${new URL(page.url()).pathname}`)
      expect(body).toMatchObject({ confidential: false, grant_type: 'implicit' })
    },
  )

  test('requires a confirmed address, even when the dialog is opened by its URL', async ({
    page,
    signIn,
    api,
  }) => {
    const person = newPerson()
    await register(api, person)
    await signIn(credentials(person))
    await page.goto('/developer_apps?create=true')
    await expect(createDialog(page).getByRole('button', { name: 'Create App' })).toHaveAccessibleDescription(
      'Confirm your email address to create apps. To get a new link, select Resend at the top of this page.',
    )
    await expect(createDialog(page).getByRole('button', { name: 'Create App' })).toBeDisabled()
    await expectAccessible(page)
    await createDialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/developer_apps')
  })
})

test.describe('the page of an app', () => {
  test(
    "has the app's name as title, breadcrumbs and its seven entries in order",
    { tag: ['@APP-04', '@APP-05', '@APP-16', '@APP-18', '@APP-34'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const id = await appId(api, 'Site Sync')
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
    },
  )

  test('opens each tab by its URL', { tag: ['@APP-34'] }, async ({ page, signIn, api }) => {
    await signIn('owner')
    const id = await appId(api, 'Site Sync')
    for (const [i, entry] of entries.entries()) {
      await test.step(entry, async () => {
        await page.goto(`/developer_apps/${id}${tabs[i]}`)
        await expect(page).toHaveTitle(`${entry} · Site Sync · Trestle`)
        await expect(appNavigation(page).locator('[aria-current=page]')).toHaveText(entry)
        await expect(main(page).getByText('Loading', { exact: true })).toHaveCount(0)
      })
    }
  })

  test(
    'shows "There is nothing here" and a way back for an unknown tab',
    { tag: ['@APP-21', '@APP-23'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const id = await appId(api, 'Site Sync')
      for (const word of ['elevators', 'configurations']) {
        await page.goto(`/developer_apps/${id}/${word}`)
        await expect(main(page)).toContainText('There is nothing here')
        await expect(main(page)).toContainText(`This app has no page called "${word}".`)
        await expect(page).toHaveTitle('There is nothing here · Site Sync · Trestle')
        await expect(appNavigation(page).locator('[aria-current=page]')).toHaveCount(0)
      }
      await main(page).getByRole('link', { name: 'Back to Site Sync' }).click()
      await expect(page).toHaveTitle('Configurations · Site Sync · Trestle')
    },
  )

  test(
    'shows that the sandbox is missing on every tab that needs it, until it is live',
    { tag: ['@APP-22', '@APP-23', '@APP-24'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const id = await appId(api, 'Permit Pilot')
      const waiting = tabs.filter((tab) => !['/settings', '/collaborators'].includes(tab))
      for (const tab of [...waiting, '/elevators']) {
        await page.goto(`/developer_apps/${id}${tab}`)
        await expect(
          page.getByRole('heading', { level: 2, name: 'Your sandbox is not ready yet' }),
        ).toBeVisible()
        await expect(main(page)).toContainText(
          'Settings and Collaborators are available now, everything else when the sandbox is live',
        )
        const artwork = main(page).locator('svg[viewBox="0 0 248 150"]')
        await expect(artwork).toHaveAttribute('aria-hidden', 'true')
        await expect(artwork).toBeVisible()
        await expect(page.getByRole('region', { name: 'Sandbox' })).toContainText('This app has no sandbox')
        await expect(main(page).getByRole('region')).toHaveCount(1)
      }
      await expect(appNavigation(page).getByRole('link')).toHaveText(entries)
    },
  )

  test(
    'is read-only for a developer, says who may change it, and does not exist for other users',
    { tag: ['@APP-01'] },
    async ({ page, signIn, api }) => {
      await signIn('dev-collab')
      const id = await appId(api, 'Site Sync')
      await openList(page)
      await expect(row(page, 'Site Sync').getByRole('cell').nth(1)).toHaveText('Developer')
      await page.goto(`/developer_apps/${id}`)
      const create = main(page).getByRole('button', { name: 'Create version' })
      await expect(create).toBeDisabled()
      await expect(create).toHaveAccessibleDescription("Only the app's owner and admins can create versions.")
      await expect(main(page).getByRole('button', { name: 'Promote' })).toBeDisabled()
      await page.goto(`/developer_apps/${id}/oauth_credentials`)
      const sandbox = page.getByRole('region', { name: 'Sandbox' })
      await expect(sandbox.getByRole('textbox', { name: 'Redirect URIs' })).not.toBeEditable()
      await expect(page.getByRole('button', { name: 'Save sandbox' })).toHaveAccessibleDescription(
        "Only the app's owner and admins can change this app's sandbox.",
      )
      await expect(page.getByRole('button', { name: 'Save sandbox' })).toBeDisabled()

      await signIn('stranger')
      for (const address of [
        `/developer_apps/${id}`,
        `/developer_apps/${id}/versions`,
        '/developer_apps/999999',
      ]) {
        await page.goto(address)
        await expect(heading(page)).toHaveText('Page not found')
        await expect(main(page)).not.toContainText('Site Sync')
      }
    },
  )
})

test(
  'Metrics is no page of an app where API usage is not visible and there is no data',
  { tag: ['@APP-17', '@other-settings'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const id = await appId(api, 'Daily Photo Digest')
    await page.goto(`/developer_apps/${id}`)
    await expect(appNavigation(page).getByRole('link')).toHaveText(entries.slice(0, -1))
    await page.goto(`/developer_apps/${id}/metrics`)
    await expect(main(page)).toContainText('There is nothing here')
  },
)
