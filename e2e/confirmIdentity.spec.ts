import { demoPassword } from '../server/seed/people.ts'
import { expect, expectAccessible, type Page } from './fixtures.ts'
import { connectedApp, oneTime, openCredentials, production, shownSecret } from './credentials.ts'
import { testOn } from './otherPortal.ts'

/** Long enough to repeat a call after the confirmation, even on a busy machine. */
const test = testOn({ SUDO_MINUTES: '0.15' })

test.describe.configure({ timeout: 90_000 })

const dialog = (page: Page) => page.getByRole('dialog', { name: "Confirm it's you" })
const password = (page: Page) => dialog(page).getByRole('textbox', { name: 'Password' })
const uris = (page: Page) => production(page).getByRole('textbox', { name: 'Redirect URIs' })

test('someone who signed in a while ago confirms who they are to see a secret', async ({
  page,
  signIn,
  api,
}) => {
  await signIn('owner')
  const app = await connectedApp(api)
  await openCredentials(page, app)
  await uris(page).fill('https://typed.example/cb')
  // An app that doesn't exist: nothing happens while the sign-in is fresh.
  const invitation = { developer_app_id: 999_999_999, email: 'someone@example.test', role: 'developer' }
  const invite = async () => (await api.post('/api/v1/invitations', invitation)).status
  await expect.poll(invite).toBe(403)

  await production(page).getByRole('button', { name: 'Show secret' }).click()
  await expect(password(page)).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(production(page).getByRole('alert')).toContainText("Confirm that it's you to continue.")

  await production(page).getByRole('button', { name: 'Show secret' }).click()
  await password(page).fill(demoPassword)
  await password(page).press('Enter')
  await expect(oneTime(page)).toBeVisible()
  await expect(shownSecret(page)).toHaveValue(/^[\w-]{40,}$/)
  await expect(dialog(page)).toHaveCount(0)
  await expect(uris(page)).toHaveValue('https://typed.example/cb')
})
