import { join } from 'node:path'
import { quote, readTables } from '../src/db/catalogue.ts'
import { restoreBackup } from '../src/backups/restoreBackup.ts'
import { openDisk, type FileDisk } from '../src/files/disk.ts'
import { createOutgoing } from '../src/outgoing/outgoing.ts'
import { readSettings } from '../src/settings.ts'
import type { Engine } from './database.ts'
import {
  createEmptyDatabase,
  createMigratedDatabase,
  withDatabase,
  type DatabaseSettings,
} from './emptyDatabase.ts'

/** The settings of a portal's database and file storage. */
export type PortalSettings = DatabaseSettings & { FILES_URL: string }

interface PortalOptions {
  /** By default, the files are in a folder. */
  bucket?: { url: string } | undefined
  /** Whether a database on the server has tables already, which saves half a second. */
  migrated?: boolean
}

/** Returns the settings of a portal without data. */
export async function emptyPortal(
  kind: Engine,
  { bucket, migrated = false }: PortalOptions = {},
): Promise<PortalSettings> {
  const database =
    migrated && kind === 'server' ? await createMigratedDatabase(kind) : await createEmptyDatabase(kind)
  return { ...database, FILES_URL: bucket?.url ?? `file:${join(database.DATA_DIR, 'uploads')}` }
}

export async function restoreInto(portal: PortalSettings, folder: string): Promise<unknown> {
  const files = await openFiles(portal)
  const options = { withoutJobs: false, now: new Date() }
  return withDatabase(portal, (database) => restoreBackup({ database, files }, folder, options))
}

export function openFiles(portal: PortalSettings): Promise<FileDisk> {
  const settings = readSettings({ RELEASE_STAGE: 'test', ...portal })
  return openDisk(settings, createOutgoing(settings))
}

/** Returns the checksum of every table, computed independently of the export. */
export const tableChecksums = (portal: PortalSettings): Promise<Record<string, string>> =>
  withDatabase(portal, async ({ pool }) => {
    const client = await pool.connect()
    await client.query(`set timezone = 'UTC'`)
    const sums: Record<string, string> = {}
    for (const { name } of await readTables(client)) {
      const { rows } = await client.query<{ sum: string }>(
        `select concat(count(*), ' ', md5(string_agg(row::text, E'\\n' order by row::text collate "C"))) as sum
         from ${quote(name)} as row`,
      )
      sums[name] = rows[0]?.sum ?? ''
    }
    client.release(true)
    return sums
  })
