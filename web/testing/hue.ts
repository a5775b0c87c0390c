import type { Locator } from 'vitest/browser'
import { expect } from 'vitest'
import { isHue, toHueAngle, type Hue } from '../../scripts/testing/hues.ts'

/** Expects the text of a label, or the background of a button, to have a color of this name. */
export async function expectHue(
  part: Locator,
  name: Hue,
  property: 'color' | 'backgroundColor' = 'color',
): Promise<void> {
  await expect.element(part).toBeVisible()
  const angle = toHueAngle(getComputedStyle(part.element())[property])
  expect(isHue(angle, name), `a hue of ${Math.round(angle)} is ${name}`).toBe(true)
}
