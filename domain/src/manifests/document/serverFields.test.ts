import { describe, expect, test } from 'vitest'
import type { ManifestContent } from '../contract.ts'
import { withClientId, withServerFields } from './serverFields.ts'

const counter = () => {
  let made = 0
  return () => `new-${++made}`
}
const write = (content: ManifestContent, previous: ManifestContent | null = null) =>
  withServerFields(content, { appName: 'Site Sync', previous, newUuid: counter() })

describe('the fields the server owns', { tags: ['MAN-40'] }, () => {
  test('the fields the server owns are written into a first version, replacing typed values', () => {
    const typed = {
      schema_version: '4.1',
      app_manifest: { id: 'mine', name: 'Mine', more: 1 },
      fullscreen: { uuid: 'mine', source_url: 'https://x.example' },
    }
    expect(write(typed)).toEqual({
      schema_version: '4.1',
      app_manifest: { id: 'new-1', name: 'Site Sync' },
      fullscreen: { uuid: 'new-2', source_url: 'https://x.example' },
    })
  })

  test('the fields the server owns stay the same across versions', () => {
    const first = write({ schema_version: '4.1', fullscreen: { source_url: 'https://x.example' } })
    const next = { schema_version: '4.1', fullscreen: { source_url: 'https://y.example' }, sidepanel: {} }
    expect(write(next, first)).toEqual({
      schema_version: '4.1',
      app_manifest: { id: 'new-1', name: 'Site Sync' },
      fullscreen: { uuid: 'new-2', source_url: 'https://y.example' },
      sidepanel: { uuid: 'new-1' },
    })
  })

  test("the server's fields of version 3 are in its instances, and survive the conversion to 4.1", () => {
    const old = {
      schema_version: '3',
      components: {
        oauth: { instances: [{ grant_type: 'authorization_code' }] },
        iframe: { instances: [{ name: 'a', type: 'sidepanel' }, { name: 'b' }] },
      },
    }
    const first = write(old)
    expect(first).toEqual({
      schema_version: '3',
      app_manifest: { id: 'new-1' },
      components: {
        oauth: { instances: [{ grant_type: 'authorization_code', uid: null, uuid: 'new-4' }] },
        iframe: {
          instances: [
            { name: 'a', type: 'sidepanel', uuid: 'new-2' },
            { name: 'b', uuid: 'new-3' },
          ],
        },
      },
    })
    expect(write(old, first)).toEqual(first)
    expect(write({ schema_version: '4.1', sidepanel: {}, fullscreen: {} }, first)).toEqual({
      schema_version: '4.1',
      app_manifest: { id: 'new-1', name: 'Site Sync' },
      sidepanel: { uuid: 'new-2' },
      fullscreen: { uuid: 'new-3' },
    })
  })

  test('create no missing parts', () => {
    expect(write({ schema_version: '3', components: { iframe: { instances: [] } } })).toEqual({
      schema_version: '3',
      app_manifest: { id: 'new-1' },
      components: { iframe: { instances: [] } },
    })
  })
})

describe('the client ID', { tags: ['CRED-09'] }, () => {
  const connector = { uid: 'typed', uuid: 'u', grant_type: 'authorization_code' }
  const version3 = (oauth: object) => ({ schema_version: '3', components: { oauth } })

  test.each([['client'], [null]])(
    'the client ID is written into every data connector of version 3 as %j',
    (clientId) => {
      const read = withClientId(version3({ instances: [connector] }), clientId)
      expect(read).toEqual(version3({ instances: [{ ...connector, uid: clientId }] }))
    },
  )

  test.each<[string, ManifestContent]>([
    ['version 4.1', { schema_version: '4.1', oauth: { enabled: true } }],
    ['version 3 without a data connector', { schema_version: '3', components: { iframe: {} } }],
    ['a document that is broken', { schema_version: '3', components: { oauth: { instances: 'x' } } }],
  ])('leaves %s unchanged', (_which, content) => {
    expect(withClientId(content, 'client')).toEqual(content)
  })
})
