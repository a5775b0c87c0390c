import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { removeRendered, renderPart } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import type { Sort } from './sort.ts'
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
  [0, 'eq', 'No results'],
  [1, 'eq', '1 result'],
  [120, 'eq', '120 results'],
  [10_000, 'gte', '10,000+ results'],
] as const)('announces a total of %i (%s)', async (total, relation, text) => {
  render({ total, relation })
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
    errorTitle: "The cranes couldn't be loaded",
    onRetry: () => retries.push('retry'),
  })
  await expect.element(page.getByRole('alert')).toMatchTextContent("The cranes couldn't be loaded")
  await expect.element(page.getByText('No cranes')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Retry' }).click()
  expect(retries).toEqual(['retry'])
})

test('keeps its rows below the error of a failed refetch', async () => {
  const retries: string[] = []
  const inputs = [{ key: 'name', label: 'Name', cell: ({ name }: Crane) => <input aria-label={name} /> }]
  const rows = [{ id: 1, name: 'North' }]
  function Refetched() {
    const [error, setError] = useState<Error | null>(null)
    return (
      <>
        <button type="button" onClick={() => setError(new Error('lost'))}>
          Lose the connection
        </button>
        <Table
          label="Cranes"
          columns={inputs}
          rows={rows}
          rowKey={({ id }) => id}
          error={error}
          errorTitle="The cranes couldn't be loaded"
          onRetry={() => {
            retries.push('retry')
            setError(null)
          }}
          empty={<p>No cranes</p>}
        />
      </>
    )
  }
  renderPart(<Refetched />)
  const input = table.getByRole('textbox', { name: 'North' })
  await input.fill('typed')
  await page.getByRole('button', { name: 'Lose the connection' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent("The cranes couldn't be loaded")
  await expect.element(input).toHaveValue('typed')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(input).toHaveValue('typed')
  expect(retries).toEqual(['retry'])
})

test.each([
  [undefined, 'none', 'name'],
  ['name', 'ascending', '-name'],
  ['-name', 'descending', undefined],
])('sorted by %s shows %s, and the next press sorts by %s', async (sort, direction, next) => {
  const sorts: unknown[] = []
  render({ sort, onSort: (chosen) => sorts.push(chosen) })
  const name = table.getByRole('columnheader', { name: 'Name' })
  await expect.element(name).toHaveAttribute('aria-sort', direction)
  await name.getByRole('button').click()
  expect(sorts).toEqual([next])
})

test('shows the new order of a column before it renders the rows again', async () => {
  const heading = () => document.querySelector('th')?.ariaSort
  const headingAtDraw: unknown[] = []
  const rows = [{ id: 1, name: 'North' }]
  function Sorted() {
    const [sort, setSort] = useState<Sort>(undefined)
    const cell = ({ name }: Crane) => {
      headingAtDraw.push(heading())
      return name
    }
    return (
      <Table
        label="Cranes"
        columns={[{ key: 'name', label: 'Name', sort: 'name', cell }]}
        rows={rows}
        rowKey={({ id }) => id}
        sort={sort}
        onSort={setSort}
        empty={<p>No cranes</p>}
      />
    )
  }
  renderPart(<Sorted />)
  await expect.element(table.getByRole('cell', { name: 'North' })).toBeVisible()
  headingAtDraw.splice(0)
  await table.getByRole('button', { name: 'Name' }).click()
  await expect.poll(() => headingAtDraw).toEqual(['ascending'])
})

test('renders no row again for another order', async () => {
  const drawn: number[] = []
  const north = { id: 1, name: 'North' }
  const south = { id: 2, name: 'South' }
  const cell = ({ id, name }: Crane) => {
    drawn.push(id)
    return name
  }
  const names = [{ key: 'name', label: 'Name', sort: 'name', cell }]
  function Sorted() {
    const [sort, setSort] = useState<Sort>(undefined)
    const rows = sort === undefined ? [south, north] : [north, south]
    const shared = { label: 'Cranes', columns: names, rowKey: ({ id }: Crane) => id, empty: <p>No cranes</p> }
    return <Table {...shared} rows={rows} sort={sort} onSort={setSort} />
  }
  renderPart(<Sorted />)
  await expect.element(table.getByRole('cell', { name: 'North' })).toBeVisible()
  await table.getByRole('button', { name: 'Name' }).click()
  await expect.poll(() => texts(table.getByRole('row'))).toEqual(['Name', 'North', 'South'])
  expect(drawn).toEqual([2, 1])
})

test('has a button only in sortable columns of a list that can be sorted', async () => {
  render({ onSort: () => undefined })
  const header = (name: string) => table.getByRole('columnheader', { name })
  await expect.element(header('Name').getByRole('button')).toBeVisible()
  await expect.element(header('Number').getByRole('button')).not.toBeInTheDocument()
  removeRendered()
  render({})
  await expect.element(header('Name')).toBeVisible()
  await expect.element(header('Name').getByRole('button')).not.toBeInTheDocument()
})

test('is busy with the old rows while others load', async () => {
  render({ busy: true })
  await expect.element(table.getByRole('cell', { name: 'North' })).toBeVisible()
  await expect.element(page.getByRole('group', { name: 'Cranes' })).toHaveAttribute('aria-busy', 'true')
  removeRendered()
  render({})
  await expect.element(page.getByRole('group', { name: 'Cranes' })).toHaveAttribute('aria-busy', 'false')
})

test('shows what belongs to a row below it, across all columns', async () => {
  render({
    rows: [
      { id: 1, name: 'North' },
      { id: 2, name: 'South' },
    ],
    below: ({ id }) => (id === 2 ? 'Under repair' : null),
  })
  const below = table.getByRole('cell', { name: 'Under repair' })
  await expect.element(below).toHaveAttribute('colspan', '2')
  expect(texts(table.getByRole('row'))).toEqual(['NameNumber', 'North1', 'South2', 'Under repair'])
})

test('a heading that is not visible names its column', async () => {
  render({ columns: [...columns, { key: 'menu', label: 'Actions', hideLabel: true, cell: () => '…' }] })
  await expect.element(table.getByRole('columnheader', { name: 'Actions' })).toBeInTheDocument()
})

test('can be reached by keyboard when it scrolls', async () => {
  render({})
  await expect.element(table).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('group', { name: 'Cranes' })).toHaveFocus()
})

test('on a phone, a collapsed column is a line of the previous one', async () => {
  await page.viewport(390, 800)
  const folding = columns.map((column) => (column.key === 'id' ? { ...column, folds: true } : column))
  render({ columns: folding })
  await expect.element(table.getByRole('cell')).toMatchTextContent(/North.*Number: 1/)
  expect(table.getByRole('columnheader').elements()).toHaveLength(1)
  await page.viewport(1440, 800)
  await expect.element(table.getByRole('columnheader', { name: 'Number' })).toBeVisible()
})

test('next to a panel, a column can collapse even on a laptop', async () => {
  await page.viewport(1440, 800)
  const folding = columns.map((column) => ({
    ...column,
    folds: column.key === 'id' ? ('early' as const) : true,
  }))
  render({ columns: folding })
  await expect.element(table.getByRole('cell').first()).toMatchTextContent(/North.*Number: 1/)
  await page.viewport(1500, 800)
  await expect.element(table.getByRole('columnheader', { name: 'Number' })).toBeVisible()
})

test('headings and rows always have the same columns, because the browser may be about to print', async () => {
  await page.viewport(1440, 800)
  render({ columns: columns.map((column) => ({ ...column, folds: column.key === 'id' })) })
  await expect.element(page.getByRole('columnheader', { name: 'Number' })).toBeVisible()
  const element = table.element() as HTMLTableElement
  const seen: string[] = []
  const observer = new MutationObserver(() => {
    seen.push([...element.rows].map(({ cells }) => cells.length).join(', '))
  })
  observer.observe(element, { childList: true, subtree: true })
  await page.viewport(390, 800)
  await expect.element(page.getByRole('columnheader', { name: 'Number' })).not.toBeInTheDocument()
  await expect.poll(() => seen.at(-1)).toBe('1, 1')
  expect(new Set(seen)).toEqual(new Set(['1, 1']))
  observer.disconnect()
})

test('on a phone, a long name without spaces wraps instead of widening the table', async () => {
  await page.viewport(390, 800)
  const folding = columns.map((column) => (column.key === 'id' ? { ...column, folds: true } : column))
  render({ columns: folding, rows: [{ id: 1, name: 'x'.repeat(100) }] })
  await expect.element(table.getByRole('cell')).toBeVisible()
  const frame = page.getByRole('group', { name: 'Cranes' }).element()
  expect(frame.scrollWidth).toBe(frame.clientWidth)
})

test('on a phone, a list can be sorted by a collapsed column', async () => {
  await page.viewport(390, 800)
  const sorts: unknown[] = []
  const [name, id] = columns
  if (!name || !id) throw new Error('The table has two columns.')
  render({
    columns: [name, { ...id, sort: 'id', folds: true }],
    sort: 'name',
    onSort: (chosen) => sorts.push(chosen),
  })
  const select = page.getByRole('combobox', { name: 'Sort by' })
  await expect.element(select).toHaveValue('name')
  await expect.element(table.getByRole('columnheader', { name: 'Name' })).toBeVisible()
  expect(table.getByRole('button').elements(), 'one way to sort').toEqual([])
  await select.selectOptions('Number, descending')
  await select.selectOptions('Default order')
  expect(sorts).toEqual(['-id', undefined])
  await page.viewport(1440, 800)
  await expect.element(select).not.toBeInTheDocument()
  await expect.element(table.getByRole('button', { name: 'Name' })).toBeVisible()
})

test('on a tablet, only the columns that do not fit collapse', async () => {
  const [name, id] = columns
  if (!name || !id) throw new Error('The table has two columns.')
  render({
    columns: [
      name,
      { ...id, folds: 'medium' },
      { key: 'place', label: 'Place', folds: true, cell: () => 'Harbor' },
    ],
  })
  const folding: [number, string[]][] = [
    [1440, ['Name', 'Number', 'Place']],
    [768, ['Name', 'Place']],
    [390, ['Name']],
  ]
  for (const [width, heads] of folding) {
    await page.viewport(width, 800)
    await expect.poll(() => texts(table.getByRole('columnheader'))).toEqual(heads)
  }
})

test('the name of a row keeps its space next to wide columns', async () => {
  await page.viewport(768, 800)
  const [name] = columns
  if (!name) throw new Error('The table has a first column.')
  const wide = ['a', 'b'].map((key) => ({ key, label: key, cell: () => 'long '.repeat(100) }))
  render({
    columns: [{ ...name, isName: true }, ...wide],
    rows: [{ id: 1, name: 'A rather long name of a crane' }],
  })
  const cell = table.getByRole('cell', { name: 'A rather long name of a crane' })
  await expect.poll(() => cell.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(192)
})

test('long names without spaces leave the other columns in view, on one line', async () => {
  await page.viewport(1280, 800)
  const word = 'W'.repeat(100)
  const link = (key: string): Column<Crane> => ({ key, label: key, cell: () => <a href="#crane">{word}</a> })
  const short = ['2026-11-29', 'Approved'].map((text) => ({ key: text, label: text, cell: () => text }))
  render({
    columns: [{ key: 'first', label: 'first', cell: () => word }, link('app'), link('owner'), ...short],
  })
  const approved = table.getByRole('cell', { name: 'Approved' })
  await expect.element(approved).toBeVisible()
  const group = page.getByRole('group', { name: 'Cranes' }).element()
  expect(group.scrollWidth).toBeLessThanOrEqual(group.clientWidth)
  for (const name of ['2026-11-29', 'Approved']) {
    const range = document.createRange()
    range.selectNodeContents(table.getByRole('cell', { name }).element())
    expect(range.getClientRects()).toHaveLength(1)
  }
})

test('stacked accents do not overlap the rows above', async () => {
  render({ rows: [{ id: 1, name: `e${'\u0301'.repeat(90)}` }] })
  const cell = table.getByRole('cell').first()
  await expect.element(cell).toBeVisible()
  expect(getComputedStyle(cell.element()).overflowY).toBe('clip')
})

test('the placeholders of rows are as high as rows', async () => {
  await page.viewport(1440, 800)
  render({ rows: undefined, rowHeight: 67, skeletonRows: 3 })
  const rows = () =>
    [...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect().height)
  await expect.poll(rows).toEqual([67, 67, 67])
})

test('on a phone, one collapsed column can show several, and empty ones are omitted', async () => {
  await page.viewport(390, 800)
  const [name, id] = columns
  if (!name || !id) throw new Error('The table has two columns.')
  render({
    columns: [
      name,
      { ...id, folds: true, folded: (row) => `No. ${row.id} in Harbor` },
      { key: 'place', label: 'Place', folds: true, folded: () => null, cell: () => 'Harbor' },
      { key: 'broken', label: 'Broken', folds: true, cell: () => false },
    ],
  })
  await expect.element(table.getByRole('cell')).toMatchTextContent(/^North\s*No. 1 in Harbor$/)
})

test('a first column that is wider than its share of a phone does not change its width back and forth', async () => {
  await page.viewport(320, 800)
  const [name, id] = columns
  if (!name || !id) throw new Error('The table has two columns.')
  const wide: Column<Crane> = { ...id, key: 'long', label: 'Place', cell: () => 'Harbor' }
  render({
    columns: [{ ...name, nowrap: true }, id, wide],
    rows: [{ id: 1, name: 'Northwest crane of the harbor' }],
  })
  await expect.element(table.getByRole('cell', { name: 'Harbor', exact: true })).toBeInTheDocument()
})

test('the menu of a row with collapsed columns is next to the name', async () => {
  const [name, id] = columns
  if (!name || !id) throw new Error('The table has two columns.')
  const menu: Column<Crane> = {
    key: 'menu',
    label: 'Actions',
    hideLabel: true,
    cell: () => <button type="button">Menu</button>,
  }
  await page.viewport(390, 800)
  render({ columns: [name, { ...id, folds: true, cell: () => <div style={{ height: 200 }} /> }, menu] })
  const button = page.getByRole('button', { name: 'Menu' })
  await expect.element(button).toBeVisible()
  const row = table.getByRole('row').last().element()
  expect(button.element().getBoundingClientRect().bottom).toBeLessThan(row.getBoundingClientRect().top + 50)
})

test('a control that the keyboard reaches is not under the header that stays in view', async () => {
  const rows = Array.from({ length: 60 }, (_, id) => ({ id, name: `Crane ${id}` }))
  const links: Column<Crane>[] = [
    { key: 'name', label: 'Name', cell: ({ name }) => <a href="#crane">{name}</a> },
    { key: 'id', label: 'Number', cell: ({ id }) => id },
  ]
  render({ rows, columns: links })
  const link = (name: string) => table.getByRole('link', { name, exact: true })
  await expect.element(link('Crane 59')).toBeInTheDocument()
  window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })
  const header = table.getByRole('columnheader', { name: 'Name' }).element().getBoundingClientRect()
  const isCovered = (each: Element) => each.getBoundingClientRect().top < header.bottom
  const above = table.getByRole('link').elements().findLast(isCovered)
  expect(header.top).toBeGreaterThan(0)
  above?.focus()
  expect(document.activeElement).toBe(above)
  expect(above && isCovered(above)).toBe(false)
})
