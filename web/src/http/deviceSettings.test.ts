import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toListAddress } from '../shared/listState.ts'
import { keepDeviceSettings, storePerPage } from './deviceSettings.ts'

const refuse = () => {
  throw new DOMException('Storage is not available', 'SecurityError')
}
/** What a browser offers that blocks storage, that has none, and whose storage is full. */
const blocked = { getItem: refuse, setItem: refuse }
const full = { getItem: () => '25', setItem: refuse }

beforeEach(() => {
  vi.stubGlobal('window', { location: { protocol: 'http:' } })
  vi.stubGlobal('document', { cookie: '' })
})
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['blocks storage', blocked],
  ['has no storage', null],
])('lists open with the usual number of rows in a browser that %s', (_, storage) => {
  vi.stubGlobal('localStorage', storage)
  expect(toListAddress({}, () => ({})).perPage).toBe(50)
})

test.each([
  ['blocks storage', blocked],
  ['has no storage', null],
  ['has no space left', full],
])('the number of rows can be changed in a browser that %s', (_, storage) => {
  vi.stubGlobal('localStorage', storage)
  storePerPage(25)
  expect(document.cookie).toContain('=25; path=/')
})

test('signing out succeeds in a browser without space for its settings', async () => {
  vi.stubGlobal('localStorage', full)
  await expect(keepDeviceSettings(async () => 'signed out')).resolves.toBe('signed out')
})
