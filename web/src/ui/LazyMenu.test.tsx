import { Menu } from '@mantine/core'
import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { plantedFault } from '../../testing/faults.ts'
import { renderPart } from '../../testing/render.tsx'
import { lazyMenu, type LoadedMenuProps } from './LazyMenu.tsx'
import { bundleMessage } from './retry.ts'

const trigger = page.getByRole('button', { name: 'Actions' })
const entry = page.getByRole('menuitem', { name: 'Edit' })
const note = page.getByRole('textbox', { name: 'Note' })

function EditMenu({ trigger: target, opened, onChange }: LoadedMenuProps) {
  return (
    <Menu opened={opened} onChange={onChange}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item>Edit</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function renderMenu(load: () => Promise<ComponentType<LoadedMenuProps>>) {
  const EditActions = lazyMenu(load)
  renderPart(
    <>
      <input aria-label="Note" />
      <EditActions trigger={<button type="button">Actions</button>} />
    </>,
  )
}

/** A load that waits until the test ends it. */
function pendingLoad() {
  const { promise, resolve } = Promise.withResolvers<ComponentType<LoadedMenuProps>>()
  const state = { loads: 0 }
  const load = () => {
    state.loads += 1
    return promise
  }
  return { load, state, finish: () => resolve(EditMenu) }
}

test('loads once the focus or the pointer reaches its button, which stays until the menu opens', async () => {
  const { load, state, finish } = pendingLoad()
  renderMenu(load)
  await expect.element(trigger).toHaveAttribute('aria-haspopup', 'menu')
  expect(state.loads).toBe(0)
  trigger.element().focus()
  await trigger.hover()
  expect(state.loads).toBe(1)
  await userEvent.keyboard('{Enter}')
  await expect.element(trigger).toHaveFocus()
  await expect.element(trigger).toHaveAttribute('aria-expanded', 'false')
  finish()
  await expect.element(entry).toHaveFocus()
  await expect.element(trigger).toHaveAttribute('aria-expanded', 'true')
  expect(state.loads).toBe(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(trigger).toHaveFocus()
})

test(
  'asks for a reload in its own place if its code does not load',
  { tags: ['SHELL-30', 'SHELL-31'] },
  async () => {
    renderMenu(() => Promise.reject(new Error(plantedFault)))
    await note.fill('Typed before')
    await trigger.click()
    await expect.element(page.getByRole('button', { name: bundleMessage, exact: true })).toBeVisible()
    await expect.element(note).toHaveValue('Typed before')
  },
)
