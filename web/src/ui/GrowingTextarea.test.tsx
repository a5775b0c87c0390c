import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { GrowingTextarea } from './GrowingTextarea.tsx'

const field = page.getByRole('textbox', { name: 'Notes' })

/** Returns the height of the field's text area in lines. */
function lines(): number {
  const style = getComputedStyle(field.element())
  const frame = ['paddingTop', 'paddingBottom', 'borderTopWidth', 'borderBottomWidth'] as const
  const used = frame.reduce((sum, side) => sum + Number.parseFloat(style[side]), 0)
  return (field.element().getBoundingClientRect().height - used) / Number.parseFloat(style.lineHeight)
}

test('is as high as its text, within its limits', async () => {
  renderPart(<GrowingTextarea label="Notes" minRows={2} maxRows={4} />)
  await expect.element(field).toBeVisible()
  expect(lines()).toBeCloseTo(2, 1)
  await userEvent.fill(field, 'one\ntwo\nthree')
  expect(lines()).toBeCloseTo(3, 1)
  await userEvent.fill(field, Array.from({ length: 9 }, (_, line) => `line ${line}`).join('\n'))
  expect(lines()).toBeCloseTo(4, 1)
  await userEvent.fill(field, '')
  expect(lines()).toBeCloseTo(2, 1)
})

test('grows without a limit if it has none', async () => {
  const text = Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n')
  renderPart(<GrowingTextarea label="Notes" minRows={1} defaultValue={text} />)
  await expect.element(field).toBeVisible()
  expect(lines()).toBeCloseTo(30, 1)
})

test('breaks a long word instead of widening the page', async () => {
  renderPart(
    <div style={{ display: 'grid', maxWidth: 400 }}>
      <GrowingTextarea label="Notes" minRows={2} />
    </div>,
  )
  await userEvent.fill(field, 'x'.repeat(2000))
  expect(field.element().getBoundingClientRect().width).toBeLessThanOrEqual(400)
  expect(lines()).toBeGreaterThan(10)
})
