import { expect, expectAccessible, test, type Api, type Page } from './fixtures.ts'
import { openListing, openTab, saveListing, storedListing } from './listings.ts'
import {
  anotherBrowser,
  editor,
  manifests,
  newApp,
  openEditor,
  openVersions,
  paste,
  saveVersion,
  board,
} from './versions.ts'

test.describe.configure({ timeout: 90_000 })

// The browser asks before it reloads a page with unsaved input.
test.beforeEach(({ page }) => void page.on('dialog', (dialog) => void dialog.accept()))

const saved = (page: Page) => page.getByText(/^Backed up \d+ s ago$/)
const restored = (page: Page) => page.getByRole('status').filter({ hasText: 'We restored what you typed on' })
const tagline = (page: Page) => page.getByRole('textbox', { name: 'Tagline' })
const question = (page: Page) => page.getByRole('dialog', { name: 'Continue with what you typed?' })

async function loadDraft(api: Api, key: string): Promise<unknown> {
  const { status, body } = await api.get(`/api/v1/drafts/${key}`)
  expect(status).toBe(200)
  return (body as { draft: unknown }).draft
}

test('an unsaved announcement survives a reload until it is saved', async ({ page, signIn, api }) => {
  await signIn('staff')
  await page.goto('/admin/notifications/new')
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('New hosts')
  await page.getByRole('textbox', { name: 'Body' }).fill('All of them.')
  await expect(saved(page)).toBeVisible()

  await page.reload()
  await expect(restored(page)).toBeVisible()
  await expect(title).toHaveValue('New hosts')
  await expect(page.getByRole('textbox', { name: 'Body' })).toHaveValue('All of them.')
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Summary' }).fill('They move.')
  await page.getByRole('checkbox', { name: 'Draft' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL('/admin/notifications')
  expect(await loadDraft(api, 'notification/new')).toBeNull()
  await page.goto('/admin/notifications/new')
  await expect(title).toHaveValue('')
  await expect(restored(page)).toHaveCount(0)
})

test('an unsaved listing survives a reload and can be discarded', async ({ page, signIn, api }) => {
  await signIn('owner')
  const app = await newApp(api)
  await openListing(page, app, 'App Information')
  await tagline(page).fill('Beams, logged by storey')
  await expect(saved(page)).toBeVisible()
  await page.reload()
  await openTab(page, 'App Information')
  await expect(tagline(page)).toHaveValue('Beams, logged by storey')
  await expect(saveListing(page)).toBeEnabled()
  expect(await storedListing(api, app), 'only Save draft writes the listing').toEqual({})
  await restored(page).getByRole('button', { name: 'Discard' }).click()
  await expect(tagline(page)).toHaveValue('')
  await expect.poll(() => loadDraft(api, `listing/${app.id}`)).toBeNull()
})

test('a draft of an older version is shown next to the saved text for the user to choose', async ({
  page,
  signIn,
  api,
  browser,
  baseURL,
}) => {
  await signIn('owner')
  const app = await newApp(api)
  expect((await api.post(`/api/v1/developer_apps/${app.id}/submissions`, { tagline: 'Beams' })).status).toBe(
    201,
  )
  await openListing(page, app, 'App Information')
  await tagline(page).fill('Beams, logged by storey')
  await expect(saved(page)).toBeVisible()
  const colleague = await anotherBrowser(browser, baseURL ?? '', 'staff')
  await colleague.goto(`/admin/developer_apps/${app.id}/marketplace_listing`)
  await openTab(colleague, 'App Information')
  await tagline(colleague).fill('Beams and girders')
  const saveByStaff = colleague.getByRole('button', { name: 'Save changes', exact: true })
  await saveByStaff.click()
  await expect(saveByStaff).toBeDisabled()
  await colleague.close()

  await page.reload()
  await expect(question(page).getByRole('region', { name: 'Tagline: Saved' })).toHaveText('Beams and girders')
  await expect(question(page).getByRole('region', { name: 'Tagline: Typed by you' })).toHaveText(
    'Beams, logged by storey',
  )
  await expectAccessible(page)
  await question(page).getByRole('button', { name: 'Continue with what I typed' }).click()
  await openTab(page, 'App Information')
  await expect(tagline(page)).toHaveValue('Beams, logged by storey')
  await saveListing(page).click()
  await expect(saveListing(page)).toBeDisabled()
  expect(await storedListing(api, app)).toMatchObject({ tagline: 'Beams, logged by storey' })
  expect(await loadDraft(api, `listing/${app.id}`)).toBeNull()
})

test('an invalid manifest survives a reload in either editor', async ({ page, signIn, api }) => {
  await signIn('owner')
  const app = await newApp(api)
  await saveVersion(api, app, '0.1.0')
  await openEditor(page, app)
  await paste(page, '{ "schema_version": "4.1", "fullscr')
  await expect(saved(page)).toBeVisible()

  await page.reload()
  await openVersions(page, app)
  await manifests(page).getByRole('button', { name: 'Create New Version' }).click()
  await expect(editor(page)).toHaveText('{ "schema_version": "4.1", "fullscr')
  await page.goto(`/developer_apps/${app.id}`)
  await expect(editor(page)).toHaveText('{ "schema_version": "4.1", "fullscr')

  await page.getByRole('dialog').getByRole('button', { name: 'Back to the cards' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(editor(page)).toHaveCount(0)
  await expect.poll(() => loadDraft(api, `manifest/${app.id}`)).toBeNull()
})

test('a draft restored into the cards can be discarded, also after opening the JSON editor', async ({
  page,
  signIn,
  api,
}) => {
  await signIn('owner')
  const app = await newApp(api)
  await saveVersion(api, app, '0.1.0')
  await openEditor(page, app)
  await paste(page, JSON.stringify({ ...board, oauth: { enabled: true } }, null, 2))
  await expect(saved(page)).toBeVisible()

  await page.goto(`/developer_apps/${app.id}`)
  await expect(restored(page)).toBeVisible()
  await page.getByRole('button', { name: 'Edit as JSON' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Back to the cards' }).click()
  await expect(editor(page)).toHaveCount(0)
  await restored(page).getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => loadDraft(api, `manifest/${app.id}`)).toBeNull()
})
