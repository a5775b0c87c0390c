import {
  getNotification,
  listNotifications,
  readNotification,
} from '@trestle/domain/notifications/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildNotification, now } from '../../testing/build.ts'
import { hold, refuse, refuseInBackground, reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
import { paths } from '../paths.ts'

const notification = buildNotification()

test('opening a notification marks it as read once', { tags: ['NOTE-29'] }, async () => {
  reply(getNotification, notification)
  reply(readNotification, { ...notification, read_at: now })
  renderPage(paths.notification(3))
  reply(listNotifications, [])
  await expect.element(page.getByText('From 8 to 9.')).toBeVisible()
  await expect.poll(() => sent(readNotification)).toHaveLength(1)
})

test('does not mark as unread what is being read', { tags: ['NOTE-29'] }, async () => {
  reply(getNotification, buildNotification({ critical: true }))
  reply(readNotification, { ...notification, read_at: now })
  const reading = hold(readNotification)
  renderPage(paths.notification(3))
  reply(listNotifications, [])
  const main = page.getByRole('main')
  await expect.element(main.getByText('Critical', { exact: true })).toBeVisible()
  expect(main.getByText('Unread', { exact: true }).elements()).toEqual([])
  reading.release()
})

test('a notification stays readable when it could not be marked as read', async () => {
  reply(getNotification, notification)
  refuseInBackground(readNotification, { code: 'unavailable', message: 'Try again in a minute.' })
  renderPage(paths.notification(3))
  await expect.poll(() => sent(readNotification)).toHaveLength(1)
  await expect.element(page.getByText('From 8 to 9.')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('says that it loads until it is shown', async () => {
  reply(getNotification, buildNotification({ read_at: now }))
  const loading = hold(getNotification)
  renderPage(paths.notification(3))
  const status = page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })
  await expect.element(status).toBeInTheDocument()
  loading.release()
  await expect.element(page.getByText('From 8 to 9.')).toBeVisible()
  await expect.element(status).not.toBeInTheDocument()
})

test('leads back to the page of the list that it was opened from', { tags: ['NOTE-24'] }, async () => {
  reply(getNotification, buildNotification({ read_at: now }))
  renderPage(`${paths.notifications()}?page=3&per_page=20`)
  reply(listNotifications, [buildNotification({ read_at: now })], { total: 60 })
  await page
    .getByRole('main')
    .getByRole('link', { name: /Maintenance$/ })
    .click()
  await expect.element(page.getByText('From 8 to 9.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Notifications' }).click()
  await expect.poll(currentAddress).toBe(`${paths.notifications()}?page=3&per_page=20`)
})

test('leads back to the first page of the list when it was opened from elsewhere', async () => {
  reply(getNotification, buildNotification({ read_at: now }))
  reply(listNotifications, [])
  renderPage(paths.notification(3))
  await expect
    .element(page.getByRole('link', { name: 'Back to Notifications' }))
    .toHaveAttribute('href', paths.notifications())
})

test('a missing notification is not found', async () => {
  refuse(getNotification, { code: 'not_found', message: 'There is no such notification.' })
  renderPage(paths.notification(9))
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})

test(
  'shows title, time and body, and a link back; one that was read sends no PATCH',
  { tags: ['NOTE-24', 'NOTE-25', 'NOTE-26', 'NOTE-27', 'NOTE-28', 'NOTE-29'] },
  async () => {
    const created_at = new Date(2026, 3, 7, 9, 30).toISOString()
    const body = '| view |\n|---|\n| `schedule.task` |'
    reply(getNotification, buildNotification({ title: 'Side panels', body, created_at, read_at: now }))
    renderPage(paths.notification(3))
    await expect.element(page.getByRole('heading', { level: 1, name: 'Side panels' })).toBeVisible()
    await expect
      .element(page.getByRole('main').getByRole('time'))
      .toHaveTextContent('April 7th 2026, 9:30 am')
    await expect.element(page.getByRole('table').getByText('schedule.task')).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Back to Notifications' }))
      .toHaveAttribute('href', '/notifications')
    expect(sent(readNotification)).toEqual([])
  },
)
