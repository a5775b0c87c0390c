import { expect, test } from 'vitest'
import { isolate, withoutIsolates } from './isolates.ts'

test('a text without the isolates compares with what someone types', () => {
  expect(withoutIsolates(isolate('مدير (v2)!'))).toBe('مدير (v2)!')
  expect(withoutIsolates('Site Sync')).toBe('Site Sync')
})
