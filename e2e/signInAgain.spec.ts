import { demoPassword } from '../server/seed/people.ts'
import { expectSaved } from './screen.ts'
import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { openNewListing, saveListing, storedListing } from './listings.ts'
import { demoEmail, fillSignIn } from './people.ts'

test.describe.configure({ timeout: 90_000 })

const signInDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in to continue' })
const password = (page: Page) => signInDialog(page).getByRole('textbox', { name: 'Password' })
const company = (page: Page) => page.getByRole('textbox', { name: 'Company' })
const saveProfile = (page: Page) => page.getByRole('button', { name: 'Save changes' })

/** Deletes the session cookie, as the browser does after 14 days. */
const endSession = (page: Page) => page.context().clearCookies()

/** Opens the account page and waits for its calls, so that the next call is the test's. */
async function openAccount(page: Page): Promise<void> {
  await page.goto('/account')
  await expect(page.getByRole('row', { name: /This browser/ })).toBeVisible()
}

async function signInOver(page: Page, typed = demoPassword): Promise<void> {
  await password(page).fill(typed)
  await password(page).press('Enter')
}

/** Dispatches the event for returning to this tab. */
const returnTo = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

test('a listing is saved after signing in again in the dialog, and the focus returns', async ({
  page,
  signIn,
  api,
}) => {
  const app = await openNewListing(page, api, signIn, 'App Information')
  const tagline = page.getByRole('textbox', { name: 'Tagline' })
  await endSession(page)
  await tagline.fill('Beams, logged by floor')
  await tagline.press('ControlOrMeta+s')
  await expect(password(page)).toBeFocused()
  await expect(signInDialog(page).getByLabel('Email address')).toHaveValue(demoEmail('owner'))
  await expectAccessible(page)

  await signInOver(page, 'not the password')
  await expect(signInDialog(page).getByRole('alert')).toContainText('The email address or password is wrong.')
  await signInOver(page)
  await expect(signInDialog(page)).toHaveCount(0)
  await expectSaved(saveListing(page))
  await expect(tagline).toBeFocused()
  expect(await storedListing(api, app)).toMatchObject({ tagline: 'Beams, logged by floor' })
})

test('a save continues once the same user has signed in in another tab, never as someone else', async ({
  page,
  signIn,
  api,
}) => {
  await signIn('stranger')
  await openAccount(page)
  await endSession(page)
  await company(page).fill('Granberg & Nieces')
  await saveProfile(page).click()
  await expect(signInDialog(page)).toBeVisible()

  const other = await page.context().newPage()
  await other.goto('/signin')
  await fillSignIn(other, demoEmail('partner'), demoPassword)
  await expect(other).toHaveURL('/developer_apps')
  await returnTo(page)
  await expect(signInDialog(page).getByRole('alert')).toContainText(
    `Nothing was saved: you signed in as ${demoEmail('partner')} in another tab.`,
  )
  expect((await api.get('/api/v1/session')).body).not.toMatchObject({
    developer: { company_name: 'Granberg & Nieces' },
  })

  await endSession(page)
  await signIn('stranger')
  await returnTo(page)
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(signInDialog(page)).toHaveCount(0)
  await other.close()
})
