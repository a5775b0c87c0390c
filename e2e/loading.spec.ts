import type { Route } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { findAppId } from './people.ts'
import { heading, openWithClock } from './screen.ts'

test.describe("a page's data", () => {
  for (const { name, address, code, data } of [
    {
      name: 'the list of apps',
      address: () => '/developer_apps?page=1&sort=internal_name',
      code: 'AppsPage',
      data: () => '/api/v1/developer_apps?page=1&per_page=50&sort=internal_name',
    },
    {
      name: 'an app',
      address: (id: number) => `/developer_apps/${id}`,
      code: 'AppPage',
      data: (id: number) => `/api/v1/manifests?page=1&per_page=100&filters[developer_app_id]=${id}`,
    },
    {
      name: "an app's settings",
      address: (id: number) => `/developer_apps/${id}/settings`,
      code: 'AppPage',
      data: (id: number) => `/api/v1/developer_apps/${id}`,
    },
  ]) {
    test(`${name} loads while the code of the page does`, async ({ page, signIn, api }) => {
      await signIn('owner')
      const id = await findAppId(api, 'Site Sync')
      const started = page.waitForRequest((request) => decodeURIComponent(request.url()).includes(data(id)))
      // The code arrives only after the data was requested.
      await page.route(`**/assets/${code}-*.js`, async (route) => {
        await started
        await route.continue()
      })
      await page.goto(address(id))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.unrouteAll({ behavior: 'wait' })
    })
  }
})

test("a page's code loads with its document", async ({ page, signIn, api }) => {
  // Code that waits until the browser is idle, such as the lists of pickers, isn't part of a page's first code.
  await page.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }))
  const findLate = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming && entry.initiatorType === 'fetch')
        // In addition to the banner that staff get on every page while jobs fail.
        .flatMap(({ name }) => /\/assets\/(?!FailedJobsBanner-|jobs-).*\.js$/.exec(name)?.[0] ?? [])
        .filter((file) => !document.querySelector(`link[rel="modulepreload"][href="${file}"]`)),
    )
  const open = async (address: string) => {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await findLate(), address).toEqual([])
  }
  await signIn('owner')
  const id = await findAppId(api, 'Site Sync')
  for (const address of ['/developer_apps', '/account', '/notifications', '/marketplace', '/reference']) {
    await open(address)
  }
  for (const tab of ['', '/versions', '/settings', '/collaborators', '/metrics']) {
    await open(`/developer_apps/${id}${tab}`)
  }
  await signIn('staff')
  for (const address of ['/admin/developer_apps', '/admin/developers', '/admin/jobs', '/admin/audit']) {
    await open(address)
  }
  for (const tab of ['', '/sandbox', '/marketplace_listing', '/performance_metrics']) {
    await open(`/admin/developer_apps/${id}${tab}`)
  }
})

test('the first scripts of a page ask Chromium to compile them early', async ({ page, signIn, request }) => {
  await signIn('owner')
  await page.goto('/developer_apps')
  const addresses = await page.evaluate(() =>
    [...document.querySelectorAll('script[type="module"], link[rel="modulepreload"]')].flatMap(
      (element) => element.getAttribute('src') ?? element.getAttribute('href') ?? [],
    ),
  )
  expect(addresses.length).toBeGreaterThan(2)
  for (const address of addresses) {
    expect(await (await request.get(address)).text(), address).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  }
})

test('says that it is loading while the first scripts take longer than two seconds', async ({
  page,
  signIn,
}) => {
  await signIn('owner')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/developer_apps', { waitUntil: 'commit' })
  const committed = performance.now()
  const loading = page.getByText('Loading…')
  // Before its styles have arrived, the page isn't painted yet.
  await page.waitForFunction(() => {
    const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
    return styles.length > 0 && styles.every(({ sheet }) => sheet !== null)
  })
  await expect(loading).toBeVisible()
  expect(performance.now() - committed).toBeGreaterThan(1500)
  release()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(loading).toHaveCount(0)
  await page.unrouteAll({ behavior: 'wait' })
})

test('a script that is still loading is not requested again', async ({ page, signIn }) => {
  await signIn('owner')
  const held: Route[] = []
  await page.route('**/assets/AppsPage-*.js', (route) => void held.push(route))
  await page.goto('/developer_apps', { waitUntil: 'commit' })
  // The page needs the script as soon as its frame is shown.
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
  for (const route of held) await route.continue()
  await expect(page.getByRole('heading', { level: 1, name: 'My Apps' })).toBeVisible()
  expect(held).toHaveLength(1)
})

for (const { name, file } of [
  { name: 'a script', file: '**/assets/AppsPage-*.js' },
  { name: 'a style', file: '**/assets/AppsPage-*.css' },
]) {
  test(`${name} of the document that could not be loaded is fetched again`, async ({ page, signIn }) => {
    await signIn('owner')
    const attempts: string[] = []
    await page.route(file, (route) => {
      attempts.push(route.request().resourceType())
      return attempts.length === 1 ? route.abort() : route.continue()
    })
    await page.goto('/developer_apps')
    await expect(page.getByRole('heading', { level: 1, name: 'My Apps' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(attempts.length).toBeGreaterThan(1)
  })
}

test('a style that is never answered is requested again after a minute', async ({ page, signIn }) => {
  await signIn('owner')
  let attempts = 0
  await page.route('**/assets/OwnAccountPage-*.css', (route) => {
    attempts += 1
    if (attempts > 1) return route.continue()
  })
  await openWithClock(page, '/developer_apps', 'My Apps')
  await page.evaluate(() => history.pushState(null, '', '/account'))
  await expect.poll(() => attempts).toBe(1)
  await page.clock.runFor(61_000)
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
})

test('a page that is opened offline says so, and loads once the browser is online again', async ({
  page,
  context,
  signIn,
}) => {
  await signIn('owner')
  await page.goto('/developer_apps')
  const open = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true }).click()
  // This way, the page's code is loaded and only its data is missing.
  await open('Site Sync')
  await expect(heading(page)).toHaveText('Site Sync')
  await page.goBack()
  await context.setOffline(true)
  await open('Crane Watch')
  await expect(page.getByRole('main')).toContainText(
    "You're offline. This loads once you're connected again.",
  )
  await context.setOffline(false)
  await expect(heading(page)).toHaveText('Crane Watch')
})
