import { maxSearch } from '@trestle/domain/http/paging.ts'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { SearchBox, searchDebounceMs } from './SearchBox.tsx'

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

afterEach(() => {
  vi.useRealTimers()
})

test('searches once typing has paused for 500 ms', { tags: ['SHELL-38', 'SHELL-39'] }, async () => {
  render()
  await box.fill('')
  await expect.poll(() => searches).toEqual([''])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await userEvent.keyboard('pao')
  vi.advanceTimersByTime(499)
  await userEvent.keyboard('l')
  vi.advanceTimersByTime(499)
  expect(searches).toEqual([''])
  vi.advanceTimersByTime(1)
  expect(searches).toEqual(['', 'paol'])
})

test('searches once after a pause in typing', async () => {
  render()
  await expect.element(box).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await box.fill('')
  await userEvent.keyboard('safety ')
  vi.advanceTimersByTime(searchDebounceMs)
  expect(searches).toEqual(['safety'])
})

test('searches once and immediately on Enter', async () => {
  render()
  await expect.element(box).toHaveValue('crane')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await box.fill('safety ')
  await userEvent.keyboard('{Enter}')
  expect(searches).toEqual(['safety'])
  vi.advanceTimersByTime(searchDebounceMs)
  expect(searches).toEqual(['safety'])
})

test('cuts pasted text to the length that lists accept', async () => {
  render()
  await box.click()
  await userEvent.keyboard('{Control>}a{/Control}')
  document.execCommand('insertText', false, 'x'.repeat(maxSearch + 1))
  await expect.poll(() => searches).toEqual(['x'.repeat(maxSearch)])
})

test('keeps what is typed while its search is applied', async () => {
  render()
  await box.fill('safety ')
  await expect.poll(() => searches).toEqual(['safety'])
  await expect.element(box).toHaveValue('safety ')
})

test('is called Search unless it has a label, and has no X while it is empty', async () => {
  renderPart(<SearchBox value="" onSearch={() => undefined} />)
  await expect.element(page.getByRole('searchbox', { name: 'Search' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Clear search' })).not.toBeInTheDocument()
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
