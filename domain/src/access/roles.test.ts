import { describe, expect, test } from 'vitest'
import type { AppRole } from '../apps/contract.ts'
import { type AppAction, appActions, appPermissions, appRoles, mayActOnApp } from './roles.ts'

/**
 * The role table of the specification, written by hand: one letter each for owner, admin, developer, user and
 * stranger.
 */
const table: [AppAction, string][] = [
  ['app.view', 'yyyyn'],
  ['app.edit', 'yynnn'],
  ['app.delete', 'ynnnn'],
  ['credentials.viewProduction', 'yyynn'],
  ['credentials.viewSandbox', 'yyynn'],
  ['credentials.reset', 'yynnn'],
  ['credentials.rotate', 'yynnn'],
  ['sandbox.edit', 'yynnn'],
  ['sandbox.generate', 'ynnnn'],
  ['manifest.view', 'yyyyn'],
  ['manifest.edit', 'yynnn'],
  ['listing.view', 'yyyyn'],
  ['listing.edit', 'yynnn'],
  ['listing.submit', 'yynnn'],
  ['collaborators.view', 'yyynn'],
  ['collaborators.edit', 'yynnn'],
  ['ownership.transfer', 'ynnnn'],
  ['metrics.view', 'yyynn'],
  ['usageReport.request', 'yyynn'],
]
const roles: (AppRole | null)[] = ['owner', 'admin', 'developer', 'user', null]

test.each(table)(
  'allows %s for %s: owner, admin, developer, user, stranger',
  {
    tags: [
      'COLL-05',
      'COLL-08',
      'LSTATE-13',
      'ROLE-02',
      'ROLE-03',
      'ROLE-04',
      'ROLE-05',
      'ROLE-06',
      'ROLE-07',
      'ROLE-08',
      'ROLE-09',
      'ROLE-10',
      'ROLE-11',
      'ROLE-12',
    ],
  },
  (action, expected) => {
    expect(roles.map((role) => (mayActOnApp(role, action) ? 'y' : 'n')).join('')).toBe(expected)
  },
)

test('has every action in the role table', { tags: ['ROLE-01'] }, () => {
  expect(Object.keys(appActions).toSorted()).toEqual(table.map(([action]) => action).toSorted())
})

test(
  'knows the roles owner, admin, developer and user on an app and its listing, and no others',
  { tags: ['ROLE-21'] },
  () => {
    expect([...appRoles]).toEqual(['owner', 'admin', 'developer', 'user'])
    const named = new Set(Object.values(appActions).flat())
    expect([...named].toSorted()).toEqual(['admin', 'developer', 'owner', 'user'])
    expect(mayActOnApp('reviewer' as AppRole, 'listing.view')).toBe(false)
  },
)

describe('the permission flags of an app page', () => {
  const on = {
    isEmployee: false,
    isGovernmentCloud: false,
    semanticVersions: true,
    permissionBuilder: true,
    fakeSandbox: true,
  }
  /**
   * Returns the flags in the order edit, destroy, sandbox, fake sandbox, credentials, manifests, listing,
   * collaborators.
   */
  const toFlags = (role: AppRole | null, flags = on) => {
    const p = appPermissions(role, flags)
    return [
      p.canEdit,
      p.canDestroy,
      p.canGenerateSandbox,
      p.canGenerateFakeSandbox,
      p.canModifyCredentials,
      p.canModify,
      p.canSubmitListing,
      p.canUpdateCollaborators,
    ]
      .map((flag) => (flag ? 'y' : 'n'))
      .join('')
  }

  test.each([
    ['owner', 'yyyyyyyy'],
    ['admin', 'ynnnyyyy'],
    ['developer', 'nnnnnnnn'],
    ['user', 'nnnnnnnn'],
    [null, 'nnnnnnnn'],
  ] as const)(
    'follow from the role %s: %s',
    { tags: ['ROLE-12', 'ROLE-13', 'ROLE-14', 'ROLE-15', 'ROLE-18', 'ROLE-22'] },
    (role, expected) => {
      expect(toFlags(role)).toBe(expected)
    },
  )

  test(
    'allow a fake sandbox for the owner only, and only where fake sandboxes are enabled',
    { tags: ['ROLE-14', 'ROLE-22'] },
    () => {
      expect(toFlags('owner', { ...on, fakeSandbox: false })).toBe('yyynyyyy')
    },
  )

  test('allow no one to generate a sandbox in government cloud', { tags: ['SHELL-14'] }, () => {
    expect(toFlags('owner', { ...on, isGovernmentCloud: true })).toBe('yynnyyyy')
    expect(appPermissions('owner', { ...on, isGovernmentCloud: true }).isFedramp).toBe(true)
  })

  test(
    'enable semantic versions and the permission builder by setting, regardless of the role',
    { tags: ['ROLE-17', 'PERM-15'] },
    () => {
      const off = appPermissions('owner', { ...on, semanticVersions: false, permissionBuilder: false })
      expect([off.canSetSemanticVersions, off.canUsePermissionBuilder]).toEqual([false, false])
      const user = appPermissions('user', on)
      expect([user.canSetSemanticVersions, user.canUsePermissionBuilder]).toEqual([true, true])
    },
  )

  test(
    'disable redirect_uri, internal_name and thumbnail for roles that may not edit',
    { tags: ['ROLE-16'] },
    () => {
      const all = (disabled: boolean) => ({
        redirect_uri: disabled,
        internal_name: disabled,
        thumbnail: disabled,
      })
      expect(appPermissions('admin', on).appFieldPermissions).toEqual(all(false))
      expect(appPermissions('developer', on).appFieldPermissions).toEqual(all(true))
    },
  )

  test('mark employees', { tags: ['ROLE-19'] }, () => {
    expect(appPermissions('developer', { ...on, isEmployee: true }).isEmployee).toBe(true)
    expect(appPermissions('developer', on).isEmployee).toBe(false)
  })
})
