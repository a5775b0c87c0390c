import { expect, expectAccessible, expectStill, test, type Page } from './fixtures.ts'

const reference = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Reference' })
const menu = (page: Page) => page.getByRole('menu', { name: 'Reference' })
const entry = (page: Page, name: string) => menu(page).getByRole('menuitem', { name })

test(
  'a dropdown works by click and keyboard, closes on Escape or an outside click, and restores the focus',
  { tag: ['@SHELL-20', '@SHELL-24'] },
  async ({ page }) => {
    await page.goto('/signin')
    await expect(reference(page)).toHaveAttribute('aria-expanded', 'false')
    await reference(page).click()
    await expect(reference(page)).toHaveAttribute('aria-expanded', 'true')
    await expect(entry(page, 'Rest API')).toBeVisible()
    await page.getByRole('heading', { level: 1 }).click()
    await expect(menu(page)).toBeHidden()

    await reference(page).focus()
    await page.keyboard.press('Enter')
    await expect(entry(page, 'Rest API')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(entry(page, 'Changelog')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(entry(page, 'Rest API')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu(page)).toBeHidden()
    await expect(reference(page)).toBeFocused()
    await expect(reference(page)).toHaveAttribute('aria-expanded', 'false')

    await page.keyboard.press('Space')
    await expect(entry(page, 'Rest API')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/reference/rest/changelog')
  },
)

test.describe('a modal', { tag: ['@SHELL-21', '@SHELL-24'] }, () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Create an app' })

  test.beforeEach(async ({ page, signIn }) => {
    await signIn('owner')
    await page.goto('/developer_apps')
  })

  test('opens by keyboard, traps the focus, closes on Escape and restores the focus', async ({ page }) => {
    const opener = page.getByRole('button', { name: 'Create App' })
    await opener.press('Enter')
    await expect(dialog(page).getByRole('textbox', { name: 'App Name' })).toBeFocused()
    for (let stop = 0; stop < 8; stop += 1) {
      await page.keyboard.press('Tab')
      await expect(dialog(page).locator(':focus')).toHaveCount(1)
    }
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(opener).toBeFocused()
  })

  test('closes by its cross, and asks first when there is input', async ({ page }) => {
    await page.getByRole('button', { name: 'Create App' }).click()
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await expect(dialog(page)).toBeHidden()

    await page.getByRole('button', { name: 'Create App' }).click()
    await dialog(page).getByRole('textbox', { name: 'App Name' }).fill('Half an idea')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
    // Gives the question time to close without an answer, in case of a bug.
    await expectStill(page)
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(dialog(page)).toBeVisible()
    await expect(dialog(page).locator(':focus')).toHaveCount(1)
    await expect(dialog(page).getByRole('textbox', { name: 'App Name' })).toHaveValue('Half an idea')
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await expect(dialog(page)).toBeHidden()
  })
})

test(
  'a quick tip opens by hover, keyboard and press, and Escape closes it; a missing one is logged',
  { tag: ['@ERR-10', '@SHELL-22', '@SHELL-24'] },
  async ({ page, signIn }) => {
    await signIn('stranger')
    await page.goto('/account')
    const trigger = page.getByRole('button', { name: 'How long a session lasts' })
    const tip = page.getByRole('note')
    await expect(trigger).toHaveAttribute('aria-expanded', 'false')
    await expect(tip).toBeHidden()
    await trigger.hover()
    await expect(tip).toContainText('A session ends 14 days after its last use.')
    await page.getByRole('heading', { level: 1 }).hover()
    await expect(tip).toBeHidden()

    await trigger.focus()
    await expect(trigger).toHaveAttribute('aria-expanded', 'true')
    await expect(tip).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tip).toBeHidden()
    await expect(trigger).toBeFocused()

    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(tip).toBeVisible()
    await expectAccessible(page)
    await trigger.click()
    await expect(tip).toBeHidden()

    await page.getByRole('note', { includeHidden: true }).evaluate((note) => note.remove())
    const message = page.waitForEvent('console', (message) => message.type() === 'info')
    await page.getByRole('heading', { level: 1 }).hover()
    await trigger.hover()
    expect((await message).text()).toMatch(/^Quick tip ".+": the master has no slave element\.$/)
  },
)

test.describe('typing into a search', { tag: ['@SHELL-39'] }, () => {
  test.beforeEach(async ({ page, signIn }) => {
    await page.clock.install()
    await signIn('staff')
  })

  /** Collects the query of each request to this path from now on. */
  function requested(page: Page, path: string): URLSearchParams[] {
    const questions: URLSearchParams[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === path) questions.push(url.searchParams)
    })
    return questions
  }

  test(
    'a search box sends its request once typing has paused for 500 ms',
    { tag: ['@SHELL-38'] },
    async ({ page }) => {
      await page.goto('/admin/developers')
      await expect(page.getByRole('link', { name: 'Olivia Okafor' })).toBeVisible()
      await page.clock.pauseAt(Date.now() + 60_000)
      const questions = requested(page, '/api/v1/admin/developers')
      await page.getByRole('searchbox', { name: 'Search developers' }).pressSequentially('pao')
      await page.clock.runFor(499)
      await page.keyboard.type('l')
      await page.clock.runFor(499)
      expect(questions).toEqual([])
      await page.clock.runFor(1)
      await page.clock.resume()
      await expect(page.getByRole('link', { name: 'Paola Ricci' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Olivia Okafor' })).toHaveCount(0)
      expect(questions.map((query) => query.get('filters[search]'))).toEqual(['paol'])
      await expect(page).toHaveURL(/filters\[search\]=paol|filters%5Bsearch%5D=paol/)
    },
  )

  test(
    'a picker requests `filters[search]` after the same pause, and works by keyboard',
    { tag: ['@SHELL-37'] },
    async ({ page }) => {
      await page.goto('/admin/developer_apps/review_queue')
      const picker = page.getByRole('combobox', { name: 'User' })
      await picker.click()
      await expect(page.getByRole('option', { name: /Olivia Okafor/ })).toBeVisible()
      await page.clock.pauseAt(Date.now() + 60_000)
      const questions = requested(page, '/api/v1/admin/developers')
      await picker.pressSequentially('paola')
      await page.clock.runFor(499)
      expect(questions).toEqual([])
      await page.clock.runFor(1)
      await page.clock.resume()
      await expect(page.getByRole('listbox', { name: 'User' }).getByRole('option')).toHaveCount(1)
      expect(questions.map((query) => query.get('filters[search]'))).toEqual(['paola'])
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(picker).toHaveValue('Paola Ricci')
      await expect(page).toHaveURL(/user_id/)
      await expectAccessible(page)
    },
  )
})
