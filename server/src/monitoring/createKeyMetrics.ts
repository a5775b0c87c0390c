import { minuteMs } from '@trestle/domain/time/durations.ts'
import { Gauge, type Registry } from 'prom-client'
import { countUnreadable } from '../encryption/checkKeys.ts'
import { rememberFor } from '../rememberFor.ts'
import type { Services } from '../services.ts'

/** Counting reads every encrypted value. */
const countAgainMs = 5 * minuteMs

/**
 * Returns a function that counts what ENCRYPTION_KEYS can't decrypt. Without a database, the counts are missing instead
 * of zero.
 */
export function createKeyMetrics(
  registry: Registry,
  { db, encryption, now }: Pick<Services, 'db' | 'encryption' | 'now'>,
): (isDatabaseReady: boolean) => Promise<void> {
  const unreadable = new Gauge({
    name: 'trestle_unreadable_values',
    help: "Stored values that this process's ENCRYPTION_KEYS can't decrypt, counted every five minutes.",
    labelNames: ['column'],
    registers: [registry],
  })
  const count = rememberFor(countAgainMs, now, () => countUnreadable(db, encryption))
  return async (isDatabaseReady) => {
    unreadable.reset()
    if (!isDatabaseReady) return
    for (const { column, values } of await count()) unreadable.set({ column }, values)
  }
}
