import { expect, test, type Api, type Page } from './fixtures.ts'
import { cells, exported, list, pick } from './lists.ts'
import { newApp, type TestApp } from './versions.ts'
import { heading } from './screen.ts'

const events = (page: Page) => list(page, 'Audit log entries')
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(`filters[${name}]`)

test.describe.configure({ timeout: 60_000 })

/** Creates an app of the owner, renames it and changes its redirect URI. */
async function renamedApp(api: Api): Promise<TestApp & { renamed: string }> {
  const app = await newApp(api)
  const renamed = `${app.name} Two`
  const change = { internal_name: renamed, legacy: true, redirect_uri: 'https://beamlog.example/cb' }
  expect((await api.patch(`/api/v1/developer_apps/${app.id}`, change)).status).toBe(200)
  return { ...app, renamed }
}

test.describe('the audit log', () => {
  test('shows who did what to which app, and expands the changes, also by keyboard', async ({
    page,
    signIn,
    api,
  }) => {
    await signIn('owner')
    const app = await renamedApp(api)
    await signIn('staff')
    await page.goto(`/admin/audit?filters[app_id]=${app.id}&filters[action]=app.updated`)
    await expect(events(page).getByRole('columnheader')).toHaveText([
      'When (UTC)',
      'Who',
      'Action',
      'App',
      'Subject',
      'Changes',
    ])
    const row = events(page).getByRole('row', { name: /App updated/ })
    await expect(row.getByRole('cell')).toHaveText([
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
      /^Olivia Okafor\s*owner@demo\.test$/,
      'App updated',
      app.renamed,
      new RegExp(`^App\\s*${app.id}$`),
      /^3 fields/,
    ])
    const unfold = row.getByRole('button', { name: /^3 fields of App updated/ })
    await expect(unfold).toHaveAttribute('aria-expanded', 'false')
    await unfold.focus()
    await page.keyboard.press('Enter')
    await expect(unfold).toHaveAttribute('aria-expanded', 'true')
    await expect(unfold).toBeFocused()
    const change = (name: string) =>
      page
        .getByRole('definition')
        .filter({ hasText: 'changed to' })
        .and(page.locator(`dt:has-text("${name}") + dd`))
    await expect(change('internal_name')).toHaveText(`${app.name}changed to${app.renamed}`)
    await expect(change('legacy')).toHaveText('nochanged toyes')
    await expect(change('redirect_uri')).toContainText('changed tohttps://beamlog.example/cb')
    await expect(page.getByRole('button', { name: 'Copy Request ID' })).toBeVisible()
    await unfold.click()
    await expect(page.getByText('changed to')).toHaveCount(0)

    await row.getByRole('link', { name: app.renamed }).click()
    await expect(page).toHaveURL(`/admin/developer_apps/${app.id}`)
    await page.goBack()
    await row.getByRole('link', { name: 'Olivia Okafor' }).click()
    await expect(heading(page)).toHaveText('Edit - Olivia Okafor')
    await page.getByRole('link', { name: 'Show in the audit log' }).click()
    await expect(page.getByRole('combobox', { name: 'Person' })).toHaveValue('Olivia Okafor')
    await expect(events(page)).toContainText('App updated')
  })

  test(
    'can be filtered by user, app and action; the URL keeps the filters, with names',
    { tag: ['@SHELL-37'] },
    async ({ page, signIn, api }) => {
      await signIn('owner')
      const app = await renamedApp(api)
      await signIn('staff')
      await page.goto('/admin/audit')
      await pick(page, 'Person', 'owner@demo', 'Olivia Okafor')
      await pick(page, 'App', app.renamed, app.renamed)
      await expect(cells(events(page), 3).filter({ hasText: 'App created' })).toHaveCount(1)
      await field(page, 'Action').selectOption('App updated')
      await expect(cells(events(page), 3)).toHaveText(['App updated'])
      await page.reload()
      await expect(page.getByRole('combobox', { name: 'Person' })).toHaveValue('Olivia Okafor')
      await expect(page.getByRole('combobox', { name: 'App' })).toHaveValue(app.renamed)
      await expect(field(page, 'Action')).toHaveValue('app.updated')
      await expect(cells(events(page), 3)).toHaveText(['App updated'])
      const [, ...rows] = await exported(page, 'audit-events.csv')
      expect(rows).toHaveLength(1)
      expect(rows[0]?.join()).toContain('owner@demo.test,app.updated')
      await page.getByRole('button', { name: 'Remove Olivia Okafor' }).click()
      expect(param(page, 'actor_id')).toBe(null)
      expect(param(page, 'app_id')).toBe(String(app.id))
    },
  )

  test('can be searched and filtered by UTC days, and refuses a reversed range', async ({
    page,
    signIn,
    api,
  }) => {
    await signIn('owner')
    const app = await renamedApp(api)
    await signIn('staff')
    await page.goto('/admin/audit')
    await page.getByRole('searchbox', { name: 'Search the audit log' }).fill(app.renamed)
    await expect(cells(events(page), 3).filter({ hasText: 'App updated' })).toHaveCount(1)
    await field(page, 'From (UTC)').fill(day(-1))
    await field(page, 'To (UTC)').fill(day(1))
    await expect.poll(() => param(page, 'to')).toBe(day(1))
    await expect(cells(events(page), 3).filter({ hasText: 'App updated' })).toHaveCount(1)

    await field(page, 'To (UTC)').fill(day(-2))
    await expect(field(page, 'To (UTC)')).toHaveAccessibleDescription('The end date is before the start date')
    expect(param(page, 'to')).toBe(day(1))
    await field(page, 'To (UTC)').fill(day(1))
    await expect(field(page, 'To (UTC)')).toHaveAccessibleDescription('')

    await field(page, 'From (UTC)').fill(day(1))
    await expect(page.getByRole('main')).toContainText('No matches')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(field(page, 'From (UTC)')).toHaveValue('')
    await expect(page.getByRole('searchbox', { name: 'Search the audit log' })).toHaveValue('')
    await page.goto(`/admin/audit?filters[from]=${day(1)}&filters[to]=${day(-1)}`)
    await expect(field(page, 'To (UTC)')).toHaveValue('')
    await expect(page.getByRole('main')).toContainText('No matches')
  })
})
