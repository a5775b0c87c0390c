import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { RelativeTime } from './RelativeTime.tsx'
import { noteServerTime } from './serverTime.ts'

test('counts seconds, then minutes', { tags: ['NOTE-13'] }, async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: new Date(2026, 10, 20, 12) })
  renderPart(<RelativeTime at={new Date(2026, 10, 20, 11, 59, 30).toISOString()} />)
  await expect.element(page.getByText('30 seconds ago')).toBeVisible()
  vi.advanceTimersByTime(1000)
  await expect.element(page.getByText('31 seconds ago')).toBeVisible()
  vi.advanceTimersByTime(29_000)
  await expect.element(page.getByText('1 minute ago')).toBeVisible()
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(60_000)
  await expect.element(page.getByText('2 minutes ago')).toBeVisible()
  vi.useRealTimers()
})

test('counts from the time of the server if the clock of the browser is wrong', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 22, 12) })
  renderPart(<RelativeTime at={new Date(2026, 10, 20, 11, 57).toISOString()} />)
  noteServerTime(new Date(2026, 10, 20, 12).toUTCString())
  await expect.element(page.getByText('3 minutes ago')).toBeVisible()
})
