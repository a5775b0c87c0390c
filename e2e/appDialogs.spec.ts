import { connectedApp, oneTime, openCredentials, production, question } from './credentials.ts'
import { expect, test, type Page } from './fixtures.ts'
import { board, saveVersion } from './versions.ts'

// Opens eight dialogs of one page, one after the other.
test.describe.configure({ timeout: 180_000 })

async function leave(page: Page, name: RegExp | string): Promise<void> {
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
}

test(
  'each action on an app has its own accessible dialog',
  { tag: ['@APP-28'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await connectedApp(api)
    await saveVersion(api, app, '1.1.0', { ...board, oauth: { enabled: true } })

    await page.goto(`/developer_apps/${app.id}`)
    await page.getByRole('button', { name: 'Add component' }).click()
    const drawer = page.getByRole('dialog', { name: 'Add component' })
    await drawer.getByRole('button', { name: 'Add parameter' }).click()
    await expect(drawer.getByRole('group', { name: 'Parameter 1' })).toBeVisible()
    await drawer.getByRole('button', { name: 'Cancel' }).click()
    const discard = page.getByRole('dialog', { name: 'Discard your changes?' })
    await discard.getByRole('button', { name: 'Discard changes' }).click()
    await expect(drawer).toBeHidden()

    await page.getByRole('button', { name: 'Data connector', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Service account' }).click()
    const grid = page.getByRole('dialog', { name: 'Permission builder' })
    await grid.getByRole('radio', { name: 'Directory: Read-Only', exact: true }).check()
    await grid.getByRole('button', { name: 'Apply permissions' }).click()
    await expect(grid).toBeHidden()
    await page.getByRole('button', { name: 'Save new version' }).click()
    await expect(
      page.getByRole('dialog', { name: `Save a new version of ${app.name}` }).getByLabel(/Version number/),
    ).toHaveValue('1.2.0')
    await leave(page, `Save a new version of ${app.name}`)
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await discard.getByRole('button', { name: 'Discard changes' }).click()
    await expect(discard).toBeHidden()
    await page.getByRole('button', { name: 'Promote' }).click()
    await leave(page, 'Promote version 1.1.0 to production')

    await openCredentials(page, app)
    await production(page).getByRole('button', { name: 'Show secret' }).click()
    await oneTime(page).getByRole('checkbox').check()
    await oneTime(page).getByRole('button', { name: 'Done' }).click()
    await expect(oneTime(page)).toBeHidden()
    await production(page).getByRole('button', { name: 'Reset secret' }).click()
    await expect(question(page)).toBeVisible()
    await leave(page, /^Reset the production client secret/)

    await page.goto(`/developer_apps/${app.id}/settings`)
    await page.getByRole('button', { name: 'Delete app' }).click()
    await leave(page, `Delete ${app.name}?`)
  },
)
