import { listReviewQueue, type ReviewQueueRow } from '@trestle/domain/apps/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildAdminSession, now } from '../../testing/build.ts'
import { refuse, reply } from '../../testing/network.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
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
}
const table = page.getByRole('table', { name: 'Apps in the review queue' })
const inReview = page.getByRole('checkbox', { name: 'In review' })

test("shows which of the app's items are in review", async () => {
  reply(listReviewQueue, [row])
  renderPage(paths.reviewQueue(), { session })
  await expect.element(table.getByText('Marketplace', { exact: true })).toBeVisible()
  await expect.element(table.getByText('Manifest', { exact: true })).not.toBeInTheDocument()
})

test('lists only apps in review unless the filter is off', async () => {
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

test('lists deleted apps when asked to', async () => {
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
    const texts = table
      .getByRole('cell')
      .elements()
      .map(({ textContent }) => textContent)
    expect(texts).toEqual(['Crane Planner', 'dana@example.test', ...shown])
  },
)
