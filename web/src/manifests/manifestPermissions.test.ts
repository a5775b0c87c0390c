import { expect, test } from 'vitest'
import { readPermissions, withPermissions } from './manifestPermissions.ts'
import { permissionChanges } from './permissionChanges.ts'
import { pathLabel } from './pointers.ts'

const provided = { company: { directory: 'readonly' }, project: { rfi: 'standard' } } as const
const v4 = JSON.stringify({ schema_version: '4.1', permissions: provided })
const v3 = (instances: unknown[]) =>
  JSON.stringify({ schema_version: '3', components: { oauth: { instances } } })

test(
  'the permission builder starts from what the manifest says, in both schema versions',
  { tags: ['MAN-24', 'PERM-04'] },
  () => {
    expect(readPermissions(v4)).toEqual(provided)
    expect(readPermissions(v3([{ grant_type: 'client_credentials', permissions: provided }]))).toEqual(
      provided,
    )
  },
)

test('a manifest without permissions starts empty', () => {
  expect(readPermissions('{"schema_version": "4.1"}')).toEqual({ company: {}, project: {} })
  expect(readPermissions('{"schema_version": "4.1", "permissions": {"company": {}}}')).toEqual({
    company: {},
    project: {},
  })
  expect(readPermissions(v3([{ grant_type: 'authorization_code' }]))).toEqual({ company: {}, project: {} })
})

test.each([
  ['no JSON', '{"permissions": '],
  ['no object', '[]'],
  ['permissions that are no object', '{"schema_version": "4.1", "permissions": []}'],
  ['a scope that is no object', '{"schema_version": "4.1", "permissions": {"company": "all"}}'],
  ['a level nobody knows', '{"schema_version": "4.1", "permissions": {"project": {"rfi": "owner"}}}'],
])('%s cannot be read', { tags: ['ERR-26'] }, (_case, text) => {
  expect(readPermissions(text)).toBeNull()
})

const parse = (text: string | null) => JSON.parse(text ?? 'null')

test(
  'applied permissions replace those of the manifest and switch user-level authentication on',
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

test('taking all permissions away leaves user-level authentication as it was', () => {
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
  'in schema version 3 the permissions belong to the data connector, which is made when missing',
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

test('a text that is no manifest cannot be given permissions', () => {
  expect(withPermissions('{"a": ', provided)).toBeNull()
  expect(withPermissions('[]', provided)).toBeNull()
})

test('a promotion lists which tools change, by the names people know', () => {
  const before = { company: { directory: 'readonly', home: 'admin' }, project: { rfi: 'standard' } } as const
  const after = {
    company: { directory: 'admin' },
    project: { rfi: 'standard', budgeting: 'readonly' },
  } as const
  expect(permissionChanges(before, after)).toEqual([
    { scope: 'company', tool: 'Directory', from: 'readonly', to: 'admin' },
    { scope: 'company', tool: 'Portfolio', from: 'admin', to: 'none' },
    { scope: 'project', tool: 'Budget', from: 'none', to: 'readonly' },
  ])
  expect(permissionChanges(after, after)).toEqual([])
})

test('the place of an error is told in words', () => {
  expect(pathLabel('/sidepanel/views/0')).toBe('sidepanel › views › 0')
  expect(pathLabel('')).toBe('')
})
