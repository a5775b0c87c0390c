import {
  listAdminDeveloperApps,
  listLiveAppIds,
  type AdminDeveloperAppRow,
} from '@trestle/domain/apps/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildAdminSession, now } from '../../testing/build.ts'
import { disconnect, reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
import { paths } from '../paths.ts'

const session = buildAdminSession()
const table = page.getByRole('table', { name: 'Developer Apps' })
const row = (name: string) => table.getByRole('row', { name: new RegExp(name) })
const warning = page.getByRole('status').filter({ hasText: 'could not be loaded' })

const buildRow = (overrides: Partial<AdminDeveloperAppRow>): AdminDeveloperAppRow => ({
  id: 7,
  internal_name: 'Crane Planner',
  owner: { id: 1, name: 'Dana Reyes', email: 'dana@example.test' },
  app_id: null,
  created_at: now,
  marketplace_listing_in_review_at: null,
  deleted_at: null,
  ...overrides,
})
const liveId = crypto.randomUUID()
const delistedId = crypto.randomUUID()
const rows = [
  buildRow({ id: 7, app_id: liveId, marketplace_listing_in_review_at: '2099-01-02T23:30:00.000Z' }),
  buildRow({ id: 8, internal_name: 'Ledger Bridge', app_id: delistedId }),
  buildRow({ id: 9, internal_name: 'Permit Pilot' }),
]

test(
  'an app is marked as published while its id is among the live ones',
  { tags: ['AAPP-10', 'AAPP-12', 'AAPP-13'] },
  async () => {
    reply(listAdminDeveloperApps, rows)
    disconnect(listLiveAppIds)
    renderPage(paths.adminApps(), { session })
    await expect.element(warning).toBeVisible()
    await expect.element(row('Crane Planner').getByRole('cell').nth(4)).toHaveTextContent('2099-01-02')
    const mark = (name: string) => row(name).getByRole('cell').nth(2)
    await expect.element(mark('Crane Planner')).toHaveTextContent('')
    reply(listLiveAppIds, [liveId])
    await warning.getByRole('button', { name: 'Retry' }).click()
    await expect.element(mark('Crane Planner')).toHaveTextContent('Published')
    await expect.element(mark('Ledger Bridge')).toHaveTextContent('')
    await expect.element(mark('Permit Pilot')).toHaveTextContent('')
    await expect.element(warning).not.toBeInTheDocument()
    expect(sent(listLiveAppIds).at(-1)?.query.app_id).toEqual([liveId, delistedId])
  },
)

test('the in-review filter is part of the address', { tags: ['AAPP-04', 'AAPP-10'] }, async () => {
  reply(listAdminDeveloperApps, ({ query }) => (query.filters?.in_review ? rows.slice(0, 1) : rows))
  reply(listLiveAppIds, [])
  renderPage(`${paths.adminApps()}?sort=-marketplace_listing_in_review_at`, { session })
  await expect.element(row('Ledger Bridge')).toBeVisible()
  await page.getByRole('checkbox', { name: 'In review' }).click()
  await expect.element(row('Ledger Bridge')).not.toBeInTheDocument()
  await expect.element(row('Crane Planner')).toBeVisible()
  expect(currentAddress()).toContain('filters[in_review]=true')
  expect(sent(listAdminDeveloperApps).at(-1)?.query).toMatchObject({
    sort: '-marketplace_listing_in_review_at',
    filters: { in_review: 'true' },
  })
})
