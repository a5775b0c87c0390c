import { expect, test, type DemoPerson, type Page } from './fixtures.ts'
import { appId } from './people.ts'

const bar = (page: Page) => page.getByRole('banner')
const mainNavigation = (page: Page) => bar(page).getByRole('navigation', { name: 'Main' })

async function openMenu(page: Page, name: string) {
  await mainNavigation(page).getByRole('button', { name }).click()
  return page.getByRole('menu', { name })
}

test.describe('the top navigation', { tag: ['@SHELL-09'] }, () => {
  test(
    'offers a visitor the public pages, Sign In and Sign Up',
    { tag: ['@ACC-03', '@ACC-04'] },
    async ({ page, signIn }) => {
      await page.goto('/')
      await expect(mainNavigation(page).getByRole('listitem')).toHaveText([
        'Reference',
        'Documentation',
        'Marketplace',
      ])
      await expect(bar(page).getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/signin')
      await expect(bar(page).getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/signup')
      await expect(bar(page).getByRole('button', { name: 'Notifications' })).toHaveCount(0)
      await expect(bar(page).getByRole('button', { name: /Account menu/ })).toHaveCount(0)
      await signIn('owner')
      await page.goto('/')
      await expect(bar(page).getByRole('button', { name: 'Notifications' })).toBeVisible()
      await expect(bar(page).getByRole('button', { name: /Account menu/ })).toBeVisible()
    },
  )

  const people: [DemoPerson, string][] = [
    ['owner', 'Olivia Okafor'],
    ['employee', 'Emeka Nwosu'],
  ]
  for (const [person, name] of people) {
    test(
      `has no Admin menu for ${person}, who is not platform staff`,
      { tag: ['@ACC-03', '@ACC-04'] },
      async ({ page, signIn }) => {
        await signIn(person)
        await page.goto('/')
        await expect(page).toHaveURL('/developer_apps')
        await expect(mainNavigation(page).getByRole('listitem')).toHaveText([
          'My Apps',
          'Reference',
          'Documentation',
          'Marketplace',
        ])
        await expect(mainNavigation(page).getByRole('link', { name: 'My Apps' })).toHaveAttribute(
          'aria-current',
          'page',
        )
        await bar(page)
          .getByRole('button', { name: `Account menu of ${name}` })
          .click()
        const menu = page.getByRole('menu', { name: `Account menu of ${name}` })
        await expect(menu).toContainText(name)
        await expect(menu).toContainText(`${person}@demo.test`)
        await expect(menu.getByRole('menuitem', { name: 'Account' })).toHaveAttribute('href', '/account')
        await expect(menu.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
      },
    )
  }

  test('gives a platform admin the seven staff screens', { tag: ['@ACC-04'] }, async ({ page, signIn }) => {
    await signIn('staff')
    await page.goto('/developer_apps')
    const menu = await openMenu(page, 'Admin')
    const items = menu.getByRole('menuitem')
    await expect(items).toHaveText([
      'Developer Apps',
      'Review Queue',
      'Developers',
      'OAuth Applications',
      'Notifications',
      'Rate Limits',
      'Audit Log',
    ])
    await menu.getByRole('menuitem', { name: 'Developers', exact: true }).click()
    await expect(page).toHaveURL('/admin/developers')
    await expect(page.getByRole('heading', { level: 1, name: 'Developers' })).toBeVisible()
  })

  test('links home from the product name', async ({ page }) => {
    await page.goto('/signin')
    await bar(page).getByRole('link', { name: 'Trestle' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Build on Trestle' })).toBeVisible()
  })
})

test.describe('the Reference menu', () => {
  test(
    'opens the Rest API in the same tab, and has no Developer Site without a URL',
    { tag: ['@SHELL-03', '@SHELL-04', '@SHELL-05', '@SHELL-07'] },
    async ({ page }) => {
      await page.goto('/')
      const menu = await openMenu(page, 'Reference')
      await expect(menu.getByRole('menuitem')).toHaveText(['Rest API', 'Changelog'])
      await menu.getByRole('menuitem', { name: 'Rest API' }).click()
      await expect(page).toHaveURL('/reference/rest/docs/rest-api-overview')
      expect(page.context().pages()).toHaveLength(1)
    },
  )

  test(
    "links to the Developer Site from the server's settings",
    { tag: ['@SHELL-06', '@SHELL-07', '@other-settings'] },
    async ({ page }) => {
      await page.goto('/')
      const menu = await openMenu(page, 'Reference')
      await expect(menu.getByRole('menuitem')).toHaveText(['Rest API', 'Changelog', 'Developer Site'])
      await expect(menu.getByRole('menuitem', { name: 'Developer Site' })).toHaveAttribute(
        'href',
        'https://developers.example.test',
      )
    },
  )
})

test('the header stays visible while the page scrolls', { tag: ['@SHELL-27'] }, async ({ page }) => {
  await page.goto('/terms_and_conditions')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(200)
  await expect(bar(page)).toBeInViewport({ ratio: 1 })
  expect((await bar(page).boundingBox())?.y).toBe(0)
})

test('the first tab stop skips to the content, and landmarks structure the page', async ({
  page,
  signIn,
}) => {
  await signIn('owner')
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
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
})

test('moving to another page moves the focus into its content', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Sign Up' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('the breadcrumbs and the tab title name the current object and its path', async ({
  page,
  signIn,
  api,
}) => {
  await signIn('owner')
  const id = await appId(api, 'Site Sync')
  await page.goto(`/developer_apps/${id}/oauth_credentials`)
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
})

test.describe('a URL without a page', { tag: ['@SHELL-40'] }, () => {
  test('answers 404 and shows a page inside the shell that links home', async ({ page }) => {
    const answer = await page.goto('/no/such/page')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    await expect(page).toHaveTitle('Page not found · Trestle')
    await expect(mainNavigation(page)).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Go to the home page' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Build on Trestle' })).toBeVisible()
  })

  test('includes any with a malformed id', async ({ page, signIn }) => {
    await signIn('staff')
    for (const path of [
      '/developer_apps/undefined',
      '/developer_apps/x/engagement_report',
      '/notifications/x',
      '/admin/developer_apps/x',
      '/admin/developers/x/edit',
    ]) {
      expect((await page.goto(path))?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
      await expect(mainNavigation(page)).toBeVisible()
    }
  })

  test("looks the same as a forbidden page: staff screens and other users' apps", async ({
    page,
    signIn,
  }) => {
    await signIn('stranger')
    for (const path of ['/admin/developers', '/developer_apps/1', '/developer_apps/999999']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
      await expect(mainNavigation(page)).toBeVisible()
    }
  })
})

test(
  'every page of the portal answers 200 at its own path',
  { tag: ['@SHELL-40'] },
  async ({ page, signIn, api }) => {
    await signIn('staff')
    const known = [
      '/terms_and_conditions',
      '/account',
      '/notifications',
      '/notifications/1',
      '/developer_apps',
      '/developer_apps/1/versions',
      '/invitations/abc',
      '/reference',
      '/reference/rest/docs/rest-api-overview',
      '/reference/rest/changelog',
      '/reference/rest/companies',
      '/documentation/introduction',
      '/marketplace',
      '/marketplace/site-sync',
      '/admin/notifications',
      '/admin/notifications/new',
      '/admin/notifications/1/edit',
      '/admin/developer_apps',
      '/admin/developer_apps/review_queue',
      '/admin/developer_apps/1/sandbox',
      '/admin/developer_apps/1/contacts/new',
      '/admin/developer_apps/1/contacts/1/edit',
      '/admin/developer_apps/1/engagement_report',
      '/admin/developers',
      '/admin/developers/1/edit',
      '/admin/oauth_applications',
      '/admin/quota_minder',
      '/admin/audit',
    ]
    await page.goto('/account')
    const answers = await Promise.all(known.map((path) => api.get(path)))
    expect(known.filter((_, i) => answers[i]?.status !== 200)).toEqual([])
    // Its document includes the data, so only the app's collaborators get it.
    await signIn('owner')
    const report = `/developer_apps/${await appId(api, 'Site Sync')}/engagement_report`
    expect((await api.get(report)).status).toBe(200)
  },
)
