import { expect, test, type Page } from './fixtures.ts'
import { cells, exported, list } from './lists.ts'
import { findAppId } from './people.ts'

const applications = (page: Page) => list(page, 'OAuth Applications')
const environment = (page: Page) => page.getByRole('combobox', { name: 'Environment' })

test(
  'staff find the OAuth applications of each environment, and export them',
  { tag: ['@AOAUTH-01', '@AOAUTH-02', '@AOAUTH-06', '@AOAUTH-07', '@AOAUTH-11'] },
  async ({ page, signIn, api, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await signIn('owner')
    const id = await findAppId(api, 'Site Sync')
    const { body } = await api.get(`/api/v1/developer_apps/${id}`)
    const app = body as { credentials: { uid: string }; sandbox: { app_id: string } }
    await signIn('staff')
    await page.goto('/admin/oauth_applications')
    const row = applications(page).getByRole('row', { name: /Site Sync/ })
    await expect(row).toBeVisible()
    const production = await cells(applications(page), 3).allTextContents()
    await row.getByRole('button', { name: 'Copy App ID of Site Sync' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(app.credentials.uid)
    await environment(page).selectOption('Sandbox')
    await expect(row.getByRole('cell').nth(2)).toContainText(app.sandbox.app_id)
    await page.reload()
    await expect(environment(page)).toHaveValue('sandbox')
    await environment(page).selectOption('Monthly sandbox')
    await expect(cells(applications(page), 3)).toHaveText(production)
    await environment(page).selectOption('Production')
    await page.getByRole('searchbox').fill('ledger')
    await expect(cells(applications(page), 1)).toHaveText(['Ledger Bridge'])
    const [, ...rows] = await exported(page, 'oauth-applications.csv')
    expect(rows.map(([, name]) => name)).toEqual(['Ledger Bridge'])
    await page.getByRole('searchbox').fill('')
    await row.getByRole('link', { name: 'Site Sync' }).click()
    await expect(page).toHaveURL(`/admin/developer_apps/${id}`)
  },
)
