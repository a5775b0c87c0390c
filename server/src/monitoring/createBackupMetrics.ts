import { Gauge, type Registry } from 'prom-client'
import { readLastBackup } from '../backups/readLastBackup.ts'
import type { Services } from '../services.ts'

/**
 * Returns a function that reads when the newest backup was made. Without a backup or a database, the time is missing
 * instead of zero.
 */
export function createBackupMetrics(
  registry: Registry,
  services: Pick<Services, 'db'>,
): (isDatabaseReady: boolean) => Promise<void> {
  const lastBackup = new Gauge({
    name: 'trestle_last_backup_timestamp_seconds',
    help: 'The moment whose data the newest complete backup contains, in seconds since 1970.',
    registers: [registry],
  })
  return async (isDatabaseReady) => {
    // A reset would set it to zero.
    lastBackup.remove()
    const madeAt = isDatabaseReady ? await readLastBackup(services) : undefined
    if (madeAt !== undefined) lastBackup.set(Date.parse(madeAt) / 1000)
  }
}
