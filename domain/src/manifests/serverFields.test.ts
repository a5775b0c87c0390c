import { describe, expect, test } from 'vitest'
import type { ManifestContent } from './contract.ts'
import { withServerFields } from './serverFields.ts'

const counter = () => {
  let made = 0
  return () => `new-${++made}`
}
const write = (content: ManifestContent, previous: ManifestContent | null = null) =>
  withServerFields(content, { appName: 'Site Sync', clientId: 'client', previous, newUuid: counter() })

describe('the fields the server owns (MAN-40)', () => {
  test('are written into a first version, whatever was typed there', () => {
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

  test('stay the same from version to version', () => {
    const first = write({ schema_version: '4.1', fullscreen: { source_url: 'https://x.example' } })
    const next = { schema_version: '4.1', fullscreen: { source_url: 'https://y.example' }, sidepanel: {} }
    expect(write(next, first)).toEqual({
      schema_version: '4.1',
      app_manifest: { id: 'new-1', name: 'Site Sync' },
      fullscreen: { uuid: 'new-2', source_url: 'https://y.example' },
      sidepanel: { uuid: 'new-1' },
    })
  })

  test('of version 3 stand in its instances, and survive the move to 4.1', () => {
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
        oauth: { instances: [{ grant_type: 'authorization_code', uid: 'client', uuid: 'new-4' }] },
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

  test('add no part that is not there', () => {
    expect(write({ schema_version: '3', components: { iframe: { instances: [] } } })).toEqual({
      schema_version: '3',
      app_manifest: { id: 'new-1' },
      components: { iframe: { instances: [] } },
    })
  })
})
