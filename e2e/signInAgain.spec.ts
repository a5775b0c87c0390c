import { demoPassword } from '../server/seed/people.ts'
import { expectSaved } from './screen.ts'
import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { openNewListing, saveListing, fetchListing } from './listings.ts'
import { demoEmail } from './people.ts'

test.describe.configure({ timeout: 90_000 })

const signInDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in to continue' })
const password = (page: Page) => signInDialog(page).getByRole('textbox', { name: 'Password' })

async function signInOver(page: Page, typed = demoPassword): Promise<void> {
  await password(page).fill(typed)
  await password(page).press('Enter')
}

test('a listing is saved after signing in again in the dialog, and the focus returns', async ({
  page,
  signIn,
  api,
}) => {
  const app = await openNewListing(page, api, signIn, 'App Information')
  const tagline = page.getByRole('textbox', { name: 'Tagline' })
  // As the browser does with a session's cookie after 14 days.
  await page.context().clearCookies()
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
  expect(await fetchListing(api, app)).toMatchObject({ tagline: 'Beams, logged by floor' })
})
