import { Button, Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectStill } from '../../testing/axe.ts'
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

const longReason =
  'Tick the box first, so that it is certain that someone has looked at the place for the crane.'

function TickFirst({ reason }: { reason: string }) {
  const [isTicked, setIsTicked] = useState(false)
  return (
    <Modal opened onClose={() => undefined} title="Move the crane">
      <Stack gap="md">
        <Checkbox
          label="The place is free"
          checked={isTicked}
          onChange={(event) => setIsTicked(event.currentTarget.checked)}
        />
        <DialogFooter reason={isTicked ? null : reason} reasonId="reason">
          <Button disabled={!isTicked}>Move</Button>
        </DialogFooter>
      </Stack>
    </Modal>
  )
}

test.each([
  [1440, 'Tick the box first.'],
  [390, 'Tick the box first.'],
  [1440, longReason],
  [320, longReason],
])('stays in place when its reason no longer applies, at %i px: %s', async (width, reason) => {
  await page.viewport(width, 844)
  renderPart(<TickFirst reason={reason} />)
  const shown = page.getByText(reason)
  const move = page.getByRole('button', { name: 'Move', exact: true })
  const boxes = () =>
    [page.getByRole('dialog'), page.getByRole('checkbox'), move].map((each) =>
      each.element().getBoundingClientRect().toJSON(),
    )
  await expect.element(shown).toBeVisible()
  await expectStill()
  const before = boxes()
  await page.getByRole('checkbox').click()
  await expect.element(move).toBeEnabled()
  expect(boxes()).toEqual(before)
  await expect.element(shown).not.toBeVisible()
  await page.getByRole('checkbox').click()
  await expect.element(shown).toBeVisible()
  expect(boxes()).toEqual(before)
})

test('has no empty line where there never was a reason', async () => {
  renderPart(
    <Modal opened onClose={() => undefined} title="Move the crane">
      <DialogFooter reason={null} reasonId="reason">
        <Button>Move</Button>
      </DialogFooter>
    </Modal>,
  )
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('button', { name: 'Move', exact: true })).toBeVisible()
  expect(dialog.element().querySelector('p')).toBeNull()
})
