import { listOauthApplications, type OauthApplicationRow } from '@trestle/domain/credentials/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { buildAdminSession, buildSession } from '../../testing/build.ts'
import { expectThreeSteps } from '../../testing/lists.ts'
import { reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
import { texts } from '../../testing/texts.ts'
import { paths } from '../paths.ts'

const application: OauthApplicationRow = {
  uid: 'client-7',
  name: 'Crane Planner',
  href: '/admin/developer_apps/7',
  developer_app_name: 'Crane Planner',
  owner_name: 'Dana Reyes',
  owner_email: 'dana@example.test',
  suspended: false,
}
const table = page.getByRole('table', { name: 'OAuth Applications' })
const environment = page.getByRole('combobox', { name: 'Environment' })
const environments = () => sent(listOauthApplications).map(({ query }) => query.environment)

async function open({ address = paths.adminOauthApplications(), gov_cloud = false } = {}) {
  reply(listOauthApplications, ({ query }) => (query.filters?.search ? [] : [application]))
  renderPage(address, { session: buildAdminSession({ flags: { gov_cloud } }) })
  await expect.element(table).toBeVisible()
}

test(
  'starts with production and shows each app, id and owner',
  {
    tags: [
      'AOAUTH-04',
      'AOAUTH-05',
      'AOAUTH-06',
      'AOAUTH-07',
      'AOAUTH-08',
      'AOAUTH-09',
      'AOAUTH-10',
      'AOAUTH-14',
    ],
  },
  async () => {
    await open()
    await expect.element(environment).toHaveValue('production')
    expect(sent(listOauthApplications)[0]?.query).toMatchObject({
      environment: 'production',
      per_page: '50',
    })
    const heads = ['Name', 'Associated Developer App', 'App ID', 'Owner Name', 'Owner Email']
    expect(texts(table.getByRole('columnheader'))).toEqual(heads)
    await expect.element(table.getByRole('cell', { name: 'dana@example.test' })).toBeVisible()
    const cells = texts(table.getByRole('cell'))
    expect([...cells.slice(0, 2), ...cells.slice(3)]).toEqual([
      'Crane Planner',
      'Crane Planner',
      'Dana Reyes',
      'dana@example.test',
    ])
    expect(cells[2]).toMatch(/^client-7/)
    await expect.element(table.getByRole('button', { name: 'Copy App ID of Crane Planner' })).toBeVisible()
    await expect
      .element(table.getByRole('link', { name: 'Crane Planner' }))
      .toHaveAttribute('href', '/admin/developer_apps/7')
  },
)

test('shows one environment at a time', { tags: ['AOAUTH-02'] }, async () => {
  await open()
  await expect
    .poll(() => texts(environment.getByRole('option')))
    .toEqual(['Production', 'Sandbox', 'Monthly sandbox'])
  await environment.selectOptions('Monthly sandbox')
  const monthlyNote = page.getByText(/uses the same credentials/)
  await expect.element(monthlyNote).toBeVisible()
  expect(currentAddress()).toBe('/admin/oauth_applications?filters[environment]=monthly_sandbox')
  await environment.selectOptions('Sandbox')
  await expect.poll(environments).toEqual(['production', 'monthly_sandbox', 'sandbox'])
  await expect.element(monthlyNote).not.toBeInTheDocument()
  const named = page.getByRole('main').getByText('Sandbox', { exact: true })
  await expect.poll(() => named.elements().filter(({ tagName }) => tagName !== 'OPTION')).toHaveLength(1)
})

test(
  'can be searched in one box and sorted by name and id',
  { tags: ['AOAUTH-01', 'AOAUTH-05', 'AOAUTH-07', 'AOAUTH-11', 'AOAUTH-12'] },
  async () => {
    await open()
    await expectThreeSteps(table, 'Name', 'name')
    await expectThreeSteps(table, 'App ID', 'uid')
    expect(sent(listOauthApplications).flatMap(({ query }) => query.sort ?? [])).toEqual([
      'name',
      '-name',
      'uid',
      '-uid',
    ])
    await page.getByRole('searchbox').fill('nothing like it')
    await expect.element(page.getByText('No matches')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.element(table).toBeVisible()
  },
)

test('marks suspended credentials, and can list them alone', async () => {
  await open()
  const badge = table.getByText('Suspended', { exact: true })
  await expect.element(badge).not.toBeInTheDocument()
  reply(listOauthApplications, [{ ...application, suspended: true }])
  await page.getByRole('checkbox', { name: 'Only suspended' }).click()
  await expect.element(badge).toBeVisible()
  expect(currentAddress()).toBe('/admin/oauth_applications?filters[suspended]=true')
  expect(sent(listOauthApplications).at(-1)?.query.filters).toEqual({ suspended: 'true' })
  await expect
    .element(page.getByRole('link', { name: /Export/ }))
    .toHaveAttribute(
      'href',
      '/api/v1/admin/oauth_applications.csv?environment=production&filters[suspended]=true',
    )
  await expectAccessible()
  reply(listOauthApplications, [])
  await environment.selectOptions('Sandbox')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(page.getByRole('checkbox', { name: 'Only suspended' })).not.toBeChecked()
})

test('an environment without applications is not a search without results', async () => {
  await open()
  reply(listOauthApplications, [])
  await environment.selectOptions('Sandbox')
  await expect.element(page.getByText('No OAuth applications yet')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Clear filters' })).not.toBeInTheDocument()
})

test('shows N/A as the page of a deleted app', { tags: ['AOAUTH-06'] }, async () => {
  await open()
  reply(listOauthApplications, [{ ...application, href: null, developer_app_name: null }])
  await environment.selectOptions('Sandbox')
  await expect.poll(() => texts(table.getByRole('cell')).slice(0, 2)).toEqual(['Crane Planner', 'N/A'])
})

test(
  'government cloud has production alone, whatever the address says',
  { tags: ['SHELL-13', 'AOAUTH-03', 'AOAUTH-04'] },
  async () => {
    await open({ address: '/admin/oauth_applications?filters[environment]=sandbox', gov_cloud: true })
    await expect.element(environment).not.toBeInTheDocument()
    expect(page.getByRole('main').element().textContent).not.toMatch(/sandbox/i)
    expect(environments()).toEqual(['production'])
  },
)

test('does not exist for anyone but platform admins', { tags: ['AOAUTH-15'] }, async () => {
  renderPage(paths.adminOauthApplications(), { session: buildSession({ developer: { is_employee: true } }) })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  expect(sent(listOauthApplications)).toEqual([])
})
