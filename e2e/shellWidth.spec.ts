import { expect, expectNoSidewaysScroll, test, type Page } from './fixtures.ts'
import { findAppId } from './people.ts'

const menuButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true })

test(
  'from phone width to 1100 px, the app pages wrap into lines, and the documentation pages collapse',
  { tag: ['@SHELL-25'] },
  async ({ page, signIn, api }) => {
    await page.setViewportSize({ width: 800, height: 700 })
    await signIn('owner')
    await page.goto(`/developer_apps/${await findAppId(api, 'Site Sync')}`)
    const versions = page
      .getByRole('navigation', { name: 'App pages' })
      .getByRole('link', { name: 'Versions', exact: true })
    const border = () => versions.evaluate((link) => getComputedStyle(link).borderLeftWidth)
    await expect(versions).toBeVisible()
    expect(await border()).toBe('0px')
    await menuButton(page).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Documentation' }).click()
    const contents = page.getByRole('navigation', { name: 'Documentation pages' })
    const oauth = contents.getByRole('link', { name: 'OAuth' })
    await contents.getByRole('button', { name: 'Introduction' }).click()
    await expect(oauth).toBeVisible()
    await contents.getByRole('button', { name: 'Introduction' }).click()
    await expect(oauth).toBeHidden()
    await page.goBack()
    await expect(versions).toBeVisible()
    expect(await border(), 'as before the sheet of the other navigation was loaded').toBe('0px')
  },
)

test.describe('in a wide window', () => {
  test.use({ viewport: { width: 1280, height: 500 } })

  test(
    'a long table keeps its header visible, a wide one scrolls inside its frame without its first column',
    { tag: ['@SHELL-25'] },
    async ({ page, signIn }) => {
      await signIn('staff')
      await page.goto('/admin/developer_apps')
      const table = page.getByRole('table', { name: 'Developer Apps' })
      await expect(table.getByRole('row').nth(1)).toBeVisible()
      await table.getByRole('row').last().scrollIntoViewIfNeeded()
      expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(300)
      await expect(table.getByRole('columnheader').first()).toBeInViewport()

      // Letters that are too large, in a window that is too wide to collapse columns.
      await page.setViewportSize({ width: 1000, height: 500 })
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '28px'))
      const frame = page.getByRole('group', { name: 'Developer Apps' })
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
  for (const path of ['/account', '/notifications', '/admin/developers', '/admin/developers/1/edit']) {
    await visit(path)
  }
})
