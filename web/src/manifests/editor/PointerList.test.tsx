import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../../testing/render.tsx'
import { ConversionNote } from './DraftNotes.tsx'

test('a converted manifest names the first parts that were left out, and the others on request', async () => {
  const dropped = Array.from({ length: 60 }, (_, index) => `/components/iframe/instances/${index}/name`)
  renderPart(<ConversionNote draft={{ basedOn: null, isConverted: true, dropped }} />)
  const items = page.getByRole('listitem')
  await expect.poll(() => items.elements()).toHaveLength(10)
  await page.getByRole('button', { name: 'Show all 60' }).click()
  await expect.poll(() => items.elements()).toHaveLength(60)
  await page.getByRole('button', { name: 'Show fewer' }).click()
  await expect.poll(() => items.elements()).toHaveLength(10)
})
