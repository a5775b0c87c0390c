import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { appId } from './people.ts'

const reloadText = 'Error loading JavaScript module bundle. Please reload the page.'
const globalText = 'The application has encountered an error. It has been logged and reported.'
const shellNavigation = (page: Page) => page.getByRole('banner').getByRole('navigation', { name: 'Main' })

/** React reports what a boundary caught to the console; anything else there still fails the test. */
function expectOnlyCaught(consoleErrors: string[], caught: RegExp) {
  expect(consoleErrors.filter((error) => !caught.test(error))).toEqual([])
  consoleErrors.length = 0
}

/**
 * The build hints at a part by a preload link, which the first attempt joins or does not, as fast as the machine is.
 * Without that link every request is an attempt of the portal.
 */
async function ignorePreloadLinks(page: Page) {
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- the proxy calls it with its node
    Node.prototype.appendChild = new Proxy(Node.prototype.appendChild, {
      apply: (append, parent: Node, [node]: [Node]) =>
        node instanceof HTMLLinkElement && node.rel === 'modulepreload' ? node : append.call(parent, node),
    })
  })
}

test.describe('a part of the page that cannot be fetched (SHELL-30, SHELL-31)', () => {
  test('is tried three times, 300 ms apart; then the page says to reload, and Reload brings it (SHELL-33, SHELL-35, SHELL-36)', async ({
    page,
    consoleErrors,
  }) => {
    const attempts: number[] = []
    await ignorePreloadLinks(page)
    await page.route('**/assets/SignInPage-*.js', (route) => {
      attempts.push(performance.now())
      return route.abort()
    })
    await page.goto('/signin')
    await expect(page.getByRole('alert')).toHaveText(reloadText)
    expect(attempts).toHaveLength(3)
    const pauses = attempts.slice(1).map((at, i) => at - (attempts[i] ?? 0))
    for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(290)
    await expect(shellNavigation(page)).toBeVisible()
    await expect(page).toHaveTitle('This page could not be loaded · Trestle')
    await expectAccessible(page)

    await page.unroute('**/assets/SignInPage-*.js')
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()
    expectOnlyCaught(consoleErrors, /module bundle/)
  })

  test('that arrives at the second attempt is shown as if nothing had happened (SHELL-35)', async ({
    page,
  }) => {
    let attempts = 0
    await ignorePreloadLinks(page)
    await page.route('**/assets/SignInPage-*.js', (route) => {
      attempts += 1
      return attempts <= 1 ? route.abort() : route.continue()
    })
    await page.goto('/signin')
    await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(attempts).toBe(2)
  })
})

test('a screen that throws is caught: the shell stays, the general text shows with an id, Try again and Home work (ERR-01, SHELL-30, SHELL-32, SHELL-33, SHELL-34)', async ({
  page,
  consoleErrors,
}) => {
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
  await expect(alert).toContainText(/Error id: \w{4,}/)
  await expect(page.getByRole('main')).not.toContainText('planted fault')
  await expect(shellNavigation(page)).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toContainText(globalText)
  await page.evaluate(() => Object.assign(window, { repaired: true }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main')).toHaveText('Repaired')
  expectOnlyCaught(consoleErrors, /planted fault/)
})

test.describe('an answer that never should come', () => {
  test('shows the general text with the request id; Try again asks anew (SHELL-32, SHELL-33, SHELL-34)', async ({
    page,
    signIn,
    api,
  }) => {
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
    await expect(alert).toContainText('Request id: req-4711')
    await expect(shellNavigation(page)).toBeVisible()

    await page.unroute(`**/api/v1/developer_apps/${id}`)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Site Sync' })).toBeVisible()
  })

  test('in a shape nobody promised is a fault of ours too; Home leads out of it (SHELL-32, SHELL-33)', async ({
    page,
    signIn,
  }) => {
    await signIn('owner')
    await page.route('**/api/v1/developer_apps/77', (route) => route.fulfill({ json: { nonsense: true } }))
    await page.goto('/developer_apps/77')
    await expect(page.getByRole('alert')).toContainText(globalText)
    await expect(page.getByRole('alert')).toContainText(/Error id: \w{4,}/)
    await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'My Apps' })).toBeVisible()
  })
})

test('a list that could not be loaded says so and is asked for again by Retry (ERR-05)', async ({
  page,
  signIn,
}) => {
  await signIn('staff')
  await page.route('**/api/v1/admin/developers*', (route) =>
    route.fulfill({
      status: 500,
      json: { code: 'internal', message: globalText, errors: [globalText], request_id: 'req-4712' },
    }),
  )
  await page.goto('/admin/developers')
  await expect(page.getByRole('alert')).toContainText('An error occurred.')
  await expect(page.getByRole('alert')).toContainText('Request id: req-4712')
  await expectAccessible(page)
  await page.unroute('**/api/v1/admin/developers*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('link', { name: 'Olivia Okafor' })).toBeVisible()
})

test('a lost connection is named as one, and the way back works', async ({ page, signIn, api }) => {
  await signIn('owner')
  const id = await appId(api, 'Site Sync')
  await page.goto('/developer_apps')
  await page.getByRole('link', { name: 'Crane Watch' }).focus()
  await page.route('**/api/v1/**', (route) => route.abort())
  await page.getByRole('link', { name: 'Site Sync' }).click()
  await expect(page).toHaveURL(`/developer_apps/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'No connection' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText("We couldn't reach the server.")
  await page.unroute('**/api/v1/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Site Sync' })).toBeVisible()
})
