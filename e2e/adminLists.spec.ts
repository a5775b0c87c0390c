import { demoPassword } from '../server/seed/people.ts'
import { expect, test, type Page } from './fixtures.ts'
import { cells, exported, list, pick } from './lists.ts'
import { demoEmail, findDeveloperId, fillSignIn } from './people.ts'
import { heading } from './screen.ts'

const apps = (page: Page) => list(page, 'Developer Apps')
const queue = (page: Page) => list(page, 'Apps in the review queue')
const box = (page: Page, name: string) => page.getByRole('checkbox', { name })

test.beforeEach(async ({ signIn }) => signIn('staff'))

test(
  'the list of all developer apps keeps its filters in the URL, even when exporting asks to sign in again',
  { tag: ['@AAPP-02', '@AAPP-04', '@AAPP-10', '@AAPP-16'] },
  async ({ page, api }) => {
    await page.goto('/admin/developer_apps?per_page=4&page=2')
    await expect(cells(apps(page), 1)).toHaveCount(4)
    await pick(page, 'Owner', 'paola', 'Paola Ricci')
    await expect(cells(apps(page), 2)).toHaveText([/^Paola Ricci/, /^Paola Ricci/, /^Paola Ricci/])
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('page')).toBe(null)
    const id = await findDeveloperId(api, demoEmail('partner'))
    expect(searchParams.get('filters[owner_id][]')).toBe(String(id))
    await apps(page).getByRole('button', { name: 'Name' }).click()
    await expect(cells(apps(page), 1)).toHaveText(['Concrete Clock', 'Gantt Glider', 'Kilnworks Pours'])
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Export CSV' }).click()
    await expect(heading(page)).toHaveText('Sign In')
    await fillSignIn(page, demoEmail('staff'), demoPassword)
    await expect(page.getByRole('combobox', { name: 'Owner' })).toHaveValue('Paola Ricci')
    await expect(cells(apps(page), 1)).toHaveText(['Concrete Clock', 'Gantt Glider', 'Kilnworks Pours'])
    const [head, ...rows] = await exported(page, 'developer-apps.csv')
    expect(head?.join()).toBe(
      'id,internal_name,owner_name,owner_email,app_id,created_at,marketplace_listing_in_review_at,deleted_at',
    )
    expect(rows.map(([, name]) => name)).toEqual(['Concrete Clock', 'Gantt Glider', 'Kilnworks Pours'])

    // A page after the last one shows the last one.
    await page.goto('/admin/developer_apps?per_page=4&sort=internal_name&page=999')
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await expect(pages.locator('[aria-current="page"]')).toHaveAccessibleName(/^Page [3-9]/)
    await expect(page).not.toHaveURL(/page=999/)
  },
)

test(
  'the review queue shows what is waiting and since when, and can be filtered by user',
  { tag: ['@AREV-02', '@AREV-04', '@AREV-06', '@AREV-10', '@AREV-11'] },
  async ({ page }) => {
    await page.goto('/admin/developer_apps?filters[search]=Permit')
    await expect(apps(page)).toContainText('Permit Pilot')
    await page.goto('/admin/developer_apps/review_queue')
    await expect(box(page, 'In review')).toBeChecked()
    const row = queue(page).getByRole('row', { name: /Crane Watch/ })
    await expect(row.getByRole('cell')).toHaveText([
      'Crane Watch',
      'owner@demo.test',
      /^\d{4}-\d\d-\d\d$/,
      'Manifest',
      'New',
    ])
    await expect(queue(page)).not.toContainText('Permit Pilot')
    await pick(page, 'User', 'paola', 'Paola Ricci')
    await expect(cells(queue(page), 1)).toHaveText(['Gantt Glider'])
    const [, ...rows] = await exported(page, 'review-queue.csv')
    expect(rows.map(([, name]) => name)).toEqual(['Gantt Glider'])
    await queue(page).getByRole('link', { name: 'Gantt Glider', exact: true }).click()
    await expect(heading(page)).toContainText('Gantt Glider')
  },
)
