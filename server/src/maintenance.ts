import type { Database } from './db/pool.ts'
import { RefusalError } from './errors.ts'
import type { Services } from './services.ts'
import type { Settings } from './settings.ts'

/** Refuses a program's call that would need to store something during maintenance. */
export function refuseDuringMaintenance({ READ_ONLY }: Pick<Settings, 'READ_ONLY'>): void {
  if (!READ_ONLY) return
  throw new RefusalError({
    code: 'unavailable',
    message: 'Maintenance is in progress. Try again later.',
    retryAfterSeconds: 60,
  })
}

/** Returns the probe of the database, for which reading is enough during maintenance. */
export const probeForMode =
  ({ READ_ONLY }: Pick<Settings, 'READ_ONLY'>, probe: Database['probe']): Database['probe'] =>
  async () => {
    const state = await probe()
    return READ_ONLY && state === 'read_only' ? 'ready' : state
  }

/**
 * Records that something, such as a token, is in use. Does nothing during maintenance. A failure is only logged, so
 * that reads still work while the database can't be written.
 */
export async function recordUse(
  { log, settings }: Pick<Services, 'log' | 'settings'>,
  used: { thing: string; id: number },
  record: () => Promise<void>,
): Promise<void> {
  if (settings.READ_ONLY) return
  await record().catch((error: unknown) =>
    log.warn({ err: error, id: used.id }, `could not record that ${used.thing} was used`),
  )
}
