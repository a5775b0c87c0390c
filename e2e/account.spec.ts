import { demoPassword } from '../server/seed/people.ts'
import { expect, test, type Page } from './fixtures.ts'
import { registerConfirmed, credentials, demoEmail, fillSignIn } from './people.ts'

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save changes' })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

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
  'signing out ends the session and clears everything pages stored in the browser except the color scheme',
  { tag: ['@ACC-03', '@ACC-06'] },
  async ({ page, signIn, api }) => {
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

    await expect(page).toHaveURL('/')
    expect((await api.get('/api/v1/account/sessions')).status).toBe(401)
    await page.goBack()
    await expect(page).toHaveURL('/signin?return_to=%2Faccount')
  },
)

test(
  'a change is not saved as a different user who signed in later in another tab',
  { tag: ['@API-27'] },
  async ({ page, signIn, api, mailTo }) => {
    const person = await registerConfirmed(api, mailTo)
    await signIn(credentials(person))
    await page.goto('/account')
    const other = await page.context().newPage()
    await other.goto('/')
    await other.getByRole('button', { name: /^Account menu of/ }).click()
    await other.getByRole('menuitem', { name: 'Sign Out' }).click()
    await other.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await fillSignIn(other, demoEmail('partner'), demoPassword)
    await expect(other).toHaveURL('/developer_apps')
    await field(page, 'Company').fill('Brandt Survey')
    await saveButton(page).click()
    await expect(page.getByRole('alert')).toContainText(
      `Nothing was saved: you signed in as ${demoEmail('partner')} in another tab.`,
    )
    await expect(field(page, 'Company')).toHaveValue('Brandt Survey')
    await other.goto('/account')
    await expect(field(other, 'Company')).toHaveValue('Kilnworks')
    await other.close()
  },
)
