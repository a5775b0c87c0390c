import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { showFrom } from './showFrom.ts'

const box = (name: string, height: number, marginTop: number) => (
  <fieldset aria-label={name} tabIndex={-1} style={{ height, marginTop }} />
)

test('scrolls only to a box that is not in view, and to the start of one that is taller than the screen', async () => {
  await page.viewport(800, 600)
  renderPart(
    <>
      {box('in view', 100, 50)}
      {box('below', 100, 1000)}
      {box('tall', 2000, 1000)}
    </>,
  )
  const find = async (name: string) => {
    const locator = page.getByRole('group', { name })
    await expect.element(locator).toBeInTheDocument()
    return locator.element() as HTMLElement
  }
  const inView = await find('in view')
  showFrom(inView)
  expect(window.scrollY).toBe(0)
  expect(document.activeElement).toBe(inView)
  const below = await find('below')
  showFrom(below)
  await expect.poll(() => below.getBoundingClientRect().bottom).toBeLessThanOrEqual(600)
  const tall = await find('tall')
  showFrom(tall)
  await expect.poll(() => Math.abs(tall.getBoundingClientRect().top)).toBeLessThan(100)
})
