import { expect, test } from 'vitest'
import { cooldownKey, cooldownEnd, storeCooldowns } from './cooldown.ts'

const now = Date.parse('2026-03-01T12:00:00Z')

test('stores the cooldown under a key per app', { tags: ['USAGE-08', 'USAGE-10', 'CONST-09'] }, () => {
  expect(cooldownKey(42)).toBe('api-usage-report-cooldown:42')
})

test.each([
  ['five minutes from now', String(now + 300_000), now + 300_000],
  ['one millisecond from now', String(now + 1), now + 1],
  ['now', String(now), null],
  ['one millisecond ago', String(now - 1), null],
  ['later than any cooldown', String(now + 300_001), null],
  ['nothing', null, null],
  ['an empty text', '', null],
  ['text that is not a number', 'soon', null],
])('ends a cooldown stored as %s when it should', { tags: ['USAGE-09'] }, (_, stored, end) => {
  expect(cooldownEnd(stored, now)).toBe(end)
})

function createStorage() {
  const rows = new Map<string, string>()
  return {
    rows,
    getItem: (key: string) => rows.get(key) ?? null,
    setItem: (key: string, value: string) => void rows.set(key, value),
    removeItem: (key: string) => void rows.delete(key),
  }
}

test('writes, reads and removes a cooldown for one app', { tags: ['USAGE-08', 'USAGE-09'] }, () => {
  const storage = createStorage()
  const cooldowns = storeCooldowns(() => storage)
  cooldowns.write(4, now)
  cooldowns.write(5, now)
  expect(cooldowns.read(4)).toBe(String(now))
  cooldowns.clear(4)
  expect(cooldowns.read(4)).toBeNull()
  expect([...storage.rows.keys()]).toEqual([cooldownKey(5)])
})

const forbidden = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

test.each([
  ['blocks access', forbidden],
  ['is full', () => ({ ...createStorage(), setItem: forbidden })],
])('falls back to memory with a storage that %s', (_, storage) => {
  const cooldowns = storeCooldowns(storage)
  cooldowns.write(4, now)
  expect(cooldowns.read(4)).toBe(String(now))
  cooldowns.clear(4)
  expect(cooldowns.read(4)).toBeNull()
})
