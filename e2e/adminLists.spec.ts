import { randomUUID } from 'node:crypto'
import { demoPassword, expect, expectAccessible, test, type Page } from './fixtures.ts'
import { requests, cells, expectThreeSteps, exported, lastRequest, list, pick } from './lists.ts'
import { createApp, demoEmail, developerId, fillSignIn } from './people.ts'
import { heading } from './screen.ts'

const appsPath = '/api/v1/admin/developer_apps'
const queuePath = '/api/v1/admin/review_queue'
const apps = (page: Page) => list(page, 'Developer Apps')
const queue = (page: Page) => list(page, 'Apps in the review queue')
const box = (page: Page, name: string) => page.getByRole('checkbox', { name })
const search = (page: Page) => page.getByRole('searchbox')
const onPage = (page: Page) => new URL(page.url()).searchParams.get('page')

test.describe.configure({ timeout: 60_000 })

test(
  'only platform admins can open the staff lists',
  { tag: ['@AAPP-01', '@AREV-01', '@AOAUTH-15'] },
  async ({ page, signIn, api }) => {
    await signIn('employee')
    const places = ['developer_apps', 'developer_apps/review_queue', 'oauth_applications', 'audit']
    for (const place of places) {
      await page.goto(`/admin/${place}`)
      await expect(heading(page)).toHaveText('Page not found')
    }
    const calls = ['developer_apps', 'live_app_ids', 'review_queue', 'oauth_applications', 'audit_events']
    for (const path of calls) expect((await api.get(`/api/v1/admin/${path}`)).status, path).toBe(403)
  },
)

test.describe('the list of all developer apps', () => {
  test.beforeEach(async ({ signIn }) => signIn('staff'))

  test(
    'shows each app with its owner and dates, and links to its page',
    { tag: ['@AAPP-10', '@AAPP-11', '@AAPP-19'] },
    async ({ page, api }) => {
      await page.goto('/admin/developer_apps')
      await expect(page).toHaveTitle('Developer Apps · Trestle')
      await expect(apps(page).getByRole('columnheader')).toHaveText([
        'Name',
        'Owner',
        'Published',
        'Created',
        'In Review At',
        'Deleted',
      ])
      const row = apps(page).getByRole('row', { name: /Permit Pilot/ })
      await expect(row.getByRole('cell')).toHaveText([
        'Permit Pilot',
        /^Olivia Okafor\s*owner@demo\.test$/,
        '',
        /^\d{4}-\d\d-\d\d$/,
        'N/A',
        'N/A',
      ])
      await row.getByRole('link', { name: 'Permit Pilot' }).click()
      await expect(page).toHaveURL(/\/admin\/developer_apps\/\d+$/)
      await page.goBack()
      await row.getByRole('link', { name: 'Olivia Okafor' }).click()
      await expect(page).toHaveURL(`/admin/developers/${await developerId(api, demoEmail('owner'))}/edit`)
    },
  )

  test(
    'sorts by five columns in three steps, each starting at page 1',
    { tag: ['@AAPP-07', '@AAPP-08', '@AAPP-10', '@AAPP-17'] },
    async ({ page }) => {
      await page.goto('/admin/developer_apps?per_page=4&page=2')
      await expect(cells(apps(page), 1)).toHaveCount(4)
      for (const column of [
        ['Name', 'internal_name'],
        ['Owner', 'owner'],
        ['Created', 'created_at'],
        ['In Review At', 'marketplace_listing_in_review_at'],
        ['Deleted', 'deleted_at'],
      ] as const) {
        await expectThreeSteps(page, apps(page), appsPath, column)
        expect(onPage(page)).toBe(null)
      }
      await expect(
        apps(page).getByRole('columnheader', { name: 'Published' }).getByRole('button'),
      ).toHaveCount(0)
      await page.goto('/admin/developer_apps?sort=-internal_name')
      await expect(apps(page)).toContainText('Site Sync')
      const names = await cells(apps(page), 1).allTextContents()
      const folded = names.map((name) => name.toLowerCase())
      expect(folded).toEqual(folded.toSorted().toReversed())
    },
  )

  test(
    'can be filtered by owner; the name survives a reload, and the list starts at page 1',
    { tag: ['@AAPP-02', '@AAPP-16'] },
    async ({ page, api }) => {
      await page.goto('/admin/developer_apps?per_page=4&page=2')
      await expect(cells(apps(page), 1)).toHaveCount(4)
      await pick(page, 'Owner', 'paola', 'Paola Ricci')
      await expect(cells(apps(page), 2)).toHaveText([/^Paola Ricci/, /^Paola Ricci/])
      expect(onPage(page)).toBe(null)
      const id = await developerId(api, demoEmail('partner'))
      expect(new URL(page.url()).searchParams.get('filters[owner_id][]')).toBe(String(id))
      await page.reload()
      await expect(page.getByRole('combobox', { name: 'Owner' })).toHaveValue('Paola Ricci')
      await expect(cells(apps(page), 2)).toHaveText([/^Paola Ricci/, /^Paola Ricci/])
      await page.getByRole('button', { name: 'Remove Paola Ricci' }).click()
      await expect(cells(apps(page), 1)).toHaveCount(4)
      await expect(page.getByRole('combobox', { name: 'Owner' })).toHaveValue('')
    },
  )

  test(
    'hides deleted apps and shows every state by default',
    { tag: ['@AAPP-04', '@AAPP-05', '@AAPP-06', '@AAPP-16', '@AAPP-19'] },
    async ({ page, signIn, api }) => {
      await signIn('stranger')
      const name = `Gone ${randomUUID().slice(0, 8)}`
      const id = await createApp(api, name)
      expect((await api.delete(`/api/v1/developer_apps/${id}`)).status).toBe(204)

      await signIn('staff')
      await page.goto('/admin/developer_apps?per_page=100')
      await expect(box(page, 'In review')).not.toBeChecked()
      await expect(box(page, 'With deleted')).not.toBeChecked()
      await expect(apps(page)).toContainText('Permit Pilot')
      await expect(apps(page)).not.toContainText(name)
      await box(page, 'With deleted').check()
      const row = apps(page).getByRole('row', { name })
      await expect(row.getByRole('cell').last()).toHaveText(/^\d{4}-\d\d-\d\d$/)
      await box(page, 'In review').check()
      await expect(apps(page)).not.toContainText('Permit Pilot')
      await expect(apps(page)).toContainText('Crane Watch')
      await page.reload()
      await expect(box(page, 'In review')).toBeChecked()
      await expect(box(page, 'With deleted')).toBeChecked()
      await box(page, 'In review').uncheck()
      await box(page, 'With deleted').uncheck()
      await expect(apps(page)).toContainText('Permit Pilot')
      expect(new URL(page.url()).searchParams.toString()).toBe('per_page=100')

      await page.goto('/admin/developer_apps?per_page=4&page=2')
      await expect(cells(apps(page), 1)).toHaveCount(4)
      await box(page, 'With deleted').check()
      await expect(page).toHaveURL(/with_deleted/)
      expect(onPage(page)).toBe(null)
    },
  )

  test(
    'searches once typing has paused for 500 ms',
    { tag: ['@AAPP-03', '@AAPP-16', '@SHELL-38', '@SHELL-39'] },
    async ({ page }) => {
      await page.clock.install()
      await page.goto('/admin/developer_apps?per_page=4&page=2')
      await expect(cells(apps(page), 1)).toHaveCount(4)
      await page.clock.pauseAt(Date.now() + 60_000)
      const questions = requests(page, appsPath)
      await search(page).pressSequentially('crane')
      await page.clock.runFor(499)
      expect(questions).toEqual([])
      await page.clock.runFor(1)
      await page.clock.resume()
      await expect(cells(apps(page), 1)).toHaveText(['Crane Watch'])
      expect(questions.map((question) => question.get('filters[search]'))).toEqual(['crane'])
      expect(lastRequest(questions, 'page')).toBe('1')
      expect(onPage(page)).toBe(null)

      await search(page).fill('no such app')
      await expect(page.getByRole('main')).toContainText('No matches')
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await expect(search(page)).toHaveValue('')
      await expect(cells(apps(page), 1)).toHaveCount(4)
    },
  )

  test(
    "starts with 50 rows a page, adopts the server's page size, and clamps to its last page",
    { tag: ['@AAPP-14', '@AAPP-15', '@AAPP-18'] },
    async ({ page, api }) => {
      const questions = requests(page, appsPath)
      await page.goto('/admin/developer_apps')
      const pages = page.getByRole('navigation', { name: 'Pages' })
      await expect(pages.getByLabel('Rows per page')).toHaveValue('50')
      expect(lastRequest(questions, 'per_page')).toBe('50')

      // A server that returns fewer rows than requested.
      await page.route(`**${appsPath}?*`, async (route) => {
        const url = new URL(route.request().url())
        url.searchParams.set('per_page', '3')
        await route.continue({ url: url.toString() })
      })
      await page.goto('/admin/developer_apps?sort=internal_name')
      await expect(pages).toContainText('1–3 of ')
      await pages.getByRole('button', { name: 'Page 2' }).click()
      await expect(pages).toContainText('4–6 of ')
      expect([lastRequest(questions, 'page'), lastRequest(questions, 'per_page')]).toEqual(['2', '3'])
      await page.getByLabel('Rows per page').selectOption('25')
      await expect.poll(() => lastRequest(questions, 'per_page')).toBe('25')
      await page.unroute(`**${appsPath}?*`)

      await page.goto('/admin/developer_apps?per_page=4&sort=internal_name')
      await expect(pages.getByLabel('Rows per page')).toHaveValue('4')
      await expect(pages).toContainText('1–4 of ')
      await pages.getByRole('button', { name: 'Page 2' }).click()
      await expect(page).toHaveURL(/page=2/)
      await expect(pages).toContainText('5–8 of ')
      for (const nonsense of ['0', '-1', '1.5', 'two']) {
        await page.goto(`/admin/developer_apps?per_page=4&sort=internal_name&page=${nonsense}`)
        await expect(pages, nonsense).toContainText('1–4 of ')
      }
      await page.goto('/admin/developer_apps?per_page=4&sort=internal_name&page=999')
      await expect(pages.locator('[aria-current="page"]')).toHaveAccessibleName(/^Page [3-9]/)
      await expect(page).not.toHaveURL(/page=999/)
      const { body } = await api.get(`${appsPath}?per_page=4&sort=internal_name&page=2`)
      await page.goto('/admin/developer_apps?per_page=4&sort=internal_name&page=2')
      await expect(cells(apps(page), 1)).toHaveText(
        (body as { internal_name: string }[]).map(({ internal_name }) => internal_name),
      )
    },
  )

  test('exports the filtered list as a CSV file', async ({ page }) => {
    await page.goto('/admin/developer_apps?filters[search]=paola&sort=internal_name')
    await expect(cells(apps(page), 1)).toHaveText(['Gantt Glider', 'Kilnworks Pours'])
    const [head, ...rows] = await exported(page, 'developer-apps.csv')
    expect(head?.join()).toBe(
      'id,internal_name,owner_name,owner_email,app_id,created_at,marketplace_listing_in_review_at,deleted_at',
    )
    expect(rows.map(([, name]) => name)).toEqual(['Gantt Glider', 'Kilnworks Pours'])
    await expect(heading(page)).toHaveText('Developer Apps')
  })

  test('returns to the filtered list when exporting requires signing in again', async ({ page }) => {
    const address = '/admin/developer_apps?filters[search]=paola&sort=internal_name'
    await page.goto(address)
    await expect(cells(apps(page), 1)).toHaveText(['Gantt Glider', 'Kilnworks Pours'])
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Export CSV' }).click()
    await expect(heading(page)).toHaveText('Sign In')
    await fillSignIn(page, demoEmail('staff'), demoPassword)
    await expect(cells(apps(page), 1)).toHaveText(['Gantt Glider', 'Kilnworks Pours'])
    expect(await exported(page, 'developer-apps.csv')).toHaveLength(3)
  })

  test('says when it cannot be loaded, and retries', async ({ page }) => {
    const isList = ({ pathname }: URL) => pathname === appsPath
    await page.route(isList, (route) => route.abort())
    await page.goto('/admin/developer_apps')
    const failure = page.getByRole('alert').filter({ hasText: 'An error occurred.' })
    await expect(failure).toBeVisible()
    await expectAccessible(page)
    await page.unroute(isList)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(apps(page)).toContainText('Permit Pilot')
  })
})

test.describe('the review queue', () => {
  test.beforeEach(async ({ signIn }) => signIn('staff'))

  test(
    'shows what is waiting, since when and of what kind',
    { tag: ['@AREV-04', '@AREV-05', '@AREV-06', '@AREV-10', '@AREV-11', '@AREV-12', '@AREV-13', '@AREV-15'] },
    async ({ page, api }) => {
      const questions = requests(page, queuePath)
      await page.goto('/admin/developer_apps/review_queue')
      await expect(queue(page).getByRole('columnheader')).toHaveText([
        'Name',
        'Owner Email',
        'In Review At',
        'In Review',
        'Marketplace Listing',
      ])
      await expect(box(page, 'In review')).toBeChecked()
      await expect(box(page, 'With deleted')).not.toBeChecked()
      expect(lastRequest(questions, 'filters[in_review]')).toBe('true')
      expect(lastRequest(questions, 'filters[with_deleted]')).toBe('false')
      expect(lastRequest(questions, 'per_page')).toBe('50')
      const row = queue(page).getByRole('row', { name: /Crane Watch/ })
      await expect(row.getByRole('cell')).toHaveText([
        'Crane Watch',
        'owner@demo.test',
        /^\d{4}-\d\d-\d\d$/,
        'Manifest',
        'New',
      ])
      const { body } = await api.get(`${queuePath}?filters[in_review]=true`)
      const waiting = body as { internal_name: string; app_version_in_review_at: string | null }[]
      const since = waiting.find((app) => app.internal_name === 'Crane Watch')?.app_version_in_review_at
      // The API sends the day in UTC, as year, month, day.
      await expect(row.getByRole('cell').nth(2)).toHaveText(since?.slice(0, 10) ?? 'a day')
      await expect(queue(page)).not.toContainText('Permit Pilot')

      await box(page, 'In review').uncheck()
      const idle = queue(page).getByRole('row', { name: /Permit Pilot/ })
      await expect(idle.getByRole('cell').nth(2)).toHaveText('N/A')
      await box(page, 'In review').check()
      await expect(queue(page)).not.toContainText('Permit Pilot')
      expect(new URL(page.url()).search).toBe('')
      await row.getByRole('link', { name: 'Crane Watch' }).click()
      await expect(page).toHaveURL(/\/admin\/developer_apps\/\d+$/)
      await expect(heading(page)).toContainText('Crane Watch')
    },
  )

  test(
    'can be filtered by user and by search, and sorted in three steps',
    { tag: ['@AREV-02', '@AREV-03', '@AREV-07', '@AREV-08', '@AREV-09'] },
    async ({ page }) => {
      await page.goto('/admin/developer_apps/review_queue')
      for (const column of [
        ['Name', 'internal_name'],
        ['Owner Email', 'owner'],
        ['In Review At', 'in_review_at'],
      ] as const) {
        await expectThreeSteps(page, queue(page), queuePath, column)
      }
      await pick(page, 'User', 'paola', 'Paola Ricci')
      await expect(cells(queue(page), 1)).toHaveText(['Gantt Glider'])
      await page.reload()
      await expect(page.getByRole('combobox', { name: 'User' })).toHaveValue('Paola Ricci')
      const [, ...rows] = await exported(page, 'review-queue.csv')
      expect(rows.map(([, name]) => name)).toEqual(['Gantt Glider'])
      await page.getByRole('button', { name: 'Remove Paola Ricci' }).click()
      await search(page).fill('crane')
      await expect(cells(queue(page), 1)).toHaveText(['Crane Watch'])
    },
  )
})

test(
  'the list of developers exports its filtered rows as CSV and is accessible',
  { tag: ['@ADEV-03'] },
  async ({ page, signIn }) => {
    await signIn('staff')
    await page.goto('/admin/developers?filters[search]=kilnworks')
    await expect(cells(list(page, 'Developers'), 1)).toHaveText(['Paola Ricci'])
    const [head, ...rows] = await exported(page, 'developers.csv')
    expect(head?.join()).toBe('id,name,company_name,email,procore_id,created_at,last_sign_in_at')
    expect(rows.map(([, name]) => name)).toEqual(['Paola Ricci'])
  },
)
