import { expect, expectNoSidewaysScroll, test, type Page } from './fixtures.ts'
import { appId } from './people.ts'

const menuButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true })
const wideNavigation = (page: Page) => page.getByRole('banner').getByRole('navigation', { name: 'Main' })

test(
  'the navigation folds into one button below 1100 px, once the window has been quiet for 300 ms',
  { tag: ['@SHELL-25', '@SHELL-26'] },
  async ({ page }) => {
    await page.clock.install()
    await page.setViewportSize({ width: 1100, height: 800 })
    await page.goto('/')
    await expect(wideNavigation(page)).toBeVisible()
    await expect(menuButton(page)).toHaveCount(0)
    await page.clock.pauseAt(Date.now() + 60_000)

    await resizeTo(page, 1099)
    await page.clock.runFor(299)
    await resizeTo(page, 1000)
    await page.clock.runFor(299)
    await expect(wideNavigation(page)).toBeVisible()
    await page.clock.runFor(1)
    await expect(menuButton(page)).toBeVisible()
    await expect(wideNavigation(page)).toHaveCount(0)
    await page.clock.resume()
    await resizeTo(page, 1099)
    await page.reload()
    await expect(menuButton(page)).toBeVisible()
    await expect(wideNavigation(page)).toHaveCount(0)
  },
)

/** Resizes the window and waits until the page reacts to its new width. */
async function resizeTo(page: Page, width: number) {
  const heard = page.evaluate(
    () => new Promise<void>((resolve) => window.addEventListener('resize', () => resolve(), { once: true })),
  )
  await page.setViewportSize({ width, height: 800 })
  await heard
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test(
    'a wide table keeps its first column visible, and a shadow marks hidden content',
    { tag: ['@SHELL-25'] },
    async ({ page, signIn }) => {
      await signIn('owner')
      await page.goto('/developer_apps')
      const frame = page.getByRole('group').filter({ has: page.getByRole('table') })
      const name = frame.getByRole('link', { name: 'Submittal Scout' })
      const shadow = () =>
        frame.evaluate((box) => getComputedStyle(box.parentElement ?? box, '::after').opacity)
      // Tests before this one may have added apps above it.
      await name.scrollIntoViewIfNeeded()
      await expect(name).toBeInViewport()
      await expect.poll(shadow).toBe('1')
      const left = () => name.evaluate((link) => link.getBoundingClientRect().left)
      const before = await left()
      await frame.evaluate((box) => box.scrollTo({ left: box.scrollWidth }))
      await expect.poll(shadow).toBe('0')
      expect(await left()).toBeCloseTo(before, 0)
      const isInCell = await name.evaluate((link) => {
        const cell = link.closest('td')
        return cell !== null && link.getBoundingClientRect().right <= cell.getBoundingClientRect().right
      })
      expect(isInCell).toBe(true)
    },
  )

  test(
    'everything is behind the menu button, which traps the focus and returns it; app pages fold too',
    { tag: ['@SHELL-09', '@SHELL-23', '@SHELL-24', '@SHELL-25'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const id = await appId(api, 'Site Sync')
      await page.goto(`/developer_apps/${id}`)
      const side = page.getByRole('navigation', { name: 'App pages' })
      const toggle = side.getByRole('button', { name: 'Configurations' })
      await expect(toggle).toHaveAttribute('aria-expanded', 'false')
      await expect(side.getByRole('link', { name: 'Versions' })).toBeHidden()
      await toggle.press('Enter')
      await expect(toggle).toHaveAttribute('aria-expanded', 'true')
      await side.getByRole('link', { name: 'Versions' }).focus()
      await page.keyboard.press('Escape')
      await expect(side.getByRole('link', { name: 'Versions' })).toBeHidden()
      await expect(toggle).toBeFocused()
      await toggle.click()
      await side.getByRole('link', { name: 'Versions' }).click()
      await expect(page).toHaveURL(`/developer_apps/${id}/versions`)
      await expect(side.getByRole('button', { name: 'Versions' })).toHaveAttribute('aria-expanded', 'false')

      await menuButton(page).focus()
      await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'false')
      await page.keyboard.press('Enter')
      const drawer = page.getByRole('dialog', { name: 'Menu' })
      for (const name of ['My Apps', 'Documentation', 'Rest API', 'Changelog', 'Account']) {
        await expect(drawer.getByRole('link', { name, exact: true })).toBeVisible()
      }
      await expect(drawer.getByRole('button', { name: 'Sign Out' })).toBeVisible()
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Shift+Tab')
      await expect(drawer.locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(drawer).toBeHidden()
      await expect(menuButton(page)).toBeFocused()
      await menuButton(page).click()
      await drawer.getByRole('link', { name: 'Account', exact: true }).click()
      await expect(page).toHaveURL('/account')
      await expect(drawer).toBeHidden()
    },
  )
})

test(
  'from phone width to 1100 px the app pages wrap in lines, and the documentation pages fold',
  { tag: ['@SHELL-25'] },
  async ({ page, signIn, api }) => {
    await page.setViewportSize({ width: 800, height: 700 })
    await signIn('owner')
    await page.goto(`/developer_apps/${await appId(api, 'Site Sync')}`)
    const versions = page
      .getByRole('navigation', { name: 'App pages' })
      .getByRole('link', { name: 'Versions', exact: true })
    const border = () => versions.evaluate((link) => getComputedStyle(link).borderLeftWidth)
    await expect(versions).toBeVisible()
    expect(await border()).toBe('0px')
    await menuButton(page).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Documentation' }).click()
    const contents = page.getByRole('navigation', { name: 'Documentation pages' })
    await expect(contents.getByRole('button', { name: 'Introduction' })).toBeVisible()
    await expect(contents.getByRole('link', { name: 'OAuth' })).toBeHidden()
    await page.goBack()
    await expect(versions).toBeVisible()
    expect(await border(), 'as before the sheet of the other navigation was loaded').toBe('0px')
  },
)

test.describe('in a wide window', () => {
  test.use({ viewport: { width: 1280, height: 500 } })

  test(
    'a wide table scrolls inside its card with its first column, a long one keeps its header visible',
    { tag: ['@SHELL-25'] },
    async ({ page, signIn }) => {
      await signIn('staff')
      await page.goto('/admin/developer_apps')
      const table = page.getByRole('table', { name: 'Developer Apps' })
      await expect(table.getByRole('row').nth(1)).toBeVisible()
      await table.getByRole('row').last().scrollIntoViewIfNeeded()
      expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(300)
      await expect(table.getByRole('columnheader').first()).toBeInViewport()

      await table.getByRole('link', { name: 'Site Sync' }).click()
      const frame = page.getByRole('group', { name: 'Production versions' })
      const first = frame.getByRole('columnheader').first()
      await first.scrollIntoViewIfNeeded()
      const left = () => first.evaluate((cell) => cell.getBoundingClientRect().left)
      const before = await left()
      const scroll = () =>
        frame.evaluate((box) => {
          box.scrollTo({ left: box.scrollWidth })
          return box.scrollLeft
        })
      await expect.poll(scroll, 'pixels it scrolls').toBeGreaterThan(0)
      expect(await left()).toBeCloseTo(before, 0)
    },
  )
})

// accessibility.spec.ts checks every page at 1440, 1099 and 390 px.
test('pages do not scroll sideways at 320 px', { tag: ['@SHELL-25'] }, async ({ page, signIn }) => {
  await page.setViewportSize({ width: 320, height: 900 })
  const visit = async (path: string) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
    await test.step(path, () => expectNoSidewaysScroll(page))
  }
  for (const path of ['/', '/signin', '/signup', '/forgot_password', '/no/such/page']) await visit(path)
  await signIn('staff')
  for (const path of ['/account', '/notifications', '/admin/developers', '/admin/developers/1/edit'])
    await visit(path)
})
