import { expect, test, type Page } from './fixtures.ts'

const scheme = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme')
const darkSwitch = (page: Page) => page.getByRole('switch', { name: 'Dark mode' })

test('dark mode follows the system until it is switched, and then stays as chosen', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect(darkSwitch(page)).toBeChecked()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  await darkSwitch(page).click()
  await expect(darkSwitch(page)).not.toBeChecked()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
  await page.reload()
  await expect(darkSwitch(page)).not.toBeChecked()
  await page.goto('/signin')
  expect(await scheme(page)).toBe('light')
})

test('a dark page never flashes light: its scheme is set before the first paint', async ({ page }) => {
  await page.goto('/')
  await darkSwitch(page).click()
  // Without the app's own scripts, only code that runs before the first paint can set it.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/confirm_email/unknown')
  expect(await scheme(page)).toBe('dark')
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  await expect(page.locator('#root')).toHaveText('Loading…')
})

test('with reduced motion the colors change immediately', async ({ page }) => {
  await page.goto('/reference')
  await expect(page.getByRole('region', { name: 'Core' })).toBeVisible()
  const movements = await page.evaluate(() => {
    document.documentElement.dataset['mantineColorScheme'] = 'dark'
    return document.getAnimations().length
  })
  expect(movements).toBe(0)
})

test('in forced colors a chosen radio shows its dot', async ({ page, signIn }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn('stranger')
  await page.goto('/developer_apps')
  await page.getByRole('main').getByRole('button', { name: 'Create App' }).first().click()
  const radio = page.getByRole('dialog').getByRole('radio', { name: 'Confidential' })
  await radio.check()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const [behind, dot] = await radio.evaluate((input) => [
      getComputedStyle(input).backgroundColor,
      getComputedStyle(input.nextElementSibling ?? input).color,
    ])
    expect(dot, colorScheme).not.toBe(behind)
  }
  await page.emulateMedia({ forcedColors: 'none' })
})

test('the account menu switches dark mode and stays open', async ({ page, signIn }) => {
  await signIn('stranger')
  await page.goto('/developer_apps')
  await page.getByRole('button', { name: 'Account menu of Sten Granberg' }).click()
  const entry = page.getByRole('menuitemcheckbox', { name: 'Dark mode' })
  await expect(entry).not.toBeChecked()
  await entry.click()
  await expect(entry).toBeChecked()
  expect(await scheme(page)).toBe('dark')
})

test('a dark page is printed light, without what covers its content', async ({ page, signIn }) => {
  await signIn('owner')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/developer_apps/1/marketplace_listing')
  const sticks = () =>
    page.getByRole('button', { name: 'Save draft' }).evaluate((button) => {
      for (let box: Element | null = button; box; box = box.parentElement) {
        if (getComputedStyle(box).position === 'sticky') return true
      }
      return false
    })
  expect(await sticks()).toBe(true)
  await page.evaluate(() => {
    addEventListener('beforeprint', () => {
      document.title = String(document.documentElement.dataset['mantineColorScheme'])
    })
  })
  await page.pdf()
  expect([await page.title(), await scheme(page)]).toEqual(['light', 'dark'])
  await page.emulateMedia({ media: 'print' })
  expect(await sticks()).toBe(false)
  await expect(page.getByRole('banner')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
})

test("the content security policy allows only the portal's own files", async ({ page, consoleErrors }) => {
  const answer = await page.goto('/')
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toMatch(/script-src 'self'/)
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  expect(policy).toContain("frame-ancestors 'none'")
  // An injected script doesn't run.
  const refused = page.waitForEvent('console', { predicate: (m) => /Content Security Policy/.test(m.text()) })
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.slippedIn = true'
    document.body.append(script)
  })
  await refused
  expect(await page.evaluate(() => 'slippedIn' in window)).toBe(false)
  // Chromium's own message, and the event that fixtures.ts reports.
  expect(consoleErrors).toHaveLength(2)
  for (const error of consoleErrors) expect(error).toMatch(/content security policy/i)
  consoleErrors.length = 0
})
