import { expect, type Page } from '@playwright/test'

/** A tenth of what web.dev considers good. */
const largestSum = 0.01

interface Shift {
  value: number
  sources: string[]
}

declare global {
  var shifts: Shift[]
}

/** Runs in the browser. */
function observeShifts() {
  globalThis.shifts = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = entry as PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
      }
      if (shift.hadRecentInput) continue
      const sources = shift.sources.map(({ node, previousRect, currentRect }) => {
        const element = node instanceof Element ? node : node?.parentElement
        const name = element ? `${element.tagName} ${element.className}` : 'removed'
        return `${name} ${previousRect.y} → ${currentRect.y}, ${previousRect.height} → ${currentRect.height}`
      })
      globalThis.shifts.push({ value: shift.value, sources })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Records how the layout of every document that the page opens from now on shifts. */
export const recordShifts = (page: Page): Promise<unknown> => page.addInitScript(observeShifts)

/** Expects that the layout of the document has not shifted more than a reader notices. */
export async function expectNoShift(page: Page): Promise<void> {
  const shifts = await page.evaluate(() => globalThis.shifts)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  const screen = `${page.url()} at ${page.viewportSize()?.width} px`
  expect.soft(sum, `layout shifts of ${screen}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(largestSum)
}
