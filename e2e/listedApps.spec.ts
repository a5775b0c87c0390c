import { expect, expectAccessible, type Page } from './fixtures.ts'
import { testOnListed as test } from './listedPortal.ts'
import { requests, cells, lastRequest, list } from './lists.ts'

const apps = (page: Page) => list(page, 'Developer Apps')
const queue = (page: Page) => list(page, 'Apps in the review queue')
const cell = (page: Page, name: string, place: number) =>
  apps(page).getByRole('row', { name }).getByRole('cell').nth(place)

test.beforeEach(async ({ signIn }) => signIn('staff'))

test(
  'an app is marked as published while its id is among the live ones',
  { tag: ['@AAPP-12', '@AAPP-13'] },
  async ({ page, api }) => {
    const questions = requests(page, '/api/v1/admin/live_app_ids')
    await page.goto('/admin/developer_apps')
    await expect(cell(page, 'Site Sync', 2)).toHaveText('Published')
    await expect(cell(page, 'Ledger Bridge', 2)).toHaveText('')
    await expect(cell(page, 'Permit Pilot', 2)).toHaveText('')
    await expect(cell(page, 'Site Sync', 4)).toHaveText('2099-01-02')
    const { body } = await api.get('/api/v1/admin/developer_apps?filters[search]=Site Sync')
    const [{ app_id: liveId } = { app_id: null }] = body as { app_id: string | null }[]
    expect((await api.get('/api/v1/admin/live_app_ids')).body).toEqual([liveId])
    expect(questions.at(-1)?.getAll('app_id[]')).toHaveLength(2)

    await page.route('**/live_app_ids?*', (route) => route.abort())
    await page.reload()
    const warning = page.getByRole('status').filter({ hasText: 'could not be loaded' })
    await expect(warning).toBeVisible()
    await expect(cell(page, 'Site Sync', 2)).toHaveText('')
    await expectAccessible(page)
    await page.unroute('**/live_app_ids?*')
    await warning.getByRole('button', { name: 'Retry' }).click()
    await expect(cell(page, 'Site Sync', 2)).toHaveText('Published')
  },
)

test(
  'the in-review filter includes apps whose listing is waiting, sorted by date',
  { tag: ['@AAPP-04', '@AAPP-10'] },
  async ({ page }) => {
    const questions = requests(page, '/api/v1/admin/developer_apps')
    await page.goto('/admin/developer_apps?sort=-marketplace_listing_in_review_at')
    await expect(apps(page)).toContainText('Ledger Bridge')
    await page.getByRole('checkbox', { name: 'In review' }).check()
    await expect(apps(page)).not.toContainText('Ledger Bridge')
    expect(lastRequest(questions, 'filters[in_review]')).toBe('true')
    expect((await cells(apps(page), 5).allTextContents()).slice(0, 4)).toEqual([
      '2099-01-02',
      '2099-01-02',
      '2099-01-02',
      'N/A',
    ])
  },
)

test(
  'the queue shows the kind and the later date, and whether a listing is new or an update',
  { tag: ['@AREV-10', '@AREV-12', '@AREV-13'] },
  async ({ page }) => {
    await page.goto('/admin/developer_apps/review_queue')
    const row = (name: string) => queue(page).getByRole('row', { name }).getByRole('cell')
    await expect(row('Site Sync')).toHaveText([
      'Site Sync',
      'owner@demo.test',
      '2099-01-02',
      'Marketplace',
      'Update',
    ])
    await expect(row('Permit Pilot').nth(3)).toHaveText('Marketplace')
    await expect(row('Permit Pilot').nth(4)).toHaveText('New')
    await expect(row('Crane Watch').nth(2)).toHaveText('2099-01-02')
    await expect(row('Crane Watch').nth(3)).toHaveText('ManifestMarketplace')
    await expect(row('Gantt Glider').nth(3)).toHaveText('Manifest')
  },
)
