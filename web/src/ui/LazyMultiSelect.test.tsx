import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { LazyMultiSelect } from './LazyMultiSelect.tsx'
import { LazySelect } from './LazySelect.tsx'

const fruit = ['Apple', 'Banana', 'Cherry', 'Date', 'Elderberry'].map((label) => ({
  label,
  value: label.toLowerCase(),
}))

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

test('continues from the option that was chosen by keyboard', async () => {
  await reachField()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await expect.element(page.getByText('Chosen: banana')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(page.getByText('Chosen: banana, cherry')).toBeVisible()
  await userEvent.keyboard('da{ArrowDown}{Enter}')
  await expect.element(page.getByText('Chosen: banana, cherry, date')).toBeVisible()
  await expect.element(field).toHaveValue('')
})

test('looks like a read-only text field if it is read-only', async () => {
  const unchanged = () => undefined
  renderPart(
    <>
      <LazyMultiSelect label="Fruit" data={fruit} value={['apple']} onChange={unchanged} readOnly />
      <LazySelect label="Pick" data={fruit} value="apple" onChange={unchanged} readOnly />
      <TextInput label="Note" value="Ripe" readOnly />
      <LazySelect label="Other" data={fruit} value="apple" onChange={unchanged} />
    </>,
  )
  await expect.poll(() => document.querySelectorAll('.mantine-Select-input')).toHaveLength(2)
  await expect.poll(() => document.querySelectorAll('.mantine-MultiSelect-input')).toHaveLength(1)
  const looks = [...document.querySelectorAll('.mantine-Input-input')].map((box) => {
    const { backgroundColor, borderColor } = getComputedStyle(box)
    return [backgroundColor, borderColor].join()
  })
  const [severalOf, oneOf, text, editable] = looks
  expect([severalOf, oneOf]).toEqual([text, text])
  expect(editable).not.toBe(text)
})

const labels = () =>
  page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => textContent)

test('shows options that begin with what was typed first', async () => {
  await reachField()
  await userEvent.keyboard('E')
  await expect.poll(labels).toEqual(['Elderberry', 'Apple', 'Cherry', 'Date'])
})

test('Enter picks the first match of what was typed, and nothing if nothing is typed', async () => {
  const submits: string[] = []
  renderPart(
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submits.push('form')
      }}
    >
      <Example />
    </form>,
  )
  await expect.element(field).toBeVisible()
  await userEvent.tab()
  const active = page.getByRole('option', { name: 'Elderberry' })
  await expect.element(active).toBeVisible()
  await userEvent.keyboard('e')
  await expect.element(active).toHaveAttribute('data-combobox-selected')
  await expect.element(field).toHaveAttribute('aria-activedescendant', active.element().id)
  await userEvent.keyboard('{Backspace}')
  await expect.poll(labels).toHaveLength(fruit.length)
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('rr')
  await expect.poll(labels).toEqual(['Cherry', 'Elderberry'])
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.element(page.getByText('Chosen: cherry', { exact: true })).toBeVisible()
  await expect.element(field).toHaveValue('')
  expect(submits).toEqual([])
})
