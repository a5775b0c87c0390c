import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

test('drafts work in a browser that blocks storage, and with it messages between tabs', async () => {
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      }
    },
  )
  const { announceDeletion, onDeletedElsewhere } = await import('./otherTabs.ts')
  const key = { kind: 'manifest', subject_id: 7 } as const
  const unsubscribe = onDeletedElsewhere(key, () => undefined)
  expect(() => announceDeletion(key)).not.toThrow()
  expect(unsubscribe).not.toThrow()
})
