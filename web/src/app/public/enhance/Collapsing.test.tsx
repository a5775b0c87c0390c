import { afterEach, expect, test, vi } from 'vitest'
import { addCollapsing } from './collapsing.ts'

afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

/** Puts a text of a height in a box, as the server renders it, and returns the box and its button. */
function addText(height: number) {
  const box = document.createElement('div')
  box.toggleAttribute('data-collapsible')
  const text = document.createElement('p')
  text.style.height = `${height}px`
  box.append(text)
  const toggle = document.createElement('button')
  toggle.hidden = true
  document.body.append(box, toggle)
  return { text, isCollapsed: () => box.hasAttribute('data-tall') && !toggle.hidden }
}

test('a static page collapses a text taller than 66 px behind its button', { tags: ['CHG-12'] }, () => {
  const low = addText(66)
  const tall = addText(67)
  addCollapsing()
  expect([low.isCollapsed(), tall.isCollapsed()]).toEqual([false, true])
})

test(
  'a static page measures its texts again once the size of the window has not changed for 300 ms',
  { tags: ['SHELL-26'] },
  () => {
    const { text, isCollapsed } = addText(40)
    addCollapsing()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    text.style.height = '80px'
    window.dispatchEvent(new Event('resize'))
    vi.advanceTimersByTime(299)
    window.dispatchEvent(new Event('resize'))
    vi.advanceTimersByTime(299)
    expect(isCollapsed()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(isCollapsed()).toBe(true)
  },
)
