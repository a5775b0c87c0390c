import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { countActive, Filters } from './Filters.tsx'

const render = (active: number) =>
  renderPart(
    <Filters active={active} search={<input type="search" aria-label="Search cranes" />}>
      <label>
        Place <input />
      </label>
    </Filters>,
  )

const search = page.getByRole('searchbox', { name: 'Search cranes' })
const field = page.getByRole('textbox', { name: 'Place' })

test('a phone shows the search, and unfolds the filters on request', async () => {
  await page.viewport(390, 800)
  render(2)
  const button = page.getByRole('button', { name: 'Filters (2)' })
  await expect.element(search).toBeVisible()
  await expect.element(field).not.toBeInTheDocument()
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  await button.click()
  await expect.element(button).toHaveAttribute('aria-expanded', 'true')
  await expect.element(field).toBeVisible()
  await button.click()
  await expect.element(field).not.toBeInTheDocument()
})

test('a wide screen always shows the filters', async () => {
  await page.viewport(1440, 800)
  render(0)
  await expect.element(field).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Filters' })).not.toBeInTheDocument()
})

test('only filters that are set are counted', () => {
  expect(countActive(0, '', undefined, false, 7, 'x', true)).toBe(3)
})
