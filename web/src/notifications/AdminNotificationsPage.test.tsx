import {
  listAdminNotifications,
  updateNotification,
  type AdminNotification,
} from '@trestle/domain/notifications/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildAdminSession, now } from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { renderPage } from '../../testing/render.tsx'
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
])("says for %s why developers don't see it", async (_, overrides, text) => {
  reply(listAdminNotifications, [buildNotification(overrides)])
  renderPage(paths.adminNotifications(), { session })
  await expect.element(table.getByText(text)).toBeVisible()
})

test('hides a notification from its menu', async () => {
  reply(listAdminNotifications, [buildNotification()])
  reply(updateNotification, buildNotification({ visible: false }))
  renderPage(paths.adminNotifications(), { session })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Hide from developers' }).click()
  await expect.element(page.getByText('Hidden from developers')).toBeVisible()
  expect(sent(updateNotification)).toMatchObject([{ params: { id: '3' }, body: { visible: false } }])
})

test('shows a refused change', async () => {
  reply(listAdminNotifications, [buildNotification()])
  refuse(updateNotification, { code: 'not_found', message: 'This notification was deleted.' })
  renderPage(paths.adminNotifications(), { session })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Hide from developers' }).click()
  const refusal = page.getByRole('alert').filter({ hasText: "The notification wasn't changed" })
  await expect.element(refusal).toMatchTextContent('This notification was deleted.')
})

test('says that there are no notifications yet', async () => {
  reply(listAdminNotifications, [])
  renderPage(paths.adminNotifications(), { session })
  await expect.element(page.getByText('No notifications yet')).toBeVisible()
})
