import type { FileChooser } from '@playwright/test'
import { connectedApp } from './credentials.ts'
import { expect, expectAccessible, test, type Api, type Page } from './fixtures.ts'
import { appId } from './people.ts'
import { chooser, drop, png, pngFile } from './pictures.ts'
import { heading } from './screen.ts'
import { anotherBrowser, newApp, announcement, type TestApp } from './versions.ts'

test.describe.configure({ timeout: 180_000 })

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const logo = (page: Page) => page.getByRole('group', { name: 'App logo' })
const deletion = (page: Page) => region(page, 'Delete app')
const question = (page: Page, app: TestApp) => page.getByRole('dialog', { name: `Delete ${app.name}?` })

async function openSettings(page: Page, app: { id: number }): Promise<void> {
  await page.goto(`/developer_apps/${app.id}/settings`)
  await expect(field(page, 'Internal name')).toBeVisible()
}

interface WireApp {
  uid: string
  name: string
  internal_name: string
  redirect_uri: string
  allowed_cors_domain: string
  legacy: boolean
  connectable: boolean
  thumbnail_url: string | null
  updated_at: string
}

async function stored(api: Api, { id }: { id: number }): Promise<WireApp> {
  return (await api.get(`/api/v1/developer_apps/${id}`)).body as WireApp
}

const fullForm = /^[A-Z][a-z]+ \d{1,2}(st|nd|rd|th) \d{4}, \d{1,2}:\d\d [ap]m$/

test(
  'the tab shows the general form of the app in sections, with its contacts below',
  {
    tag: [
      '@SET-01',
      '@SET-02',
      '@SET-03',
      '@SET-04',
      '@SET-05',
      '@SET-06',
      '@SET-07',
      '@SET-08',
      '@SET-09',
      '@SET-10',
      '@SET-11',
      '@SET-23',
      '@SET-26',
      '@CONST-03',
    ],
  },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const id = await appId(api, 'Ledger Bridge')
    await openSettings(page, { id })
    const { uid } = await stored(api, { id })

    await expect(region(page, 'Public').getByRole('textbox', { name: 'App name' })).toHaveValue(
      'Ledger Bridge',
    )
    const listingName = region(page, 'Public').getByRole('textbox', { name: 'App listing name' })
    await expect(listingName).toHaveValue('Ledger Bridge')
    await expect(listingName).not.toBeEditable()
    await expect(logo(page)).toContainText('A square image larger than 200x200 px, one file, JPEG or PNG')
    const internal = region(page, 'Internal')
    await expect(internal.getByRole('textbox', { name: 'Internal name' })).toBeEditable()
    for (const date of await internal.getByRole('definition').all()) await expect(date).toHaveText(fullForm)

    const credentials = region(page, 'Credentials')
    await expect(credentials.getByRole('textbox', { name: 'App ID' })).toHaveValue(uid)
    await expect(credentials.getByRole('textbox', { name: 'App ID' })).not.toBeEditable()
    await expect(field(page, 'Client secret')).not.toBeEditable()
    await expect(field(page, 'Client secret')).toHaveValue('No secret has been generated yet')
    await expect(credentials.getByRole('link', { name: 'OAuth Credentials' })).toHaveAttribute(
      'href',
      `/developer_apps/${id}/oauth_credentials`,
    )
    const privacy = credentials.getByRole('radiogroup', { name: 'Privacy' })
    await expect(privacy.getByRole('radio', { name: 'Confidential' })).toBeChecked()
    for (const radio of await privacy.getByRole('radio').all()) await expect(radio).toBeDisabled()
    await expect(field(page, 'Redirect URIs')).toBeEditable()
    await expect(field(page, 'Allowed CORS domains')).toBeEditable()
    await expect(credentials.getByRole('checkbox', { name: 'Connectable' })).toBeEnabled()
    await expect(credentials.getByRole('checkbox', { name: 'Legacy' })).toBeEnabled()

    const contacts = region(page, 'Contacts').getByRole('table', { name: 'Contacts of the app' })
    await expect(contacts.getByRole('row')).toHaveText([
      'NameEmail',
      /Tomás Herreratomas\.herrera@siteline\.example/,
    ])
    const people = region(page, 'Collaborators').getByRole('table', { name: 'Collaborators of the app' })
    await expect(people.getByRole('row')).toHaveText([
      'NameEmailRole',
      'Olivia Okaforowner@demo.testOwner',
      'Adrian Castellanosadmin-collab@demo.testAdmin',
      'Devi Ramandev-collab@demo.testDeveloper',
    ])
    await expect(
      region(page, 'Collaborators').getByRole('link', { name: 'Manage collaborators' }),
    ).toHaveAttribute('href', `/developer_apps/${id}/collaborators`)
  },
)

test(
  'each name and each credential setting has its own field',
  { tag: ['@SET-02', '@SET-03', '@SET-04', '@SET-05', '@SET-07', '@SET-09'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await connectedApp(api)
    const submissions = `/api/v1/developer_apps/${app.id}/submissions`
    expect((await api.post(submissions, { public_name: 'Beam Log Listed' })).status).toBe(201)
    const patched = await api.patch(`/api/v1/developer_apps/${app.id}`, {
      name: 'Beam Log',
      internal_name: 'Beam Log (team)',
      redirect_uri: 'https://beam.example/cb\nhttp://localhost:3000/cb',
      allowed_cors_domain: 'beam.example',
      connectable: true,
    })
    expect(patched.status).toBe(200)
    await openSettings(page, app)
    const box = (section: string, name: string) =>
      region(page, section).getByRole('textbox', { name, exact: true })
    await expect(box('Public', 'App name')).toHaveValue('Beam Log')
    await expect(box('Public', 'App name')).toBeEditable()
    await expect(box('Public', 'App listing name')).toHaveValue('Beam Log Listed')
    await expect(box('Internal', 'Internal name')).toHaveValue('Beam Log (team)')
    await expect(box('Credentials', 'App ID')).toHaveValue((await stored(api, app)).uid)
    await expect(box('Credentials', 'Redirect URIs')).toHaveValue(
      'https://beam.example/cb\nhttp://localhost:3000/cb',
    )
    await expect(box('Credentials', 'Allowed CORS domains')).toHaveValue('beam.example')
    const credentials = region(page, 'Credentials')
    await expect(credentials.getByRole('checkbox', { name: 'Connectable', exact: true })).toBeChecked()
    const privacy = credentials.getByRole('radiogroup', { name: 'Privacy' }).getByRole('radio')
    await expect(privacy).toHaveCount(2)
    await expect(privacy.nth(0)).toHaveAccessibleName('Confidential')
    await expect(privacy.nth(1)).toHaveAccessibleName('Public')
    await expect(privacy.nth(1)).not.toBeChecked()
  },
)

test(
  'the page shows and contains only the last four characters of a secret',
  { tag: ['@SET-08'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await connectedApp(api)
    const { body } = await api.post(`/api/v1/developer_apps/${app.id}/reset_secret`, { confirmed: false })
    const { secret } = (body as { credentials: { secret: string } }).credentials
    await openSettings(page, app)
    await expect(field(page, 'Client secret')).toHaveValue(`•••• ${secret.slice(-4)}`)
    expect(await page.content()).not.toContain(secret)
  },
)

test(
  'an app without production credentials has no fields for them, and says when it will',
  { tag: ['@SET-06'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await newApp(api)
    await openSettings(page, app)
    const credentials = region(page, 'Credentials')
    await expect(credentials).toContainText('There are no production credentials yet.')
    await expect(credentials.getByRole('checkbox')).toHaveCount(0)
    await expect(credentials.getByRole('textbox')).toHaveCount(0)
    await expect(region(page, 'Contacts')).toContainText('No contacts yet')
    await field(page, 'App name').fill('Beam Log')
    await save(page).click()
    await expect(announcement(page, 'Settings saved')).toBeVisible()
    expect((await stored(api, app)).name).toBe('Beam Log')
  },
)

test(
  'changes are saved in one call, by button or Ctrl+S, and the form shows the reply',
  { tag: ['@SET-14', '@SET-24', '@API-33', '@API-62'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await connectedApp(api)
    await openSettings(page, app)
    await expect(save(page)).toBeDisabled()
    await expect(save(page)).toHaveAccessibleDescription('There are no changes to save.')
    await field(page, 'App name').fill('Beam Log')
    await field(page, 'Internal name').fill('Beam Log (team)')
    await field(page, 'Redirect URIs').fill(' https://beam.example/cb \nhttp://localhost:3000/cb')
    await field(page, 'Allowed CORS domains').fill('beam.example')
    await page.getByRole('checkbox', { name: 'Connectable' }).check()
    await page.getByRole('checkbox', { name: 'Legacy' }).check()
    const patched = page.waitForRequest((request) => request.method() === 'PATCH')
    await save(page).click()
    expect((await patched).headers()['content-type']).toBe('application/json')
    await expect(announcement(page, 'Settings saved')).toBeVisible()
    expect(await stored(api, app)).toMatchObject({
      name: 'Beam Log',
      internal_name: 'Beam Log (team)',
      redirect_uri: 'https://beam.example/cb\nhttp://localhost:3000/cb',
      allowed_cors_domain: 'beam.example',
      legacy: true,
      connectable: true,
    })
    await expect(heading(page)).toHaveText('Beam Log (team)')
    await expect(field(page, 'Redirect URIs')).toHaveValue(
      'https://beam.example/cb\nhttp://localhost:3000/cb',
    )
    await expect(save(page)).toBeDisabled()

    await field(page, 'App name').fill('Beam Log 2')
    await page.keyboard.press('ControlOrMeta+S')
    await expect(save(page)).toBeDisabled()
    await expect.poll(async () => (await stored(api, app)).name).toBe('Beam Log 2')
  },
)

test(
  'names and a redirect URI are required, with errors beside the field and in a summary',
  { tag: ['@SET-15', '@SET-16', '@SET-17'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await connectedApp(api)
    await openSettings(page, app)
    await field(page, 'App name').fill(' ')
    await field(page, 'Internal name').fill('')
    await field(page, 'Redirect URIs').fill('')
    await save(page).click()
    for (const name of ['App name', 'Internal name', 'Redirect URIs'])
      await expect(field(page, name)).toHaveAccessibleDescription(/This field is required/)
    const summary = page.getByRole('alert').filter({ hasText: 'There are 3 problems to correct' })
    await expect(summary).toBeVisible()
    await summary.getByRole('button', { name: /Internal name/ }).click()
    await expect(field(page, 'Internal name')).toBeFocused()
    await field(page, 'Redirect URIs').fill('http://example.com/cb')
    await field(page, 'Redirect URIs').blur()
    await expect(field(page, 'Redirect URIs')).toHaveAccessibleDescription(
      /Line 1: http:\/\/example.com\/cb must use https\. Only http:\/\/localhost can be used without https\./,
    )
  },
)

test(
  'users who may not edit see read-only settings and a note on who may',
  { tag: ['@SET-14', '@SET-18', '@SET-20'] },
  async ({ page, signIn, api }) => {
    await signIn('dev-collab')
    await openSettings(page, { id: await appId(api, 'Ledger Bridge') })
    for (const name of ['App name', 'Internal name', 'Redirect URIs', 'Allowed CORS domains'])
      await expect(field(page, name)).not.toBeEditable()
    await expect(page.getByRole('checkbox', { name: 'Connectable' })).toBeDisabled()
    await expect(logo(page).getByRole('button')).toHaveCount(0)
    await expect(save(page)).toBeDisabled()
    await expect(save(page)).toHaveAccessibleDescription(
      "Only the app's owner and admins can change this app's settings.",
    )
    await expect(deletion(page).getByRole('button')).toBeDisabled()
    await expect(deletion(page).getByRole('button')).toHaveAccessibleDescription(
      "Only the app's owner can delete this app.",
    )

    await signIn('admin-collab')
    await page.reload()
    await expect(field(page, 'App name')).toBeEditable()
    await expect(deletion(page).getByRole('button'), "deleting is the owner's alone").toBeDisabled()
  },
)

test('leaving with unsaved settings asks first', async ({ page, signIn, api }) => {
  await signIn('owner')
  const app = await newApp(api)
  await openSettings(page, app)
  await field(page, 'App name').fill('Half typed')
  await page.getByRole('link', { name: 'Versions' }).click()
  const requested = page.getByRole('dialog', { name: 'Discard your changes?' })
  await requested.getByRole('button', { name: 'Keep editing' }).click()
  await expect(field(page, 'App name')).toHaveValue('Half typed')
})

test.describe('the logo', () => {
  let app: TestApp

  test.beforeEach(async ({ page, signIn, api }) => {
    await signIn('owner')
    app = await newApp(api)
    await openSettings(page, app)
    await field(page, 'App name').fill('Beam Log')
  })

  const choose = (page: Page) => logo(page).getByRole('button', { name: /^Choose/ })

  async function pick(page: Page, file: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
    await (await chooser(page, () => choose(page).click())).setFiles(file)
  }

  const wrong: [what: string, name: string, bytes: () => Buffer, sentence: string][] = [
    [
      'a text under the name of a picture',
      'logo.png',
      () => Buffer.from('not a picture'),
      'Invalid file type',
    ],
    [
      'an SVG',
      'logo.svg',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'Invalid file type',
    ],
    [
      'half a picture',
      'logo.png',
      () => png(300).subarray(0, 60),
      'This picture is damaged and could not be read.',
    ],
    [
      'a picture that is not square',
      'logo.png',
      () => png(300, 200),
      'The picture must be square. This one is 300 x 200 px.',
    ],
    [
      'a small picture',
      'logo.png',
      () => png(100),
      'The picture must be at least 200 x 200 px. This one is 100 x 100 px.',
    ],
    ['a file over 10 MB', 'logo.png', () => Buffer.alloc(11 * 1024 * 1024), 'The file is larger than 10 MB.'],
  ]

  test(
    'refuses an invalid file before upload',
    { tag: ['@SET-12', '@SET-23', '@CONST-08'] },
    async ({ page }) => {
      for (const [what, name, bytes, sentence] of wrong) {
        await test.step(what, async () => {
          const mimeType = name.endsWith('svg') ? 'image/svg+xml' : 'image/png'
          await pick(page, { name, mimeType, buffer: bytes() })
          await expect(logo(page)).toContainText(sentence)
          await expect(choose(page)).toHaveAccessibleDescription(
            new RegExp(sentence.replaceAll(/[.()]/g, '.')),
          )
        })
      }
      await expectAccessible(page)
      await pick(page, pngFile('beam.png', 300))
      await expect(logo(page)).toContainText('beam.png will be the logo when you save.')
      await expect(logo(page)).not.toContainText('The file is larger')
    },
  )

  test('accepts one file at a time, dropped or chosen', { tag: ['@SET-12'] }, async ({ page }) => {
    const files = [pngFile('dropped-0.png', 240), pngFile('dropped-1.png', 240)]
    await drop(page, logo(page), ...files)
    await expect(logo(page)).toContainText('Drop one file at a time.')
    await drop(page, logo(page), ...files.slice(0, 1))
    await expect(logo(page)).toContainText('dropped-0.png will be the logo when you save.')
  })

  test(
    'is chosen by keyboard, previewed before saving, shown everywhere after, replaced and removed',
    { tag: ['@SET-12', '@SET-13', '@SET-25', '@API-34'] },
    async ({ page, api }) => {
      await choose(page).focus()
      const opened = await chooser(page, () => page.keyboard.press('Enter'))
      expect(opened.isMultiple()).toBe(false)
      await opened.setFiles(pngFile('beam.png', 300))
      await expect(logo(page).locator('img')).toHaveJSProperty('naturalWidth', 300)
      expect((await stored(api, app)).thumbnail_url, 'nothing is sent before the save').toBeNull()
      await logo(page).getByRole('button', { name: 'Undo' }).click()
      await expect(choose(page)).toBeFocused()
      await pick(page, pngFile('beam.png', 300))
      await expectAccessible(page)

      const patched = page.waitForRequest((request) => request.method() === 'PATCH')
      await save(page).click()
      expect((await patched).headers()['content-type']).toContain('multipart/form-data')
      await expect(announcement(page, 'Settings saved')).toBeVisible()
      const first = (await stored(api, app)).thumbnail_url
      expect(first).toMatch(/^\/files\//)
      await expect(page.getByRole('main').locator(`img[src="${first}"]`)).toHaveCount(2)
      await page.goto('/developer_apps')
      await expect(page.getByRole('row', { name: new RegExp(app.name) }).locator('img')).toHaveAttribute(
        'src',
        first ?? '',
      )

      await openSettings(page, app)
      await pick(page, pngFile('other.png', 220))
      await save(page).click()
      await expect.poll(async () => (await stored(api, app)).thumbnail_url).not.toBe(first)
      const second = (await stored(api, app)).thumbnail_url
      await expect(logo(page).locator(`img[src="${second}"]`)).toBeVisible()
      await expect.poll(async () => (await page.request.get(first ?? '')).status()).toBe(404)

      await logo(page).getByRole('button', { name: 'Remove image' }).click()
      await expect(logo(page)).toContainText('The logo will be removed when you save.')
      const removed = page.waitForRequest((request) => request.method() === 'PATCH')
      await save(page).click()
      expect((await removed).headers()['content-type']).toContain('multipart/form-data')
      await expect.poll(async () => (await stored(api, app)).thumbnail_url).toBeNull()
      await expect(logo(page).locator('img')).toHaveCount(0)
    },
  )

  test('shows upload progress and can be canceled', async ({ page, api, context }) => {
    await pick(page, pngFile('large.png', 900, 900, 'noise'))
    await expect(logo(page)).toContainText('large.png will be')
    const devtools = await context.newCDPSession(page)
    const throttle = (uploadThroughput: number) =>
      devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      })
    await throttle(100_000)
    await save(page).click()
    await expect(page.getByRole('progressbar', { name: 'Uploading the logo' })).toBeVisible()
    await expect(logo(page)).toContainText(/[1-9]\d? % uploaded/)
    await expect(logo(page)).toContainText('Your files are still uploading. Please stay on this page.', {
      timeout: 15_000,
    })
    await page.getByRole('button', { name: 'Cancel upload' }).click()
    await expect(announcement(page, 'The upload was canceled. Nothing was saved.')).toBeVisible()
    expect(await stored(api, app)).toMatchObject({ thumbnail_url: null, name: '' })
    await expect(logo(page), 'what was chosen is still there').toContainText('large.png will be')
    await throttle(-1)
    await save(page).click()
    await expect(announcement(page, 'Settings saved')).toBeVisible()
    expect((await stored(api, app)).thumbnail_url).not.toBeNull()
  })
})

test(
  'when two people save the same settings, the second one reloads or overwrites',
  { tag: ['@SET-24'] },
  async ({ page, signIn, api, browser, portal }) => {
    await signIn('owner')
    const id = await appId(api, 'Daily Photo Digest')
    const other = await anotherBrowser(browser, portal.url, 'admin-collab')
    await openSettings(page, { id })
    await openSettings(other, { id })
    await field(other, 'App name').fill('Their name')
    await save(other).click()
    await expect(announcement(other, 'Settings saved')).toBeVisible()

    await field(page, 'App name').fill('My name')
    await save(page).click()
    const stale = page.getByRole('dialog', { name: 'Someone else changed this while you were editing' })
    await stale.getByRole('button', { name: 'Keep editing' }).click()
    await expect(field(page, 'App name')).toHaveValue('My name')
    await save(page).click()
    await stale.getByRole('button', { name: 'Reload' }).click()
    await expect(field(page, 'App name')).toHaveValue('Their name')

    await field(other, 'App name').fill('Their second name')
    await save(other).click()
    await expect.poll(async () => (await stored(api, { id })).name).toBe('Their second name')
    await field(page, 'App name').fill('My second name')
    await save(page).click()
    await stale.getByRole('button', { name: 'Overwrite' }).click()
    await expect.poll(async () => (await stored(api, { id })).name).toBe('My second name')
    await other.context().close()
  },
)

test(
  "a refused save shows the server's messages in one banner",
  { tag: ['@ERR-12', '@ERR-14'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await newApp(api)
    await openSettings(page, app)
    await field(page, 'App name').fill('Beam Log')
    await page.route(`**/developer_apps/${app.id}`, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    )
    await save(page).click()
    const banner = page.getByRole('alert').filter({ hasText: 'An error occurred' })
    await expect(banner).toContainText("We couldn't reach the server. Check your connection and try again.")
    await expect(field(page, 'App name')).toHaveValue('Beam Log')
  },
)

test.describe('deleting an app', () => {
  let app: TestApp

  test.beforeEach(async ({ page, signIn, api }) => {
    await signIn('owner')
    app = await connectedApp(api)
    await openSettings(page, app)
  })

  const ask = async (page: Page) => {
    await deletion(page).getByRole('button', { name: 'Delete app' }).click()
    await expect(question(page, app)).toBeVisible()
  }

  test(
    "shows what it removes in numbers, asks for the app's name, and returns to the remaining apps",
    { tag: ['@SET-19', '@SET-20', '@SET-21', '@API-35'] },
    async ({ page, api }) => {
      await field(page, 'App name').fill('Never saved')
      await ask(page)
      const dialog = question(page, app)
      await expect(dialog).toContainText(
        'This cannot be undone. The app is deleted for all of its collaborators.',
      )
      await expect(dialog).toContainText('1 collaborator loses access: you.')
      await expect(dialog).toContainText(/1 sandbox is deleted too: company \d+\./)
      await expect(dialog).toContainText('2 versions can no longer be installed or changed.')
      await dialog.getByRole('button', { name: 'Delete app' }).click()
      await expect(dialog).toContainText(`Type ${app.name} exactly as shown.`)
      await dialog.getByRole('textbox').fill(app.name)
      await dialog.getByRole('button', { name: 'Delete app' }).click()
      await expect(page).toHaveURL('/developer_apps')
      await expect(announcement(page, `${app.name} was deleted.`)).toBeVisible()
      await expect(page.getByRole('table', { name: 'Apps you work on' })).not.toContainText(app.name)
      expect((await api.get(`/api/v1/developer_apps/${app.id}`)).status).toBe(404)
      await page.goBack()
      await expect(heading(page)).not.toHaveText(app.name)
    },
  )

  test('can be canceled without effect', async ({ page, api }) => {
    await ask(page)
    await question(page, app).getByRole('button', { name: 'Cancel' }).click()
    await expect(deletion(page).getByRole('button', { name: 'Delete app' })).toBeFocused()
    expect((await api.get(`/api/v1/developer_apps/${app.id}`)).status).toBe(200)
  })

  test(
    'closes the dialog on failure and shows why',
    { tag: ['@SET-22', '@ERR-12', '@ERR-14', '@ERR-33'] },
    async ({ page, api }) => {
      await page.route(`**/developer_apps/${app.id}`, (route) =>
        route.request().method() === 'DELETE' ? route.abort() : route.continue(),
      )
      await ask(page)
      await question(page, app).getByRole('textbox').fill(app.name)
      await question(page, app).getByRole('button', { name: 'Delete app' }).click()
      await expect(question(page, app)).toHaveCount(0)
      const banner = deletion(page).getByRole('alert')
      await expect(banner).toContainText('An error occurred')
      await expect(banner).toContainText("We couldn't reach the server. Check your connection and try again.")
      await expect(deletion(page).getByRole('button', { name: 'Delete app' })).toBeFocused()
      expect((await api.get(`/api/v1/developer_apps/${app.id}`)).status).toBe(200)
    },
  )
})
