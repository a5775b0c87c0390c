import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { Pager, type PagerProps } from './Pager.tsx'

function render(props: Pick<PagerProps, 'page' | 'perPage' | 'total' | 'relation'>) {
  const chosen: string[] = []
  renderPart(
    <Pager
      {...props}
      onPage={(next) => chosen.push(`page ${next}`)}
      onPerPage={(size) => chosen.push(`size ${size}`)}
    />,
  )
  return chosen
}

const pages = page.getByRole('navigation', { name: 'Pages' })

test('shows the range of rows, and turns to the next and the previous page', async () => {
  const chosen = render({ page: 2, perPage: 10, total: 25 })
  await expect.element(pages.getByText('11–20 of 25')).toBeVisible()
  await expect.element(pages.getByRole('button', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
  await pages.getByRole('button', { name: 'Next page' }).click()
  await pages.getByRole('button', { name: 'Previous page' }).click()
  await expect.poll(() => chosen).toEqual(['page 3', 'page 1'])
})

test('has no next page on the last page', async () => {
  render({ page: 3, perPage: 10, total: 25 })
  await expect.element(pages.getByText('21–25 of 25')).toBeVisible()
  await expect
    .element(pages.getByRole('button', { name: 'Next page' }))
    .toHaveAttribute('aria-disabled', 'true')
  await expect.element(pages.getByRole('button', { name: 'Page 1' })).toBeVisible()
})

test.each([
  ['Next page', 2, '21–25 of 25'],
  ['Previous page', 2, '1–10 of 25'],
])('%s keeps the focus at the end, where it does nothing', async (name, start, range) => {
  const turns: number[] = []
  function Pages() {
    const [current, setCurrent] = useState(start)
    const turn = (next: number) => {
      turns.push(next)
      setCurrent(next)
    }
    return <Pager page={current} perPage={10} total={25} onPage={turn} />
  }
  renderPart(<Pages />)
  const button = pages.getByRole('button', { name })
  await expect.element(button).toBeVisible()
  button.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(pages.getByText(range)).toBeVisible()
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button).toHaveFocus()
  expect(turns).toHaveLength(1)
})

test('has no page buttons for a single page, but a choice of page size', async () => {
  const chosen = render({ page: 1, perPage: 50, total: 12 })
  await pages.getByRole('combobox', { name: 'Rows per page' }).selectOptions('10')
  await expect.element(pages.getByRole('button', { name: 'Page 1' })).not.toBeInTheDocument()
  await expect.poll(() => chosen).toEqual(['size 10'])
})

test('shows nothing for an empty list', async () => {
  renderPart(
    <>
      <Pager page={1} perPage={50} total={0} onPage={() => undefined} />
      <p>After the pager</p>
    </>,
  )
  await expect.element(page.getByText('After the pager')).toBeVisible()
  await expect.element(pages).not.toBeInTheDocument()
})

test('shows that a search found more rows than it counts, and ends at the last page that it returns', async () => {
  const chosen = render({ page: 199, perPage: 50, total: 10_000, relation: 'gte' })
  await expect.element(pages.getByText('9,901–9,950 of 10,000+')).toBeVisible()
  await pages.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(() => chosen).toEqual(['page 200'])
  await expect.element(pages.getByRole('button', { name: 'Page 200' })).toBeVisible()
  await expect.element(pages.getByRole('button', { name: 'Page 201' })).not.toBeInTheDocument()
})

test('offers no page after the last one of a search that found more', async () => {
  render({ page: 200, perPage: 50, total: 10_000, relation: 'gte' })
  await expect.element(pages.getByText('9,951–10,000 of 10,000+')).toBeVisible()
  await expect
    .element(pages.getByRole('button', { name: 'Next page' }))
    .toHaveAttribute('aria-disabled', 'true')
})
