import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router'
import { Suspense, use } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { currentAddress, renderRoutes } from '../../testing/render.tsx'
import { Link } from '../ui/Link.tsx'
import { SearchBox, searchDebounceMs } from '../ui/SearchBox.tsx'
import { useListState } from './listState.ts'
import { readText } from './readers.ts'
import { readListSearch } from './searchParams.ts'

/** Opens a list with a link to a page whose code has not loaded yet, as the router shows it. */
function openList() {
  const code = Promise.withResolvers<void>()
  const root = createRootRoute({
    component: () => (
      <Suspense>
        <Outlet />
      </Suspense>
    ),
  })
  const listRoute = createRoute({
    getParentRoute: () => root,
    path: '/list',
    validateSearch: readListSearch,
    component: function List() {
      const list = useListState(listRoute.useSearch(), ({ search }) => ({ search: readText(search) }))
      return (
        <>
          <SearchBox value={list.filters.search ?? ''} onSearch={(search) => list.setFilters({ search })} />
          <Link href="/next">Next</Link>
        </>
      )
    },
  })
  const next = createRoute({
    getParentRoute: () => root,
    path: '/next',
    component: function Next() {
      use(code.promise)
      return <h1>The next page</h1>
    },
  })
  renderRoutes(root.addChildren([listRoute, next]), '/list')
  return { finishLoading: () => code.resolve() }
}

const search = page.getByRole('searchbox')
const debounce = () => new Promise((resolve) => setTimeout(resolve, searchDebounceMs + 200))

test('a search is part of the address of its list', async () => {
  openList()
  await search.fill('crane')
  await expect.poll(currentAddress).toBe('/list?filters[search]=crane')
})

test('a search typed just before leaving changes nothing while the code of the next page loads', async () => {
  const { finishLoading } = openList()
  await search.fill('crane')
  await page.getByRole('link', { name: 'Next' }).click()
  await debounce()
  finishLoading()
  await expect.element(page.getByRole('heading', { name: 'The next page' })).toBeVisible()
  expect(currentAddress()).toBe('/next')
})
