import { demoPassword, expect, expectAccessible, test, type Page } from './fixtures.ts'
import { openNewListing, saveListing, storedListing } from './listings.ts'
import { demoEmail, fillSignIn } from './people.ts'
import { chooser, pngFile } from './pictures.ts'
import { editor, newApp, openEditor, sandboxTable, writeManifest, board } from './versions.ts'

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

/** Sends the event of returning to this tab. */
const returnTo = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

test('a listing is saved after signing in again in the dialog, and the focus returns', async ({
  page,
  signIn,
  api,
}) => {
  const app = await openNewListing(page, api, signIn, 'App Information')
  const tagline = page.getByRole('textbox', { name: 'Tagline' })
  await endSession(page)
  await tagline.fill('Beams, logged by storey')
  await tagline.press('ControlOrMeta+s')
  await expect(password(page)).toBeFocused()
  await expect(signInDialog(page).getByLabel('Email address')).toHaveValue(demoEmail('owner'))
  await expectAccessible(page)

  await signInOver(page, 'not the password')
  await expect(signInDialog(page).getByRole('alert')).toContainText('The email address or password is wrong.')
  await signInOver(page)
  await expect(signInDialog(page)).toHaveCount(0)
  await expect(saveListing(page)).toBeDisabled()
  await expect(tagline).toBeFocused()
  expect(await storedListing(api, app)).toMatchObject({ tagline: 'Beams, logged by storey' })
})

test('an upload continues after signing in again', async ({ page, signIn, api }) => {
  await openNewListing(page, api, signIn, 'Media')
  await endSession(page)
  const pictures = page.getByRole('group', { name: 'Screenshot files' })
  const chosen = await chooser(page, () => pictures.getByRole('button', { name: /^Choose/ }).click())
  await chosen.setFiles([pngFile('one.png', 1280, 720), pngFile('two.png', 1280, 720)])
  await signInOver(page)
  await expect(pictures.getByRole('img', { name: 'one.png' })).toBeVisible()
  await expect(pictures.getByRole('img', { name: 'two.png' })).toBeVisible()
  await expect(signInDialog(page)).toHaveCount(0)
})

test('a manifest is checked and saved after signing in again, and Escape keeps the editor open', async ({
  page,
  signIn,
  api,
}) => {
  await signIn('owner')
  const dialog = await openEditor(page, await newApp(api))
  await endSession(page)
  await writeManifest(page, board)
  await expect(password(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(signInDialog(page)).toHaveCount(0)
  await expect(editor(page)).toContainText('beamlog.example')

  await dialog.getByRole('button', { name: 'Validate again' }).click()
  await signInOver(page)
  await dialog.getByRole('button', { name: 'Create version' }).click()
  await expect(sandboxTable(page)).toContainText('0.1.0')
})

test('declining to sign in loses nothing, and signing in is still offered', async ({ page, signIn }) => {
  await signIn('stranger')
  await openAccount(page)
  await endSession(page)
  await company(page).fill('Granberg & Sons')
  await saveProfile(page).click()
  await signInDialog(page).getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('region', { name: 'Profile' }).getByRole('alert')).toContainText(
    "You're signed out. Sign in and try again.",
  )
  await expect(company(page)).toHaveValue('Granberg & Sons')

  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await signInOver(page)
  await expect(page.getByText('Your session has ended')).toHaveCount(0)
  await saveProfile(page).click()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
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
