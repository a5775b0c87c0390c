import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { Dropdown } from './Dropdown.tsx'

const trigger = page.getByRole('button', { name: 'Actions for Crane Planner' })
const item = (name: string | RegExp) => page.getByRole('menuitem', { name })

function open() {
  const chosen: string[] = []
  renderPart(
    <Dropdown
      name="Crane Planner"
      items={[
        { key: 'edit', label: 'Edit', onSelect: () => chosen.push('edit') },
        {
          key: 'remove',
          label: 'Remove',
          disabledReason: 'Only the owner removes it.',
          onSelect: () => chosen.push('remove'),
        },
        { key: 'open', label: 'Open', href: '/developer_apps/7' },
      ]}
    />,
  )
  return chosen
}

test('closes on Escape and returns the focus', async () => {
  const chosen = open()
  await trigger.click()
  await expect.element(item('Edit')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(trigger).toHaveFocus()
  expect(chosen).toEqual([])
})

test(
  'closes on a press elsewhere, and tells assistive technology whether it is open',
  { tags: ['SHELL-20'] },
  async () => {
    open()
    await expect.element(trigger).toHaveAttribute('aria-expanded', 'false')
    await trigger.click()
    await expect.element(trigger).toHaveAttribute('aria-expanded', 'true')
    await expect.element(item('Edit')).toBeVisible()
    await page.elementLocator(document.body).click({ position: { x: 700, y: 600 } })
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    await expect.element(trigger).toHaveAttribute('aria-expanded', 'false')
  },
)

test('says why a disabled item is disabled, and does nothing', async () => {
  const chosen = open()
  await trigger.click()
  await expect.element(item(/Only the owner removes it/)).toHaveAttribute('aria-disabled', 'true')
  await item(/^Remove/).click({ force: true })
  await expect.element(page.getByRole('menu')).toBeVisible()
  expect(chosen).toEqual([])
})

test('opens the page of a link', async () => {
  open()
  await trigger.click()
  await item('Open').click()
  await expect.poll(() => window.location.pathname).toBe('/developer_apps/7')
})

test('opens with Enter on the first item, and the arrow keys move through all items', async () => {
  const chosen = open()
  await expect.element(trigger).toBeVisible()
  trigger.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(item('Edit')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item(/^Remove/)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(chosen).toEqual([])
  await userEvent.keyboard('{ArrowUp}{Enter}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(trigger).toHaveFocus()
  expect(chosen).toEqual(['edit'])
})

test('the down arrow opens the menu', async () => {
  open()
  await expect.element(trigger).toBeVisible()
  trigger.element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(item('Edit')).toHaveFocus()
})
