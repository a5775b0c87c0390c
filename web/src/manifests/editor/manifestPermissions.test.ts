import { noPermissions } from '@trestle/domain/permissions/rules.ts'
import { expect, test } from 'vitest'
import { readPermissions, withPermissions } from './manifestPermissions.ts'

const provided = { company: { directory: 'readonly' }, project: { rfi: 'standard' } } as const
const v4 = JSON.stringify({ schema_version: '4.1', permissions: provided })
const v3 = (instances: unknown[]) =>
  JSON.stringify({ schema_version: '3', components: { oauth: { instances } } })

test(
  'reads the permissions from a manifest of either schema version',
  { tags: ['MAN-24', 'PERM-04'] },
  () => {
    expect(readPermissions(v4)).toEqual(provided)
    expect(readPermissions(v3([{ grant_type: 'client_credentials', permissions: provided }]))).toEqual(
      provided,
    )
  },
)

test('reads old names of tools as their current names', { tags: ['MAN-19'] }, () => {
  const old = { company: { portfolio: 'admin' }, project: { budget: 'readonly' } }
  expect(readPermissions(v3([{ permissions: old }]))).toEqual({
    company: { home: 'admin' },
    project: { budgeting: 'readonly' },
  })
  expect(readPermissions(JSON.stringify({ schema_version: '4.1', permissions: old }))).toEqual(old)
})

test('starts empty for a manifest without permissions', () => {
  expect(readPermissions('{"schema_version": "4.1"}')).toEqual({ company: {}, project: {} })
  expect(readPermissions('{"schema_version": "4.1", "permissions": {"company": {}}}')).toEqual({
    company: {},
    project: {},
  })
  expect(readPermissions(v3([{ grant_type: 'authorization_code' }]))).toEqual({ company: {}, project: {} })
})

test.each([
  ['invalid JSON', '{"permissions": '],
  ['a value that is not an object', '[]'],
  ['permissions that are not an object', '{"schema_version": "4.1", "permissions": []}'],
  ['a scope that is not an object', '{"schema_version": "4.1", "permissions": {"company": "all"}}'],
  ['an unknown level', '{"schema_version": "4.1", "permissions": {"project": {"rfi": "owner"}}}'],
])('does not read %s', { tags: ['ERR-26'] }, (_case, text) => {
  expect(readPermissions(text)).toBeNull()
})

const parse = (text: string | null) => JSON.parse(text ?? 'null')

test(
  "replaces the manifest's permissions and turns user-level authentication on",
  { tags: ['MAN-24', 'PERM-12'] },
  () => {
    const text = withPermissions(v4, { company: { directory: 'none', home: 'admin' }, project: {} })
    expect(parse(text)).toEqual({
      schema_version: '4.1',
      permissions: { company: { home: 'admin' }, project: {} },
      oauth: { enabled: true },
    })
  },
)

test('leaves user-level authentication as it was when all permissions are removed', () => {
  const text = withPermissions('{"schema_version": "4.1", "oauth": {"enabled": false}}', {
    company: {},
    project: {},
  })
  expect(parse(text)).toEqual({
    schema_version: '4.1',
    oauth: { enabled: false },
    permissions: { company: {}, project: {} },
  })
})

test(
  'puts permissions into the data connector in schema version 3, and creates it if missing',
  { tags: ['MAN-19'] },
  () => {
    const connector = { grant_type: 'client_credentials', permissions: provided }
    expect(parse(withPermissions(v3([]), provided)).components.oauth.instances).toEqual([connector])
    expect(parse(withPermissions('{"schema_version": "3"}', provided)).components.oauth.instances).toEqual([
      connector,
    ])
    expect(
      parse(withPermissions(v3([{ uid: '7', grant_type: 'authorization_code' }]), provided)).components.oauth
        .instances,
    ).toEqual([{ uid: '7', ...connector }])
  },
)

test(
  'without permissions leaves the grant of a version 3 data connector as it is',
  { tags: ['MAN-19'] },
  () => {
    const signIn = v3([{ uid: '7', grant_type: 'authorization_code' }])
    expect(withPermissions(signIn, noPermissions)).toBe(signIn)
    expect(withPermissions(v3([]), noPermissions)).toBe(v3([]))
    const removed = { company: {}, project: {} }
    const account = v3([{ grant_type: 'client_credentials', permissions: provided }])
    expect(parse(withPermissions(account, noPermissions)).components.oauth.instances).toEqual([
      { grant_type: 'client_credentials', permissions: removed },
    ])
  },
)

test('does not add permissions to a string that is not a manifest', () => {
  expect(withPermissions('{"a": ', provided)).toBeNull()
  expect(withPermissions('[]', provided)).toBeNull()
})
