import { getAdminDeveloperApp, type AdminDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { listOauthApplications } from '@trestle/domain/credentials/contract.ts'
import { suspendCredentials, unsuspendCredentials } from '@trestle/domain/oauth/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderApp } from '../../testing/app.ts'
import { expectAccessible } from '../../testing/axe.ts'
import { buildAdminApp, buildAdminSession, buildApp, buildSandbox, now } from '../../testing/build.ts'
import { refuse, reply, sent } from '../../testing/network.ts'
import { removeRendered, renderPage } from '../../testing/render.tsx'
import { queryClient } from '../http/queryClient.ts'
import { paths } from '../paths.ts'
import { oauthApplications, readApplicationFilters } from './queries.ts'

const suspension = {
  environment: 'production',
  reason: 'The secret is public.',
  suspended_at: now,
  suspended_by: { id: 2, name: 'Kim Vance' },
} as const
const app = buildAdminApp({ credentials: { uid: 'client-7', secret: null } })
const suspended = { ...app, credential_suspensions: [suspension] }

function open(shown: AdminDeveloperApp): void {
  reply(getAdminDeveloperApp, shown)
  renderPage(paths.adminApp(7, 'performance_metrics'), { session: buildAdminSession() })
}

const section = page.getByRole('region', { name: 'Credentials', exact: true })
const suspend = section.getByRole('button', { name: 'Suspend production credentials' })
const dialog = page.getByRole('dialog')
const banner = page.getByText('The production credentials of this app are suspended')

/** Expects that the focus has moved to this state once the dialog is gone. */
async function expectFocusOn(state: RegExp): Promise<void> {
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.textContent).toMatch(state)
}

test('staff suspend credentials with a reason', async () => {
  open(app)
  reply(suspendCredentials)
  await suspend.click()
  await expect.element(dialog).toHaveAccessibleName('Suspend the production credentials of Crane Planner?')
  await expectAccessible()
  reply(getAdminDeveloperApp, suspended)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(suspension.reason)
  await dialog.getByRole('button', { name: 'Suspend credentials' }).click()
  await expect.element(banner).toBeVisible()
  await expect.element(suspend).not.toBeInTheDocument()
  await expect.element(section.getByRole('button', { name: 'Suspend sandbox credentials' })).toBeVisible()
  await expectFocusOn(/^Production\s*Suspended/)
  expect(sent(suspendCredentials)).toMatchObject([
    { params: { id: '7' }, body: { environment: 'production', reason: suspension.reason } },
  ])
})

test('the list of OAuth applications loads again after a suspension', async () => {
  reply(listOauthApplications, [])
  const list = { page: 1, perPage: 50, sort: undefined, filters: readApplicationFilters({}) }
  const load = async () => {
    await queryClient.fetchQuery(oauthApplications(list))
    return sent(listOauthApplications).length
  }
  expect(await load()).toBe(1)
  open(app)
  reply(suspendCredentials)
  await suspend.click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(suspension.reason)
  await dialog.getByRole('button', { name: 'Suspend credentials' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(await load()).toBe(2)
})

test('the dialog shows why a suspension was refused', async () => {
  open(app)
  refuse(suspendCredentials, { code: 'conflict', message: 'These credentials are already suspended.' })
  await suspend.click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Misused')
  await dialog.getByRole('button', { name: 'Suspend credentials' }).click()
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent('These credentials are already suspended.')
})

test('staff see who suspended credentials, and restore them after a question', async () => {
  open(suspended)
  reply(unsuspendCredentials)
  await expect.element(page.getByText(/^Suspended by Kim Vance on .*The secret is public\.$/)).toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Restore credentials: production' }).click()
  reply(getAdminDeveloperApp, app)
  await dialog.getByRole('button', { name: 'Restore credentials' }).click()
  await expect.element(banner).not.toBeInTheDocument()
  await expect.element(suspend).toBeVisible()
  await expectFocusOn(/^Production\s*Active/)
  expect(sent(unsuspendCredentials)).toMatchObject([{ body: { environment: 'production' } }])
})

test('the question shows why credentials were not restored', async () => {
  open(suspended)
  refuse(unsuspendCredentials, { code: 'conflict', message: 'These credentials are not suspended.' })
  await page.getByRole('button', { name: 'Restore credentials: production' }).click()
  await dialog.getByRole('button', { name: 'Restore credentials' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('These credentials are not suspended.')
})

test('offers nothing for credentials that do not exist, or of a deleted app', async () => {
  open(buildAdminApp({ deleted_at: now }))
  await expect.element(section.getByText('None yet')).toBeVisible()
  await expect.element(section.getByText('Active')).toBeVisible()
  await expect.element(section.getByRole('button')).not.toBeInTheDocument()
  removeRendered()
  open(buildAdminApp({ sandbox: buildSandbox({ live: false }) }))
  await expect.element(section.getByText('None yet')).toHaveLength(2)
  await expect.element(section.getByRole('button')).not.toBeInTheDocument()
})

test("the app's team sees since when, why, what stops working and whom to ask", async () => {
  const { suspended_by: _staff, ...shown } = suspension
  renderApp('oauth_credentials', { app: buildApp({ credential_suspensions: [shown] }) })
  await expect.element(banner).toBeVisible()
  await expect
    .element(page.getByText(/^Platform staff suspended them on .*The secret is public\.$/))
    .toBeVisible()
  await expect.element(page.getByText(/don't work in production/)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'contact support' }))
    .toHaveAttribute('href', 'https://support.example.test/')
  await expectAccessible()
})
