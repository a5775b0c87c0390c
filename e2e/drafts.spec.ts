import { expectSaved } from './screen.ts'
import { expect, expectAccessible, test, type Api, type Page } from './fixtures.ts'
import { openListing, openTab, saveListing, fetchListing } from './listings.ts'
import { editor, manifests, createAppWithSandbox, paste, saveVersion } from './versions.ts'

// The browser asks before it reloads a page with unsaved input.
test.beforeEach(({ page }) => void page.on('dialog', (dialog) => void dialog.accept()))

const saved = (page: Page) => page.getByText(/^Backed up \d+ s ago$/)

async function loadDraft(api: Api, key: string): Promise<unknown> {
  const { status, body } = await api.get(`/api/v1/drafts/${key}`)
  expect(status).toBe(200)
  return (body as { draft: unknown }).draft
}

test('an unsaved listing survives a reload, even if someone has saved it since', async ({
  page,
  signIn,
  api,
}) => {
  await signIn('owner')
  const app = await createAppWithSandbox(api)
  const tagline = page.getByRole('textbox', { name: 'Tagline' })
  await openListing(page, app, 'App Information')
  await tagline.fill('Beams, logged by floor')
  await expect(saved(page)).toBeVisible()
  await page.reload()
  await openTab(page, 'App Information')
  await expect(tagline).toHaveValue('Beams, logged by floor')
  await expect(page.getByRole('status').filter({ hasText: 'We restored what you typed on' })).toBeVisible()
  await expect(saveListing(page)).toBeEnabled()
  expect(await fetchListing(api, app), 'only Save draft writes the listing').toEqual({})

  const theirs = { tagline: 'Beams and girders' }
  expect((await api.post(`/api/v1/developer_apps/${app.id}/submissions`, theirs)).status).toBe(201)
  // Saving as the same user deleted the draft; the open page backs it up again.
  await tagline.fill('Beams, logged by floor!')
  await expect(saved(page)).toBeVisible()
  await expect.poll(() => loadDraft(api, `listing/${app.id}`)).not.toBeNull()
  await page.reload()
  const question = page.getByRole('dialog', { name: 'Continue with what you typed?' })
  await expect(question.getByRole('region', { name: 'Tagline: Saved' })).toHaveText('Beams and girders')
  await expect(question.getByRole('region', { name: 'Tagline: Typed by you' })).toHaveText(
    'Beams, logged by floor!',
  )
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Continue with what I typed' }).click()
  await openTab(page, 'App Information')
  await expect(tagline).toHaveValue('Beams, logged by floor!')
  await saveListing(page).click()
  await expect.poll(() => fetchListing(api, app)).toMatchObject({ tagline: 'Beams, logged by floor!' })
  await expectSaved(saveListing(page))
  expect(await loadDraft(api, `listing/${app.id}`)).toBeNull()
})

test('an invalid manifest survives a reload in either editor', async ({ page, signIn, api }) => {
  await signIn('owner')
  const app = await createAppWithSandbox(api)
  await saveVersion(api, app, '0.1.0')
  await page.goto(`/developer_apps/${app.id}/versions`)
  const create = manifests(page).getByRole('button', { name: 'Create New Version' })
  await create.click()
  await paste(page, '{ "schema_version": "4.1", "fullscr')
  await expect(saved(page)).toBeVisible()

  await page.reload()
  await create.click()
  await expect(editor(page)).toHaveText('{ "schema_version": "4.1", "fullscr')
  await page.goto(`/developer_apps/${app.id}`)
  await expect(editor(page)).toHaveText('{ "schema_version": "4.1", "fullscr')

  await page.getByRole('dialog').getByRole('button', { name: 'Back to the cards' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(editor(page)).toHaveCount(0)
  await expect.poll(() => loadDraft(api, `manifest/${app.id}`)).toBeNull()
})
