import { listDeveloperApps } from '@trestle/domain/apps/contract.ts'
import {
  getListing,
  getStorage,
  listCategories,
  listSubmissionEvents,
} from '@trestle/domain/listings/contract.ts'
import { validateManifestContent } from '@trestle/domain/manifests/contract.ts'
import { listBucketChanges, listBuckets, listQuotaServers } from '@trestle/domain/quotas/contract.ts'
import type { AppTab } from '@trestle/domain/routes.ts'
import { describe, expect, test } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import { renderApp } from '../../testing/app.ts'
import { buildAdminSession, buildApp, buildAppRow, buildSubmission, now } from '../../testing/build.ts'
import { breakText, repairTexts } from '../../testing/faults.ts'
import {
  board,
  buildManifest,
  editor,
  versionDialog,
  renderEditor,
  replyVersions,
  writeManifest,
} from '../../testing/manifests.tsx'
import { reply } from '../../testing/network.ts'
import { renderPage } from '../../testing/render.tsx'
import { paths } from '../paths.ts'

const topBar = page.getByRole('banner').getByRole('navigation', { name: 'Main' })
const search = page.getByRole('searchbox', { name: 'Search apps' })
const tryAgain = page.getByRole('button', { name: 'Try again' })
const textbox = (name: string) => page.getByRole('textbox', { name })

async function expectError(container: Locator) {
  const alert = container.getByRole('alert')
  await expect.element(alert).toMatchTextContent('The application has encountered an error.')
  await expect.element(alert).toMatchTextContent(/Error ID: \w{32}/)
}

/** Opens a page and types into it. */
async function typeOnPage() {
  reply(listDeveloperApps, [buildAppRow()])
  renderPage(paths.apps())
  await search.fill('crane')
}

async function expectPage() {
  await expect.element(topBar).toBeVisible()
  await expect.element(search).toHaveValue('crane')
}

describe('an error outside of a page leaves the page and its input intact', () => {
  test('in the account menu', { tags: ['SHELL-30', 'SHELL-31', 'SHELL-32'] }, async () => {
    await typeOnPage()
    breakText('shell.darkMode')
    await page.getByRole('button', { name: /^Account menu/ }).click()
    await expectError(page.getByRole('menu'))
    await expectPage()
    repairTexts()
    await tryAgain.click()
    await expect.element(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
  })

  test('in a control of the top bar', { tags: ['SHELL-30', 'SHELL-31', 'SHELL-32'] }, async () => {
    breakText('shell.accountMenu')
    await typeOnPage()
    const broken = page.getByRole('banner').getByRole('button', { name: /^This part of the page failed/ })
    await expect.element(broken).toBeVisible()
    await expect.element(page.getByRole('button', { name: /Notifications/ })).toBeVisible()
    repairTexts()
    await broken.click()
    await expect.element(page.getByRole('button', { name: /^Account menu/ })).toBeVisible()
    await expectPage()
  })

  test('in the command palette', { tags: ['SHELL-30', 'SHELL-31', 'SHELL-32'] }, async () => {
    await typeOnPage()
    breakText('palette.placeholder')
    await userEvent.keyboard('{Control>}k{/Control}')
    const palette = page.getByRole('dialog')
    await expectError(palette)
    await palette.getByRole('button', { name: 'Close' }).click()
    await expect.element(palette).not.toBeInTheDocument()
    await expectPage()
  })

  test('in a drawer', { tags: ['SHELL-32'] }, async () => {
    reply(listQuotaServers, [{ name: 'Production_US01', buckets: 1 }])
    reply(listBuckets, [])
    reply(listBucketChanges, [
      {
        id: 9,
        bucket_id: 5,
        kind: 'deleted',
        before: null,
        after: null,
        reason: 'No longer used.',
        changed_by: { id: 1, name: 'Dana Reyes' },
        changed_at: now,
        reverts: null,
      },
    ])
    renderPage(paths.rateLimits(), { session: buildAdminSession() })
    breakText('quotas.history.by')
    await page.getByRole('button', { name: 'History' }).click()
    const drawer = page.getByRole('dialog')
    await expectError(drawer)
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect.element(drawer).not.toBeInTheDocument()
    await expect.element(page.getByRole('heading', { level: 1, name: 'QuotaMinder' })).toBeVisible()
  })
})

describe('an error in one part of an app leaves its header and tabs intact', () => {
  const link = (name: string) =>
    page.getByRole('navigation', { name: 'App pages' }).getByRole('link', { name, exact: true })

  function openApp(tab: AppTab) {
    replyVersions([buildManifest(board, '0.1.0')])
    renderApp(tab)
  }

  test('in a tab', { tags: ['SHELL-30', 'SHELL-31', 'SHELL-32'] }, async () => {
    openApp('configurations')
    await expect.element(link('Settings')).toBeVisible()
    breakText('settings.save')
    await link('Settings').click()
    await expectError(page.getByRole('main'))
    await expect.element(page.getByRole('heading', { level: 1, name: 'Crane Planner' })).toBeVisible()
    await expect.element(topBar).toBeVisible()
    await link('Versions').click()
    await expect.element(page.getByRole('region', { name: 'Manifests' })).toBeVisible()
    expect(page.getByRole('alert').elements()).toEqual([])
  })

  test('in the notice of suspended credentials', async () => {
    breakText('credentialSuspensions.team.since')
    const suspension = { environment: 'production', reason: 'Leaked.', suspended_at: now } as const
    replyVersions([buildManifest(board, '0.1.0')])
    renderApp('settings', { app: buildApp({ credential_suspensions: [suspension] }) })
    await expectError(page.getByRole('main'))
    await expect.element(textbox('Internal name')).toBeVisible()
  })

  test('in one section of the listing, which keeps the input of another', async () => {
    reply(getListing, { published: null, unpublished: buildSubmission(), versions: [] })
    reply(getStorage, { used_bytes: 0, allowed_bytes: 1_000_000, used_files: 0, allowed_files: 100 })
    reply(listCategories, [])
    reply(listSubmissionEvents, [])
    openApp('marketplace_listing')
    const builtBy = textbox('Built by')
    await builtBy.fill('Typed before')
    breakText('listings.contact.label')
    await page.getByRole('tab', { name: /^Contact/ }).click()
    await expectError(page.getByRole('tabpanel'))
    await expect.element(link('Settings')).toBeVisible()
    await page.getByRole('tab', { name: /^App Information/ }).click()
    await expect.element(builtBy).toHaveValue('Typed before')
  })

  test('in a form, which keeps its input', { tags: ['SHELL-32'] }, async () => {
    openApp('settings')
    const name = textbox('Internal name')
    await name.fill('Typed before')
    breakText('settings.internal.created')
    await userEvent.keyboard('!')
    await expectError(page.getByRole('main'))
    await expect.element(page.getByRole('button', { name: 'Save changes' })).toBeVisible()
    repairTexts()
    await tryAgain.click()
    await expect.element(name).toHaveValue('Typed before!')
  })

  test('next to the manifest editor, which keeps the typed manifest and number', async () => {
    await renderEditor()
    const number = versionDialog.getByRole('textbox', { name: 'Version number' })
    await number.fill('0.7.0')
    const errors = [{ path: '/fullscreen/source_url', message: 'must be a full URL.' }]
    reply(validateManifestContent, { data: { errors } })
    breakText('manifests.validations.line')
    await writeManifest('{"schema_version": "4.1", "fullscreen": {"source_url": "typed before"}}')
    await expectError(versionDialog)
    await expect.element(editor).toMatchTextContent('typed before')
    await expect.element(number).toHaveValue('0.7.0')
    repairTexts()
    await versionDialog.getByRole('button', { name: 'Try again' }).click()
    await expect.element(versionDialog.getByText('must be a full URL.')).toBeVisible()
    expect(versionDialog.getByRole('alert').elements()).toEqual([])
    await expect.element(editor).toMatchTextContent('typed before')
  })
})
