import { recordAnalytics } from '@trestle/domain/analytics/contract.ts'
import {
  getAdminDeveloperApp,
  getAppPermissions,
  getDeveloperApp,
  listDeveloperApps,
  type DeveloperApp,
  type DeveloperAppRow,
} from '@trestle/domain/apps/contract.ts'
import { getMetricsSummary } from '@trestle/domain/metrics/contract.ts'
import type { AppTab } from '@trestle/domain/routes.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  buildAdminApp,
  buildAdminSession,
  buildApp,
  buildAppRow,
  buildPermissions,
  buildSandbox,
} from '../../testing/build.ts'
import { buildProduction, board, replyVersions } from '../../testing/manifests.tsx'
import { disconnect, reply, sent } from '../../testing/network.ts'
import { currentAddress, renderPage } from '../../testing/render.tsx'
import { paths } from '../paths.ts'

const palette = page.getByRole('dialog', { name: 'Search or jump to' })
const option = (name: string) => palette.getByRole('option', { name, exact: true })

async function openPalette(typed: string) {
  await userEvent.keyboard('{Control>}k{/Control}')
  await palette.getByRole('combobox').fill(typed)
}

/** Opens the palette in an app without a sandbox, whose page makes no calls of its own. */
async function openInApp(
  typed: string,
  overrides: Partial<DeveloperApp> = {},
  others: DeveloperAppRow[] = [],
  tab: AppTab = 'versions',
) {
  const app = buildApp({ sandbox: null, ...overrides })
  reply(getDeveloperApp, app)
  reply(getAppPermissions, buildPermissions())
  reply(listDeveloperApps, others)
  reply(recordAnalytics)
  replyVersions([buildProduction(board, '1.0.0')])
  renderPage(paths.app(app.id, tab))
  await expect.element(page.getByRole('heading', { level: 1, name: app.internal_name })).toBeVisible()
  await openPalette(typed)
}

test('records in analytics that its entry opened the metrics', { tags: ['APP-20'] }, async () => {
  disconnect(getMetricsSummary)
  await openInApp('metrics', { has_metrics: true })
  await option('Metrics').click()
  await expect
    .poll(() => sent(recordAnalytics).map(({ body }) => body.key))
    .toEqual(['developers.app_metrics.view_report.clicked'])
})

test('offers guests of an app its tab Metrics, but not the report', async () => {
  await openInApp('metrics', { has_metrics: true, role: 'user' })
  await expect.element(option('Metrics')).toBeVisible()
  expect(option('View metrics report').elements()).toEqual([])
})

test('names the secret of an app as its button does', async () => {
  await openInApp('secret', { sandbox: buildSandbox(), credentials: { uid: 'client-7', secret: null } })
  await expect.element(option('Production › Show secret')).toBeVisible()
})

test('opens the production versions to submit one of them', async () => {
  await openInApp('submit for', { sandbox: buildSandbox() })
  await option('Submit for Review: version 1.0.0').click()
  await expect.poll(currentAddress).toBe(`${paths.app(7, 'versions')}?environment=production`)
})

test('finds the pages of an app whose ID begins with that of the open one', async () => {
  await openInApp('tower', {}, [buildAppRow({ id: 77, internal_name: 'Tower Watch' })])
  await palette.getByRole('combobox').fill('tower settings')
  await expect.element(option('Tower Watch › Settings')).toBeVisible()
})

test('asks before an action on another tab leaves unsaved input', async () => {
  await openInApp('', {}, [], 'settings')
  await userEvent.keyboard('{Escape}')
  await expect.element(palette).not.toBeInTheDocument()
  await page.getByRole('textbox', { name: 'Internal name' }).fill('Half typed')
  await openPalette('')
  await option('Add Another User').click()
  await expect.element(page.getByRole('dialog', { name: 'Discard your changes?' })).toBeVisible()
  expect(currentAddress()).toBe(paths.app(7, 'settings'))
})

test('offers staff no tabs that government cloud does not have', async () => {
  reply(listDeveloperApps, [])
  reply(getAdminDeveloperApp, buildAdminApp())
  replyVersions()
  renderPage(paths.adminApp(7), { session: buildAdminSession({ flags: { gov_cloud: true } }) })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await openPalette('')
  await expect.element(option('Marketplace Listing')).toBeVisible()
  expect(['Sandbox', 'Performance Metrics'].flatMap((name) => option(name).elements())).toEqual([])
})
