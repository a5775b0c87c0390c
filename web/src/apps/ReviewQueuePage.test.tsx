import { listReviewQueue, type ReviewQueueRow } from '@trestle/domain/apps/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildAdminSession, buildSession, now } from '../../testing/build.ts'
import { recordDrawnTexts } from '../../testing/drawnTexts.ts'
import { expectThreeSteps } from '../../testing/lists.ts'
import { hold, refuse, reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { paths } from '../paths.ts'

const session = buildAdminSession()
const row: ReviewQueueRow = {
  id: 7,
  internal_name: 'Crane Planner',
  owner: { email: 'dana@example.test' },
  has_marketplace_listing_in_review: true,
  has_app_version_in_review: false,
  has_published_app: false,
  marketplace_listing_in_review_at: now,
  app_version_in_review_at: null,
  is_own: false,
}
const table = page.getByRole('table', { name: 'Apps in the review queue' })
const inReview = page.getByRole('checkbox', { name: 'In review' })

test.each([
  ['its listing', row, 0],
  [
    'its listing and a version',
    { ...row, has_app_version_in_review: true, app_version_in_review_at: now },
    1,
  ],
])('shows what of an app is in review: %s', async (_, app, versions) => {
  reply(listReviewQueue, [app])
  renderPage(paths.reviewQueue(), { session })
  await expect.element(table.getByText('Marketplace', { exact: true })).toBeVisible()
  expect(table.getByText('Manifest', { exact: true }).elements()).toHaveLength(versions)
})

test('marks an app that the reader works on, because they may not decide about it', async () => {
  reply(listReviewQueue, [
    { ...row, is_own: true },
    { ...row, id: 8, internal_name: 'Beam Board' },
  ])
  renderPage(paths.reviewQueue(), { session })
  await expect.element(table.getByRole('cell', { name: /^Crane Planner/ })).toMatchTextContent(/Your app/)
  expect(table.getByText('Your app').elements()).toHaveLength(1)
})

test('leads to the decision: to the versions, and to the listing', async () => {
  reply(listReviewQueue, [{ ...row, has_app_version_in_review: true, app_version_in_review_at: now }])
  renderPage(paths.reviewQueue(), { session })
  const link = (name: string) => table.getByRole('link', { name, exact: true })
  await expect.element(link('Manifest Crane Planner')).toHaveAttribute('href', paths.adminApp(7))
  await expect
    .element(link('Marketplace Crane Planner'))
    .toHaveAttribute('href', paths.adminApp(7, 'marketplace_listing'))
})

test('lists only apps in review unless the filter is off', { tags: ['AREV-04', 'AREV-06'] }, async () => {
  reply(listReviewQueue, ({ query }) => (query.filters?.in_review ? [] : [row]))
  renderPage(paths.reviewQueue(), { session })
  await expect.element(page.getByText('Nothing to review')).toBeVisible()
  await expect.element(inReview).toBeChecked()
  await inReview.click()
  await expect.element(table).toBeVisible()
  expect(currentAddress()).toBe('/admin/developer_apps/review_queue?filters[in_review]=false')
})

test('can retry a failed load', async () => {
  refuse(listReviewQueue, { code: 'internal', message: 'Something went wrong.' })
  renderPage(paths.reviewQueue(), { session })
  await expect.element(page.getByRole('alert')).toMatchTextContent('Something went wrong.')
  reply(listReviewQueue, [row])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(table.getByRole('link', { name: 'Crane Planner' })).toBeVisible()
})

test('lists deleted apps on request', { tags: ['AREV-05'] }, async () => {
  reply(listReviewQueue, ({ query }) =>
    query.filters?.with_deleted ? [row, { ...row, id: 8, internal_name: 'Deleted Planner' }] : [row],
  )
  renderPage(paths.reviewQueue(), { session })
  await expect.element(table.getByRole('link', { name: 'Crane Planner' })).toBeVisible()
  const withDeleted = page.getByRole('checkbox', { name: 'With deleted' })
  await expect.element(withDeleted).not.toBeChecked()
  await withDeleted.click()
  await expect.element(table.getByRole('link', { name: 'Deleted Planner' })).toBeVisible()
  expect(currentAddress()).toBe('/admin/developer_apps/review_queue?filters[with_deleted]=true')
})

const shownCells: [overrides: Partial<ReviewQueueRow>, date: string, kinds: string, listing: string][] = [
  [{ has_published_app: true }, '2026-11-20', 'Marketplace', 'Update'],
  [{}, '2026-11-20', 'Marketplace', 'New'],
  [
    { has_app_version_in_review: true, app_version_in_review_at: '2026-11-25T09:00:00.000Z' },
    '2026-11-25',
    'ManifestMarketplace',
    'New',
  ],
  [
    { has_app_version_in_review: true, app_version_in_review_at: '2026-11-15T09:00:00.000Z' },
    '2026-11-20',
    'ManifestMarketplace',
    'New',
  ],
  [
    {
      has_app_version_in_review: true,
      app_version_in_review_at: '2026-11-15T09:00:00.000Z',
      has_marketplace_listing_in_review: false,
      marketplace_listing_in_review_at: null,
    },
    '2026-11-15',
    'Manifest',
    'New',
  ],
]

test.each(shownCells)(
  'shows the later date, what is in review, and whether the listing is new (%j)',
  { tags: ['AREV-10', 'AREV-12', 'AREV-13'] },
  async (overrides, ...shown) => {
    reply(listReviewQueue, [{ ...row, ...overrides }])
    renderPage(paths.reviewQueue(), { session })
    await expect.element(table.getByRole('link', { name: 'Crane Planner' })).toBeVisible()
    expect(texts(table.getByRole('cell'))).toEqual(['Crane Planner', 'dana@example.test', ...shown])
  },
)

test(
  'shows what is waiting, since when and of what kind',
  { tags: ['AREV-10', 'AREV-11', 'AREV-12', 'AREV-13', 'AREV-15'] },
  async () => {
    const manifest = {
      has_marketplace_listing_in_review: false,
      has_app_version_in_review: true,
      marketplace_listing_in_review_at: null,
      app_version_in_review_at: '2026-11-19T23:30:00.000Z',
    }
    reply(listReviewQueue, [{ ...row, ...manifest }])
    renderPage(paths.reviewQueue(), { session })
    await expect
      .poll(() => texts(table.getByRole('cell')))
      .toEqual(['Crane Planner', 'dana@example.test', '2026-11-19', 'Manifest', 'New'])
    const heads = ['Name', 'Owner Email', 'In Review At', 'In Review', 'Marketplace Listing']
    expect(texts(table.getByRole('columnheader'))).toEqual(heads)
    expect(sent(listReviewQueue)[0]?.query).toMatchObject({
      per_page: '50',
      filters: { in_review: 'true', with_deleted: 'false' },
    })
    await expect
      .element(table.getByRole('link', { name: 'Crane Planner' }))
      .toHaveAttribute('href', '/admin/developer_apps/7')
  },
)

test(
  'can be sorted in three steps and searched',
  { tags: ['AREV-02', 'AREV-03', 'AREV-07', 'AREV-08', 'AREV-09'] },
  async () => {
    reply(listReviewQueue, [row])
    renderPage(paths.reviewQueue(), { session })
    await expectThreeSteps(table, 'Name', 'internal_name')
    await expectThreeSteps(table, 'Owner Email', 'owner')
    await expectThreeSteps(table, 'In Review At', 'in_review_at')
    await page.getByRole('searchbox').fill('crane')
    await expect.poll(currentAddress).toBe('/admin/developer_apps/review_queue?filters[search]=crane')
    expect(sent(listReviewQueue).flatMap(({ query }) => query.sort ?? [])).toEqual([
      'internal_name',
      '-internal_name',
      'owner',
      '-owner',
      'in_review_at',
      '-in_review_at',
    ])
  },
)

test('does not exist for anyone but platform admins', { tags: ['AREV-01'] }, async () => {
  renderPage(paths.reviewQueue(), { session: buildSession({ developer: { is_employee: true } }) })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  expect(sent(listReviewQueue)).toEqual([])
})

test('another order draws its heading, and what loads later draws the rows', async () => {
  reply(listReviewQueue, [row])
  renderPage(paths.reviewQueue(), { session })
  await expect.element(table.getByText('New', { exact: true })).toBeVisible()
  const drawn = recordDrawnTexts()
  const { release } = hold(listReviewQueue)
  await table.getByRole('button', { name: 'Name' }).click()
  await expect
    .element(table.getByRole('columnheader', { name: 'Name' }))
    .toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(() => sent(listReviewQueue)).toHaveLength(2)
  // The page's own parts, but not the shell, the filters, the rows and the pages.
  expect(drawn).toContain('apps.queue.title')
  const others = ['shell.skipLink', 'apps.queue.user', 'apps.queue.new', 'ui.range']
  expect(drawn.filter((key) => others.includes(key))).toEqual([])
  reply(listReviewQueue, [row, { ...row, id: 8 }])
  release()
  await expect.poll(() => drawn).toContain('apps.queue.new')
})
