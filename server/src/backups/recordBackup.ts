import { connect } from '../db/connect.ts'
import type { Database } from '../db/pool.ts'
import { reasonFor } from '../logging.ts'
import type { Settings } from '../settings.ts'
import { setLastBackup } from './store.ts'

/**
 * Stores when a backup was made, for the alert about old backups. Returns why it couldn't, or null: the backup is
 * complete even if the database can't be changed.
 */
export async function recordBackup(
  { pool }: Pick<Database, 'pool'>,
  { READ_ONLY }: Pick<Settings, 'READ_ONLY'>,
  madeAt: string,
): Promise<string | null> {
  if (READ_ONLY) return 'READ_ONLY is set'
  try {
    await setLastBackup(connect(pool), madeAt)
    return null
  } catch (error) {
    return reasonFor(error)
  }
}
