import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { Flash } from './Flash.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
})

test('shows for 3 s, fades over 1 s and is gone', { tags: ['SHELL-19', 'ACC-05'] }, async () => {
  renderPart(<Flash>Confirmation email sent</Flash>)
  const flash = page.getByText('Confirmation email sent')
  await expect.poll(() => flash.elements().length).toBe(1)
  const box = () => page.getByRole('status').element().parentElement?.className ?? ''
  const shown = box()
  vi.advanceTimersByTime(2999)
  expect(box()).toBe(shown)
  vi.advanceTimersByTime(1)
  await expect.poll(box).not.toBe(shown)
  expect(flash.elements()).toHaveLength(1)
  vi.advanceTimersByTime(999)
  expect(flash.elements()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  await expect.poll(() => flash.elements().length).toBe(0)
})
