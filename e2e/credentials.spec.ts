import { expect, expectAccessible, test, type Page } from './fixtures.ts'
import { confirmedPerson, credentials } from './people.ts'
import {
  connectedApp,
  findText,
  oneTime,
  openCredentials,
  production,
  question,
  sandbox,
  shownSecret,
  wireApp,
} from './credentials.ts'
import { announcement, expectHue } from './versions.ts'

test.describe.configure({ timeout: 180_000 })

const uris = (page: Page) => production(page).getByRole('textbox', { name: 'Redirect URIs' })
const save = (page: Page) => production(page).getByRole('button', { name: 'Save production credentials' })
const reset = (card: ReturnType<typeof production>) => card.getByRole('button', { name: 'Reset secret' })
const confirmReset = (page: Page) => question(page).getByRole('button', { name: 'Reset secret' })
const done = (page: Page) => oneTime(page).getByRole('button', { name: 'Done' })
const stored = (page: Page) => oneTime(page).getByRole('checkbox', { name: 'I have stored the secret' })

async function readSecret(page: Page): Promise<string> {
  await expect(shownSecret(page)).toHaveValue(/^tr[kx]_\w{49}$/)
  return shownSecret(page).inputValue()
}

test(
  'a production secret is revealed once, removed from the page, and reset with the keyboard',
  {
    tag: [
      '@CRED-04',
      '@CRED-10',
      '@CRED-11',
      '@CRED-12',
      '@CRED-13',
      '@CRED-14',
      '@CRED-19',
      '@API-33',
      '@API-45',
      '@API-50',
      '@CRED-15',
      '@SBX-21',
    ],
  },
  async ({ page, signIn, api, mailTo, context }) => {
    const person = await confirmedPerson(api, mailTo)
    await signIn(credentials(person))
    const app = await connectedApp(api)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`/developer_apps/${app.id}`)
    const tabs = page.getByRole('navigation', { name: 'App pages' })
    await tabs.getByRole('link', { name: 'OAuth Credentials' }).click()

    await test.step('redirect URIs are saved', async () => {
      await uris(page).fill('https://beam.example/cb\n\nhttp://localhost:3000/cb\nurn:ietf:wg:oauth:2.0:oob')
      await save(page).click()
      await expect(announcement(page, 'Production credentials saved')).toBeVisible()
      const redirect_uri = 'https://beam.example/cb\nhttp://localhost:3000/cb\nurn:ietf:wg:oauth:2.0:oob'
      await expect(uris(page)).toHaveValue(redirect_uri)
      expect(await wireApp(api, app)).toMatchObject({ redirect_uri })
      await expect(sandbox(page).getByRole('textbox', { name: 'Redirect URIs' })).toHaveValue(
        'http://localhost',
      )
    })

    const first = await test.step('the first secret is shown without a question', async () => {
      await production(page).getByRole('button', { name: 'Show secret' }).click()
      await expect(page.getByRole('dialog', { name: 'Your new production client secret' })).toBeVisible()
      const secret = await readSecret(page)
      const { uid, stored_secret, app_secret } = await wireApp(api, app)
      await expect(oneTime(page).getByRole('textbox', { name: 'Client ID' })).toHaveValue(uid)
      expect([stored_secret?.last_four, app_secret]).toEqual([secret.slice(-4), null])
      expect(await findText(page, secret)).toEqual(['react', 'document'])
      await expectAccessible(page)
      await page.evaluate(() => history.back())
      await expect(shownSecret(page)).toHaveValue(secret)
      await expect(page).toHaveURL(/\/oauth_credentials$/)
      await oneTime(page).getByRole('button', { name: 'Copy Client secret' }).click()
      await expect(done(page)).toBeEnabled()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
      await done(page).click()
      await expect(oneTime(page)).toHaveCount(0)
      // Includes the state that React keeps from the previous render.
      expect(await findText(page, secret)).toEqual([])
      await expect(production(page)).toContainText(`•••• ${secret.slice(-4)}`)
      await expect(reset(production(page))).toBeFocused()
      const mail = await mailTo(person.email)
      expect(mail).toContain(`The production client secret of ${app.name} was made by Nadia Brandt`)
      expect(mail).not.toContain(secret)
      return secret
    })

    await test.step('it is reset with the keyboard alone', async () => {
      await uris(page).fill('https://typed.example/cb')
      await reset(production(page)).focus()
      await page.keyboard.press('Enter')
      await expect(question(page).getByRole('checkbox')).toBeFocused()
      await expectHue(question(page).getByText('Production', { exact: true }), 'blue')
      await page.keyboard.press('Space')
      await expect(confirmReset(page)).toBeEnabled()
      await page.keyboard.press('Enter')
      const second = await readSecret(page)
      expect(second).not.toBe(first)
      await expect(shownSecret(page)).toBeFocused()
      await page.keyboard.press('ControlOrMeta+C')
      await expect(done(page)).toBeEnabled()
      await done(page).focus()
      await page.keyboard.press('Enter')
      await expect(production(page)).toContainText(`•••• ${second.slice(-4)}`)
      await expect(reset(production(page))).toBeFocused()
      await expect(uris(page)).toHaveValue('https://typed.example/cb')
      await expect
        .poll(() => mailTo(person.email))
        .toContain(`The production client secret of ${app.name} was reset by Nadia Brandt`)
    })

    await test.step('after a reload nothing but its end is there', async () => {
      await openCredentials(page, app)
      await expect(production(page)).toContainText('••••')
      expect(await findText(page, first)).toEqual([])
    })

    await test.step('that of the sandbox is generated after a question', async () => {
      await sandbox(page).getByRole('button', { name: 'Generate secret' }).click()
      const dialog = page.getByRole('dialog', { name: `Generate a sandbox client secret for ${app.name}?` })
      await expectHue(dialog.getByText('Sandbox', { exact: true }), 'magenta')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Generate secret' }).click()
      const secret = await readSecret(page)
      const { sandbox: wire } = await wireApp(api, app)
      await expect(oneTime(page).getByRole('textbox', { name: 'Client ID' })).toHaveValue(wire.app_id)
      expect(wire.stored_secret?.last_four).toBe(secret.slice(-4))
      await stored(page).check()
      await done(page).click()
      await expect(sandbox(page)).toContainText(`•••• ${secret.slice(-4)}`)
      expect(await findText(page, secret)).toEqual([])
      await expect(reset(sandbox(page))).toBeFocused()
    })
  },
)
