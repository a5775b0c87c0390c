import { expect, test, type Page } from './fixtures.ts'
import { requests, cells, expectThreeSteps, exported, lastRequest, list } from './lists.ts'
import { appId } from './people.ts'
import { newApp } from './versions.ts'

const path = '/api/v1/admin/oauth_applications'
const applications = (page: Page) => list(page, 'OAuth Applications')
const environment = (page: Page) => page.getByRole('combobox', { name: 'Environment' })

test.describe.configure({ timeout: 60_000 })

test.describe('the list of OAuth applications', () => {
  test(
    'starts with production and shows each app, id and owner',
    {
      tag: [
        '@AOAUTH-04',
        '@AOAUTH-05',
        '@AOAUTH-06',
        '@AOAUTH-07',
        '@AOAUTH-08',
        '@AOAUTH-09',
        '@AOAUTH-10',
        '@AOAUTH-14',
      ],
    },
    async ({ page, signIn, api, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await signIn('owner')
      const id = await appId(api, 'Site Sync')
      const { body } = await api.get(`/api/v1/developer_apps/${id}`)
      const uid = (body as { credentials: { uid: string } }).credentials.uid
      await signIn('staff')
      const questions = requests(page, path)
      await page.goto('/admin/oauth_applications')
      await expect(environment(page)).toHaveValue('production')
      expect(lastRequest(questions, 'environment')).toBe('production')
      expect(lastRequest(questions, 'per_page')).toBe('50')
      await expect(applications(page).getByRole('columnheader')).toHaveText([
        'Name',
        'Associated Developer App',
        'App ID',
        'Owner Name',
        'Owner Email',
      ])
      const row = applications(page).getByRole('row', { name: /Site Sync/ })
      await expect(row.getByRole('cell')).toHaveText([
        'Site Sync',
        'Site Sync',
        new RegExp(uid),
        'Olivia Okafor',
        'owner@demo.test',
      ])
      await row.getByRole('button', { name: 'Copy App ID of Site Sync' }).click()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(uid)
      await row.getByRole('link', { name: 'Site Sync' }).click()
      await expect(page).toHaveURL(`/admin/developer_apps/${id}`)
    },
  )

  test('shows one environment at a time', { tag: ['@AOAUTH-02'] }, async ({ page, signIn, api }) => {
    await signIn('owner')
    const { body } = await api.get(`/api/v1/developer_apps/${await appId(api, 'Crane Watch')}`)
    const { sandbox } = body as { sandbox: { app_id: string } }
    await signIn('staff')
    const questions = requests(page, path)
    await page.goto('/admin/oauth_applications')
    await expect(environment(page).getByRole('option')).toHaveText([
      'Production',
      'Sandbox',
      'Monthly sandbox',
    ])
    await expect(applications(page)).toContainText('Site Sync')
    const production = await cells(applications(page), 3).allTextContents()
    await environment(page).selectOption('Sandbox')
    const row = applications(page).getByRole('row', { name: /Crane Watch/ })
    await expect(row.getByRole('cell').nth(2)).toContainText(sandbox.app_id)
    expect(lastRequest(questions, 'environment')).toBe('sandbox')
    await expect(page.getByRole('main')).toContainText('Sandbox')
    await page.reload()
    await expect(environment(page)).toHaveValue('sandbox')
    await environment(page).selectOption('Monthly sandbox')
    await expect(page.getByRole('main')).toContainText('uses the same credentials')
    await expect(cells(applications(page), 3)).toHaveText(production)
    expect(lastRequest(questions, 'environment')).toBe('monthly_sandbox')
  })

  test(
    'can be searched in one box and sorted by name and id',
    { tag: ['@AOAUTH-01', '@AOAUTH-05', '@AOAUTH-07', '@AOAUTH-11', '@AOAUTH-12'] },
    async ({ page, signIn }) => {
      await signIn('staff')
      await page.goto('/admin/oauth_applications')
      for (const column of [
        ['Name', 'name'],
        ['App ID', 'uid'],
      ] as const) {
        await expectThreeSteps(page, applications(page), path, column)
      }
      await expect(page.getByRole('searchbox')).toHaveCount(1)
      const pages = page.getByRole('navigation', { name: 'Pages' })
      await pages.getByLabel('Rows per page').selectOption('10')
      await expect(page).toHaveURL(/per_page=10/)
      await page.getByRole('searchbox').fill('ledger')
      await expect(cells(applications(page), 1)).toHaveText(['Ledger Bridge'])
      const [, ...rows] = await exported(page, 'oauth-applications.csv')
      expect(rows.map(([, name]) => name)).toEqual(['Ledger Bridge'])
      await page.getByRole('searchbox').fill('nothing like it')
      await expect(page.getByRole('main')).toContainText('No matches')
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await expect(applications(page)).toContainText('Site Sync')
    },
  )

  test(
    'shows the credentials of a deleted app, with N/A as its page',
    { tag: ['@AOAUTH-06'] },
    async ({ page, signIn, api }) => {
      await signIn('stranger')
      const app = await newApp(api)
      await signIn('staff')
      await page.goto(`/admin/oauth_applications?filters[environment]=sandbox&filters[search]=${app.name}`)
      const row = applications(page).getByRole('row', { name: app.name })
      await expect(row.getByRole('link', { name: app.name })).toHaveAttribute(
        'href',
        `/admin/developer_apps/${app.id}`,
      )
      await signIn('stranger')
      expect((await api.delete(`/api/v1/developer_apps/${app.id}`)).status).toBe(204)
      await signIn('staff')
      await page.reload()
      await expect(row.getByRole('cell').nth(1)).toHaveText('N/A')
      await expect(row.getByRole('cell').first()).toHaveText(app.name)
    },
  )
})
