import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderPart } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { ListTable } from './ListTable.tsx'

interface Crane {
  id: number
  name: string
}

const table = page.getByRole('table', { name: 'Cranes' })
const group = page.getByRole('group', { name: 'Cranes' })

test('shows the chosen order before it draws other rows, which are there already', async () => {
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
