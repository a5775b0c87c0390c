import { getAdminDeveloper } from '@trestle/domain/accounts/contract.ts'
import { listAdminDeveloperApps } from '@trestle/domain/apps/contract.ts'
import {
  exportAuditEvents,
  getAuditVocabulary,
  listAuditEvents,
  type AuditEventRow,
} from '@trestle/domain/audit/contract.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe.ts'
import { buildAdminDeveloper, buildAdminSession, now } from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
import { paths } from '../paths.ts'

const event: AuditEventRow = {
  id: 1,
  at: now,
  actor_kind: 'person',
  actor: { id: 2, name: 'Kim Vance', email: 'kim@example.test' },
  token: null,
  action: 'app.updated',
  app: null,
  subject: { type: 'developer_app', id: '7', name: null },
  changes: { internal_name: ['Crane', 'Crane Planner'] },
  request_id: 'req-1',
}
const session = buildAdminSession()
const table = page.getByRole('table', { name: 'Audit log entries' })

function render(address = paths.audit()) {
  reply(getAuditVocabulary, { actions: ['app.updated', 'app.created'], subject_types: [] })
  renderPage(address, { session })
}

test('a row expands with the keyboard and shows the changes', async () => {
  reply(listAuditEvents, [event])
  render()
  const unfold = table.getByRole('button', { name: /^1 field/ })
  await expect.element(unfold).toHaveAttribute('aria-expanded', 'false')
  unfold.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(unfold).toHaveAttribute('aria-expanded', 'true')
  await expect.element(table.getByText('Crane Planner')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(table.getByText('Crane Planner')).not.toBeInTheDocument()
})

test('a changed developer is named and links to their page', async () => {
  reply(listAuditEvents, [
    event,
    { ...event, id: 2, subject: { type: 'developer', id: '9', name: 'Ida Moss' } },
  ])
  render()
  const link = table.getByRole('link', { name: 'Ida Moss', exact: true })
  await expect.element(link).toHaveAttribute('href', '/admin/developers/9/edit')
  await expect.element(table.getByRole('link', { name: '7', exact: true })).not.toBeInTheDocument()
})

test('a chosen action filters the list and its export, and can be cleared', async () => {
  reply(listAuditEvents, ({ query }) => (query.filters?.action ? [] : [event]))
  render()
  await page.getByRole('combobox', { name: 'Action' }).selectOptions('app.created')
  await expect.element(page.getByText('No matches')).toBeVisible()
  expect(currentAddress()).toBe('/admin/audit?filters[action]=app.created')
  await expect
    .element(page.getByRole('link', { name: 'Export CSV' }))
    .toHaveAttribute('href', `${exportAuditEvents.path}?filters[action]=app.created`)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(table).toBeVisible()
})

test('shows what was done to a developer, and the filter can be cleared', async () => {
  reply(listAuditEvents, ({ query }) => (query.filters?.developer_id ? [] : [event]))
  reply(getAdminDeveloper, buildAdminDeveloper({ id: 9, name: 'Kim Vance' }))
  render(paths.auditAbout(9))
  await expect.element(page.getByRole('combobox', { name: 'Changed person' })).toHaveValue('Kim Vance')
  expect(sent(listAuditEvents)[0]?.query.filters).toEqual({ developer_id: '9' })
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(currentAddress).toBe('/admin/audit')
  await expect.element(page.getByRole('combobox', { name: 'Changed person' })).toHaveValue('')
})

test('an address with an action that does not exist says so, and the filter can be cleared', async () => {
  const message = 'Action must be one of those that /api/v1/admin/audit_vocabulary lists'
  refuse(listAuditEvents, { code: 'invalid_input', message, fields: { 'filters.action': [message] } })
  render('/admin/audit?filters[action]=app.updatd')
  await expect.element(page.getByRole('alert')).toMatchTextContent("This filter doesn't exist")
  await expect.element(page.getByText(message)).not.toBeInTheDocument()
  await expect.element(page.getByRole('combobox', { name: 'Action' })).toHaveValue('app.updatd')
  await expect.element(page.getByRole('link', { name: 'Export CSV' })).not.toBeInTheDocument()
  await expectAccessible()
  reply(listAuditEvents, [event])
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(table).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Export CSV' })).toBeVisible()
  expect(currentAddress()).toBe('/admin/audit')
})

test('an address with its dates in the wrong order applies only the first', async () => {
  reply(listAuditEvents, [event])
  render('/admin/audit?filters[from]=2026-11-20&filters[to]=2026-11-01')
  await expect.element(table).toBeVisible()
  expect(sent(listAuditEvents)[0]?.query.filters).toEqual({ from: '2026-11-20' })
})

test('the apps to filter by include deleted ones', async () => {
  reply(listAuditEvents, [event])
  const deleted = {
    id: 9,
    internal_name: 'Old Crane',
    owner: { id: 2, name: 'Kim Vance', email: 'kim@example.test' },
    app_id: null,
    created_at: now,
    marketplace_listing_in_review_at: null,
    deleted_at: now,
  }
  reply(listAdminDeveloperApps, ({ query }) => (query.filters?.with_deleted ? [deleted] : []))
  render()
  await page.getByRole('combobox', { name: 'App', exact: true }).fill('crane')
  await expect.element(page.getByRole('option', { name: /Old Crane/ })).toBeVisible()
})

test('can retry a failed load', async () => {
  refuse(listAuditEvents, { code: 'internal', message: 'Something went wrong.' })
  render()
  await expect.element(page.getByRole('alert')).toMatchTextContent('Something went wrong.')
  reply(listAuditEvents, [event])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(table).toBeVisible()
})

test('shows a failed load of the actions next to their field', async () => {
  reply(listAuditEvents, [])
  render()
  refuse(getAuditVocabulary, { code: 'internal', message: 'Something went wrong.' })
  await expect.element(page.getByText('No entries yet')).toBeVisible()
  await expect.element(page.getByText("The actions couldn't be loaded.")).toBeVisible()
})

test('is filtered by UTC days, and refuses a reversed range', async () => {
  reply(listAuditEvents, [event])
  render()
  const from = page.getByLabelText('From (UTC)')
  const to = page.getByLabelText('To (UTC)')
  await from.fill('2026-11-01')
  await to.fill('2026-11-20')
  const address = '/admin/audit?filters[from]=2026-11-01&filters[to]=2026-11-20'
  await expect.poll(currentAddress).toBe(address)
  await to.fill('2026-10-01')
  await expect.element(to).toHaveAccessibleDescription('The end date is before the start date')
  expect(currentAddress()).toBe(address)
  await to.fill('2026-11-20')
  await expect.element(to).toHaveAccessibleDescription('')
})

test('an entry names the token that a program used, and filters the list by it', async () => {
  const token = { id: 5, name: 'Nightly build', last_four: 'x7Qa' }
  reply(listAuditEvents, ({ query }) =>
    query.filters?.token_id
      ? [{ ...event, token }]
      : [
          { ...event, token },
          { ...event, id: 3, token: { id: 6, name: null, last_four: null } },
        ],
  )
  render()
  await expect.element(table.getByText('with a token: Nightly build (…x7Qa)')).toBeVisible()
  const details = table.getByRole('button', { name: /^1 field/ })
  const onlyToken = table.getByRole('button', { name: 'Show only this token' })
  // Only the number of a deleted account's token is left.
  await details.last().click()
  await expect.element(table.getByText('Crane Planner')).toBeVisible()
  await expect.element(onlyToken).not.toBeInTheDocument()
  await details.first().click()
  await expectAccessible()
  await onlyToken.click()
  await expect.poll(currentAddress).toBe('/admin/audit?filters[token_id]=5')
  const filter = page.getByRole('combobox', { name: 'Personal access token' })
  await expect.element(filter).toHaveDisplayValue('Nightly build (…x7Qa)')
  await filter.selectOptions('Any token or browser')
  await expect.poll(currentAddress).toBe('/admin/audit')
})
