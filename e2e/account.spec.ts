import { demoPassword, expect, expectAccessible, test, type Page } from './fixtures.ts'
import { confirmedPerson, credentials, demoEmail, fillSignIn } from './people.ts'

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save changes' })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const sessions = (page: Page) => page.getByRole('table', { name: 'Sessions' })

test(
  'Save is disabled until a field changes, and says why',
  { tag: ['@SHELL-17', '@ACC-06'] },
  async ({ page, signIn, api, mailTo }) => {
    await signIn(credentials(await confirmedPerson(api, mailTo)))
    await page.goto('/account')
    await expect(saveButton(page)).toBeDisabled()
    await expect(saveButton(page)).toHaveAccessibleDescription('There are no changes to save.')
    await field(page, 'Company').fill('Brandt Survey')
    await expect(saveButton(page)).toBeEnabled()
    await field(page, 'Company').fill('')
    await expect(saveButton(page)).toBeDisabled()

    await field(page, 'Company').fill('Brandt Survey')
    await field(page, 'Last name').fill('Brandt-Okoro')
    await page.keyboard.press('Control+S')
    await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
    await expect(saveButton(page)).toBeDisabled()
    await expect(
      page.getByRole('banner').getByRole('button', { name: 'Account menu of Nadia Brandt-Okoro' }),
    ).toBeVisible()
    await page.reload()
    await expect(field(page, 'Company')).toHaveValue('Brandt Survey')
  },
)

test('leaving the page with unsaved changes asks first', async ({ page, signIn }) => {
  await signIn('stranger')
  await page.goto('/account')
  await field(page, 'Company').fill('Granberg Timber')
  await page.getByRole('banner').getByRole('link', { name: 'My Apps' }).click()
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page).toHaveURL('/account')
  await expect(field(page, 'Company')).toHaveValue('Granberg Timber')
  await page.getByRole('banner').getByRole('link', { name: 'My Apps' }).click()
  await question.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page).toHaveURL('/developer_apps')
})

test('the second person to save can keep editing, reload or overwrite', async ({
  page,
  signIn,
  api,
  mailTo,
}) => {
  await signIn(credentials(await confirmedPerson(api, mailTo)))
  await page.goto('/account')
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this while you were editing' })
  const saveMine = async (company: string) => {
    await field(page, 'Company').fill(company)
    await saveButton(page).click()
    await expect(dialog).toBeVisible()
  }

  await api.patch('/api/v1/account', { company_name: 'Theirs' })
  await saveMine('Mine')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(field(page, 'Company')).toHaveValue('Mine')
  await saveButton(page).click()
  await dialog.getByRole('button', { name: 'Reload' }).click()
  await expect(field(page, 'Company')).toHaveValue('Theirs')

  await api.patch('/api/v1/account', { company_name: 'Theirs again' })
  await saveMine('Mine after all')
  await dialog.getByRole('button', { name: 'Overwrite' }).click()
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(field(page, 'Company')).toHaveValue('Mine after all')
})

test.describe('the password', { tag: ['@ACC-06'] }, () => {
  test('changing it requires the current password and signs out all other browsers', async ({
    page,
    signIn,
    api,
    mailTo,
    browser,
    baseURL,
  }) => {
    const person = await confirmedPerson(api, mailTo)
    const elsewhere = await browser.newPage({ baseURL: baseURL ?? '' })
    await elsewhere.goto('/signin')
    await fillSignIn(elsewhere, person.email, person.password)
    await expect(elsewhere).toHaveURL('/developer_apps')
    await signIn(credentials(person))
    await page.goto('/account')
    const change = page.getByRole('button', { name: 'Change password' })
    const fill = async (current: string, fresh: string) => {
      await field(page, 'Current password').fill(current)
      await field(page, 'New password').fill(fresh)
      await field(page, 'Repeat the new password').fill(fresh)
      await change.click()
    }
    await fill('not the current one', 'cobalt harbour 27 windmill')
    await expect(page.getByRole('alert')).toContainText("This isn't your current password.")
    await fill(person.password, 'cobalt harbour 27 windmill')
    await expect(page.getByRole('status').filter({ hasText: 'Your password was changed.' })).toBeVisible()
    await expect(field(page, 'New password')).toHaveValue('')

    await elsewhere.getByRole('banner').getByRole('link', { name: 'My Apps' }).click()
    await elsewhere.goto('/account')
    await expect(elsewhere).toHaveURL('/signin?return_to=%2Faccount')
    await elsewhere.close()
  })

  test(
    'shows as plain text while the eye is hovered, focused by keyboard or pressed',
    { tag: ['@SHELL-18'] },
    async ({ page }) => {
      await page.goto('/signin')
      const password = field(page, 'Password')
      const eye = page.getByRole('button', { name: /(Show|Hide) password/ })
      const heading = page.getByRole('heading', { level: 1 })
      await password.fill('gravel lantern')
      await heading.hover()
      await expect(password).toHaveAttribute('type', 'password')

      await eye.hover()
      await expect(password).toHaveAttribute('type', 'text')
      await heading.hover()
      await expect(password).toHaveAttribute('type', 'password')

      await password.press('Tab')
      await expect(eye).toBeFocused()
      await expect(password).toHaveAttribute('type', 'text')
      await page.keyboard.press('Tab')
      await expect(password).toHaveAttribute('type', 'password')

      await eye.click()
      await heading.hover()
      await expect(eye).toHaveAttribute('aria-pressed', 'true')
      await expect(password).toHaveAttribute('type', 'text')
      await eye.click()
      await expect(password).toHaveAttribute('type', 'password')
      await expect(password).toHaveValue('gravel lantern')
    },
  )
})

test(
  'the list of sessions marks this browser and can sign out other browsers',
  { tag: ['@ACC-06'] },
  async ({ page, signIn, api, mailTo, browser, baseURL }) => {
    const person = await confirmedPerson(api, mailTo)
    await signIn(credentials(person))
    await page.goto('/account')
    const signOutOthers = page.getByRole('button', { name: 'Sign out others' })
    await expect(signOutOthers).toBeDisabled()
    await expect(page.getByRole('main')).toContainText("You're not signed in anywhere else.")

    const elsewhere = await browser.newPage({ baseURL: baseURL ?? '' })
    await elsewhere.goto('/signin')
    await fillSignIn(elsewhere, person.email, person.password)
    await expect(elsewhere).toHaveURL('/developer_apps')
    await elsewhere.goto('/account')

    await page.reload()
    await expect(sessions(page).getByRole('row')).toHaveCount(3)
    await expect(sessions(page).getByRole('row', { name: /This browser/ })).toHaveCount(1)
    await signOutOthers.click()
    const question = page.getByRole('dialog', { name: 'Sign out every other browser?' })
    await expect(question).toContainText('One other session ends immediately.')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await question.getByRole('button', { name: 'Sign out others' }).click()
    await expect(sessions(page).getByRole('row')).toHaveCount(2)
    await expect(
      page.getByRole('status').filter({ hasText: 'Every other browser was signed out' }),
    ).toBeVisible()

    // The other browser still shows the page; its next action asks the user to sign in.
    await elsewhere.getByRole('banner').getByRole('link', { name: 'My Apps' }).click()
    await expect(elsewhere.getByRole('dialog', { name: 'Sign in to continue' })).toBeVisible()
    await elsewhere.close()
  },
)

test(
  'an expired session opens the sign-in dialog on an open page, and the sign-in page on load',
  { tag: ['@ACC-03', '@ACC-06'] },
  async ({ page, signIn, browser, baseURL }) => {
    await signIn('owner')
    await page.goto('/developer_apps?sort=-internal_name')
    await expect(page.getByRole('link', { name: 'Toolbox Talks' })).toBeVisible()
    await page.context().clearCookies()
    await page.getByRole('searchbox', { name: 'Search apps' }).fill('sync')
    const dialog = page.getByRole('dialog', { name: 'Sign in to continue' })
    await dialog.getByRole('textbox', { name: 'Password' }).fill('trestle-demo-2026')
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-internal_name')
    await expect(page.getByRole('link', { name: 'Site Sync' })).toBeVisible()

    const client = await browser.newPage({ baseURL: baseURL ?? '' })
    await client.goto('/account')
    await expect(client).toHaveURL('/signin?return_to=%2Faccount')
    await client.goto('/signin?return_to=https://elsewhere.test')
    await fillSignIn(client, 'owner@demo.test', 'trestle-demo-2026')
    await expect(client).toHaveURL('/developer_apps')
    await client.close()
  },
)

test(
  'a request refused during sign-out does not redirect to another page',
  { tag: ['@ACC-03'] },
  async ({ page, signIn }) => {
    await signIn('stranger')
    const signedOut = page.waitForResponse((reply) => reply.request().method() === 'DELETE')
    const refused = page.waitForResponse((reply) => reply.status() === 401)
    await page.route('**/api/v1/account/sessions', async (route) => {
      await signedOut
      await route.continue()
    })
    await page.goto('/account')
    await page.route(
      ({ pathname }) => pathname === '/',
      async (route) => {
        await refused
        // Gives the page time to process the refusal before the next request starts.
        await new Promise((resolve) => setTimeout(resolve, 300))
        await route.continue()
      },
    )
    await page.getByRole('button', { name: 'Account menu of Sten Granberg' }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
    await expect(page).toHaveURL('/')
  },
)

test(
  'signing out clears everything pages stored in the browser except the color scheme',
  { tag: ['@ACC-06'] },
  async ({ page, signIn }) => {
    await signIn('stranger')
    await page.goto('/account')
    const accountMenu = page.getByRole('button', { name: 'Account menu of Sten Granberg' })
    await accountMenu.click()
    await page.getByRole('menuitemcheckbox', { name: 'Dark mode' }).click()
    const html = page.locator('html')
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.evaluate(() => {
      localStorage.setItem('draft', 'of Sten Granberg')
      sessionStorage.setItem('draft', 'of Sten Granberg')
    })
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
    const drafts = await page.evaluate(() => [localStorage.getItem('draft'), sessionStorage.getItem('draft')])
    expect(drafts).toEqual([null, null])
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  },
)

test.describe('two tabs of one browser', { tag: ['@API-27'] }, () => {
  const signInAgain = async (page: Page, email: string) => {
    await page.getByRole('button', { name: /^Account menu of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await fillSignIn(page, email, demoPassword)
    await expect(page).toHaveURL('/developer_apps')
  }

  test('a tab can still save after another tab signs out and in again', async ({ page, signIn }) => {
    await signIn('stranger')
    await page.goto('/account')
    const other = await page.context().newPage()
    await other.goto('/')
    await signInAgain(other, demoEmail('stranger'))
    await field(page, 'Company').fill('Granberg & Daughters')
    await saveButton(page).click()
    await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
    await other.goto('/account')
    await expect(field(other, 'Company')).toHaveValue('Granberg & Daughters')
    await other.close()
  })

  test('a change is not saved as a different user who signed in later', async ({
    page,
    signIn,
    api,
    mailTo,
  }) => {
    const person = await confirmedPerson(api, mailTo)
    await signIn(credentials(person))
    await page.goto('/account')
    const other = await page.context().newPage()
    await other.goto('/')
    await signInAgain(other, demoEmail('partner'))
    await field(page, 'Company').fill('Brandt Survey')
    await saveButton(page).click()
    await expect(page.getByRole('alert')).toContainText(
      `Nothing was saved: you signed in as ${demoEmail('partner')} in another tab.`,
    )
    await expect(field(page, 'Company')).toHaveValue('Brandt Survey')
    await other.goto('/account')
    await expect(field(other, 'Company')).not.toHaveValue('Brandt Survey')
    await other.close()
  })
})

test(
  'signing out ends the session and removes its data from the page',
  { tag: ['@ACC-03', '@ACC-06'] },
  async ({ page, signIn, api }) => {
    await signIn('stranger')
    await page.goto('/account')
    await page.getByRole('button', { name: 'Account menu of Sten Granberg' }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
    expect((await api.get('/api/v1/account/sessions')).status).toBe(401)
    await page.goBack()
    await expect(page).toHaveURL('/signin?return_to=%2Faccount')
  },
)
