import { expect, test } from 'vitest'
import { dayMs } from '../time/durations.ts'
import { absoluteSessionEnd, confirmationEnd, sessionEnd } from './sessions.ts'

const at = (days: number) => new Date(days * dayMs).toISOString()
const limits = { maxMs: 30 * dayMs, idleMs: 14 * dayMs }

test.each([
  ['is idle', { authenticated_at: at(0), last_seen_at: at(3), absolute_expires_at: at(30) }, 17],
  ['is in use', { authenticated_at: at(0), last_seen_at: at(29), absolute_expires_at: at(30) }, 30],
  [
    'began under a longer limit',
    { authenticated_at: at(0), last_seen_at: at(29), absolute_expires_at: at(90) },
    30,
  ],
  [
    'began under a shorter limit',
    { authenticated_at: at(0), last_seen_at: at(9), absolute_expires_at: at(10) },
    10,
  ],
  [
    'is of an older release',
    { authenticated_at: at(0), last_seen_at: at(20), absolute_expires_at: null },
    30,
  ],
])('a session that %s ends on day %i', (_, times, days) => {
  expect(sessionEnd(times, limits)).toBe(days * dayMs)
})

test('the absolute end does not depend on the last use', () => {
  expect(absoluteSessionEnd({ authenticated_at: at(1), absolute_expires_at: null }, limits)).toBe(31 * dayMs)
})

test('a confirmation lasts as long as the setting says', () => {
  expect(confirmationEnd(at(1), 15)).toBe(dayMs + 900_000)
})
