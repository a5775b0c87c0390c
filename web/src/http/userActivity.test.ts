import { dayMs } from '@trestle/domain/time/durations.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isUserIdle, watchUserActivity } from './userActivity.ts'

test.each(['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll'])(
  'a user is idle a minute after the last input, such as %s',
  (type) => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const page = new EventTarget()
    watchUserActivity(page)
    page.dispatchEvent(new Event(type))
    vi.advanceTimersByTime(59_999)
    expect(isUserIdle()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(isUserIdle()).toBe(true)
    page.dispatchEvent(new Event(type))
    expect(isUserIdle()).toBe(false)
  },
)

test('a user counts as idle after the clock was set back, until the next input', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const page = new EventTarget()
  watchUserActivity(page)
  page.dispatchEvent(new Event('keydown'))
  vi.setSystemTime(Date.now() - 2 * dayMs)
  expect(isUserIdle()).toBe(true)
  page.dispatchEvent(new Event('keydown'))
  expect(isUserIdle()).toBe(false)
})
