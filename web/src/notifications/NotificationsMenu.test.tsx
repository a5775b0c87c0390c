import { listNotifications } from '@trestle/domain/notifications/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { buildNotification } from '../../testing/build.ts'
import { hold, refuse, reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPart } from '../../testing/render.tsx'
import { queryClient } from '../http/queryClient.ts'
import { LatestNotifications } from './LatestNotifications.tsx'
import { NotificationsMenu } from './NotificationsMenu.tsx'
import { unreadNotifications } from './queries.ts'

const popover = page.getByRole('dialog', { name: 'Notifications' })

test('says that there are no notifications', async () => {
  reply(listNotifications, [])
  renderPart(<NotificationsMenu />)
  await page.getByRole('button', { name: 'Notifications', exact: true }).click()
  await expect.element(popover.getByText('No Notifications.')).toBeVisible()
})

test('does not show a failed load as an empty list', async () => {
  refuse(listNotifications, { code: 'internal', message: 'Something went wrong.' })
  renderPart(<NotificationsMenu />)
  await page.getByRole('button', { name: 'Notifications', exact: true }).click()
  await expect.element(popover.getByRole('alert')).toBeVisible()
  await expect.element(popover.getByText('No Notifications.')).not.toBeInTheDocument()
})

test('the bell opens a dialog, and not on the arrow keys of a menu', async () => {
  reply(listNotifications, [])
  renderPart(<NotificationsMenu />)
  const bell = page.getByRole('button', { name: 'Notifications', exact: true })
  await expect.element(bell).toHaveAttribute('aria-haspopup', 'dialog')
  bell.element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(bell).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('{Enter}')
  await expect.element(popover).toBeVisible()
  await expect.element(bell).toHaveAttribute('aria-expanded', 'true')
})

test('Escape closes the notifications and returns the focus to the bell', async () => {
  reply(listNotifications, [])
  renderPart(<NotificationsMenu />)
  const bell = page.getByRole('button', { name: 'Notifications', exact: true })
  await bell.click()
  await expect.element(popover.getByText('No Notifications.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(popover).not.toBeInTheDocument()
  await expect.element(bell).toHaveFocus()
})

test('the focus waits in the dialog for the notifications, so that the first one comes next', async () => {
  reply(listNotifications, [buildNotification({ title: 'Version 3' })])
  renderPart(<NotificationsMenu />)
  const bell = page.getByRole('button', { name: 'Notifications, 1 unread' })
  await expect.element(bell).toBeVisible()
  const load = hold(listNotifications)
  const dialog = page.getByRole('dialog', { name: 'Notifications', exact: true })
  bell.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('Loading')).toHaveFocus()
  load.release()
  await expect.element(dialog).toHaveFocus()
  await userEvent.tab()
  await expect.element(dialog.getByRole('link', { name: 'Learn More Version 3' })).toHaveFocus()
})

test('the bell shows the number of unread notifications', { tags: ['SHELL-08', 'NOTE-01'] }, async () => {
  reply(listNotifications, ({ query }) => (query.filters?.unread ? [buildNotification()] : []), { total: 12 })
  renderPart(<NotificationsMenu />)
  await expect.element(page.getByRole('button', { name: 'Notifications, 12 unread' })).toBeVisible()
})

test.each([
  [99, '99'],
  [100, '99+'],
])('the bell shows %i unread notifications as %s', async (total, shown) => {
  reply(listNotifications, ({ query }) => (query.filters?.unread ? [buildNotification()] : []), { total })
  renderPart(<NotificationsMenu />)
  await expect.element(page.getByText(shown, { exact: true })).toBeVisible()
})

test('the open list has what the bell counts', async () => {
  const latest = [buildNotification({ id: 4, title: 'Version 3' })]
  reply(listNotifications, () => latest)
  renderPart(<NotificationsMenu />)
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await expect.element(popover.getByRole('link', { name: 'Learn More Version 3' })).toBeVisible()
  latest.unshift(buildNotification({ id: 5, title: 'Version 4' }))
  await queryClient.refetchQueries({ queryKey: unreadNotifications().queryKey })
  await expect.element(page.getByRole('button', { name: 'Notifications, 2 unread' })).toBeInTheDocument()
  await expect.element(popover.getByRole('link', { name: 'Learn More Version 4' })).toBeVisible()
})

test.each([
  ['all notifications', 'See All Announcements', '/notifications'],
  ['a notification', 'Learn More Version 3', '/notifications/4'],
])('links to %s and closes', { tags: ['NOTE-08', 'NOTE-09'] }, async (_, link, address) => {
  const latest = [buildNotification({ id: 4, title: 'Version 3' })]
  reply(listNotifications, ({ query }) => (query.filters?.unread ? [] : latest))
  renderPart(<NotificationsMenu />)
  await page.getByRole('button', { name: 'Notifications', exact: true }).click()
  await popover.getByRole('link', { name: link }).click()
  await expect.poll(currentAddress).toBe(address)
  await expect.element(popover).not.toBeInTheDocument()
})

test(
  'lists the newest three with title, date, summary and a link',
  { tags: ['NOTE-03', 'NOTE-04', 'NOTE-05', 'NOTE-06', 'NOTE-07', 'NOTE-09'] },
  async () => {
    const created_at = new Date(2026, 3, 9, 12, 0).toISOString()
    reply(listNotifications, [
      buildNotification({ id: 4, title: 'Version 3', summary: 'So **bold**', created_at }),
      buildNotification({ id: 3, read_at: created_at }),
    ])
    renderPart(<LatestNotifications onFollow={() => undefined} />)
    const items = page.getByRole('listitem')
    await expect.element(items.first().getByRole('time')).toHaveTextContent('4/9/26')
    await expect.element(items.first().getByText('Unread')).toBeVisible()
    await expect.element(items.last().getByText('Unread')).not.toBeInTheDocument()
    await expect.element(items.first().getByRole('strong')).toHaveTextContent('bold')
    await expect
      .element(items.first().getByRole('link', { name: 'Learn More Version 3' }))
      .toHaveAttribute('href', '/notifications/4')
    expect(sent(listNotifications).map(({ query }) => query.per_page)).toEqual(['3'])
  },
)
