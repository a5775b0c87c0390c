import type { Locator } from 'vitest/browser'
import { expect } from 'vitest'
import { isHue, toHueAngle, type Hue } from '../../scripts/testing/hues.ts'

/** Expects the text of a label to have a color of this name. */
export async function expectHue(label: Locator, name: Hue): Promise<void> {
  await expect.element(label).toBeVisible()
  const angle = toHueAngle(getComputedStyle(label.element()).color)
  expect(isHue(angle, name), `a hue of ${Math.round(angle)} is ${name}`).toBe(true)
}
