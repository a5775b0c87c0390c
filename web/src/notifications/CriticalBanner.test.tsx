import { listNotifications, readNotification } from '@trestle/domain/notifications/contract.ts'
import { minuteMs } from '@trestle/domain/time/durations.ts'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { buildNotification, now } from '../../testing/build.ts'
import { hold, refuse, reply, sent } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { CriticalBanner } from './CriticalBanner.tsx'

const critical = buildNotification({ title: 'Rotate your secrets', critical: true })
const banner = page.getByRole('region', { name: 'Critical notifications' })

test(
  'shows a critical notification until it is closed, which counts as read',
  { tags: ['NOTE-32'] },
  async () => {
    reply(listNotifications, [critical])
    reply(readNotification, { ...critical, read_at: now })
    renderPart(<CriticalBanner />)
    await expect.element(banner).toMatchTextContent('Rotate your secrets')
    await expect
      .element(banner.getByRole('link', { name: 'Read more Rotate your secrets', exact: true }))
      .toHaveAttribute('href', '/notifications/3')
    reply(listNotifications, [])
    await banner.getByRole('button', { name: 'Close' }).click()
    await expect.element(banner).not.toBeInTheDocument()
    expect(sent(readNotification)).toMatchObject([{ params: { id: '3' } }])
  },
)

test('names three of many, with a link to the others', { tags: ['NOTE-32'] }, async () => {
  const many = [1, 2, 3, 4, 5].map((id) => buildNotification({ id, title: `Notice ${id}`, critical: true }))
  reply(listNotifications, many, { total: 60 })
  renderPart(<CriticalBanner />)
  await expect.element(banner).toMatchTextContent(/Notice 1.*Notice 2.*Notice 3/)
  await expect.element(banner).not.toMatchTextContent('Notice 4')
  await expect
    .element(banner.getByRole('link', { name: 'See 57 more critical notifications', exact: true }))
    .toHaveAttribute('href', '/notifications')
})

test('appears on a page that stays open, within a minute', { tags: ['NOTE-32'] }, async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  reply(listNotifications, [])
  renderPart(<CriticalBanner />)
  await expect.poll(() => sent(listNotifications)).toHaveLength(1)
  reply(listNotifications, [critical])
  // The timer starts once the list is there.
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(minuteMs)
  await expect.element(banner).toMatchTextContent('Rotate your secrets')
})

test('is not shown on the page of the notification', { tags: ['NOTE-32'] }, async () => {
  reply(listNotifications, [critical, buildNotification({ id: 4, title: 'Another', critical: true })])
  renderPart(<CriticalBanner />, { address: '/notifications/3' })
  await expect.element(banner).toMatchTextContent('Another')
  await expect.element(banner).not.toMatchTextContent('Rotate your secrets')
})

test('hides a closed notification immediately, and shows it again with the reason if that fails', async () => {
  reply(listNotifications, [critical])
  refuse(readNotification, { code: 'unavailable', message: 'Try again in a minute.' })
  const reading = hold(readNotification)
  renderPart(<CriticalBanner />)
  await banner.getByRole('button', { name: 'Close' }).click()
  await expect.element(banner.getByRole('alert')).not.toBeInTheDocument()
  reading.release()
  await expect
    .element(banner.getByRole('alert'))
    .toMatchTextContent(/Rotate your secrets.*Try again in a minute\./)
})
