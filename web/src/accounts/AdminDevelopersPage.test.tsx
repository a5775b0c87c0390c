import { listAdminDevelopers } from '@trestle/domain/accounts/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildAdminSession, buildSession } from '../../testing/build.ts'
import { refuse, reply, replyUnchecked, sent } from '../../testing/network.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
import { paths } from '../paths.ts'

const session = buildAdminSession()
const kim = { id: 2, name: 'Kim Vance', company_name: '', email: 'kim@example.test', procore_id: null }
const table = page.getByRole('table', { name: 'Developers' })

test('shows a missing company as not available, and links to the developer', async () => {
  reply(listAdminDevelopers, [kim])
  renderPage(paths.adminDevelopers(), { session })
  await expect.element(table.getByRole('cell', { name: 'N/A' }).first()).toBeVisible()
  await expect
    .element(table.getByRole('link', { name: 'Kim Vance' }))
    .toHaveAttribute('href', '/admin/developers/2/edit')
})

test('the export uses the search', async () => {
  reply(listAdminDevelopers, [kim])
  renderPage('/admin/developers?filters[search]=kim', { session })
  await expect
    .element(page.getByRole('link', { name: 'Export CSV' }))
    .toHaveAttribute('href', '/api/v1/admin/developers.csv?filters[search]=kim')
  expect(sent(listAdminDevelopers)[0]?.query.filters?.search).toBe('kim')
})

test('says that there are no developers', async () => {
  reply(listAdminDevelopers, [])
  renderPage(paths.adminDevelopers(), { session })
  await expect.element(page.getByText('No developers yet')).toBeVisible()
})

test('shows a failed load and retries it', { tags: ['ERR-05'] }, async () => {
  refuse(listAdminDevelopers, { code: 'internal', message: 'Something went wrong.' })
  renderPage(paths.adminDevelopers(), { session })
  await expect.element(page.getByRole('alert')).toMatchTextContent('Something went wrong.')
  reply(listAdminDevelopers, [kim])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(table).toBeVisible()
})

test('an unreadable reply is an error of ours, shown without any part of the reply', async () => {
  replyUnchecked(listAdminDevelopers, [{ nonsense: true }])
  renderPage(paths.adminDevelopers(), { session })
  const alert = page.getByRole('alert')
  await expect.element(alert).toMatchTextContent(/Something went wrong on this page/)
  expect(alert.element().textContent).not.toMatch(/invalid_type|nonsense/)
})

test('does not exist for developers', async () => {
  renderPage(paths.adminDevelopers(), { session: buildSession() })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(table).not.toBeInTheDocument()
  expect(currentAddress()).toBe('/admin/developers')
  expect(sent(listAdminDevelopers)).toEqual([])
})
