import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { noteServerTime, useServerNow } from './serverTime.ts'

const day = (date: number, hour = 12, minute = 0) => new Date(Date.UTC(2026, 10, date, hour, minute))

function ServerTime() {
  return new Date(useServerNow(false)).toISOString()
}

test('a clock that is more than a minute off is corrected by the time of the latest reply', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: day(20) })
  renderPart(<ServerTime />)
  await expect.element(page.getByText('2026-11-20T12:00:00.000Z')).toBeVisible()
  for (const [sent, shown] of [
    [day(18), day(18)],
    // A reply took a while.
    [day(18, 11, 59), day(18)],
    [day(23), day(23)],
    [day(20, 11, 59), day(20)],
  ] as const) {
    noteServerTime(sent.toUTCString())
    await expect.element(page.getByText(shown.toISOString())).toBeVisible()
  }
  for (const missing of [null, 'yesterday']) noteServerTime(missing)
  await expect.element(page.getByText(day(20).toISOString())).toBeVisible()
})
