import { openDatabase } from '../server/src/db/pool.ts'
import { test } from './fixtures.ts'
import { newDataFolder, startPortal } from './portal.ts'

const failed = (level: string, message: string) => {
  if (level === 'error') throw new Error(message)
}

const listed = `
  update developer_apps set app_id = null, marketplace_enabled = false, marketplace_listing_in_review_at = null;
  update developer_apps set app_id = gen_random_uuid(), marketplace_enabled = internal_name = 'Site Sync'
  where internal_name in ('Site Sync', 'Ledger Bridge');
  update developer_apps set marketplace_listing_in_review_at = '2099-01-02T23:30:00Z'
  where internal_name in ('Site Sync', 'Permit Pilot', 'Crane Watch')`

/**
 * Publishes Site Sync, takes Ledger Bridge off the marketplace, and leaves three listings in review, one of them
 * together with a version.
 */
async function listApps(dataDir: string): Promise<void> {
  const { pool, close } = await openDatabase({ dataDir, log: failed })
  await pool.query(listed)
  await close()
}

/** The same fixtures on a separate portal, where some demo apps have been on the marketplace. */
export const testOnListed = test.extend<object>({
  portal: [
    async ({}, use) => {
      const folder = await newDataFolder()
      await listApps(folder)
      const portal = await startPortal({}, folder)
      await use(portal)
      await portal.stop()
      await portal.remove()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
