import { listNotifications, readAllNotifications } from '@trestle/domain/notifications/contract.ts'
import { expect, test, vi } from 'vitest'
import { page, type Locator } from 'vitest/browser'
import { buildNotification, now } from '../../testing/build.ts'
import { hold, refuse, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { paths } from '../paths.ts'
import { NotificationsPage } from './NotificationsPage.tsx'

const cards = page.getByRole('listitem')

test('an empty list differs from a loading one', { tags: ['NOTE-18', 'NOTE-19', 'NOTE-20'] }, async () => {
  reply(listNotifications, [])
  const loading = hold(listNotifications)
  renderPart(<NotificationsPage />, { address: paths.notifications() })
  await expect.element(page.getByText('Loading', { exact: true })).toBeVisible()
  await expect.element(page.getByText('No Notifications.')).not.toBeInTheDocument()
  loading.release()
  await expect.element(page.getByText('No Notifications.', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Check back later', { exact: true })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Follow announcements in a feed reader or chat channel' }))
    .toHaveAttribute('href', paths.accountFeed())
})

test('can retry a failed load', async () => {
  refuse(listNotifications, { code: 'internal', message: 'Something went wrong.' })
  renderPart(<NotificationsPage />, { address: paths.notifications() })
  await expect.element(page.getByRole('alert')).toMatchTextContent('Something went wrong.')
  reply(listNotifications, [buildNotification()])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(cards.getByRole('heading', { name: 'Maintenance' })).toBeVisible()
})

test.each([
  [new Date(2026, 3, 9, 11, 59, 30), '30 seconds ago'],
  [new Date(2026, 3, 9, 11, 15), '45 minutes ago'],
  [new Date(2026, 3, 9, 0, 0), '12 hours ago'],
  [new Date(2026, 3, 8, 16, 5), 'Yesterday at 4:05 pm'],
  [new Date(2026, 3, 7, 9, 30), 'April 7th 2026, 9:30 am'],
])(
  'a card of %s shows "%s" at noon on April 9th',
  { tags: ['NOTE-13', 'NOTE-14'] },
  async (written, text) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 3, 9, 12, 0) })
    reply(listNotifications, [buildNotification({ created_at: written.toISOString() })])
    renderPart(<NotificationsPage />, { address: paths.notifications() })
    await expect.element(cards.getByRole('time')).toHaveTextContent(text)
  },
)

test(
  'the list shows cards in the order of the server, cut at 160 characters, with unread ones marked in text',
  { tags: ['NOTE-02', 'NOTE-10', 'NOTE-11', 'NOTE-12', 'NOTE-15', 'NOTE-16', 'NOTE-17', 'NOTE-21'] },
  async () => {
    reply(listNotifications, [
      buildNotification({ id: 4, title: 'Version 3', summary: `${'a'.repeat(160)} and more` }),
      buildNotification({ read_at: now }),
    ])
    renderPart(<NotificationsPage />, { address: paths.notifications() })
    await expect.element(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
    await expect
      .poll(() => texts(cards.getByRole('link')))
      .toEqual(['Read More Version 3', 'Read More Maintenance'])
    await expect.element(cards.first().getByRole('heading')).toHaveTextContent('Version 3')
    await expect.element(cards.first()).toMatchTextContent('Unread')
    await expect.element(cards.first()).toMatchTextContent('aaa')
    await expect.element(cards.first()).not.toMatchTextContent('and more')
    await expect.element(cards.last()).not.toMatchTextContent('Unread')
  },
)

test(
  'an unread card differs by the edge of its box and by a bolder title',
  { tags: ['NOTE-17'] },
  async () => {
    reply(listNotifications, [buildNotification({ id: 4 }), buildNotification({ read_at: now })])
    renderPart(<NotificationsPage />, { address: paths.notifications() })
    await expect.element(cards.last()).toBeVisible()
    const look = (card: Locator) => ({
      edge: getComputedStyle(card.element()).borderInlineStartColor,
      weight: Number(getComputedStyle(card.getByRole('heading').element()).fontWeight),
    })
    const [unread, read] = [look(cards.first()), look(cards.last())]
    expect(unread.edge).not.toBe(read.edge)
    expect(unread.weight).toBeGreaterThan(read.weight)
  },
)

test('marks all as read', async () => {
  reply(listNotifications, [buildNotification()])
  reply(readAllNotifications)
  renderPart(<NotificationsPage />, { address: paths.notifications() })
  await expect.element(cards).toMatchTextContent('Unread')
  const button = page.getByRole('button', { name: 'Mark all as read' })
  await expect.element(button).toBeVisible()
  reply(listNotifications, [buildNotification({ read_at: now })])
  await button.click()
  await expect.element(page.getByText('All notifications are marked as read')).toBeVisible()
  await expect.element(cards).not.toMatchTextContent('Unread')
  await expect.element(button).toBeVisible()
  expect(sent(readAllNotifications)).toHaveLength(1)
})

test('shows why the notifications were not marked as read', async () => {
  reply(listNotifications, [buildNotification()])
  refuse(readAllNotifications, { code: 'unavailable', message: 'Try again in a minute.' })
  renderPart(<NotificationsPage />, { address: paths.notifications() })
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect.element(page.getByText("The notifications weren't marked as read")).toBeVisible()
  await expect.element(page.getByText('Try again in a minute.')).toBeVisible()
})
