import { createConnectedApp } from './credentials.ts'
import { expect, expectAccessible, test, type Api, type Page } from './fixtures.ts'
import { chooser, pngFile } from './pictures.ts'
import { expectSaved, heading } from './screen.ts'
import { announcement, createAppWithSandbox } from './versions.ts'

test.describe.configure({ timeout: 180_000 })

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const logo = (page: Page) => page.getByRole('group', { name: 'App logo' })

async function openSettings(page: Page, app: { id: number }): Promise<void> {
  await page.goto(`/developer_apps/${app.id}/settings`)
  await expect(field(page, 'Internal name')).toBeVisible()
}

async function stored(api: Api, { id }: { id: number }) {
  return (await api.get(`/api/v1/developer_apps/${id}`)).body as {
    name: string
    thumbnail_url: string | null
  }
}

test(
  'settings are saved in one call, and a save over newer settings asks first',
  { tag: ['@SET-01', '@SET-14', '@SET-24', '@API-33', '@API-62'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await createConnectedApp(api)
    await openSettings(page, app)
    await field(page, 'Public name').fill('Beam Log')
    await field(page, 'Internal name').fill('Beam Log (team)')
    await field(page, 'Redirect URIs').fill(' https://beam.example/cb \nhttp://localhost:3000/cb')
    await field(page, 'Allowed CORS domains').fill('beam.example')
    await page.getByRole('checkbox', { name: 'Connectable' }).check()
    await page.getByRole('checkbox', { name: 'Legacy' }).check()
    const patched = page.waitForRequest((request) => request.method() === 'PATCH')
    await save(page).click()
    expect((await patched).headers()['content-type']).toBe('application/json')
    await expect(announcement(page, 'Settings saved')).toBeVisible()
    const redirect_uri = 'https://beam.example/cb\nhttp://localhost:3000/cb'
    expect(await stored(api, app)).toMatchObject({
      name: 'Beam Log',
      internal_name: 'Beam Log (team)',
      redirect_uri,
      allowed_cors_domain: 'beam.example',
      legacy: true,
      connectable: true,
    })
    await expect(heading(page)).toHaveText('Beam Log (team)')
    await expect(field(page, 'Redirect URIs')).toHaveValue(redirect_uri)
    await expectSaved(save(page))

    const theirs = await api.patch(`/api/v1/developer_apps/${app.id}`, { name: 'Their name' })
    expect(theirs.status).toBe(200)
    await field(page, 'Public name').fill('My name')
    await save(page).click()
    const stale = page.getByRole('dialog', { name: 'This was changed while you were editing' })
    await stale.getByRole('button', { name: 'Overwrite' }).click()
    await expect.poll(async () => (await stored(api, app)).name).toBe('My name')
  },
)

test(
  'a logo is uploaded, shown everywhere, replaced and removed',
  { tag: ['@SET-12', '@SET-13', '@SET-25', '@API-34'] },
  async ({ page, signIn, api, context }) => {
    await signIn('owner')
    const app = await createAppWithSandbox(api)
    await openSettings(page, app)
    // The app has no name yet, and the form requires one.
    await field(page, 'Public name').fill('Beam Log')
    const pick = async (file: ReturnType<typeof pngFile>) => {
      const choose = logo(page).getByRole('button', { name: /^Choose/ })
      await (await chooser(page, () => choose.click())).setFiles(file)
      await expect(logo(page)).toContainText(`${file.name} will be the logo when you save.`)
    }
    const saveForm = async () => {
      const patched = page.waitForRequest((request) => request.method() === 'PATCH')
      await save(page).click()
      expect((await patched).headers()['content-type']).toContain('multipart/form-data')
    }

    await test.step('a canceled upload saves nothing', async () => {
      await pick(pngFile('large.png', 900, 900, 'noise'))
      await expectAccessible(page)
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
      await expect(logo(page)).toContainText(/[1-9]\d?% uploaded/)
      await page.getByRole('button', { name: 'Cancel upload' }).click()
      await expect(announcement(page, 'The upload was canceled. Nothing was saved.')).toBeVisible()
      await throttle(-1)
      await devtools.detach()
      expect(await stored(api, app)).toMatchObject({ thumbnail_url: null, name: '' })
    })

    await pick(pngFile('beam.png', 300))
    await saveForm()
    await expect(announcement(page, 'Settings saved')).toBeVisible()
    const first = (await stored(api, app)).thumbnail_url
    expect(first).toMatch(/^\/files\//)
    await expect(page.getByRole('main').locator(`img[src="${first}"]`)).toHaveCount(2)
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Apps' }).click()
    const row = page.getByRole('row', { name: new RegExp(app.name) })
    await expect(row.locator('img')).toHaveAttribute('src', first ?? '')
    await page.goBack()

    await pick(pngFile('other.png', 220))
    await saveForm()
    await expect.poll(async () => (await stored(api, app)).thumbnail_url).not.toBe(first)
    const second = (await stored(api, app)).thumbnail_url
    await expect(logo(page).locator(`img[src="${second}"]`)).toBeVisible()
    await expect.poll(async () => (await page.request.get(first ?? '')).status()).toBe(404)

    await logo(page).getByRole('button', { name: 'Remove image' }).click()
    await saveForm()
    await expect.poll(async () => (await stored(api, app)).thumbnail_url).toBeNull()
    await expect(logo(page).locator('img')).toHaveCount(0)
  },
)

test(
  'deleting an app shows what it removes, and returns to the remaining apps',
  { tag: ['@SET-19', '@SET-20', '@SET-21', '@API-35'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await createConnectedApp(api)
    const apps = page.getByRole('table', { name: 'Apps you work on' })
    await page.goto('/developer_apps')
    await expect(apps).toContainText(app.name)
    await openSettings(page, app)
    await field(page, 'Public name').fill('Never saved')
    await region(page, 'Delete app').getByRole('button', { name: 'Delete app' }).click()
    const dialog = page.getByRole('dialog', { name: `Delete ${app.name}?` })
    await expect(dialog).toContainText('1 collaborator loses access: you.')
    await expect(dialog).toContainText(/1 sandbox is deleted too: company \d+\./)
    await expect(dialog).toContainText('2 versions can no longer be installed or changed.')
    await dialog.getByRole('textbox').fill(app.name)
    await dialog.getByRole('button', { name: 'Delete app' }).click()
    await expect(page).toHaveURL('/developer_apps')
    await expect(announcement(page, `${app.name} was deleted.`)).toBeVisible()
    await expect(apps).not.toContainText(app.name)
    expect((await api.get(`/api/v1/developer_apps/${app.id}`)).status).toBe(404)
    await page.goBack()
    await expect(heading(page)).not.toHaveText(app.name)
  },
)
