import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { listenOnFreePort } from '../scripts/testing/listenOnFreePort.ts'
import { demoPassword } from '../server/seed/people.ts'
import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { isLong } from './long.ts'
import { demoEmail, fillSignIn } from './people.ts'
import { heading } from './screen.ts'
import { expectNoShift, recordShifts } from './shifts.ts'

const pages = [
  '/',
  '/marketplace',
  '/marketplace/site-sync',
  '/documentation/oauth',
  '/documentation/introduction?search=token',
  '/terms_and_conditions',
  '/reference',
  '/reference/rest/docs/rest-api-overview',
  '/reference/rest/projects',
  '/reference/rest/changelog',
  '/signin',
  '/signup',
  '/forgot_password',
]

/** Loads each page until nothing more arrives, and expects that it didn't shift. */
async function loadStill(page: Page, widths: number[]): Promise<void> {
  await recordShifts(page)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of pages) {
      await page.goto(path, { waitUntil: 'networkidle' })
      await expectNoShift(page)
    }
  }
}

// accessibility.spec.ts loads the pages of visitors at laptop width.
test("public pages load without the web app for a visitor, and don't shift", async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await loadStill(page, [390])
  expect(scripts).not.toEqual([])
  expect(scripts.filter((path) => !/^\/(color-scheme\.js|public\/)/.test(path))).toEqual([])
})

test("public pages don't shift while they load for a developer", async ({ page, signIn }) => {
  await signIn('stranger')
  await loadStill(page, isLong ? [1440, 390] : [390])
})

test('what a visitor types before the script of a form has loaded is not lost', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route(/hydrateAccountPage/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/signup', { waitUntil: 'commit' })
  const email = page.getByRole('textbox', { name: 'Email address' })
  await email.fill('nadia@example')
  await page.getByRole('checkbox').check()
  await email.press('Enter')
  held.resolve()
  await page.waitForLoadState('load')
  expect(page.url()).toMatch(/\/signup$/)
  await expect(email).toHaveValue('nadia@example')
  await expect(page.getByRole('checkbox')).toBeChecked()
  await page.getByRole('button', { name: 'Create account' }).click()
  const summary = page.getByRole('alert')
  await expect(summary).toContainText('Last name: This field is required')
  await expect(summary).toContainText('Email address: This email is invalid')
  await expect(summary).not.toContainText('Terms and conditions')
})

test('a button that is pressed before the script of a form has loaded works once it has', async ({
  page,
}) => {
  const held = Promise.withResolvers<void>()
  await page.route(/hydrateAccountPage/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/signin', { waitUntil: 'commit' })
  await fillSignIn(page, demoEmail('stranger'), demoPassword)
  held.resolve()
  await expect(page).toHaveURL('/developer_apps')
})

test('on a phone the menu is a modal dialog that returns the focus', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/marketplace')
  const button = page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await button.press('Enter')
  await expect(menu.getByRole('link', { name: 'Sign In' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await menu.getByRole('switch', { name: 'Dark mode' }).click()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  await menu.getByRole('link', { name: 'Documentation' }).click()
  await expect(heading(page)).toHaveText('Introduction')
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
})

test('the arrow keys move in the Reference menu, and Escape returns the focus', async ({ page }) => {
  await page.goto('/')
  const button = page.getByRole('banner').getByRole('button', { name: 'Reference' })
  const entry = (name: string) => page.getByRole('menuitem', { name })
  await button.press('ArrowDown')
  await expect(entry('Rest API')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(entry('Changelog')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(entry('Changelog')).toBeHidden()
  await expect(button).toBeFocused()
})

test('screenshots open enlarged, and the arrow keys move between them and wrap around', async ({ page }) => {
  await page.goto('/marketplace/site-sync')
  const first = page.getByRole('link', { name: /^Enlarge/ }).first()
  const dialog = page.getByRole('dialog', { name: 'Site Sync' })
  const total = await page.getByRole('link', { name: /^Enlarge/ }).count()
  await first.press('Enter')
  await expect(dialog.getByText(new RegExp(`^1 of ${total}`))).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByText(new RegExp(`^2 of ${total}`))).toBeVisible()
  await dialog.getByRole('button', { name: 'Previous' }).click()
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.getByText(new RegExp(`^${total} of ${total}`))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(first).toBeFocused()
})

test('a page stays when a search finds no connection, and shows the results once there is one', async ({
  page,
}) => {
  await page.goto('/marketplace')
  const apps = page.getByRole('region', { name: 'Apps on the marketplace' })
  const names = await apps.getByRole('heading', { level: 2 }).allTextContents()
  await page.context().setOffline(true)
  const box = page.getByRole('searchbox', { name: 'Search the marketplace' })
  await box.fill('slab')
  const notice = page.getByRole('alert').filter({ hasText: 'No connection' })
  await expect(notice).toBeVisible()
  await expect(apps.getByRole('heading', { level: 2 })).toHaveText(names)
  await expect(box).toHaveValue('slab')
  await expectAccessible(page)
  await page.context().setOffline(false)
  await expect(apps.getByRole('heading', { level: 2 })).not.toHaveText(names)
  await expect(notice).toBeHidden()
  await expect(page.getByRole('main')).not.toHaveAttribute('aria-busy', 'true')
})

test('a search that could not reach the server can be sent again', async ({ page }) => {
  await page.goto('/marketplace')
  await page.route('**/marketplace?*', (route) => route.abort())
  await page.getByRole('searchbox', { name: 'Search the marketplace' }).fill('slab')
  const notice = page.getByRole('alert').filter({ hasText: 'No connection' })
  await expect(notice).toBeVisible()
  await page.unroute('**/marketplace?*')
  await notice.getByRole('button', { name: 'Retry' }).click()
  const apps = page.getByRole('region', { name: 'Apps on the marketplace' })
  await expect(apps.getByRole('heading', { level: 2 })).toHaveText(['Concrete Clock', 'Site Sync'])
  await expect(notice).toBeHidden()
})

for (const address of [
  '/reference/rest/changelog',
  '/documentation/introduction',
  '/reference/rest/projects',
]) {
  test(`Back empties the search box of ${address}`, async ({ page }) => {
    await page.goto(address)
    const box = page.getByRole('main').getByRole('searchbox')
    await box.pressSequentially('rfi')
    await expect(page).toHaveURL(/search\]?=rfi$/)
    await expect(page.getByRole('main')).not.toHaveAttribute('aria-busy', 'true')
    await page.goBack()
    await expect(page).toHaveURL(address)
    await expect(box).toHaveValue('')
    await box.pressSequentially('rf')
    await page.goForward()
    await expect(box).toHaveValue('rfi')
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor searches, filters and reads', async ({ page }) => {
    await page.goto('/marketplace')
    await page.getByRole('searchbox', { name: 'Search the marketplace' }).fill('slab')
    await page.getByRole('checkbox', { name: /^Quality & Safety/ }).check()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    const apps = page.getByRole('region', { name: 'Apps on the marketplace' })
    await expect(apps.getByRole('heading', { level: 2 })).toHaveText(['Concrete Clock'])
    await expect(page.getByRole('checkbox', { name: /^Quality & Safety/ })).toBeChecked()
    await apps.getByRole('link', { name: 'Concrete Clock' }).click()
    await expect(heading(page)).toHaveText('Concrete Clock')

    await page.getByRole('banner').getByRole('button', { name: 'Reference' }).click()
    await expect(page.getByRole('menuitem', { name: 'Changelog' })).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/documentation/oauth')
    await expect(page.getByRole('heading', { name: 'Redirect URIs' })).toBeVisible()
    await page.getByRole('searchbox').fill('refresh token')
    await page.getByRole('searchbox').press('Enter')
    await expect(heading(page)).toHaveText('Results for "refresh token"')
    const contents = page.getByRole('navigation', { name: 'Documentation pages' })
    await contents.getByRole('link', { name: 'Rate limits' }).click()
    await expect(heading(page)).toHaveText('Rate limits')

    await page.goto('/reference/rest/projects')
    await expect(page.getByRole('region', { name: 'Create a project' })).toContainText('curl --request POST')
    await page.getByRole('searchbox').fill('create rfi')
    await page.getByRole('searchbox').press('Enter')
    const found = page.getByRole('region', { name: 'Search results' })
    await found.getByRole('link', { name: /Create an RFI/ }).click()
    await expect(heading(page)).toHaveText('RFIs')
    await page.goto('/reference/rest/changelog')
    for (const name of ['Fix', 'New', 'Feature', 'Refinement', 'Deprecated', 'Sunset']) {
      await page.getByRole('checkbox', { name, exact: true }).uncheck()
    }
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByText(/^Nothing found/)).toBeVisible()
    await page.getByRole('checkbox', { name: 'Sunset' }).check()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    const changes = page.getByRole('region', { name: 'Changes' }).getByRole('listitem')
    await expect(changes.first()).toContainText('Sunset')
  })

  for (const path of ['/signin', '/signup', '/forgot_password']) {
    test(`${path} says that it needs JavaScript`, async ({ page }) => {
      await page.goto(path)
      // `getByText` skips this element.
      const note = page.locator('noscript p')
      await expect(note).toBeVisible()
      await expect(note).toHaveText('This page needs JavaScript. Turn it on and reload the page.')
    })
  }
})

/** How long the second part of a document takes to arrive. */
const pauseMs = 1000

/** Serves the portal, but sends its documents in two parts. */
function sendInParts(portal: string) {
  return createServer(async ({ url, headers }, response) => {
    const { accept = '' } = headers
    const reply = await fetch(`${portal}${url}`, { headers: { accept } })
    const body = Buffer.from(await reply.arrayBuffer())
    const type = reply.headers.get('content-type') ?? ''
    response.writeHead(reply.status, { 'content-type': type })
    if (!type.startsWith('text/html')) return response.end(body)
    const contentEnd = body.indexOf('</main>')
    response.write(body.subarray(0, contentEnd))
    await setTimeout(pauseMs)
    return response.end(body.subarray(contentEnd))
  })
}

test('a public page is not painted before all of its content has arrived', async ({ page, baseURL }) => {
  const server = sendInParts(baseURL ?? '')
  const port = await listenOnFreePort(server)
  try {
    await page.goto(`http://127.0.0.1:${port}/marketplace`)
    const painted = () =>
      page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
    await expect.poll(painted).toBeGreaterThan(pauseMs)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
