import { pageRoutes } from '@trestle/domain/routes.ts'
import { expectOnlyCaught, globalText, reloadText, topBar } from './faults.ts'
import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { appId } from './people.ts'

interface Attempts {
  /** When each attempt reached the network. */
  fetches: number[]
  /** How often the browser imported the file. A failed import can't be repeated in most browsers. */
  imports: number
}

/** Fails the first attempts to load a file, and counts all of them. */
async function failFirst(page: Page, file: string, failures: number): Promise<Attempts> {
  const attempts: Attempts = { fetches: [], imports: 0 }
  await page.route(file, (route) => {
    if (route.request().resourceType() === 'script') attempts.imports += 1
    else attempts.fetches.push(performance.now())
    return attempts.fetches.length <= failures ? route.abort() : route.continue()
  })
  return attempts
}

test.describe('a part of the page that cannot be fetched', { tag: ['@SHELL-30', '@SHELL-31'] }, () => {
  test(
    'is tried three times, 300 ms apart; then the page offers Reload, which loads it',
    { tag: ['@SHELL-33', '@SHELL-35', '@SHELL-36'] },
    async ({ page, consoleErrors }) => {
      const attempts = await failFirst(page, '**/assets/SignInPage-*.js', 3)
      await page.goto('/signin')
      await expect(page.getByRole('alert')).toHaveText(reloadText)
      expect(attempts.fetches).toHaveLength(3)
      const pauses = attempts.fetches.slice(1).map((at, i) => at - (attempts.fetches[i] ?? 0))
      for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(290)
      expect(attempts.imports, 'imports of a missing file').toBe(0)
      await expect(topBar(page)).toBeVisible()
      await expect(page).toHaveTitle('This page could not be loaded · Trestle')
      await expectAccessible(page)

      await page.getByRole('button', { name: 'Reload' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()
      expectOnlyCaught(consoleErrors, /module bundle/)
    },
  )

  for (const [part, file] of [
    ['its own file', 'SignInPage-*.js'],
    ['a file it shares with other pages', 'NarrowPage-*.js'],
    ['its styles', 'NarrowPage-*.css'],
  ] as const) {
    test(
      `that arrives at the second attempt, with ${part}, is shown as if nothing had happened`,
      { tag: ['@SHELL-35'] },
      async ({ page }) => {
        const attempts = await failFirst(page, `**/assets/${file}`, 1)
        await page.goto('/signin')
        await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()
        await expect(page.getByRole('alert')).toHaveCount(0)
        expect(attempts.fetches).toHaveLength(2)
        const styles = await page.evaluate(() =>
          [...document.styleSheets].flatMap(({ href }) => (href ? [new URL(href).pathname] : [])),
        )
        expect(styles).toContainEqual(expect.stringContaining('/assets/NarrowPage-'))
      },
    )
  }

  test(
    "is imported from the cache after fetching its files, so the import can't fail on the network",
    { tag: ['@SHELL-35'] },
    async ({ page, context }) => {
      // The profile has the file from earlier tests.
      const session = await context.newCDPSession(page)
      await session.send('Network.clearBrowserCache')
      await page.goto('/signin')
      await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()
      const loads = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => /SignInPage-[^/]*\.js$/.test(name))
          .map((entry) => entry.toJSON() as { initiatorType: string; transferSize: number })
          .map(({ initiatorType, transferSize }) => ({ by: initiatorType, network: transferSize > 0 })),
      )
      expect(loads).toEqual([
        { by: 'fetch', network: true },
        { by: 'script', network: false },
      ])
    },
  )
})

test(
  'a screen that throws keeps the shell and shows an error id; Try again and Home work',
  { tag: ['@ERR-01', '@SHELL-30', '@SHELL-32', '@SHELL-33', '@SHELL-34'] },
  async ({ page, consoleErrors }) => {
    await page.route('**/assets/SignInPage-*.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `export function SignInPage() {
        if (!window.repaired) throw new TypeError('planted fault')
        return 'Repaired'
      }`,
      }),
    )
    await page.goto('/signin')
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(globalText)
    await expect(alert).not.toContainText('reported')
    await expect(alert).toContainText(/Error ID: \w{4,}/)
    await expect(page.getByRole('main')).not.toContainText('planted fault')
    await expect(topBar(page)).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(alert).toContainText(globalText)
    await page.evaluate(() => Object.assign(window, { repaired: true }))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('main')).toHaveText('Repaired')
    expectOnlyCaught(consoleErrors)
  },
)

test.describe('an unexpected response', () => {
  test(
    'shows the general text with the request id, and Try again repeats the request',
    { tag: ['@SHELL-32', '@SHELL-33', '@SHELL-34'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const id = await appId(api, 'Site Sync')
      await page.route(`**/api/v1/developer_apps/${id}`, (route) =>
        route.fulfill({
          status: 500,
          json: {
            code: 'internal',
            message: globalText,
            errors: [globalText],
            request_id: 'req-4711',
          },
        }),
      )
      await page.goto(`/developer_apps/${id}`)
      const alert = page.getByRole('alert')
      await expect(alert).toContainText(globalText)
      await expect(alert).toContainText('Request ID: req-4711')
      await expect(topBar(page)).toBeVisible()

      await page.unroute(`**/api/v1/developer_apps/${id}`)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Site Sync' })).toBeVisible()
    },
  )

  test(
    'with an unknown shape is an error of ours too, and Home leads out of it',
    { tag: ['@SHELL-32', '@SHELL-33'] },
    async ({ page, signIn }) => {
      await signIn('owner')
      await page.route('**/api/v1/developer_apps/77', (route) => route.fulfill({ json: { nonsense: true } }))
      await page.goto('/developer_apps/77')
      await expect(page.getByRole('alert')).toContainText(globalText)
      await expect(page.getByRole('alert')).toContainText(/Error ID: \w{4,}/)
      await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'My Apps' })).toBeVisible()
    },
  )
})

/** The staff lists: the page of each, and the call that loads it. */
const adminLists: [page: string, path: string][] = [
  ['/admin/notifications', '/api/v1/admin/notifications'],
  ['/admin/developer_apps', '/api/v1/admin/developer_apps'],
  ['/admin/developer_apps/review_queue', '/api/v1/admin/review_queue'],
  ['/admin/developers', '/api/v1/admin/developers'],
  ['/admin/oauth_applications', '/api/v1/admin/oauth_applications'],
  ['/admin/quota_minder', '/api/v1/admin/quota_minder_servers'],
  ['/admin/quota_minder', '/api/v1/admin/quota_minder_servers/*/buckets'],
  ['/admin/audit', '/api/v1/admin/audit_events'],
  ['/admin/developer_apps/:id', '/api/v1/manifests'],
  ['/admin/developer_apps/:id/marketplace_listing', '/api/v1/admin/developer_apps/*/submission_events'],
]

test(
  'every staff list that cannot be loaded shows "An error occurred." and the message of the reply',
  { tag: ['@ERR-05', '@ERR-13'] },
  async ({ page, signIn, api }) => {
    const listed = Object.values(pageRoutes)
      .filter(({ access, pattern }) => access === 'staff' && !/\$|\/new$/.test(pattern))
      .map(({ pattern }) => pattern)
    expect(new Set(adminLists.map(([at]) => at)), 'every list of staff is in the table').toEqual(
      new Set([...listed, '/admin/developer_apps/:id', '/admin/developer_apps/:id/marketplace_listing']),
    )
    await signIn('owner')
    const id = await appId(api, 'Site Sync')
    await signIn('staff')
    for (const [at, path] of adminLists) {
      const isList = new RegExp(`^${path.replaceAll('*', '[^/]+')}$`)
      const isCall = ({ pathname }: URL) => isList.test(pathname)
      await page.route(isCall, (route) => route.fulfill({ status: 500, json: { message: 'It broke.' } }))
      await page.goto(at.replace(':id', String(id)))
      const alert = page.getByRole('alert').filter({ hasText: 'It broke.' })
      await expect(alert, path).toContainText('An error occurred.')
      await page.unroute(isCall)
    }
  },
)

test(
  'a list that could not be loaded says so, and Retry requests it again',
  { tag: ['@ERR-05'] },
  async ({ page, signIn }) => {
    await signIn('staff')
    await page.route('**/api/v1/admin/developers*', (route) =>
      route.fulfill({
        status: 500,
        json: { code: 'internal', message: globalText, errors: [globalText], request_id: 'req-4712' },
      }),
    )
    await page.goto('/admin/developers')
    await expect(page.getByRole('alert')).toContainText('An error occurred.')
    await expect(page.getByRole('alert')).toContainText('Request ID: req-4712')
    await expectAccessible(page)
    await page.unroute('**/api/v1/admin/developers*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('link', { name: 'Olivia Okafor' })).toBeVisible()
  },
)

test('a lost connection is reported as such, and retrying works', async ({ page, signIn, api }) => {
  await signIn('owner')
  const id = await appId(api, 'Site Sync')
  await page.goto('/developer_apps')
  await page.getByRole('link', { name: 'Crane Watch' }).focus()
  await page.route('**/api/v1/**', (route) => route.abort())
  await page.getByRole('link', { name: 'Site Sync' }).click()
  await expect(page).toHaveURL(`/developer_apps/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'No connection' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('The server could not be reached.')
  await page.unroute('**/api/v1/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Site Sync' })).toBeVisible()
})
