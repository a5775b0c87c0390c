import { listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../testing/app.ts'
import { buildAppRow } from '../../testing/build.ts'
import { replyVersions } from '../../testing/manifests.tsx'
import { reply } from '../../testing/network.ts'

const table = page.getByRole('table', { name: 'Apps you work on' })
const link = (name: string) => table.getByRole('link', { name, exact: true })

/** Opens the list of apps from the page of an app, and scrolls to the last one. */
async function openList(height: number) {
  await page.viewport(1280, height)
  replyVersions([])
  const others = Array.from({ length: 40 }, (_, id) =>
    buildAppRow({ id: id + 100, internal_name: `App ${id}` }),
  )
  const rows = [...others, buildAppRow({ id: 7, internal_name: 'Crane Planner' })]
  reply(listDeveloperApps, rows, { total: 120, perPage: 50 })
  renderApp('versions')
  await page.getByRole('link', { name: 'Apps', exact: true }).last().click()
  await expect.element(link('App 0')).toBeVisible()
  link('Crane Planner').element().scrollIntoView({ block: 'end' })
  return window.scrollY
}

test('a page opens at its top, and Back returns to the place in the page before', async () => {
  // Both pages are longer than this window.
  const before = await openList(360)
  expect(before).toBeGreaterThan(1000)
  await link('Crane Planner').click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Crane Planner' })).toBeVisible()
  await expect.poll(() => window.scrollY).toBe(0)
  window.history.back()
  await expect.element(link('App 0')).toBeInTheDocument()
  await expect.poll(() => window.scrollY).toBe(before)
})

test('a list stays where it is scrolled to when it is sorted', async () => {
  expect(await openList(800)).toBeGreaterThan(1000)
  await table.getByRole('columnheader', { name: 'App', exact: true }).getByRole('button').click()
  await expect.poll(() => window.location.search).toBe('?sort=internal_name')
  await expect.element(link('App 0')).toBeInTheDocument()
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  expect(window.scrollY).toBeGreaterThan(1000)
})

test('another page of a list shows its start, and Back returns to the place in the page before', async () => {
  await openList(800)
  const next = page.getByRole('button', { name: 'Next page' })
  next.element().scrollIntoView({ block: 'end' })
  const before = window.scrollY
  expect(before).toBeGreaterThan(1000)
  const later = Array.from({ length: 50 }, (_, id) =>
    buildAppRow({ id: id + 200, internal_name: `Later ${id}` }),
  )
  reply(listDeveloperApps, later, { total: 120, perPage: 50, page: 2 })
  await next.click()
  await expect.element(link('Later 0')).toBeInViewport()
  const header = page.getByRole('banner').element().getBoundingClientRect()
  await expect.poll(() => table.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(header.bottom)
  await expect.element(next).toHaveFocus()
  window.history.back()
  await expect.element(link('Crane Planner')).toBeInTheDocument()
  await expect.poll(() => window.scrollY).toBe(before)
})
