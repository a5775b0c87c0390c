import { afterEach, expect, test, vi } from 'vitest'
import { addCopying } from './copying.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

test('a second copy shows its notice as long as the first one', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  document.body.innerHTML =
    '<button data-copy="text" data-copied-text="Copied">Copy</button><output></output>'
  const notice = document.querySelector('output')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  addCopying()
  const copy = async () => {
    document.querySelector('button')?.click()
    await vi.advanceTimersByTimeAsync(1000)
  }
  await copy()
  await copy()
  expect(notice?.value).toBe('Copied')
  vi.advanceTimersByTime(500)
  expect(notice?.value).toBe('')
})
