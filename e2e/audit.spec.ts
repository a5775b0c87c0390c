import { expect, test, type Api, type Page } from './fixtures.ts'
import { cells, exported, list, pick } from './lists.ts'
import { createAppWithSandbox, type TestApp } from './versions.ts'
import { heading } from './screen.ts'

const events = (page: Page) => list(page, 'Audit log entries')
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/** Creates an app of the owner, renames it and changes its redirect URI. */
async function renameApp(api: Api): Promise<TestApp & { renamed: string }> {
  const app = await createAppWithSandbox(api)
  const renamed = `${app.name} Two`
  const change = { internal_name: renamed, legacy: true, redirect_uri: 'https://beamlog.example/cb' }
  expect((await api.patch(`/api/v1/developer_apps/${app.id}`, change)).status).toBe(200)
  return { ...app, renamed }
}

test(
  'the audit log can be filtered by user, app and action, exported, and shows who changed what',
  { tag: ['@SHELL-37'] },
  async ({ page, signIn, api }) => {
    await signIn('owner')
    const app = await renameApp(api)
    await signIn('staff')
    await page.goto('/admin/audit')
    await pick(page, 'Changed by', 'owner@demo', 'Olivia Okafor')
    await pick(page, 'App', app.renamed, app.renamed)
    await expect(cells(events(page), 3).filter({ hasText: 'App created' })).toHaveCount(1)
    await field(page, 'Action').selectOption('App updated')
    await expect(cells(events(page), 3)).toHaveText(['App updated'])
    await page.reload()
    await expect(page.getByRole('combobox', { name: 'Changed by' })).toHaveValue('Olivia Okafor')
    await expect(page.getByRole('combobox', { name: 'App' })).toHaveValue(app.renamed)
    await expect(field(page, 'Action')).toHaveValue('app.updated')
    const row = events(page).getByRole('row', { name: /App updated/ })
    await expect(row.getByRole('cell')).toHaveText([
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
      /^Olivia Okafor\s*owner@demo\.test$/,
      'App updated',
      app.renamed,
      new RegExp(`^App\\s*${app.id}$`),
      /^3 fields/,
    ])
    await row.getByRole('button', { name: /^3 fields of App updated/ }).click()
    const change = (name: string) => page.locator(`dt:has-text("${name}") + dd`)
    await expect(change('internal_name')).toHaveText(`${app.name}changed to${app.renamed}`)
    await expect(change('legacy')).toHaveText('nochanged toyes')
    await expect(change('redirect_uri')).toContainText('changed tohttps://beamlog.example/cb')
    const [, ...rows] = await exported(page, 'audit-events.csv')
    expect(rows).toHaveLength(1)
    expect(rows[0]?.join()).toContain('owner@demo.test,app.updated')

    await row.getByRole('link', { name: 'Olivia Okafor' }).click()
    await expect(heading(page)).toHaveText('Edit - Olivia Okafor')
    await page.getByRole('link', { name: 'Audit log: by them' }).click()
    await expect(page.getByRole('combobox', { name: 'Changed by' })).toHaveValue('Olivia Okafor')
    await expect(events(page)).toContainText('App updated')
  },
)
