import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { CallError } from '../http/callError.ts'
import { texts } from '../../testing/texts.ts'
import { ListTable } from './ListTable.tsx'

interface Crane {
  id: number
  name: string
}

const table = page.getByRole('table', { name: 'Cranes' })
const group = page.getByRole('group', { name: 'Cranes' })

test('shows the chosen order before it renders other rows, which are already loaded', async () => {
  const before: unknown[] = []
  const cell = ({ name }: Crane) => {
    before.push([document.querySelector('th')?.ariaSort, document.querySelector('[role=group]')?.ariaBusy])
    return name
  }
  const columns = [{ key: 'name', label: 'Name', sort: 'name', cell }]
  const rowKey = ({ id }: Crane) => id
  function List() {
    const [sort, setSort] = useState<string | undefined>()
    const rows = [sort === undefined ? { id: 1, name: 'North' } : { id: 2, name: 'South' }]
    const query = {
      data: { rows, page: 1, total: 1, perPage: 50, relation: 'eq' as const },
      error: null,
      isFetching: false,
      refetch: async () => undefined,
    }
    const pages = { page: 1, perPage: 50, setPage: () => undefined, setPerPage: () => undefined }
    const list = { ...pages, sort, setSort, isFiltered: false, clearFilters: () => undefined }
    return (
      <ListTable
        {...{ list, query, columns, rowKey }}
        label="Cranes"
        emptyTitle="No cranes"
        emptyDetail="There are none."
      />
    )
  }
  renderPart(<List />)
  await expect.element(table.getByRole('cell', { name: 'North' })).toBeVisible()
  before.splice(0)
  await table.getByRole('button', { name: 'Name' }).click()
  await expect.poll(() => texts(table.getByRole('cell'))).toEqual(['South'])
  expect(before).toEqual([['ascending', 'true']])
  await expect.element(group).toHaveAttribute('aria-busy', 'false')
})

test.each([
  ['filters.search', 'Search must be at most 200 characters', "This search can't be used", /at most 200/],
  ['filters.kind', 'Kind must be one of a, b', "This filter doesn't exist", /Choose another one/],
])('says why %s was refused', async (field, message, title, detail) => {
  const error = new CallError({ code: 'invalid_input', message, status: 422, fields: { [field]: [message] } })
  const query = { data: undefined, error, isFetching: false, refetch: async () => undefined }
  const pages = { page: 1, perPage: 50, setPage: () => undefined, setPerPage: () => undefined }
  const sorting = { sort: undefined, setSort: () => undefined }
  const list = { ...pages, ...sorting, isFiltered: true, clearFilters: () => undefined }
  renderPart(
    <ListTable
      {...{ list, query }}
      columns={[]}
      rowKey={({ id }: Crane) => id}
      label="Cranes"
      emptyTitle="No cranes"
      emptyDetail="There are none."
    />,
  )
  await expect.element(page.getByRole('alert')).toMatchTextContent(title)
  await expect.element(page.getByRole('alert')).toMatchTextContent(detail)
})
