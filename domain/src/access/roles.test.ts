import { describe, expect, test } from 'vitest'
import { type AppRole, appRoles } from '../apps/contract.ts'
import { type AppAction, appActions, appPermissions, mayActOnApp } from './roles.ts'

/**
 * The role table of the specification, typed by hand: one letter each for owner, admin, developer, user and stranger.
 */
const table: [AppAction, string, string][] = [
  ['app.view', 'yyyyn', 'COLL-05'],
  ['app.edit', 'yynnn', 'ROLE-05'],
  ['app.delete', 'ynnnn', 'ROLE-10'],
  ['credentials.viewProduction', 'yyynn', 'ROLE-02'],
  ['credentials.viewSandbox', 'yyynn', 'ROLE-03'],
  ['credentials.reset', 'yynnn', 'ROLE-08'],
  ['credentials.rotate', 'yynnn', 'ROLE-08'],
  ['sandbox.edit', 'yynnn', 'ROLE-12'],
  ['sandbox.generate', 'ynnnn', 'ROLE-11'],
  ['manifest.view', 'yyyyn', 'ROLE-04'],
  ['manifest.edit', 'yynnn', 'ROLE-06'],
  ['listing.view', 'yyyyn', 'COLL-05'],
  ['listing.edit', 'yynnn', 'LSTATE-13'],
  ['listing.submit', 'yynnn', 'ROLE-07'],
  ['collaborators.view', 'yyynn', 'COLL-05'],
  ['collaborators.edit', 'yynnn', 'ROLE-09'],
  ['ownership.transfer', 'ynnnn', 'COLL-08'],
  ['metrics.view', 'yyynn', 'COLL-05'],
  ['usageReport.request', 'yyynn', 'COLL-05'],
]
const roles: (AppRole | null)[] = ['owner', 'admin', 'developer', 'user', null]

test.each(table)('allows %s for %s: owner, admin, developer, user, stranger (%s)', (action, expected) => {
  expect(roles.map((role) => (mayActOnApp(role, action) ? 'y' : 'n')).join('')).toBe(expected)
})

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
    governmentCloud: false,
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
    expect(toFlags('owner', { ...on, governmentCloud: true })).toBe('yynnyyyy')
    expect(appPermissions('owner', { ...on, governmentCloud: true }).isFedramp).toBe(true)
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
