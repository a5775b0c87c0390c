import { Button, Stack } from '@mantine/core'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { DialogFooter } from './DialogFooter.tsx'
import { Modal } from './Modal.tsx'

afterEach(() => page.viewport(1280, 900))

function render(height = '0') {
  renderPart(
    <Modal opened onClose={() => undefined} title="Move the crane">
      <Stack gap="md">
        <div style={{ height }} />
        <DialogFooter reason="Choose a place first." reasonId="reason">
          <Button variant="default">Cancel</Button>
          <Button disabled aria-describedby="reason">
            Move
          </Button>
        </DialogFooter>
      </Stack>
    </Modal>,
  )
}

const boxOf = (name: string) =>
  page.getByRole('button', { name, exact: true }).element().getBoundingClientRect()

test.each([1440, 390, 320])(
  'shows the reason above the buttons, which end the row, at %i px',
  async (width) => {
    await page.viewport(width, 844)
    render()
    const reason = page.getByText('Choose a place first.')
    await expect.element(reason).toBeVisible()
    const { bottom, right } = reason.element().getBoundingClientRect()
    expect(boxOf('Cancel').top).toBeGreaterThanOrEqual(bottom)
    expect(boxOf('Move').top).toBe(boxOf('Cancel').top)
    expect(boxOf('Move').left).toBeGreaterThan(boxOf('Cancel').right)
    expect(Math.round(boxOf('Move').right)).toBe(Math.round(right))
  },
)

test.each([
  [844, true],
  [400, false],
])('stays visible below long content in a window %i px high: %s', async (height, isVisible) => {
  await page.viewport(390, height)
  render('100rem')
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  const isInside = () => boxOf('Move').bottom <= dialog.element().getBoundingClientRect().bottom
  await expect.poll(isInside).toBe(isVisible)
})
