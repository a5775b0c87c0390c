import { expect, expectAccessible, test, type Api, type Page } from './fixtures.ts'
import { appId, confirmedPerson, credentials, type Person } from './people.ts'
import {
  connectedApp,
  oneTime,
  openCredentials,
  production,
  question,
  sandbox,
  shownSecret,
  findText,
  wireApp,
} from './credentials.ts'
import { expectHue, newApp, announcement, type TestApp } from './versions.ts'

test.describe.configure({ timeout: 180_000 })

const uris = (page: Page) => production(page).getByRole('textbox', { name: 'Redirect URIs' })
const domains = (page: Page) => production(page).getByRole('textbox', { name: 'Allowed CORS domains' })
const save = (page: Page) => production(page).getByRole('button', { name: 'Save production credentials' })
const reveal = (page: Page) => production(page).getByRole('button', { name: 'Show secret' })
const reset = (card: ReturnType<typeof production>) => card.getByRole('button', { name: 'Reset secret' })
const generate = (card: ReturnType<typeof production>) =>
  card.getByRole('button', { name: 'Generate secret' })
const generating = (page: Page) =>
  page.getByRole('dialog', { name: /^Generate a sandbox client secret for / })
const understood = (page: Page) =>
  question(page).getByRole('checkbox', {
    name: 'I understand that the old secret and its tokens are revoked.',
  })
const confirmReset = (page: Page) => question(page).getByRole('button', { name: 'Reset secret' })
const done = (page: Page) => oneTime(page).getByRole('button', { name: 'Done' })
const stored = (page: Page) => oneTime(page).getByRole('checkbox', { name: 'I have stored the secret' })

async function readSecret(page: Page): Promise<string> {
  await expect(shownSecret(page)).toHaveValue(/^[\w-]{43}$/)
  return shownSecret(page).inputValue()
}

/** Confirms, resets and closes, for tests about what comes after a reset. */
async function resetOnce(page: Page, card: ReturnType<typeof production>): Promise<string> {
  await reset(card).click()
  await understood(page).check()
  await confirmReset(page).click()
  const secret = await readSecret(page)
  await stored(page).check()
  await done(page).click()
  await expect(oneTime(page)).toHaveCount(0)
  return secret
}

test(
  'without a promoted data connector a banner says what is needed and leads there',
  { tag: ['@CRED-09', '@CRED-20'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    // Its promoted version has no data connector.
    await openCredentials(page, { id: await appId(api, 'Crane Watch') })
    await expect(production(page)).toContainText('There are no production credentials yet')
    await expect(production(page)).toContainText(
      'They appear here when a version with a data connector component is promoted to production. Turn on the data connector in Configurations, save a version and promote it.',
    )
    await expect(production(page).getByRole('textbox')).toHaveCount(0)
    await expect(production(page).getByRole('button')).toHaveCount(0)
    await expect(sandbox(page)).toBeVisible()
    await expectAccessible(page)
    await production(page).getByRole('link', { name: 'Go to Configurations' }).click()
    await expect(page).toHaveURL(/\/developer_apps\/\d+$/)
  },
)

test(
  'government cloud has production credentials and no sandbox card',
  { tag: ['@CRED-08', '@SBX-23', '@government'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    await openCredentials(page, { id: await appId(api, 'Site Sync') })
    await expect(production(page).getByRole('term').first()).toHaveText('Client ID')
    await expect(sandbox(page)).toHaveCount(0)
    await expect(page.getByRole('main')).not.toContainText(/sandbox/i)
    await openCredentials(page, { id: await appId(api, 'Permit Pilot') })
    await expect(production(page)).toContainText(
      'They appear here when a version with a data connector component is in production. Turn on the data connector in Configurations and save a version.',
    )
    await expect(page.getByRole('main')).not.toContainText(/sandbox/i)
  },
)

test.describe('an app with a promoted data connector', () => {
  let person: Person
  let app: TestApp

  test.beforeEach(async ({ page, signIn, api, mailTo }) => {
    person = await confirmedPerson(api, mailTo)
    await signIn(credentials(person))
    app = await connectedApp(api)
    await openCredentials(page, app)
  })

  test(
    'shows its client id with a copy button, its grant type, and hints on what is accepted',
    { tag: ['@CRED-01', '@CRED-02', '@CRED-03', '@CRED-05', '@CRED-06', '@CRED-07', '@CRED-20'] },
    async ({ page, context, api }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const { uid } = await wireApp(api, app)
      await expect(production(page).getByRole('term')).toHaveText([
        'Client ID',
        'Client secret',
        'Grant type',
      ])
      await expect(production(page).getByRole('definition').first()).toContainText(uid)
      await production(page).getByRole('button', { name: 'Copy Client ID' }).click()
      await expect(announcement(page, 'Copied').first()).toBeAttached()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(uid)
      await expect(production(page)).toContainText('No secret has been generated yet.')
      await expect(production(page)).toContainText('Authorization code (confidential app)')
      await expect(production(page)).toContainText(
        'A service account of the app uses the client credentials grant with the same client ID and secret.',
      )
      await expect(uris(page)).toHaveAccessibleDescription(
        'One URI per line. They must match exactly and use https. Only http://localhost can be used without https, with any port and path. For an app without a redirect, use urn:ietf:wg:oauth:2.0:oob. The code is then shown for the user to copy.',
      )
      await expect(domains(page)).toHaveAccessibleDescription(/^Separated by commas\. Leave it empty/)
      const tip = production(page).getByRole('note')
      await expect(tip).toBeHidden()
      await production(page).getByRole('button', { name: 'About allowed CORS domains' }).press('Enter')
      await expect(tip).toContainText(
        'A web page can call the Trestle API directly from the browser only if its domain is listed here.',
      )
      await expect(save(page)).toBeVisible()
      await expectHue(production(page).getByText('Production', { exact: true }).last(), 'blue')
      await expectHue(sandbox(page).getByText('Sandbox', { exact: true }).last(), 'magenta')
    },
  )

  test(
    'saves changes, names invalid lines and keeps the input',
    { tag: ['@API-33', '@CRED-18', '@SBX-21'] },
    async ({ page, api }) => {
      await expect(save(page)).toBeDisabled()
      await expect(save(page)).toHaveAccessibleDescription('There are no changes to save.')
      const typed = 'https://beam.example/cb\nhttp://beam.example/cb\nbeam.example'
      await uris(page).fill(typed)
      await domains(page).focus()
      const messages = [
        'Line 2: http://beam.example/cb must use https. Only http://localhost can be used without https.',
        "Line 3: beam.example isn't a full address like https://example.com/callback.",
      ]
      for (const sentence of messages) await expect(production(page)).toContainText(sentence)
      await domains(page).fill('*.beam.example')
      await save(page).click()
      const summary = production(page).getByRole('alert')
      await expect(summary).toContainText('There are 2 problems to correct')
      await expect(summary).toContainText('*.beam.example must not contain a wildcard (*). Name each domain.')
      await summary.getByRole('button', { name: /^Allowed CORS domains/ }).click()
      await expect(domains(page)).toBeFocused()
      await domains(page).fill('beam.example,https://app.beam.example')
      await uris(page).fill('https://beam.example/cb\n\nhttp://localhost:3000/cb\nurn:ietf:wg:oauth:2.0:oob')
      await page.keyboard.press('Control+S')
      await expect(announcement(page, 'Production credentials saved')).toBeVisible()
      await expect(save(page)).toBeDisabled()
      const cleanUp = 'https://beam.example/cb\nhttp://localhost:3000/cb\nurn:ietf:wg:oauth:2.0:oob'
      await expect(uris(page)).toHaveValue(cleanUp)
      expect(await wireApp(api, app)).toMatchObject({
        redirect_uri: cleanUp,
        allowed_cors_domain: 'beam.example, https://app.beam.example',
      })
      await expect(sandbox(page).getByRole('textbox', { name: 'Redirect URIs' })).toHaveValue(
        'http://localhost',
      )
    },
  )

  test('asks once before leaving, also when both cards have unsaved changes', async ({ page }) => {
    await domains(page).fill('beam.example')
    await sandbox(page).getByRole('textbox', { name: 'Allowed CORS domains' }).fill('beam.example')
    await page.getByRole('link', { name: 'Versions' }).click()
    const requested = page.getByRole('dialog', { name: 'Discard your changes?' })
    await requested.getByRole('button', { name: 'Keep editing' }).click()
    await expect(requested).toHaveCount(0)
    await expect(domains(page)).toHaveValue('beam.example')
    await page.getByRole('link', { name: 'Versions' }).click()
    await requested.getByRole('button', { name: 'Discard changes' }).click()
    await expect(page).toHaveURL(/versions$/)
    await expect(requested).toHaveCount(0)
  })

  test('that someone else saved in the meantime can be reloaded or overwritten', async ({ page, api }) => {
    const theirs = async (redirect_uri: string) => {
      expect((await api.patch(`/api/v1/developer_apps/${app.id}`, { redirect_uri })).status).toBe(200)
    }
    const stale = page.getByRole('dialog', { name: 'Someone else changed this while you were editing' })
    await theirs('https://theirs.example/cb')
    await uris(page).fill('https://mine.example/cb')
    await save(page).click()
    await stale.getByRole('button', { name: 'Reload' }).click()
    await expect(uris(page)).toHaveValue('https://theirs.example/cb')
    await expect(save(page)).toBeDisabled()
    await theirs('https://theirs-again.example/cb')
    await uris(page).fill('https://mine.example/cb')
    await save(page).click()
    await stale.getByRole('button', { name: 'Overwrite' }).click()
    await expect(announcement(page, 'Production credentials saved')).toBeVisible()
    expect((await wireApp(api, app)).redirect_uri).toBe('https://mine.example/cb')
  })

  test(
    'reveals its secret without a confirmation the first time, and removes it from the page afterwards',
    { tag: ['@CRED-04', '@CRED-10', '@CRED-13', '@CRED-14', '@CRED-19', '@API-45'] },
    async ({ page, api, mailTo }) => {
      await uris(page).fill('https://typed.example/cb')
      await reveal(page).click()
      await expect(page.getByRole('dialog', { name: 'Your new production client secret' })).toBeVisible()
      const secret = await readSecret(page)
      const { uid, stored_secret, app_secret } = await wireApp(api, app)
      await expect(oneTime(page).getByRole('textbox', { name: 'Client ID' })).toHaveValue(uid)
      await expect(oneTime(page)).toContainText('This secret is shown only once')
      expect([stored_secret?.last_four, app_secret]).toEqual([secret.slice(-4), null])
      expect(await findText(page, secret)).toEqual(['react', 'document'])
      await expectAccessible(page)
      await stored(page).check()
      await done(page).click()
      await expect(oneTime(page)).toHaveCount(0)
      // Includes the state that React keeps from the previous render.
      expect(await findText(page, secret)).toEqual([])
      await expect(production(page)).toContainText(`•••• ${secret.slice(-4)}, created `)
      await expect(reveal(page)).toHaveCount(0)
      await expect(reset(production(page))).toBeFocused()
      await expect(uris(page)).toHaveValue('https://typed.example/cb')
      expect(await findText(page, secret)).toEqual([])
      await page.reload()
      await expect(production(page)).toContainText(`•••• ${secret.slice(-4)}, created `)
      expect(await findText(page, secret)).toEqual([])
      const mail = await mailTo(person.email)
      expect(mail).toContain(`The production client secret of ${app.name} was made by Nadia Brandt`)
      expect(mail).not.toContain(secret)
    },
  )

  test(
    'resets its secret only after a confirmation, and shows a new one',
    { tag: ['@CRED-04', '@CRED-11', '@CRED-12'] },
    async ({ page, api, mailTo }) => {
      await reveal(page).click()
      const first = await readSecret(page)
      await stored(page).check()
      await done(page).click()
      await reset(production(page)).click()
      await expect(
        page.getByRole('dialog', { name: `Reset the production client secret of ${app.name}?` }),
      ).toBeVisible()
      await expect(question(page)).toContainText(
        /The old secret, created .*, and its tokens are revoked immediately\. Anything that signs in with it stops working until it has the new secret, and users have to sign in again\. This cannot be undone\./,
      )
      await expectHue(question(page).getByText('Production', { exact: true }), 'blue')
      await expect(understood(page)).toBeFocused()
      await expect(confirmReset(page)).toBeDisabled()
      await expect(confirmReset(page)).toHaveAccessibleDescription('Select the checkbox first.')
      await page.keyboard.press('Escape')
      await expect(question(page)).toHaveCount(0)
      await expect(reset(production(page))).toBeFocused()
      expect((await wireApp(api, app)).stored_secret?.last_four).toBe(first.slice(-4))

      // With the keyboard alone.
      await page.keyboard.press('Enter')
      await expect(understood(page)).toBeFocused()
      await page.keyboard.press('Space')
      await expect(confirmReset(page)).toBeEnabled()
      await page.keyboard.press('Enter')
      const second = await readSecret(page)
      expect(second).not.toBe(first)
      await expect(shownSecret(page)).toBeFocused()
      await stored(page).focus()
      await page.keyboard.press('Space')
      await done(page).focus()
      await page.keyboard.press('Enter')
      await expect(production(page)).toContainText(`•••• ${second.slice(-4)}, created `)
      await expect(reset(production(page))).toBeFocused()
      await expect
        .poll(() => mailTo(person.email))
        .toContain(`The production client secret of ${app.name} was reset by Nadia Brandt`)
    },
  )

  test(
    'closes a secret only with its button, after a copy or a confirmation',
    { tag: ['@CRED-13'] },
    async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const tabs = page.getByRole('navigation', { name: 'App pages' })
      await tabs.getByRole('link', { name: 'Versions' }).click()
      await tabs.getByRole('link', { name: 'OAuth Credentials' }).click()
      await reveal(page).click()
      const secret = await readSecret(page)
      await expect(done(page)).toBeDisabled()
      await expect(done(page)).toHaveAccessibleDescription('Copy the secret or select the checkbox first.')
      await expect(oneTime(page).getByRole('button', { name: 'Close' })).toHaveCount(0)
      await page.keyboard.press('Escape')
      await page.mouse.click(5, 450)
      await page.evaluate(() => history.back())
      await expect(shownSecret(page)).toHaveValue(secret)
      await expect(page).toHaveURL(/\/oauth_credentials$/)
      await stored(page).check()
      await expect(done(page)).toBeEnabled()
      await stored(page).uncheck()
      await expect(done(page)).toBeDisabled()
      // Copying the id alone doesn't count.
      await oneTime(page).getByRole('button', { name: 'Copy Client ID' }).click()
      await expect(announcement(page, 'Copied').first()).toBeAttached()
      await expect(done(page)).toBeDisabled()
      await shownSecret(page).focus()
      await page.keyboard.press('ControlOrMeta+C')
      await expect(done(page)).toBeEnabled()
      await done(page).click()

      const next = await (async () => {
        await reset(production(page)).click()
        await understood(page).check()
        await confirmReset(page).click()
        return readSecret(page)
      })()
      await expect(done(page)).toBeDisabled()
      await oneTime(page).getByRole('button', { name: 'Copy Client secret' }).click()
      await expect(done(page)).toBeEnabled()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(next)
      await done(page).click()
      await expect(oneTime(page)).toHaveCount(0)
    },
  )

  test(
    'that someone else revealed in the meantime asks before creating another secret',
    { tag: ['@CRED-10', '@CRED-11'] },
    async ({ page, api }) => {
      const { status } = await api.post(`/api/v1/oauth_applications/${app.id}/reset_secret`)
      expect(status).toBe(200)
      await reveal(page).click()
      await expect(production(page).getByRole('alert')).toContainText(
        'Confirm the reset. The old secret and its tokens stop working immediately.',
      )
      await reset(production(page)).click()
      await expect(understood(page)).not.toBeChecked()
    },
  )
})

test.describe('the secret of a sandbox', () => {
  const openNewApp = async (page: Page, api: Api) => {
    const app = await newApp(api)
    await openCredentials(page, app)
    return app
  }

  test(
    'is generated the first time and reset after that, with a confirmation, and shown once',
    { tag: ['@API-50', '@CRED-13', '@CRED-14', '@CRED-15', '@CRED-19'] },
    async ({ page, signIn, api, mailTo }) => {
      await signIn(credentials(await confirmedPerson(api, mailTo)))
      const app = await openNewApp(page, api)
      await expect(sandbox(page)).toContainText('No secret has been generated yet.')
      await expect(reset(sandbox(page))).toHaveCount(0)
      await generate(sandbox(page)).click()
      await expect(generating(page)).toHaveAccessibleName(`Generate a sandbox client secret for ${app.name}?`)
      await expect(generating(page)).toContainText('The secret is shown only once.')
      await expect(generating(page)).not.toContainText('old secret')
      await expectHue(generating(page).getByText('Sandbox', { exact: true }), 'magenta')
      await expectAccessible(page)
      await generating(page).getByRole('button', { name: 'Generate secret' }).click()
      await expect(page.getByRole('dialog', { name: 'Your new sandbox client secret' })).toBeVisible()
      const secret = await readSecret(page)
      const { sandbox: wire } = await wireApp(api, app)
      await expect(oneTime(page).getByRole('textbox', { name: 'Client ID' })).toHaveValue(wire.app_id)
      expect(wire.stored_secret?.last_four).toBe(secret.slice(-4))
      await stored(page).check()
      await done(page).click()
      await expect(sandbox(page)).toContainText(`•••• ${secret.slice(-4)}, created `)
      expect(await findText(page, secret)).toEqual([])
      await expect(reset(sandbox(page))).toBeFocused()
      const next = await resetOnce(page, sandbox(page))
      expect(next).not.toBe(secret)
      await expect(sandbox(page)).toContainText(`•••• ${next.slice(-4)}, created `)
    },
  )
})
