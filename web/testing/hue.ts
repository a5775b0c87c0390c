import type { Locator } from 'vitest/browser'
import { expect } from 'vitest'

const hues = {
  red: [345, 20],
  yellow: [25, 65],
  green: [90, 170],
  blue: [200, 255],
  magenta: [290, 340],
} as const
export type Hue = keyof typeof hues

function hueOf(element: Element): number {
  const [r = 0, g = 0, b = 0] = (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number)
  const angle = Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b)
  return ((angle * 180) / Math.PI + 360) % 360
}

/** Expects the text of a label to have a color of this name. */
export async function expectHue(label: Locator, name: Hue): Promise<void> {
  await expect.element(label).toBeVisible()
  const hue = hueOf(label.element())
  const [from, to] = hues[name]
  const isIn = from < to ? hue >= from && hue <= to : hue >= from || hue <= to
  expect(isIn, `a hue of ${Math.round(hue)} is ${name}`).toBe(true)
}
