import { recordAnalytics } from '@trestle/domain/analytics/contract.ts'
import type { AppPermissions } from '@trestle/domain/apps/contract.ts'
import { listClientSecrets } from '@trestle/domain/credentials/contract.ts'
import { getDraft } from '@trestle/domain/drafts/contract.ts'
import {
  listManifests,
  listReviews,
  listSnippets,
  listTemplates,
  validateManifestContent,
} from '@trestle/domain/manifests/contract.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  buildAdminSession,
  buildApp,
  buildClientSecret,
  buildPermissions,
  buildSandbox,
  buildVersion,
  now,
} from '../../testing/build.ts'
import { board, buildManifest, buildProduction, replyVersions } from '../../testing/manifests.tsx'
import { reply, replyUnchecked } from '../../testing/network.ts'
import { renderPart } from '../../testing/render.tsx'
import { queryClient } from '../http/queryClient.ts'
import { paths } from '../paths.ts'
import { AppConfigurationsTab } from './AppConfigurationsTab.tsx'
import { CredentialsTab } from './CredentialsTab.tsx'
import { AppVersionsTab } from './AppVersionsTab.tsx'

const create = page.getByRole('button', { name: 'Create New Version' })
const versionNumber = page.getByRole('textbox', { name: 'Version number' })
const builder = page.getByRole('dialog').getByRole('button', { name: 'Permission builder' })
const promote = page.getByRole('button', { name: 'Promote version 0.3.0' })

async function openVersions(overrides: Partial<AppPermissions>) {
  const manifest = { schema_version: '4.1' }
  reply(listManifests, [buildVersion({ content: manifest, next_version_content: manifest })])
  reply(listReviews, [])
  reply(listTemplates, { '3': {}, '4.1': manifest })
  reply(listSnippets, [])
  reply(getDraft, { draft: null })
  reply(recordAnalytics)
  reply(validateManifestContent, { data: { errors: [] } })
  renderPart(<AppVersionsTab app={buildApp()} permissions={buildPermissions(overrides)} />, {
    address: paths.app(7, 'versions'),
  })
  await expect.element(promote).toBeVisible()
}

test('with every right, versions can be created with a number, permissions and promoted', async () => {
  await openVersions({})
  await expect.element(promote).toBeEnabled()
  await create.click()
  await expect.element(versionNumber).toBeVisible()
  await expect.element(builder).toBeVisible()
})

test('without canModify, versions can be neither created nor promoted', async () => {
  await openVersions({ canModify: false })
  await expect.element(create).toBeDisabled()
  await expect.element(promote).toBeDisabled()
})

test.each([true, false])(
  'staff who work on an app act as its developers, who can withdraw a version only with canModify: %s',
  { tags: ['PROM-20', 'PROM-25', 'PROM-26'] },
  async (canModify) => {
    reply(listManifests, [buildProduction(board, '0.3.0', { state: 'in_review' })])
    reply(listReviews, [])
    renderPart(<AppVersionsTab app={buildApp()} permissions={buildPermissions({ canModify })} />, {
      session: buildAdminSession(),
      address: `${paths.app(7, 'versions')}?environment=production`,
    })
    const withdraw = page.getByRole('button', { name: 'Withdraw from Review: version 0.3.0' })
    await expect.element(withdraw).toBeVisible()
    expect((withdraw.element() as HTMLButtonElement).disabled).toBe(!canModify)
    expect(page.getByRole('button', { name: /^(Approve|Reject)/ }).elements()).toEqual([])
  },
)

test('without canSetSemanticVersions, only the version number is missing', async () => {
  await openVersions({ canSetSemanticVersions: false })
  await create.click()
  await expect.element(builder).toBeVisible()
  await expect.element(versionNumber).not.toBeInTheDocument()
})

test('without canUsePermissionBuilder, only the permission builder is missing', async () => {
  await openVersions({ canUsePermissionBuilder: false })
  await create.click()
  await expect.element(versionNumber).toBeVisible()
  await expect.element(builder).not.toBeInTheDocument()
})

test('without canUsePermissionBuilder, Configurations offers no service account', async () => {
  replyVersions([buildManifest(board, '0.3.0')])
  renderPart(
    <AppConfigurationsTab
      app={buildApp()}
      permissions={buildPermissions({ canUsePermissionBuilder: false })}
    />,
    { address: paths.app(7) },
  )
  await page.getByRole('button', { name: 'Data connector' }).click()
  await expect.element(page.getByRole('checkbox', { name: /^Service account/ })).toBeDisabled()
})

test('a manifest check with an unreadable reply has a message for users', async () => {
  await openVersions({})
  replyUnchecked(validateManifestContent, [{ nonsense: true }])
  await create.click()
  const alert = page.getByRole('dialog').getByRole('alert')
  await expect.element(alert).toMatchTextContent(/This page is out of date\. Reload\./)
  expect(alert.element().textContent).not.toContain('contract')
})

test('a version in an unknown state shows Unknown State', { tags: ['PROM-07'] }, async () => {
  const production = buildVersion({ versionable_type: 'ProductionEnvironment' })
  await openVersions({})
  replyUnchecked(listManifests, [{ ...production, state: 'escalated' }])
  await queryClient.resetQueries()
  await page.getByRole('tab', { name: 'Production' }).click()
  await expect
    .element(
      page
        .getByRole('table', { name: /production/i })
        .getByText('Unknown State')
        .first(),
    )
    .toBeVisible()
})

const stored_secret = { last_four: 'a1b2', made_at: now }
const app = buildApp({
  credentials: { uid: 'client-7', secret: null },
  stored_secret,
  sandbox: buildSandbox({ stored_secret }),
})
const reset = page.getByRole('button', { name: 'Reset secret' })
const uris = page.getByRole('textbox', { name: 'Redirect URIs' })
const masked = page.getByText(/••••/)

function openCredentials(permissions: Partial<AppPermissions>, shown = app) {
  reply(listClientSecrets, [buildClientSecret()])
  renderPart(<CredentialsTab app={shown} permissions={buildPermissions(permissions)} />, {
    address: paths.app(7, 'oauth_credentials'),
  })
}

test.each([true, false])(
  'with canModifyCredentials %s, only the secrets change',
  { tags: ['CRED-17'] },
  async (canModifyCredentials) => {
    openCredentials({ canModifyCredentials })
    await expect.element(uris.first()).toBeVisible()
    await expect.poll(() => reset.elements().length).toBe(canModifyCredentials ? 2 : 0)
    const reasons = page.getByText("Only the app's owner and admins can reset this app's secrets.")
    await expect.poll(() => reasons.elements().length).toBe(canModifyCredentials ? 0 : 2)
    for (const field of uris.elements()) expect(field.hasAttribute('readonly')).toBe(false)
  },
)

test('without canEdit, the credentials are read-only', { tags: ['CRED-17'] }, async () => {
  openCredentials({ canEdit: false })
  await expect.element(page.getByText('client-7')).toBeVisible()
  await expect
    .poll(() => uris.elements().map((field) => field.hasAttribute('readonly')))
    .toEqual([true, true])
  await expect.poll(() => reset.elements().length).toBe(2)
  await expect.element(masked.first()).toBeVisible()
})

test('a guest sees no credentials', { tags: ['CRED-18'] }, async () => {
  const guest = buildApp({ ...app, role: 'user', credentials: null, stored_secret: null })
  openCredentials({ canEdit: false, canModifyCredentials: false }, guest)
  await expect
    .element(page.getByText("Production credentials aren't shown to users with the User role"))
    .toBeVisible()
  await expect.element(page.getByText('Not shown to users with the User role.').first()).toBeVisible()
  await expect.element(uris).not.toBeInTheDocument()
  await expect.element(masked).not.toBeInTheDocument()
})
