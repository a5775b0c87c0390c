import { appPermissions } from '@trestle/domain/access/roles.ts'
import type { AppRole, DeveloperApp } from '@trestle/domain/apps/contract.ts'
import type { ManifestVersion } from '@trestle/domain/manifests/contract.ts'
import { describe, expect, test } from 'vitest'
import { appInPath } from '../paths.ts'
import { appActions, dialogFor, type AppSituation } from './appActions.ts'

const version = (id: number, changes: Partial<ManifestVersion>) =>
  ({ id, version: id, semantic_version: `${id}.0.0`, ...changes }) as unknown as ManifestVersion

const sandboxVersions = [version(3, { promotable: true }), version(2, { promotable: true })]
const productionVersions = [
  version(12, { state: 'confidential', submittable: true }),
  version(11, { state: 'in_review' }),
  version(10, { state: 'published' }),
]

const draft = { state: 'draft', approval_state: 'unreviewed' }

function situation(role: AppRole, changes: Partial<Omit<AppSituation, 'app'>> = {}, app = {}): AppSituation {
  const isGovernmentCloud = changes.flags?.gov_cloud ?? false
  const switches = { semanticVersions: true, permissionBuilder: true, fakeSandbox: true }
  const permissions = appPermissions(role, { isEmployee: false, isGovernmentCloud, ...switches })
  const live = { status: 'live', live: true }
  return {
    app: {
      role,
      sandbox: live,
      credentials: { uid: 'x' },
      last_marketplace_app: draft,
      ...app,
    } as unknown as DeveloperApp,
    permissions,
    hasPromoted: false,
    flags: { gov_cloud: false, sandbox_manifests_paused: false, api_usage_visible: true },
    sandboxVersions,
    productionVersions,
    ...changes,
  }
}

const toNames = (provided: AppSituation) =>
  appActions(provided).map(({ action }) =>
    action.name === 'review' ? `${action.transition} ${action.versionId}` : Object.values(action).join(' '),
  )

const flags = (changes: Partial<AppSituation['flags']>) => ({
  flags: { gov_cloud: false, sandbox_manifests_paused: false, api_usage_visible: true, ...changes },
})

/** Copied by hand from the role table: the actions each role has on an app with a live sandbox. */
const editors = [
  'createVersion',
  'editJson',
  'promote 3',
  'submit 12',
  'withdraw 11',
  'resetProductionSecret',
  'resetSandboxSecret',
  'invite',
  'submitListing',
  'usageReport',
]

describe('the palette offers the actions of the enabled buttons', () => {
  test.each<[AppRole, string[]]>([
    ['owner', [...editors, 'deleteApp']],
    ['admin', editors],
    ['developer', ['usageReport']],
    ['user', []],
  ])(
    'for the role %s',
    { tags: ['ROLE-05', 'ROLE-06', 'ROLE-07', 'ROLE-08', 'ROLE-09', 'ROLE-10', 'ROLE-11'] },
    (role, expected) => {
      expect(toNames(situation(role))).toEqual(expected)
    },
  )

  test.each([
    [null, ['generateSandbox', 'generateFakeSandbox']],
    [{ status: 'failed', live: false }, ['generateSandbox', 'generateFakeSandbox']],
    [{ status: 'pending', live: false }, ['generateFakeSandbox']],
  ])(
    'with the sandbox %j: offers sandbox creation and actions that need no sandbox',
    { tags: ['APP-22', 'SBX-16'] },
    (sandbox, starts) => {
      expect(toNames(situation('owner', {}, { sandbox }))).toEqual([...starts, 'invite', 'deleteApp'])
      expect(toNames(situation('admin', {}, { sandbox }))).toEqual(['invite'])
    },
  )

  test('in government cloud: no sandbox actions', { tags: ['SHELL-12', 'PROM-08'] }, () => {
    const found = toNames(situation('owner', flags({ gov_cloud: true }), { sandbox: null }))
    expect(found).toContain('createVersion')
    expect(found.filter((name) => /sandbox|promote/i.test(name))).toEqual([])
  })

  test('while new versions are paused: no action that creates one', { tags: ['MAN-44'] }, () => {
    const found = toNames(situation('owner', flags({ sandbox_manifests_paused: true })))
    expect(found).not.toContain('createVersion')
    expect(found).not.toContain('editJson')
    expect(found).toContain('promote 3')
  })

  test('after a promotion: no other until the page is loaded again', { tags: ['PROM-13'] }, () => {
    const found = toNames(situation('owner', { hasPromoted: true }))
    expect(found.filter((name) => name.startsWith('promote'))).toEqual([])
  })

  test('nothing that is already promoted, decided or submitted', { tags: ['PROM-14'] }, () => {
    const done = {
      sandboxVersions: [version(3, { promotable: false }), version(2, { promotable: true })],
      productionVersions: [version(10, { state: 'published' })],
    }
    const listing = { last_marketplace_app: { state: 'in_review', approval_state: 'unreviewed' } }
    const found = toNames(situation('owner', done, { credentials: null, ...listing }))
    expect(found.filter((name) => /promote|submit|Production/.test(name))).toEqual([])
    expect(found).toContain('withdrawListing')
  })

  test('an action without a dialog links to its button; the others open their dialog', () => {
    const actions = appActions(situation('owner'))
    const opened = actions.flatMap((each) => dialogFor(each)?.name ?? [])
    expect(opened).toEqual([
      'createVersion',
      'editJson',
      'promote',
      'review',
      'review',
      'invite',
      'deleteApp',
    ])
  })
})

test.each([
  ['/developer_apps/12', { id: '12', isAdmin: false }],
  ['/developer_apps/12/versions', { id: '12', isAdmin: false }],
  ['/admin/developer_apps/12/sandbox', { id: '12', isAdmin: true }],
  ['/developer_apps', null],
  ['/developer_apps/new', null],
  ['/admin/developer_apps/review_queue', null],
  ['/documentation/developer_apps/12', null],
])('the app of the address %s is %j', (pathname, expected) => expect(appInPath(pathname)).toEqual(expected))
