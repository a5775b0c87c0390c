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
