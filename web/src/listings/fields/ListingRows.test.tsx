import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../../testing/render.tsx'
import { ListingRows } from './ListingRows.tsx'

function Example({ readOnly = false, max = 3 }: { readOnly?: boolean; max?: number }) {
  const [rows, setRows] = useState<string[]>(['Plans lifts'])
  return (
    <ListingRows
      rows={rows}
      blank=""
      max={max}
      addLabel="Add feature"
      nameFor={(index) => `feature ${index + 1}`}
      readOnly={readOnly}
      onChange={setRows}
    >
      {(row, index, change) => (
        <input
          aria-label={`Feature ${index + 1}`}
          value={row}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
    </ListingRows>
  )
}

const feature = (number: number) => page.getByRole('textbox', { name: `Feature ${number}` })
const add = page.getByRole('button', { name: 'Add feature' })
const remove = (number: number) => page.getByRole('button', { name: new RegExp(`feature ${number}`) })

test('focuses a new row, up to the maximum', async () => {
  renderPart(<Example />)
  await add.click()
  await expect.element(feature(2)).toHaveFocus()
  await userEvent.keyboard('Warns of wind')
  await add.click()
  await expect.element(feature(3)).toHaveFocus()
  await expect.element(add).not.toBeInTheDocument()
})

test('removing a row keeps the others and moves the focus to the previous row', async () => {
  renderPart(<Example />)
  await add.click()
  await userEvent.keyboard('Warns of wind')
  await add.click()
  await userEvent.keyboard('Sends reports')
  await remove(2).click()
  await expect.element(feature(1)).toHaveFocus()
  await expect.element(feature(2)).toHaveValue('Sends reports')
  await expect.element(feature(3)).not.toBeInTheDocument()
})

test('the fields of all rows are equally wide', async () => {
  renderPart(<Example />)
  await add.click()
  await expect.element(feature(2)).toHaveFocus()
  const [left, right] = [remove(1), add].map((button) => button.element().getBoundingClientRect().left)
  expect(right).toBe(left)
})

test('adds and removes nothing when read-only', async () => {
  renderPart(<Example readOnly />)
  await expect.element(feature(1)).toBeVisible()
  await expect.element(add).not.toBeInTheDocument()
})
