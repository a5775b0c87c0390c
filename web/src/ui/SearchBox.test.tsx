import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { SearchBox } from './SearchBox.tsx'

const searches: string[] = []

function Example() {
  const [value, setValue] = useState('crane')
  return (
    <>
      <SearchBox
        label="Search apps"
        value={value}
        onSearch={(search) => {
          searches.push(search)
          setValue(search)
        }}
      />
      <button type="button" onClick={() => setValue('')}>
        Clear filters
      </button>
    </>
  )
}

const box = page.getByRole('searchbox', { name: 'Search apps' })

function render() {
  searches.length = 0
  renderPart(<Example />)
}

test('searches once after a pause in typing', async () => {
  render()
  await box.fill('')
  await userEvent.type(box, 'safety ')
  await expect.poll(() => searches.at(-1)).toBe('safety')
  expect(searches).toEqual(['safety'])
})

test('searches at once on Enter', async () => {
  render()
  await box.fill('safety')
  await userEvent.keyboard('{Enter}')
  expect(searches).toEqual(['safety'])
})

test('clears the search with its X', async () => {
  render()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect.element(box).toHaveValue('')
  expect(searches).toEqual([''])
})

test('follows a search that is cleared from outside', async () => {
  render()
  await expect.element(box).toHaveValue('crane')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(box).toHaveValue('')
})
