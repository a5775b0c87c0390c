import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { renderPart } from '../../testing/render.tsx'
import { missingSlave, QuickTipMaster, QuickTipSlave, useQuickTip } from './QuickTip.tsx'

const trigger = page.getByRole('button', { name: 'How long a session lasts' })
const tip = page.getByRole('note', { includeHidden: true })
const leave = () => userEvent.hover(document.documentElement, { position: { x: 1439, y: 899 }, force: true })

const label = 'How long a session lasts'

function Example() {
  const quickTip = useQuickTip()
  return (
    <>
      <QuickTipMaster tip={quickTip} label={label} />
      <QuickTipSlave tip={quickTip}>A session ends 14 days after its last use.</QuickTipSlave>
      <button type="button">Next</button>
    </>
  )
}

const Lonely = () => <QuickTipMaster tip={useQuickTip()} label={label} />

test(
  'opens by hover, keyboard and press, and Escape closes it',
  { tags: ['SHELL-22', 'SHELL-24'] },
  async () => {
    renderPart(<Example />)
    await expect.element(trigger).toHaveAttribute('aria-expanded', 'false')
    await expect.element(tip).not.toBeVisible()
    await trigger.hover()
    await expect.element(tip).toBeVisible()
    await leave()
    await expect.element(tip).not.toBeVisible()

    trigger.element().focus()
    await expect.element(trigger).toHaveAttribute('aria-expanded', 'true')
    await expect.element(tip).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(tip).not.toBeVisible()
    await expect.element(trigger).toHaveFocus()

    await userEvent.keyboard('{Enter}{Tab}')
    await expect.element(page.getByRole('button', { name: 'Next' })).toHaveFocus()
    await expect.element(tip).toBeVisible()
    await expectAccessible()
    await trigger.click()
    await expect.element(tip).not.toBeVisible()
  },
)

test('stays open while the pointer is on it', { tags: ['SHELL-24'] }, async () => {
  renderPart(<Example />)
  await trigger.hover()
  await expect.element(tip).toBeVisible()
  await tip.hover()
  await new Promise((resolve) => setTimeout(resolve, 400))
  await expect.element(tip).toBeVisible()
  await leave()
  await expect.element(tip).not.toBeVisible()
})

test('a missing one is logged', { tags: ['ERR-10'] }, async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  renderPart(<Lonely />)
  await expect.poll(() => info.mock.calls).toContainEqual([missingSlave(label)])
  expect(missingSlave(label)).toMatch(/^Quick tip ".+": the master has no slave element\.$/)
  info.mockRestore()
})
