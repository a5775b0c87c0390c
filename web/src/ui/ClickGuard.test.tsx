import { Button, Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { keepFocus } from './keepFocus.ts'

const field = page.getByRole('textbox', { name: 'Address' })
const count = page.getByRole('status')

/** Shows an error above its controls when the field loses the focus. */
function Form() {
  const [clicks, setClicks] = useState(0)
  const [isLeft, setLeft] = useState(false)
  const [isAll, setAll] = useState(false)
  const note = () => setClicks((before) => before + 1)
  return (
    <>
      <TextInput label="Address" onBlur={() => setLeft(true)} />
      {isLeft && <p style={{ height: 120 }}>Not an address</p>}
      <Button onClick={note}>Check</Button>
      <a href="#list" onClick={note}>
        List
      </a>
      <Checkbox
        label="All views"
        checked={isAll}
        onChange={(event) => {
          setAll(event.currentTarget.checked)
          note()
        }}
      />
      <output>{clicks}</output>
    </>
  )
}

test.each([
  ['button', 'Check'],
  ['link', 'List'],
  ['checkbox', 'All views'],
] as const)(
  'a click on a %s arrives although the field that it leaves shows an error',
  async (role, name) => {
    renderPart(<Form />)
    await field.click()
    const control = page.getByRole(role, { name })
    await control.click()
    await expect.element(count).toHaveTextContent('1')
    await expect.element(page.getByText('Not an address')).toBeVisible()
    await expect.element(control).toHaveFocus()
  },
)

test('a click on a label arrives and focuses its checkbox', async () => {
  renderPart(<Form />)
  await field.click()
  await page.getByText('All views').click()
  await expect.element(count).toHaveTextContent('1')
  await expect.element(page.getByRole('checkbox', { name: 'All views' })).toHaveFocus()
})

test('a click on a label arrives although the text of the field is selected, as Tab selects it', async () => {
  renderPart(<Form />)
  await field.fill('Harbor Street')
  const input = field.element()
  if (input instanceof HTMLInputElement) input.select()
  await page.getByText('All views').click()
  await expect.element(page.getByRole('checkbox', { name: 'All views' })).toBeChecked()
})

test('a press on a button that can be dragged does not prevent the drag', async () => {
  renderPart(
    <>
      <TextInput label="Address" />
      <span draggable>
        <Button>Move</Button>
      </span>
      <Button>Check</Button>
    </>,
  )
  await field.click()
  const allowsDrag = (name: string) => {
    const press = new MouseEvent('mousedown', { bubbles: true, cancelable: true })
    return page.getByRole('button', { name }).element().dispatchEvent(press)
  }
  expect([allowsDrag('Move'), allowsDrag('Check')]).toEqual([true, false])
})

test('a button that keeps the focus in its field keeps it there', async () => {
  renderPart(
    <>
      <TextInput label="Address" />
      <Button onMouseDown={keepFocus}>Suggestion</Button>
    </>,
  )
  await field.click()
  await page.getByRole('button', { name: 'Suggestion' }).click()
  await expect.element(field).toHaveFocus()
})

test('the label of a text field focuses it', async () => {
  renderPart(
    <>
      <TextInput label="First" />
      <TextInput label="Second" />
    </>,
  )
  await page.getByRole('textbox', { name: 'First' }).click()
  await page.getByText('Second').click()
  await expect.element(page.getByRole('textbox', { name: 'Second' })).toHaveFocus()
})
