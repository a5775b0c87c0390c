import { getAdminDeveloper, listAdminDevelopers } from '@trestle/domain/accounts/contract.ts'
import {
  listAdminDeveloperApps,
  listLiveAppIds,
  type AdminDeveloperAppRow,
} from '@trestle/domain/apps/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildAdminDeveloper, buildAdminSession, buildDeveloper, buildSession } from '../../testing/build.ts'
import { expectThreeSteps } from '../../testing/lists.ts'
import { disconnect, refuse, reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { paths } from '../paths.ts'

const session = buildAdminSession()
const row = (overrides: Partial<AdminDeveloperAppRow> = {}): AdminDeveloperAppRow => ({
  id: 7,
  internal_name: 'Crane Planner',
  owner: { id: 2, name: 'Kim Vance', email: 'kim@example.test' },
  app_id: null,
  created_at: '2026-03-01T12:00:00.000Z',
  marketplace_listing_in_review_at: null,
  deleted_at: null,
  ...overrides,
})
const kim = buildDeveloper({ id: 2, name: 'Kim Vance', email: 'kim@example.test' })
const table = page.getByRole('table', { name: 'Developer Apps' })
const box = (name: string) => page.getByRole('checkbox', { name })
const pages = page.getByRole('navigation', { name: 'Pages' })
const lastQuery = () => sent(listAdminDeveloperApps).at(-1)?.query

async function open(address = paths.adminApps(), rows: AdminDeveloperAppRow[] = [row()]) {
  reply(listLiveAppIds, [])
  reply(listAdminDeveloperApps, rows, { total: 12, perPage: 4, page: 1 })
  renderPage(address, { session })
  await expect.element(table).toBeVisible()
}

test(
  'shows each app with its owner and dates, and links to both',
  { tags: ['AAPP-10', 'AAPP-11', 'AAPP-14', 'AAPP-15', 'AAPP-19'] },
  async () => {
    await open(paths.adminApps(), [row({ deleted_at: '2026-04-02T12:00:00.000Z' })])
    await expect.poll(() => document.title).toBe('Developer Apps · Trestle')
    const heads = ['Name', 'Owner', 'Published', 'Created', 'In Review At', 'Deleted']
    expect(texts(table.getByRole('columnheader'))).toEqual(heads)
    await expect
      .poll(() => texts(table.getByRole('cell')))
      .toEqual(['Crane Planner', 'Kim Vancekim@example.test', '', '2026-03-01', 'N/A', '2026-04-02'])
    await expect
      .element(table.getByRole('link', { name: 'Crane Planner' }))
      .toHaveAttribute('href', '/admin/developer_apps/7')
    await expect
      .element(table.getByRole('link', { name: 'Kim Vance' }))
      .toHaveAttribute('href', '/admin/developers/2/edit')
    expect(lastQuery()).toMatchObject({ page: '1', per_page: '50' })
  },
)

test(
  'an app is marked as published while its id is among the live ones',
  { tags: ['AAPP-10', 'AAPP-12', 'AAPP-13'] },
  async () => {
    const [liveId, delistedId] = [crypto.randomUUID(), crypto.randomUUID()]
    const named = (name: string) => table.getByRole('row', { name: new RegExp(name) })
    const warning = page.getByRole('status').filter({ hasText: "couldn't be loaded" })
    reply(listAdminDeveloperApps, [
      row({ app_id: liveId, marketplace_listing_in_review_at: '2099-01-02T23:30:00.000Z' }),
      row({ id: 8, internal_name: 'Ledger Bridge', app_id: delistedId }),
      row({ id: 9, internal_name: 'Permit Pilot' }),
    ])
    disconnect(listLiveAppIds)
    renderPage(paths.adminApps(), { session })
    await expect.element(warning).toBeVisible()
    await expect.element(named('Crane Planner').getByRole('cell').nth(4)).toHaveTextContent('2099-01-02')
    const mark = (name: string) => named(name).getByRole('cell').nth(2)
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

test(
  'sorts by five columns in three steps, each starting at page 1',
  { tags: ['AAPP-07', 'AAPP-08', 'AAPP-10', 'AAPP-17'] },
  async () => {
    await open('/admin/developer_apps?page=2&per_page=4')
    const columns = [
      ['Name', 'internal_name'],
      ['Owner', 'owner'],
      ['Created', 'created_at'],
      ['In Review At', 'marketplace_listing_in_review_at'],
      ['Deleted', 'deleted_at'],
    ] as const
    for (const [name, sort] of columns) await expectThreeSteps(table, name, sort)
    expect(new URL(window.location.href).searchParams.get('page')).toBe(null)
    const sorts = sent(listAdminDeveloperApps).flatMap(({ query }) => query.sort ?? [])
    expect(sorts).toEqual(columns.flatMap(([, sort]) => [sort, `-${sort}`]))
    const published = table.getByRole('columnheader', { name: 'Published' })
    await expect.element(published.getByRole('button')).not.toBeInTheDocument()
  },
)

test(
  'filters by owner, state and deletion, each starting at page 1, and can be cleared',
  { tags: ['AAPP-02', 'AAPP-04', 'AAPP-05', 'AAPP-06', 'AAPP-16'] },
  async () => {
    await open('/admin/developer_apps?page=2&per_page=4')
    await expect.element(box('In review')).not.toBeChecked()
    await expect.element(box('With deleted')).not.toBeChecked()
    await box('In review').click()
    await box('With deleted').click()
    await expect
      .poll(currentAddress)
      .toBe('/admin/developer_apps?per_page=4&filters[in_review]=true&filters[with_deleted]=true')
    await expect.poll(() => lastQuery()?.filters).toMatchObject({ in_review: 'true', with_deleted: 'true' })
    await box('In review').click()
    await box('With deleted').click()
    await expect.poll(currentAddress).toBe('/admin/developer_apps?per_page=4')

    reply(listAdminDevelopers, [{ ...kim, suspended: false }])
    reply(getAdminDeveloper, buildAdminDeveloper(kim))
    const owner = page.getByRole('combobox', { name: 'Owner' })
    await owner.click()
    await page.getByRole('option', { name: /Kim Vance/ }).click()
    await expect.poll(currentAddress).toBe('/admin/developer_apps?per_page=4&filters[owner_id][]=2')
    await expect.element(owner).toHaveValue('Kim Vance')
    await page.getByRole('button', { name: 'Remove Kim Vance' }).click()
    await expect.poll(currentAddress).toBe('/admin/developer_apps?per_page=4')
  },
)

test(
  'a search starts at page 1, and can be cleared when nothing matches',
  { tags: ['AAPP-03', 'AAPP-16', 'SHELL-38', 'SHELL-39'] },
  async () => {
    await open('/admin/developer_apps?per_page=4&page=2')
    reply(listAdminDeveloperApps, ({ query }) => (query.filters?.search ? [] : [row()]))
    await page.getByRole('searchbox').fill('no such app')
    await expect.element(page.getByText('No matches')).toBeVisible()
    expect(currentAddress()).toBe('/admin/developer_apps?per_page=4&filters[search]=no such app')
    await expect
      .element(page.getByRole('link', { name: 'Export CSV' }))
      .toHaveAttribute('href', expect.stringContaining('search'))
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.element(page.getByRole('searchbox')).toHaveValue('')
    await expect.element(table).toBeVisible()
  },
)

test("adopts the server's page size, and moves to the next page", { tags: ['AAPP-15'] }, async () => {
  await open()
  await expect.element(pages).toMatchTextContent('1–4 of 12')
  reply(listAdminDeveloperApps, [row()], { total: 12, perPage: 4, page: 2 })
  await pages.getByRole('button', { name: 'Page 2' }).click()
  await expect.element(pages).toMatchTextContent('5–8 of 12')
  expect(lastQuery()).toMatchObject({ page: '2', per_page: '4' })
})

test('shows "10,000+" for a search that more rows match than it counts', async () => {
  await open()
  reply(listAdminDeveloperApps, [row()], { total: 10_000, relation: 'gte', perPage: 50 })
  await page.getByRole('searchbox').fill('crane')
  await expect.element(pages).toMatchTextContent('1–50 of 10,000+')
  await expect.element(page.getByRole('status').filter({ hasText: '10,000+ results' })).toBeInTheDocument()
})

test('can retry a failed load', { tags: ['ERR-05'] }, async () => {
  refuse(listAdminDeveloperApps, { code: 'internal', message: 'It broke.' })
  renderPage(paths.adminApps(), { session })
  const alert = page.getByRole('alert')
  await expect.element(alert.getByText('An error occurred', { exact: true })).toBeVisible()
  await expect.element(alert).toMatchTextContent('It broke.')
  reply(listLiveAppIds, [])
  reply(listAdminDeveloperApps, [row()])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(table).toBeVisible()
})

test('does not exist for anyone but platform admins', { tags: ['AAPP-01'] }, async () => {
  renderPage(paths.adminApps(), { session: buildSession({ developer: { is_employee: true } }) })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  expect(sent(listAdminDeveloperApps)).toEqual([])
})

test('a long name without spaces leaves room for the other columns', async () => {
  await page.viewport(1100, 800)
  await open(paths.adminApps(), [row({ internal_name: 'x'.repeat(100) })])
  await expect.element(table.getByRole('cell').first()).toBeVisible()
  const frame = page.getByRole('group', { name: 'Developer Apps' }).element()
  expect(frame.scrollWidth).toBe(frame.clientWidth)
})

test.each([
  [[2, 5], 'Kim Vance, Dana Reyes'],
  [[2, 5, 6], 'Kim Vance, Dana Reyes and 1 more'],
])('names the owners %j that the address filters by, and removes all of them', async (ids, shown) => {
  reply(getAdminDeveloper, ({ params: { id } }) =>
    buildAdminDeveloper({ id: Number(id), name: String(id) === '5' ? 'Dana Reyes' : 'Kim Vance' }),
  )
  const query = ids.map((id) => `filters[owner_id][]=${id}`).join('&')
  await open(`${paths.adminApps()}?${query}`)
  await expect.element(page.getByRole('combobox', { name: 'Owner' })).toHaveValue(shown)
  expect(lastQuery()).toMatchObject({ filters: { owner_id: ids.map(String) } })
  await page.getByRole('button', { name: `Remove ${shown}` }).click()
  await expect.element(page.getByRole('combobox', { name: 'Owner' })).toHaveValue('')
})
