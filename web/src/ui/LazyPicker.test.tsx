import type { ComponentType } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { plantedFault } from '../../testing/faults.ts'
import { renderPart } from '../../testing/render.tsx'
import {
  closedCombobox,
  lazyPicker,
  type LoadedPickerProps,
  type PickerPlaceholderProps,
} from './LazyPicker.tsx'
import { bundleMessage } from './retry.ts'

const field = page.getByRole('combobox', { name: 'Fruit' })
const other = page.getByRole('textbox', { name: 'Note' })

function Loaded({ typed }: LoadedPickerProps<object>) {
  return (
    <input
      {...closedCombobox}
      aria-label="Fruit"
      data-loaded
      defaultValue={typed}
      onClick={({ currentTarget }) => currentTarget.setAttribute('data-opened', '')}
    />
  )
}

const Placeholder = ({ typed, onTyped }: PickerPlaceholderProps) => (
  <input
    {...closedCombobox}
    aria-label="Fruit"
    value={typed}
    onChange={({ currentTarget }) => onTyped(currentTarget.value)}
  />
)

/** Renders a picker whose code arrives when the test releases it. */
function renderPicker() {
  const { promise, resolve } = Promise.withResolvers<ComponentType<LoadedPickerProps<object>>>()
  const Picker = lazyPicker<object>(() => promise, Placeholder)
  renderPart(
    <>
      <Picker />
      <input aria-label="Note" />
    </>,
  )
  return () => resolve(Loaded)
}

test('a picker loads without being used, and leaves the focus where it is', async () => {
  const release = renderPicker()
  await other.fill('Typed meanwhile')
  release()
  await expect.element(field).toHaveAttribute('data-loaded')
  await expect.element(other).toHaveFocus()
  await expect.element(field).not.toHaveAttribute('data-opened')
})

test('a picker takes over the focus and what was typed before it was loaded', async () => {
  const release = renderPicker()
  await expect.element(field).toBeVisible()
  await userEvent.tab()
  await userEvent.keyboard('pe')
  await expect.element(field).toHaveFocus()
  release()
  await expect.element(field).toHaveAttribute('data-loaded')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('pe')
  await expect.element(field).not.toHaveAttribute('data-opened')
})

test.each([
  ['a click', () => field.click()],
  ['an arrow key', () => userEvent.keyboard('{ArrowDown}')],
])('%s before the picker is loaded opens it', async (_, open) => {
  const release = renderPicker()
  await expect.element(field).toBeVisible()
  await userEvent.tab()
  await open()
  release()
  await expect.element(field).toHaveAttribute('data-opened')
  await expect.element(field).toHaveFocus()
})

test('a picker left before it is loaded gets no focus', async () => {
  const release = renderPicker()
  await field.click()
  await other.click()
  release()
  await expect.element(field).toHaveAttribute('data-loaded')
  await expect.element(other).toHaveFocus()
  await expect.element(field).not.toHaveAttribute('data-opened')
})

test(
  'a picker whose code does not load stays usable, asks for a reload once it is used, and can try again',
  { tags: ['SHELL-30', 'SHELL-31', 'SHELL-32'] },
  async () => {
    const state = { isLost: true, loads: 0 }
    const Picker = lazyPicker<object>(() => {
      state.loads += 1
      return state.isLost ? Promise.reject(new Error(plantedFault)) : Promise.resolve(Loaded)
    }, Placeholder)
    renderPart(
      <>
        <Picker />
        <input aria-label="Note" />
      </>,
    )
    await other.fill('Typed before')
    // Once the page is idle, it tries three times.
    await expect.poll(() => state.loads).toBe(3)
    await expect.element(field).toBeVisible()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await field.click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(bundleMessage)
    await expect.element(other).toHaveValue('Typed before')
    await expectAccessible()
    state.isLost = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(field).toHaveAttribute('data-loaded')
    await expect.element(other).toHaveValue('Typed before')
  },
)
