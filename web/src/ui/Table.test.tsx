import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { Table, type Column, type TableProps } from './Table.tsx'

interface Crane {
  id: number
  name: string
}

const columns: Column<Crane>[] = [
  { key: 'name', label: 'Name', sort: 'name', cell: ({ name }) => name },
  { key: 'id', label: 'Number', cell: ({ id }) => id },
]

const table = page.getByRole('table', { name: 'Cranes' })

function render(props: Partial<TableProps<Crane>>) {
  renderPart(
    <Table
      label="Cranes"
      columns={columns}
      rows={[{ id: 1, name: 'North' }]}
      rowKey={({ id }) => id}
      empty={<p>No cranes</p>}
      {...props}
    />,
  )
}

test('is busy and announces nothing until rows load', async () => {
  render({ rows: undefined })
  await expect.element(page.getByRole('group', { name: 'Cranes' })).toHaveAttribute('aria-busy', 'true')
  await expect.element(page.getByText('No cranes')).not.toBeInTheDocument()
})

test.each([
  [0, 'No results'],
  [1, '1 result'],
  [120, '120 results'],
])('announces a total of %i', async (total, text) => {
  render({ total })
  await expect.element(page.getByRole('status').filter({ hasText: text })).toBeInTheDocument()
})

test("shows the empty list's text instead of a table", async () => {
  render({ rows: [] })
  await expect.element(page.getByText('No cranes')).toBeVisible()
  await expect.element(table).not.toBeInTheDocument()
})

test('offers a retry after a failed load, and never looks empty', async () => {
  const retries: string[] = []
  render({
    rows: undefined,
    error: new Error('lost'),
    errorTitle: 'The cranes could not be loaded.',
    onRetry: () => retries.push('retry'),
  })
  await expect.element(page.getByRole('alert')).toMatchTextContent('The cranes could not be loaded.')
  await expect.element(page.getByText('No cranes')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Retry' }).click()
  expect(retries).toEqual(['retry'])
})

test('has a button only in sortable columns, which sorts both ways', async () => {
  const sorts: unknown[] = []
  render({ onSort: (sort) => sorts.push(sort) })
  const number = table.getByRole('columnheader', { name: 'Number' })
  await expect.element(number.getByRole('button')).not.toBeInTheDocument()
  await table.getByRole('button', { name: 'Name' }).click()
  expect(sorts).toEqual(['name'])
})

test('can be reached by keyboard when it scrolls', async () => {
  render({})
  await expect.element(table).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('group', { name: 'Cranes' })).toHaveFocus()
})
