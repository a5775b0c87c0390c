import { listManifests, promoteVersion, type ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import type { AppTab } from '@trestle/domain/routes.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { buildApp, buildPermissions } from '../../../testing/build.ts'
import {
  board,
  buildManifest,
  buildProduction,
  versionDialog,
  replyVersions,
} from '../../../testing/manifests.tsx'
import { expectHue } from '../../../testing/hue.ts'
import { reply, sent } from '../../../testing/network.ts'
import { currentAddress, renderPart } from '../../../testing/render.tsx'
import { AppConfigurationsTab } from '../../app/AppConfigurationsTab.tsx'
import { AppVersionsTab } from '../../app/AppVersionsTab.tsx'
import { paths } from '../../paths.ts'

const manifests = page.getByRole('region', { name: 'Manifests' })
const production = page.getByRole('table', { name: 'Production versions' })
const tab = (name: string) => manifests.getByRole('tab', { name })
const promote = (version: string) => manifests.getByRole('button', { name: `Promote version ${version}` })
const dialog = page.getByRole('dialog', { name: /^Promote version .* to production$/ })
const tabProps = { app: buildApp(), permissions: buildPermissions() }

/** Replies with these versions, and promotes one of them. */
function replyPromotion(versions: readonly ManifestVersion[], copy: ManifestVersion) {
  replyVersions(versions)
  reply(promoteVersion, ({ body }) => {
    replyVersions([copy, ...versions])
    return { changelog: body.changelog, manifest: copy }
  })
}

/** Renders both tabs in turn, as the app does without loading the page again. */
function Tabs({ first }: { first: AppTab }) {
  const [shown, setShown] = useState(first)
  return (
    <>
      <button onClick={() => setShown('configurations')}>Configurations</button>
      <button onClick={() => setShown('versions')}>Versions</button>
      {shown === 'versions' ? <AppVersionsTab {...tabProps} /> : <AppConfigurationsTab {...tabProps} />}
    </>
  )
}

const renderTabs = (first: AppTab) =>
  renderPart(<Tabs first={first} />, { address: paths.app(7, 'versions') })
const openTab = (name: string) => page.getByRole('button', { name, exact: true }).click()

async function releaseWith(notes: string) {
  await dialog.getByRole('textbox', { name: 'Release notes' }).fill(notes)
  await dialog.getByRole('button', { name: 'Promote to production' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
}

test(
  'a promoted version is at the top of the production list, which opens, and can be submitted',
  { tags: ['PROM-09', 'PROM-10', 'PROM-11', 'PROM-12'] },
  async () => {
    const newest = buildManifest(board, '0.2.0')
    const versions = [newest, buildManifest(board, '0.1.0'), buildProduction(board, '0.1.0')]
    replyPromotion(versions, buildProduction(board, '0.2.0'))
    renderPart(<AppVersionsTab {...tabProps} />, { address: paths.app(7, 'versions') })
    await promote('0.2.0').click()
    await expectHue(dialog.getByText('Production', { exact: true }), 'blue')
    await expectHue(dialog.getByRole('button', { name: 'Promote to production' }), 'blue', 'backgroundColor')
    await releaseWith('Floors can be renamed.')
    expect(sent(promoteVersion).map(({ body }) => body)).toEqual([
      { source_app_version_id: newest.app_version_id, changelog: 'Floors can be renamed.' },
    ])
    await expect.element(page.getByText('Version 0.2.0 is in production.')).toBeVisible()
    await expect.element(tab('Production')).toHaveAttribute('aria-selected', 'true')
    await expect.element(tab('Production')).toHaveFocus()
    const rows = production.getByRole('row')
    await expect.element(rows.nth(1)).toMatchTextContent(/^0\.2\.0.*Not submitted/)
    await expect.element(rows.nth(2)).toMatchTextContent(/^0\.1\.0/)
    await expect.element(page.getByRole('button', { name: 'Submit for Review: version 0.2.0' })).toBeEnabled()
  },
)

test(
  'after a promotion Promote is disabled until a reload, and permanently for versions in production',
  { tags: ['PROM-13', 'PROM-14'] },
  async () => {
    const versions = [buildManifest(board, '0.2.0'), buildManifest(board, '0.1.0')]
    replyPromotion(versions, buildProduction(board, '0.1.0'))
    renderPart(<AppVersionsTab {...tabProps} />, { address: paths.app(7, 'versions') })
    await manifests.getByRole('button', { name: 'Show Old Versions (1)' }).click()
    await expect.element(promote('0.2.0')).toBeEnabled()
    const old = { ...versions[1], promotable: false } as const
    reply(listManifests, [])
    replyPromotion(
      [buildManifest(board, '0.2.0'), buildManifest(board, '0.1.0', old)],
      buildProduction(board, '0.1.0'),
    )
    await promote('0.1.0').click()
    await releaseWith('First release.')
    await tab('Sandbox').click()
    await expect
      .element(promote('0.2.0'))
      .toHaveAccessibleDescription('Another version was just promoted. Reload the page to promote again.')
    await expect.element(promote('0.2.0')).toBeDisabled()
    await manifests.getByRole('button', { name: 'Show Old Versions (1)' }).click()
    await expect
      .element(promote('0.1.0'))
      .toHaveAccessibleDescription('This version or a newer one is already in production.')
  },
)

test(
  'a promotion disables Promote on both tabs, and stays in force when the tab is opened again',
  { tags: ['PROM-13'] },
  async () => {
    const reason = 'Another version was just promoted. Reload the page to promote again.'
    const versions = [buildManifest(board, '0.2.0'), buildManifest(board, '0.1.0')]
    replyPromotion(versions, buildProduction(board, '0.1.0'))
    renderTabs('versions')
    await manifests.getByRole('button', { name: 'Show Old Versions (1)' }).click()
    await promote('0.1.0').click()
    await releaseWith('First release.')
    await openTab('Configurations')
    const inHeader = page.getByRole('button', { name: 'Promote', exact: true })
    await expect.element(inHeader).toHaveAccessibleDescription(reason)
    await expect.element(inHeader).toBeDisabled()
    await openTab('Versions')
    await tab('Sandbox').click()
    await expect.element(promote('0.2.0')).toHaveAccessibleDescription(reason)
    await expect.element(promote('0.2.0')).toBeDisabled()
  },
)

test('a version that is created after a promotion can be promoted', { tags: ['PROM-13'] }, async () => {
  replyPromotion([buildManifest(board, '0.2.0', { promotable: true })], buildProduction(board, '0.2.0'))
  renderPart(<AppVersionsTab {...tabProps} />, { address: paths.app(7, 'versions') })
  await promote('0.2.0').click()
  await releaseWith('First release.')
  await tab('Sandbox').click()
  await expect.element(promote('0.2.0')).toBeDisabled()
  await manifests.getByRole('button', { name: 'Create New Version' }).click()
  await versionDialog.getByRole('button', { name: 'Create version' }).click()
  await expect.element(promote('0.3.0')).toBeEnabled()
})

test(
  'Promote in the header of Configurations opens the production versions',
  { tags: ['PROM-03', 'PROM-12'] },
  async () => {
    replyPromotion([buildManifest(board, '0.1.0')], buildProduction(board, '0.1.0'))
    renderPart(<AppConfigurationsTab {...tabProps} />, { address: paths.app(7) })
    await page.getByRole('button', { name: 'Promote' }).click()
    await releaseWith('First release.')
    await expect.poll(currentAddress).toBe('/developer_apps/7/versions?environment=production')
  },
)

const asking = (level: string) => ({
  ...board,
  permissions: { company: { directory: 'readonly' }, project: { daily_log: level } },
  oauth: { enabled: true },
})

const update = /^Companies that installed the app with its key are offered the update immediately\./

test('the promotion dialog shows which permissions companies will be asked for', async () => {
  replyVersions([buildManifest(asking('readonly'), '0.1.0')])
  renderPart(<AppVersionsTab {...tabProps} />, { address: paths.app(7, 'versions') })
  await promote('0.1.0').click()
  await expect.element(dialog).toMatchTextContent('Daily Log (project): None → Read-Only')
  await expect.element(dialog).toMatchTextContent('Directory (company): None → Read-Only')
  expect(dialog.getByText(update).elements()).toEqual([])
})

test('asks before typed release notes are lost', async () => {
  replyVersions([buildManifest(board, '0.1.0')])
  renderPart(<AppVersionsTab {...tabProps} />, { address: paths.app(7, 'versions') })
  await promote('0.1.0').click()
  await dialog.getByRole('textbox', { name: 'Release notes' }).fill('Floors can be renamed.')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Discard changes' })).toBeVisible()
})

test('an update shows only the permissions that changed since production', async () => {
  replyVersions([buildManifest(asking('standard'), '0.2.0'), buildProduction(asking('readonly'), '0.1.0')])
  renderPart(<AppVersionsTab {...tabProps} />, { address: paths.app(7, 'versions') })
  await promote('0.2.0').click()
  await expect.element(dialog.getByText(update)).toBeVisible()
  await expect.element(dialog).toMatchTextContent('Compared with version 0.1.0 in production:')
  await expect.element(dialog).toMatchTextContent('Daily Log (project): Read-Only → Standard')
  expect(dialog.getByText(/Directory/).elements()).toEqual([])
})

const locks = /user-level authentication\. Once it's in production, later versions can't remove it\.$/

test.each([
  ['says that the first version with user-level authentication locks it', { oauth: { enabled: true } }, 1],
  ["doesn't mention a lock for a version without it", {}, 0],
])('the promotion dialog %s', { tags: ['PERM-11', 'PERM-13'] }, async (_, parts, sentences) => {
  replyVersions([buildManifest({ ...board, ...parts }, '0.2.0'), buildProduction(board, '0.1.0')])
  renderPart(<AppVersionsTab {...tabProps} />, { address: paths.app(7, 'versions') })
  await promote('0.2.0').click()
  await expect.element(dialog.getByText(update)).toBeVisible()
  expect(dialog.getByText(locks).elements()).toHaveLength(sentences)
})

test("the promotion dialog doesn't repeat that user-level authentication is locked", async () => {
  const isLocked = { auth_code_locked: true }
  replyVersions([
    buildManifest(asking('standard'), '0.2.0', isLocked),
    buildProduction(asking('standard'), '0.1.0', isLocked),
  ])
  renderPart(<AppVersionsTab {...tabProps} />, { address: paths.app(7, 'versions') })
  await promote('0.2.0').click()
  await expect.element(dialog.getByText(update)).toBeVisible()
  expect(dialog.getByText(locks).elements()).toEqual([])
})

test.each([
  ['warns if the service account stops', { ...board, oauth: { enabled: true } }, 1],
  ["doesn't warn if the service account goes on", asking('standard'), 0],
] as const)('the promotion dialog %s', async (_, content, warnings) => {
  replyVersions([buildManifest(content, '0.2.0'), buildProduction(asking('readonly'), '0.1.0')])
  renderPart(<AppVersionsTab {...tabProps} />, { address: paths.app(7, 'versions') })
  await promote('0.2.0').click()
  await expect.element(dialog.getByText(update)).toBeVisible()
  const warning = dialog.getByText(
    /the service account stops working for every company, including those that haven't updated\./,
  )
  expect(warning.elements()).toHaveLength(warnings)
})
