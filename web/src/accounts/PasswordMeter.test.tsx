import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { emulateForcedColors } from '../../testing/emulation.ts'
import { renderPart } from '../../testing/render.tsx'
import { PasswordMeter } from './PasswordMeter.tsx'

test('the filled part is visible in forced colors', async ({ onTestFinished }) => {
  await emulateForcedColors('active')
  onTestFinished(() => emulateForcedColors('none'))
  renderPart(<PasswordMeter password="correct-horse-battery-9" known={{}} isRefused={false} />)
  const meter = page.getByRole('meter')
  await expect.element(meter).toBeVisible()
  const filled = meter.element().querySelector('[data-filled]')
  if (!filled) throw new Error('nothing is filled')
  const canvas = getComputedStyle(document.body).backgroundColor
  expect(getComputedStyle(filled).backgroundColor).not.toBe(canvas)
})
