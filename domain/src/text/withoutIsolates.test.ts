import { expect, test } from 'vitest'
import { isolate } from './isolate.ts'
import { withoutIsolates } from './withoutIsolates.ts'

test('a text without the isolates compares with what someone types', () => {
  expect(withoutIsolates(isolate('مدير (v2)!'))).toBe('مدير (v2)!')
  expect(withoutIsolates('Site Sync')).toBe('Site Sync')
})
