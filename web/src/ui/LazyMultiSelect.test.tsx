import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { LazyMultiSelect } from './LazyMultiSelect.tsx'

const fruit = ['Apple', 'Banana', 'Cherry', 'Date'].map((label) => ({ label, value: label.toLowerCase() }))

function Example() {
  const [value, setValue] = useState<string[]>([])
  return (
    <>
      <LazyMultiSelect label="Fruit" data={fruit} value={value} onChange={setValue} />
      <p>Chosen: {value.join(', ')}</p>
    </>
  )
}

const field = page.getByRole('combobox', { name: 'Fruit' })

async function reachField() {
  renderPart(<Example />)
  await expect.element(field).toBeVisible()
  await userEvent.tab()
  await expect.element(page.getByRole('option', { name: 'Apple' })).toBeVisible()
  await expect.element(field).toHaveFocus()
}

test('shows the focus around its box, as other fields do', async () => {
  await reachField()
  const box = field.element().closest('.mantine-Input-input')
  expect(box && getComputedStyle(box).outline).toContain('solid 2px')
})

test('goes on from the option that was chosen by keyboard', async () => {
  await reachField()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(page.getByText('Chosen: banana')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(page.getByText('Chosen: banana, cherry')).toBeVisible()
  await userEvent.keyboard('da{ArrowDown}{Enter}')
  await expect.element(page.getByText('Chosen: banana, cherry, date')).toBeVisible()
  await expect.element(field).toHaveValue('')
})
