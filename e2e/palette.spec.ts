import { expect, test, type Page } from './fixtures.ts'
import { findAppId } from './people.ts'
import { createAppWithSandbox, promote, announcement, saveVersion } from './versions.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' })
const box = (page: Page) => palette(page).getByRole('combobox', { name: 'Search pages, apps and actions' })

async function openPalette(page: Page, typed = '') {
  await page.keyboard.press('Control+K')
  await expect(box(page)).toBeFocused()
  await page.keyboard.type(typed)
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('staff open a page by typing and Enter, and the tabs of the staff page of an app', async ({
  page,
  api,
  signIn,
}) => {
  await signIn('owner')
  const id = await findAppId(api, 'Site Sync')
  await signIn('staff')
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await openPalette(page, 'review qu')
  await expect(palette(page).getByRole('option')).toHaveText([
    'Admin › Review Queue',
    'Search apps for "review qu"',
    'Search developers for "review qu"',
    'Search the documentation for "review qu"',
    'Search the API reference for "review qu"',
  ])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/developer_apps/review_queue')
  await expect(palette(page)).toBeHidden()
  await page.goto(`/admin/developer_apps/${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Edit - Site Sync' })).toBeVisible()
  await openPalette(page, 'performance')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/developer_apps/${id}/performance_metrics`)
})

test('its actions work like their buttons, from any tab, and only once', async ({ page, signIn, api }) => {
  await signIn('owner')
  const app = await createAppWithSandbox(api)
  await promote(api, await saveVersion(api, app, '0.1.0'))
  await saveVersion(api, app, '0.2.0')
  const settings = `/developer_apps/${app.id}/settings`
  await page.goto(settings)
  await expect(page.getByRole('heading', { level: 1, name: app.name })).toBeVisible()

  await openPalette(page, 'promote version')
  await expect(palette(page).getByRole('option')).toHaveText([
    'Promote version 0.2.0',
    'Search the documentation for "promote version"',
    'Search the API reference for "promote version"',
  ])
  await page.keyboard.press('Enter')
  const promotion = dialog(page, 'Promote version 0.2.0 to production')
  await expect(promotion.getByLabel('Release notes')).toBeFocused()
  await expect(page).toHaveURL(`/developer_apps/${app.id}/versions`)
  await page.keyboard.press('Escape')
  await expect(promotion).toBeHidden()
  await page.reload()
  await expect(page.getByRole('table', { name: 'Sandbox versions' })).toBeVisible()
  await expect(promotion).toHaveCount(0)

  await openPalette(page, 'create new')
  await page.keyboard.press('Enter')
  const editor = dialog(page, `Create New Version of ${app.name}`)
  await expect(editor.getByRole('textbox', { name: 'Manifest, JSON' })).toBeFocused()
  await editor.getByRole('button', { name: 'Cancel' }).click()
  await expect(editor).toBeHidden()

  await openPalette(page, 'review: version')
  await expect(palette(page).getByRole('option')).toHaveText([
    'Submit for Review: version 0.1.0',
    'Search the documentation for "review: version"',
    'Search the API reference for "review: version"',
  ])
  await page.keyboard.press('Enter')
  const review = dialog(page, 'Submit version 0.1.0 for review')
  await review.getByLabel('Notes for the reviewer').fill('Sign in as demo.')
  await review.getByRole('button', { name: 'Submit for Review' }).click()
  await expect(announcement(page, 'Version 0.1.0 was submitted for review.')).toBeVisible()
  await openPalette(page, 'review: version')
  await expect(palette(page).getByRole('option')).toHaveText([
    'Withdraw from Review: version 0.1.0',
    'Search the documentation for "review: version"',
    'Search the API reference for "review: version"',
  ])
  await page.keyboard.press('Escape')

  await openPalette(page, 'add another')
  await page.keyboard.press('Enter')
  const invitation = dialog(page, 'Add Another User')
  await expect(invitation.getByLabel('Email address')).toBeFocused()
  await page.keyboard.press('Escape')
  // The palette doesn't open over a dialog.
  await expect(invitation).toBeHidden()
  await openPalette(page, 'sandbox › reset')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/developer_apps/${app.id}/oauth_credentials`)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goto(settings)
  await page.getByRole('textbox', { name: 'Internal name' }).fill('Not saved')
  await openPalette(page, 'delete')
  await page.keyboard.press('Enter')
  await expect(dialog(page, `Delete ${app.name}?`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'Internal name' })).toHaveValue('Not saved')
})
