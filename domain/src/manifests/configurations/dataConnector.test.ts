import { describe, expect, test } from 'vitest'
import { type Permissions, noPermissions } from '../../permissions/rules.ts'
import type { ConfiguredContent } from '../contract.ts'
import {
  type ConnectorBlock,
  isLastPartOut,
  serviceAccountBlock,
  userLevelBlock,
  withPermissions,
  withUserLevel,
  withoutServiceAccount,
} from './dataConnector.ts'

const rfis: Permissions = { company: {}, project: { rfi: 'standard' } }
const content = (enabled: boolean, permissions = noPermissions): ConfiguredContent => ({
  oauth: { enabled },
  permissions,
})
const free = { locked: false, capable: true, confidential: true }

describe('user-level authentication', () => {
  test.each<[string, ConfiguredContent, { locked: boolean; capable: boolean }, ConnectorBlock | null]>([
    ['off', content(false), free, null],
    ['on', content(true), free, null],
    ['on and promoted', content(true), { locked: true, capable: true }, 'locked'],
    ['on with a service account', content(true, rfis), free, 'serviceAccount'],
    [
      'on with a service account and promoted',
      content(true, rfis),
      { locked: true, capable: true },
      'locked',
    ],
    [
      'off in a manifest that does not support it',
      content(false),
      { locked: false, capable: false },
      'notCapable',
    ],
    ['on in a manifest that no longer supports it', content(true), { locked: false, capable: false }, null],
  ])(
    '%s: switching it is blocked by %4$s',
    { tags: ['PERM-11', 'PERM-13'] },
    (_case, configured, state, block) => {
      expect(userLevelBlock({ configured, ...free, ...state })).toBe(block)
    },
  )

  test('user-level authentication is switched without changing anything else', { tags: ['PERM-12'] }, () => {
    expect(withUserLevel(content(false, rfis), true)).toEqual(content(true, rfis))
    expect(withUserLevel(content(true), false)).toEqual(content(false))
  })
})

describe('a service account', () => {
  test('requires a manifest that can have user-level authentication', { tags: ['PERM-13'] }, () => {
    expect(serviceAccountBlock({ configured: content(false), ...free })).toBeNull()
    expect(serviceAccountBlock({ configured: content(false), ...free, capable: false })).toBe('notCapable')
    expect(serviceAccountBlock({ configured: content(true), ...free, capable: false })).toBeNull()
    expect(serviceAccountBlock({ configured: content(false, rfis), ...free, capable: false })).toBeNull()
  })

  test('cannot be added to a public app, which has no secret, but removed from one', () => {
    const state = { ...free, confidential: false }
    expect(serviceAccountBlock({ configured: content(true), ...state })).toBe('publicApp')
    expect(serviceAccountBlock({ configured: content(true, rfis), ...state })).toBeNull()
  })

  test('enables OAuth automatically', { tags: ['PERM-12', 'PERM-13'] }, () => {
    expect(withPermissions(content(false), rfis, false)).toEqual(content(true, rfis))
    expect(withPermissions(content(false), noPermissions, false)).toEqual(content(false))
    expect(withPermissions(content(true), noPermissions, false)).toEqual(content(true))
  })

  test('leaves OAuth unchanged when that is locked', { tags: ['PERM-12'] }, () => {
    expect(withPermissions(content(true), rfis, true).oauth).toEqual({ enabled: true })
    expect(withPermissions(content(false), rfis, true).oauth).toEqual({ enabled: false })
  })

  test('removing a service account leaves user-level authentication on', { tags: ['PERM-12'] }, () => {
    expect(withoutServiceAccount(content(true, rfis))).toEqual(content(true))
  })
})

describe('the last part is removed', { tags: ['CONF-46'] }, () => {
  test.each<[string, ConfiguredContent, boolean]>([
    ['with neither', content(false), true],
    [
      'with a service account at None everywhere',
      content(false, { company: { admin: 'none' }, project: {} }),
      true,
    ],
    ['not with user-level authentication', content(true), false],
    ['not with a service account', content(false, rfis), false],
    [
      'not with a component',
      { ...content(false), fullscreen: { source_url: 'https://a.example', description: '', views: [] } },
      false,
    ],
    [
      'not with instructions',
      {
        ...content(false),
        post_installation_instruction: { notes: 'Ask us', page: { url: 'https://a.example', label: 'Help' } },
      },
      false,
    ],
  ])('%s', (_case, configured, isOut) => {
    expect(isLastPartOut(configured)).toBe(isOut)
  })
})
