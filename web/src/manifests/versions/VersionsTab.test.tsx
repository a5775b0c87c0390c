import type { Flags } from '@trestle/domain/accounts/contract.ts'
import { listManifests, listReviews, type ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import {
  buildAdminApp,
  buildAdminSession,
  buildApp,
  buildPermissions,
  buildSession,
} from '../../../testing/build.ts'
import { expectHue } from '../../../testing/hue.ts'
import {
  board,
  buildManifest,
  buildProduction,
  versionDialog,
  replyVersions,
  versionsApp,
} from '../../../testing/manifests.tsx'
import { reply } from '../../../testing/network.ts'
import { currentAddress, renderPart } from '../../../testing/render.tsx'
import { texts } from '../../../testing/texts.ts'
import { AdminManifests } from '../../app/AdminManifests.tsx'
import { AppVersionsTab } from '../../app/AppVersionsTab.tsx'
import { paths } from '../../paths.ts'

afterEach(() => {
  vi.useRealTimers()
  delete document.documentElement.dataset['mantineColorScheme']
})

const all = page.getByRole('table', { name: 'Versions of Crane Planner' })
const manifests = page.getByRole('region', { name: 'Manifests' })
const sandbox = page.getByRole('table', { name: 'Sandbox versions' })
const production = page.getByRole('table', { name: 'Production versions' })
const tab = (name: string) => manifests.getByRole('tab', { name })
const create = manifests.getByRole('button', { name: 'Create New Version' })
const headings = (table: Locator) => texts(table.getByRole('columnheader'))
/** Returns the text of each row, without the row of headings. */
const rows = (table: Locator) => texts(table.getByRole('row')).slice(1)

interface Options {
  canModify?: boolean
  flags?: Partial<Flags>
  search?: string
}

function render(
  versions: readonly ManifestVersion[],
  { canModify = true, flags = {}, search = '' }: Options = {},
) {
  replyVersions(versions)
  renderPart(<AppVersionsTab app={buildApp()} permissions={buildPermissions({ canModify })} />, {
    session: buildSession({ flags }),
    address: `${paths.app(versionsApp.id, 'versions')}${search}`,
  })
}

const approved = buildProduction(board, '1.0.0', {
  state: 'published',
  published_to_marketplace: true,
  submittable: false,
  changelog: 'First public release.',
  developer_notes: 'Test login: reviewer@crane.example.',
  decision_message: 'Least privilege respected.',
})
const released = [buildManifest(board, '1.1.0'), approved, buildManifest(board, '1.0.0')]

test(
  'the versions have version, created, app version key and published to marketplace, newest first',
  { tags: ['MAN-01', 'MAN-16'] },
  async () => {
    render(released)
    await expect.poll(() => rows(all).length).toBe(3)
    expect(headings(all)).toEqual(['Version', 'Created', 'App version key', 'Published to marketplace'])
    const [first, second, third] = rows(all)
    expect(first).toMatch(/^1\.1\.0Sandbox.*No$/)
    expect(second).toMatch(/^1\.0\.0Production.*Yes$/)
    expect(third).toMatch(/^1\.0\.0Sandbox/)
    const manifest = (name: string) =>
      all.getByRole('button', { name: `View the manifest of version ${name}` })
    await expect.element(manifest('1.0.0 (Production)')).toBeVisible()
    await expect.element(manifest('1.0.0 (Sandbox)')).toBeVisible()
  },
)

test('the day and time that a version was created are written in full', { tags: ['CONST-03'] }, async () => {
  const created_at = new Date(2026, 3, 9, 16, 5, 7).toISOString()
  render([buildManifest(board, '0.1.0', { created_at })])
  await expect.element(all.getByRole('cell', { name: 'April 9th 2026, 4:05 pm', exact: true })).toBeVisible()
})

test(
  'the tables show when a version was created or released, not when it was last changed',
  { tags: ['MAN-01', 'MAN-08', 'MAN-12'] },
  async () => {
    const updated_at = new Date(2026, 4, 1, 8, 0).toISOString()
    const at = (hour: number) => ({ created_at: new Date(2026, 3, 9, hour, 5).toISOString(), updated_at })
    render([buildProduction(board, '1.0.0', at(17)), buildManifest(board, '1.0.0', at(16))])
    await expect.element(sandbox.getByRole('cell').nth(1)).toHaveTextContent('April 9th 2026, 4:05 pm')
    const created = rows(all).map((row) => row.match(/April 9th 2026, \d:05 pm/)?.[0])
    expect(created).toEqual(['April 9th 2026, 5:05 pm', 'April 9th 2026, 4:05 pm'])
    await tab('Production').click()
    await expect.element(production.getByRole('cell').nth(1)).toHaveTextContent('April 9th 2026, 5:05 pm')
  },
)

test('only the newest ten versions show at first, so that the manifests below are in reach', async () => {
  render(Array.from({ length: 12 }, (_, index) => buildManifest(board, `0.${12 - index}.0`)))
  await expect.poll(() => rows(all).length).toBe(10)
  const versions = page.getByRole('region', { name: 'Versions', exact: true })
  await versions.getByRole('button', { name: 'Show older versions' }).click()
  await expect.poll(() => rows(all).length).toBe(12)
  expect(versions.getByRole('button', { name: 'Show older versions' }).elements()).toEqual([])
  const eleventh = all.getByRole('button', { name: 'View the manifest of version 0.2.0 (Sandbox)' })
  await expect.element(eleventh).toHaveFocus()
})

test('an app version key is copied on click, which says so for 1500 ms', { tags: ['MAN-02'] }, async () => {
  const version = buildManifest(board, '0.1.0')
  render([version])
  const key = all.getByRole('button', { name: version.app_version_id })
  await expect.element(key).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await key.click()
  await expect.element(page.getByRole('status').filter({ hasText: 'Copied' })).toBeInTheDocument()
  await expect.element(key.getByText('Copied')).toBeVisible()
  vi.advanceTimersByTime(1499)
  await expect.element(key.getByText('Copied')).toBeVisible()
  vi.advanceTimersByTime(1)
  await expect.element(key.getByText('Copied')).not.toBeVisible()
})

test(
  "a version's manifest is shown as JSON, and the toast after copying closes after 2000 ms",
  { tags: ['MAN-03', 'MAN-04'] },
  async () => {
    render([buildManifest(board, '0.1.0')])
    const open = all.getByRole('button', { name: 'View the manifest of version 0.1.0 (Sandbox)' })
    await open.click()
    const dialog = page.getByRole('dialog', { name: 'Manifest of version 0.1.0' })
    const text = dialog.getByRole('region', { name: 'Manifest as JSON' })
    await expect.element(text).toBeVisible()
    expect(JSON.parse(text.element().textContent ?? '')).toEqual(board)

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const toast = page.getByText('The manifest of version 0.1.0 was copied.')
    await dialog.getByRole('button', { name: 'Copy manifest' }).click()
    await expect.element(toast).toBeVisible()
    vi.advanceTimersByTime(1999)
    await expect.element(toast).toBeVisible()
    vi.advanceTimersByTime(1)
    vi.useRealTimers()
    await expect.element(toast).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(open).toHaveFocus()
  },
)

test('without versions the first one can be created, after which the list has the focus', async () => {
  render([])
  await expect.element(page.getByText('No versions yet')).toBeVisible()
  await expect.element(manifests.getByText('No sandbox versions yet')).toBeVisible()
  await tab('Production').click()
  await expect.element(manifests.getByText('Nothing in production yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create version' }).click()
  await expect.element(versionDialog.getByText('Validation passed')).toBeVisible()
  await versionDialog.getByRole('button', { name: 'Create version' }).click()
  await expect.element(versionDialog).not.toBeInTheDocument()
  await expect.element(all).toMatchTextContent('0.1.0')
  await expect.poll(() => document.activeElement?.contains(all.element())).toBe(true)
})

test(
  'the manifests are below the versions, with the tabs Sandbox and Production and the chosen one in the address',
  { tags: ['MAN-05', 'MAN-07'] },
  async () => {
    render(released)
    await expect.element(sandbox).toBeVisible()
    expect(texts(page.getByRole('heading', { level: 2 })).slice(0, 2)).toEqual(['Versions', 'Manifests'])
    expect(texts(manifests.getByRole('tab'))).toEqual(['Sandbox', 'Production'])
    await expect.element(tab('Sandbox')).toHaveAttribute('aria-selected', 'true')
    await tab('Production').click()
    await expect.element(production).toBeVisible()
    expect(currentAddress()).toBe('/developer_apps/7/versions?environment=production')
    await tab('Sandbox').click()
    await expect.element(sandbox).toBeVisible()
    expect(currentAddress()).toBe('/developer_apps/7/versions')
  },
)

test.each(['light', 'dark'])(
  'Sandbox is magenta and Production blue, %s',
  { tags: ['MAN-15'] },
  async (scheme) => {
    render(released)
    await expect.element(all).toBeVisible()
    document.documentElement.dataset['mantineColorScheme'] = scheme
    await expectHue(all.getByText('Sandbox', { exact: true }).first(), 'magenta')
    await expectHue(all.getByText('Production', { exact: true }), 'blue')
    await expectHue(tab('Sandbox'), 'magenta')
    await expectHue(tab('Production'), 'blue')
  },
)

test(
  'the Sandbox tab shows the newest version until old ones are requested, each with Promote',
  { tags: ['MAN-08', 'MAN-09', 'MAN-10', 'MAN-11'] },
  async () => {
    render(['0.3.0', '0.2.0', '0.1.0'].map((number) => buildManifest(board, number)))
    await expect.poll(() => rows(sandbox).length).toBe(1)
    expect(rows(sandbox)[0]).toMatch(/^0\.3\.0/)
    expect(headings(sandbox)).toEqual(['Version', 'Created', 'App version key', 'Actions'])
    await manifests.getByRole('button', { name: 'Show Old Versions (2)' }).click()
    await expect.poll(() => rows(sandbox).map((row) => row.slice(0, 5))).toEqual(['0.3.0', '0.2.0', '0.1.0'])
    expect(sandbox.getByRole('button', { name: /^Promote version/ }).elements()).toHaveLength(3)
    await manifests.getByRole('button', { name: 'Hide Old Versions' }).click()
    await expect.poll(() => rows(sandbox).length).toBe(1)
    await expect.element(create).toBeEnabled()
  },
)

test('old sandbox versions beyond the newest ten are shown on request', async () => {
  render(Array.from({ length: 40 }, (_, index) => buildManifest(board, `0.${40 - index}.0`)))
  const showOld = manifests.getByRole('button', { name: 'Show Old Versions (39)' })
  await showOld.click()
  await expect.poll(() => rows(sandbox).length).toBe(10)
  await manifests.getByRole('button', { name: 'Show older versions' }).click()
  await expect.poll(() => rows(sandbox).length).toBe(40)
  const next = 'View the manifest of version 0.30.0'
  await expect.element(sandbox.getByRole('button', { name: next })).toHaveFocus()
  await manifests.getByRole('button', { name: 'Hide Old Versions' }).click()
  await expect.poll(() => rows(sandbox).length).toBe(1)
  await showOld.click()
  await expect.poll(() => rows(sandbox).length).toBe(10)
})

test.each([
  ['the newest ten production versions', null, 10],
  ['more production versions, down to one that is in review', 3, 18],
])('the Production tab shows %s at first', async (_, inReview, shown) => {
  render(
    Array.from({ length: 20 }, (__, index) =>
      buildProduction(board, `1.${20 - index}.0`, {
        state: 20 - index === inReview ? 'in_review' : 'confidential',
      }),
    ),
    { search: '?environment=production' },
  )
  await expect.poll(() => rows(production).length).toBe(shown)
  await manifests.getByRole('button', { name: 'Show older versions' }).click()
  await expect.poll(() => rows(production).length).toBe(20)
  const next = `View the manifest of version 1.${20 - shown}.0`
  await expect.element(production.getByRole('button', { name: next })).toHaveFocus()
})

test('the buttons that hide and that load old versions stand side by side', async () => {
  const versions = [buildManifest(board, '0.2.0'), buildManifest(board, '0.1.0')]
  replyVersions(versions)
  reply(listManifests, versions, { total: 4, perPage: 2 })
  renderPart(<AppVersionsTab app={buildApp()} permissions={buildPermissions({ canModify: true })} />, {
    session: buildSession({}),
    address: paths.app(versionsApp.id, 'versions'),
  })
  await manifests.getByRole('button', { name: 'Show Old Versions (3)' }).click()
  const boxOf = (name: string) =>
    manifests.getByRole('button', { name, exact: true }).element().getBoundingClientRect()
  await expect.element(manifests.getByRole('button', { name: 'Show older versions' })).toBeVisible()
  const [hide, older] = [boxOf('Hide Old Versions'), boxOf('Show older versions')]
  expect(older.left - hide.right).toBeGreaterThanOrEqual(8)
  expect(older.top).toBe(hide.top)
})

test(
  'the Production tab shows release date, publication, release notes and review of a version',
  { tags: ['MAN-12', 'MAN-13', 'MAN-14'] },
  async () => {
    render(released, { search: '?environment=production' })
    await expect.element(production).toBeVisible()
    await expect.poll(() => rows(production).length).toBe(1)
    expect(headings(production)).toEqual([
      'Version',
      'Released to production',
      'App version key',
      'Published',
      'Release notes',
      'Review',
    ])
    const cells = production.getByRole('cell')
    await expect.element(cells.nth(1)).toMatchTextContent(/2026/)
    await expect.element(cells.nth(3)).toHaveTextContent('Yes')
    await expect.element(cells.nth(5)).toMatchTextContent('Approved')
    await cells.nth(4).getByRole('button', { name: 'View the release notes of version 1.0.0' }).click()
    const notes = page.getByRole('dialog', { name: 'Release notes of version 1.0.0' })
    await expect.element(notes).toMatchTextContent('First public release.')
    await userEvent.keyboard('{Escape}')
    await expect.element(notes).not.toBeInTheDocument()

    await cells.nth(5).getByRole('button', { name: 'Review notes' }).click()
    const review = page.getByRole('dialog', { name: 'Review notes of version 1.0.0' })
    await expect.element(review).toMatchTextContent('Test login: reviewer@crane.example.')
    await expect.element(review).toMatchTextContent('Least privilege respected.')
  },
)

test(
  'platform admins see production first, and can view and review, but not create or promote',
  { tags: ['MAN-07'] },
  async () => {
    replyVersions(released)
    reply(listReviews, [])
    renderPart(<AdminManifests app={buildAdminApp({ id: versionsApp.id })} />, {
      session: buildAdminSession(),
      address: '/admin/developer_apps/7',
    })
    await expect.element(production).toMatchTextContent('1.0.0')
    await expect.element(production.getByRole('button', { name: 'Review notes' })).toBeVisible()
    await tab('Sandbox').click()
    await expect.element(sandbox).toMatchTextContent('1.1.0')
    expect(headings(sandbox)).toEqual(['Version', 'Created', 'App version key'])
    expect(manifests.getByRole('button', { name: /Create|Promote/ }).elements()).toEqual([])
  },
)

test(
  'government cloud has only production: no tabs, no sandbox version, no Promote',
  { tags: ['MAN-06', 'PROM-08'] },
  async () => {
    render(released, { flags: { gov_cloud: true } })
    await expect.element(production).toMatchTextContent('1.0.0')
    await expect.poll(() => rows(all).length).toBe(1)
    expect(page.getByRole('tab').elements()).toEqual([])
    expect(page.getByText(/1\.1\.0|sandbox/i).elements()).toEqual([])
    expect(page.getByRole('button', { name: /Promote/ }).elements()).toEqual([])
  },
)

test(
  'users without the right to edit see everything, with disabled buttons that say who may edit',
  { tags: ['ROLE-04', 'ROLE-06'] },
  async () => {
    render(released, { canModify: false })
    await expect
      .element(create)
      .toHaveAccessibleDescription("Only the app's owner and admins can create versions.")
    await expect.element(create).toBeDisabled()
    const promote = page.getByRole('button', { name: 'Promote version 1.1.0' })
    await expect
      .element(promote)
      .toHaveAccessibleDescription("Only the app's owner and admins can promote versions.")
    await expect.element(promote).toBeDisabled()
  },
)

test(
  'while new manifests are paused the notice says so, and no version can be created',
  { tags: ['MAN-44', 'MAN-45'] },
  async () => {
    render(released, { flags: { sandbox_manifests_paused: true } })
    await expect
      .element(
        manifests.getByText(
          'New sandbox manifests are paused while we upgrade our infrastructure. Existing versions keep working.',
        ),
      )
      .toBeVisible()
    await expect.element(create).toHaveAccessibleDescription('Creating versions is paused.')
    await expect.element(create).toBeDisabled()
  },
)

test('the environment of a version stays within its column at 320 px', { tags: ['MAN-01'] }, async () => {
  await page.viewport(320, 844)
  render([buildProduction(board, '10.12.14')])
  const cell = all.getByRole('cell').filter({ hasText: 'Production' })
  await expect.element(cell).toBeInTheDocument()
  const { scrollWidth, clientWidth } = cell.element()
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
})
