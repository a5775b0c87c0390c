import { listAdminDevelopers } from '@trestle/domain/accounts/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { buildAdminSession, buildSession } from '../../testing/build.ts'
import { expectThreeSteps } from '../../testing/lists.ts'
import { refuse, reply, replyUnchecked, sent } from '../../testing/network.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { paths } from '../paths.ts'

const session = buildAdminSession()
const kim = {
  id: 2,
  name: 'Kim Vance',
  company_name: '',
  email: 'kim@example.test',
  procore_id: null,
  suspended: false,
}
const table = page.getByRole('table', { name: 'Developers' })

test(
  'shows what is missing as not available, and links to the developer',
  { tags: ['ADEV-01', 'ADEV-02'] },
  async () => {
    const lee = {
      ...kim,
      id: 3,
      name: 'Lee Moss',
      company_name: 'Moss & Sons',
      email: 'lee@example.test',
      procore_id: 41001,
    }
    reply(listAdminDevelopers, [kim, lee])
    renderPage(paths.adminDevelopers(), { session })
    await expect.element(table.getByRole('cell', { name: 'Moss & Sons' })).toBeVisible()
    const cells = texts(table.getByRole('cell'))
    expect([cells.slice(0, 4), cells.slice(4)]).toEqual([
      ['Kim Vance', 'N/A', 'kim@example.test', 'N/A'],
      ['Lee Moss', 'Moss & Sons', 'lee@example.test', '41001'],
    ])
    await expect
      .element(table.getByRole('link', { name: 'Kim Vance' }))
      .toHaveAttribute('href', '/admin/developers/2/edit')
    const heads = ['Name', 'Company', 'Email', 'Trestle ID']
    expect(texts(table.getByRole('columnheader'))).toEqual(heads)
    expect(texts(page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem'))).toEqual([
      'Admin',
      'Developers',
    ])
  },
)

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

test('an unreadable reply of a newer server asks to reload, without any part of the reply', async () => {
  const reply = [{ nonsense: true }]
  expect(String(listAdminDevelopers.reply.safeParse(reply).error)).toContain('invalid_type')
  replyUnchecked(listAdminDevelopers, reply)
  renderPage(paths.adminDevelopers(), { session })
  const alert = page.getByRole('alert')
  await expect.element(alert).toMatchTextContent(/This page is out of date\. Reload\./)
  expect(alert.element().textContent).not.toMatch(/invalid_type|nonsense/)
})

test('does not exist for developers', { tags: ['ADEV-05'] }, async () => {
  renderPage(paths.adminDevelopers(), { session: buildSession() })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(table).not.toBeInTheDocument()
  expect(currentAddress()).toBe('/admin/developers')
  expect(sent(listAdminDevelopers)).toEqual([])
})

test(
  'sorts by every column: ascending, descending, unsorted',
  { tags: ['ADEV-07', 'CONST-06'] },
  async () => {
    reply(listAdminDevelopers, [kim])
    renderPage(paths.adminDevelopers(), { session })
    const columns = [
      ['Name', 'name'],
      ['Company', 'company_name'],
      ['Email', 'email'],
      ['Trestle ID', 'procore_id'],
    ] as const
    for (const [name, sort] of columns) await expectThreeSteps(table, name, sort)
    const sorts = sent(listAdminDevelopers).flatMap(({ query }) => query.sort ?? [])
    expect(sorts).toEqual(columns.flatMap(([, sort]) => [sort, `-${sort}`]))
  },
)

test(
  'can be searched, says when nothing matches, and is paged',
  { tags: ['ADEV-03', 'ADEV-04'] },
  async () => {
    reply(listAdminDevelopers, ({ query }) => (query.filters?.search ? [] : [kim]), { total: 80 })
    renderPage(paths.adminDevelopers(), { session })
    const size = page.getByRole('combobox', { name: 'Rows per page' })
    await expect.element(size).toHaveValue('50')
    await size.selectOptions('10')
    await expect.poll(currentAddress).toBe('/admin/developers?per_page=10')
    // The server reads it to name the first page of a list in the document.
    expect(document.cookie).toContain('list-per-page=10')
    reply(listAdminDevelopers, ({ query }) => (query.filters?.search ? [] : [kim]))
    const box = page.getByRole('searchbox', { name: 'Search developers' })
    await box.fill('no such person')
    await expect.element(page.getByText('No matches')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.element(box).toHaveValue('')
    await expect.element(table).toBeVisible()
  },
)
