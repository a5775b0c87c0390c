import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { currentAddress, renderRoutes } from '../../testing/render.tsx'
import { CallError } from '../http/callError.ts'
import { Link } from '../ui/Link.tsx'
import { useListQuery } from './useListQuery.ts'
import { readNoFilters, useListState } from './listState.ts'
import { ListTable } from './ListTable.tsx'
import { readListSearch } from './searchParams.ts'

const columns = [{ key: 'name', label: 'Name', cell: (name: string) => name }]

interface ServerOptions {
  total: number
  /** The server returns at most this many rows. */
  maxPerPage?: number
}

/** Returns one page of a list as the server does: it refuses a page past the end and names the last one. */
function loadPage({ total, maxPerPage = 100 }: ServerOptions, number: number, size: number) {
  const perPage = Math.min(size, maxPerPage)
  const lastPage = Math.ceil(total / perPage)
  if (number > lastPage) {
    throw new CallError({ code: 'invalid_input', status: 422, message: 'Page is past the end', lastPage })
  }
  const rows = [`Crane ${(number - 1) * perPage + 1}`]
  return { rows, total, perPage, page: number, relation: 'eq' as const }
}

/** Opens a page that links to two lists. */
function open(options: ServerOptions) {
  const root = createRootRoute({ component: Outlet })
  const listAt = (path: string) => {
    const route = createRoute({
      getParentRoute: () => root,
      path,
      validateSearch: readListSearch,
      component: function List() {
        const list = useListState(route.useSearch(), readNoFilters)
        const { page: number, perPage } = list
        const query = useListQuery(list, {
          queryKey: [path, number, perPage],
          queryFn: () => loadPage(options, number, perPage),
        })
        return (
          <>
            <ListTable
              label="Cranes"
              list={list}
              query={query}
              columns={columns}
              rowKey={(name) => name}
              emptyTitle="No cranes"
              emptyDetail="There are none."
            />
            <Link href="/other">Other list</Link>
          </>
        )
      },
    })
    return route
  }
  const start = createRoute({
    getParentRoute: () => root,
    path: '/start',
    component: () => <Link href="/list?page=9">Old link</Link>,
  })
  renderRoutes(root.addChildren([start, listAt('/list'), listAt('/other')]), '/start')
}

const pages = page.getByRole('navigation', { name: 'Pages' })

test(
  'an old link past the end shows the last page, and Back leaves the list',
  { tags: ['AAPP-18'] },
  async () => {
    open({ total: 120 })
    await page.getByRole('link', { name: 'Old link' }).click()
    await expect.element(pages.getByText('101–120 of 120')).toBeVisible()
    expect(currentAddress()).toBe('/list?page=3')
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    window.history.back()
    await expect.element(page.getByRole('link', { name: 'Old link' })).toBeVisible()
  },
)

test(
  'the chosen page size returns to page 1 and applies to other lists in this browser',
  { tags: ['AAPP-14', 'AOAUTH-10', 'AREV-15'] },
  async () => {
    open({ total: 120 })
    await page.getByRole('link', { name: 'Old link' }).click()
    await pages.getByRole('combobox', { name: 'Rows per page' }).selectOptions('25')
    await expect.element(pages.getByText('1–25 of 120')).toBeVisible()
    expect(currentAddress()).toBe('/list?per_page=25')
    await page.getByRole('link', { name: 'Other list' }).click()
    await expect.poll(currentAddress).toBe('/other')
    await expect.element(pages.getByText('1–25 of 120')).toBeVisible()
  },
)

test('the next page has the size that the server replied with', { tags: ['AAPP-15'] }, async () => {
  open({ total: 120, maxPerPage: 10 })
  await page.getByRole('link', { name: 'Old link' }).click()
  await expect.element(pages.getByText('81–90 of 120')).toBeVisible()
  await pages.getByRole('button', { name: 'Next page' }).click()
  await expect.element(pages.getByText('91–100 of 120')).toBeVisible()
  await expect.poll(currentAddress).toBe('/list?page=10&per_page=10')
})
