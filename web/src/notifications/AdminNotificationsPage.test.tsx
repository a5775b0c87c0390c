import { getDraft } from '@trestle/domain/drafts/contract.ts'
import {
  deleteNotification,
  getAdminNotification,
  listAdminNotifications,
  listNotifications,
  updateNotification,
  type AdminNotification,
} from '@trestle/domain/notifications/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  buildAdminSession,
  buildNotification as buildShownNotification,
  buildSession,
  now,
} from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { paths } from '../paths.ts'

const session = buildAdminSession()
const buildNotification = (overrides: Partial<AdminNotification> = {}): AdminNotification => ({
  id: 3,
  title: 'Maintenance',
  summary: 'On Sunday.',
  body: 'From 8 to 9.',
  created_at: now,
  updated_at: now,
  read_at: null,
  critical: false,
  draft: false,
  show_after: null,
  visible: true,
  visible_by_show_after: true,
  href: '/notifications/3',
  ...overrides,
})
const table = page.getByRole('table', { name: 'Notifications' })
const menu = page.getByRole('button', { name: 'Actions for Maintenance' })

test.each([
  ['a draft', { draft: true }, 'No: a draft'],
  ['a hidden one', { visible: false }, 'No: hidden'],
  ['one for later', { visible_by_show_after: false, show_after: '2027-01-01' }, 'No: from 2027-01-01'],
])("says for %s why developers don't see it", { tags: ['ANOTE-07'] }, async (_, overrides, text) => {
  reply(listAdminNotifications, [buildNotification(overrides)])
  renderPage(paths.adminNotifications(), { session })
  await expect.element(table.getByText(text)).toBeVisible()
})

test('hides a notification from its menu, for developers and in the list', async () => {
  reply(listAdminNotifications, [buildNotification()])
  // The menu's first item links to the form, which loads when the pointer passes over it.
  reply(getAdminNotification, buildNotification())
  reply(updateNotification, buildNotification({ visible: false }))
  renderPage(paths.adminNotifications(), { session })
  reply(listNotifications, [buildShownNotification()])
  const bell = (name: string) => page.getByRole('button', { name, exact: true })
  await expect.element(bell('Notifications, 1 unread')).toBeVisible()
  await menu.click()
  reply(listNotifications, [])
  reply(listAdminNotifications, [buildNotification({ visible: false })])
  await page.getByRole('menuitem', { name: 'Hide from developers' }).click()
  await expect.element(page.getByText('Hidden from developers')).toBeVisible()
  await expect.element(table.getByText('No: hidden')).toBeVisible()
  await expect.element(bell('Notifications')).toBeVisible()
  expect(sent(updateNotification)).toMatchObject([{ params: { id: '3' }, body: { visible: false } }])
})

test('a deleted notification is not in the list, and not behind Back', async () => {
  reply(listAdminNotifications, [buildNotification()])
  reply(getAdminNotification, buildNotification())
  reply(getDraft, { draft: null })
  reply(deleteNotification)
  renderPage(paths.adminNotifications(), { session })
  await table.getByRole('link', { name: 'Maintenance' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  reply(listAdminNotifications, [])
  refuse(getAdminNotification, { code: 'not_found', message: 'Not found.' })
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await expect.element(table.getByRole('link', { name: 'Maintenance' })).not.toBeInTheDocument()
  window.history.back()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})

test('shows a refused change', async () => {
  reply(listAdminNotifications, [buildNotification()])
  reply(getAdminNotification, buildNotification())
  refuse(updateNotification, { code: 'not_found', message: 'This notification was deleted.' })
  renderPage(paths.adminNotifications(), { session })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Hide from developers' }).click()
  const refusal = page.getByRole('alert').filter({ hasText: "The notification wasn't changed" })
  await expect.element(refusal).toMatchTextContent('This notification was deleted.')
})

test('searches notifications, keeps the search in the address, and clears it', async () => {
  const all = [buildNotification(), buildNotification({ id: 2, title: 'New hosts' })]
  reply(listAdminNotifications, ({ query }) =>
    all.filter(({ title }) => title.includes(query.filters?.search ?? '')),
  )
  renderPage(paths.adminNotifications(), { session })
  const search = page.getByRole('searchbox', { name: 'Search notifications' })
  await search.fill('hosts')
  await expect.element(table.getByRole('link', { name: 'Maintenance' })).not.toBeInTheDocument()
  await expect.element(table.getByRole('link', { name: 'New hosts' })).toBeVisible()
  expect(currentAddress()).toBe('/admin/notifications?filters[search]=hosts')
  await search.fill('nothing')
  await expect.element(page.getByText('No matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(table.getByRole('link', { name: 'Maintenance' })).toBeVisible()
  await expect.element(search).toHaveValue('')
})

test('says that there are no notifications yet', async () => {
  reply(listAdminNotifications, [])
  renderPage(paths.adminNotifications(), { session })
  await expect.element(page.getByText('No notifications yet')).toBeVisible()
})

test(
  'lists title, summary and marks, and links to the forms',
  { tags: ['ANOTE-01', 'ANOTE-02', 'ANOTE-03', 'ANOTE-04', 'ANOTE-05', 'ANOTE-06', 'ANOTE-07', 'ANOTE-30'] },
  async () => {
    reply(listAdminNotifications, [
      buildNotification({ critical: true }),
      buildNotification({ id: 2, title: 'Older' }),
    ])
    renderPage(paths.adminNotifications(), { session })
    const cells = table.getByRole('cell')
    await expect.poll(() => texts(cells).slice(0, 4)).toEqual(['Maintenance', 'On Sunday.', 'Yes', 'Yes'])
    expect(texts(cells).slice(5, 9)).toEqual(['Older', 'On Sunday.', 'Yes', 'No'])
    const heads = ['Title', 'Summary', 'Visible', 'Critical', 'Actions']
    expect(texts(table.getByRole('columnheader'))).toEqual(heads)
    await expect
      .element(table.getByRole('link', { name: 'Maintenance' }))
      .toHaveAttribute('href', '/admin/notifications/3/edit')
    await expect
      .element(page.getByRole('main').getByRole('link', { name: 'Create Notification' }))
      .toHaveAttribute('href', '/admin/notifications/new')
  },
)

test('does not exist for developers', { tags: ['ANOTE-29'] }, async () => {
  renderPage(paths.adminNotifications(), { session: buildSession() })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  expect(sent(listAdminNotifications)).toEqual([])
})
