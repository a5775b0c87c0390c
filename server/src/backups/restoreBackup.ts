import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { hasTables } from '../db/catalogue.ts'
import { connect } from '../db/connect.ts'
import type { ExportOptions } from '../db/exportData.ts'
import { importData } from '../db/importData.ts'
import { migrate } from '../db/migrate.ts'
import type { Database } from '../db/pool.ts'
import type { FileDisk } from '../files/disk.ts'
import { undefinedIfMissing } from '../undefinedIfMissing.ts'
import { reasonFor } from '../logging.ts'
import { setLastBackup } from './store.ts'
import { BackupFile, backupPaths, BackupSummary, checksum } from './backup.ts'

/**
 * Fills an empty database and the file storage from a backup, completely or not at all. An older release may have
 * written the backup, so the newer migrations run on its data.
 */
export async function restoreBackup(
  { database, files }: { database: Database; files: FileDisk },
  folder: string,
  options: ExportOptions,
): Promise<BackupSummary> {
  const paths = backupPaths(folder)
  const summary = await readSummary(paths.summary)
  await requireChecksum(paths.database, summary.database.sha256)
  await requireChecksum(paths.fileList, summary.files.sha256)
  if (!(await hasTables(database.pool))) await migrate(database.pool, { only: summary.migrations })
  await importData(database, paths.database, {
    ...options,
    // Before the commit, so that a failed restore can be repeated.
    beforeCommit: () => restoreFiles(files, paths),
  })
  await migrate(database.pool)
  // The data is as old as this backup, even if the backup before it is the newest one that it knows.
  await setLastBackup(connect(database.pool), summary.made_at)
  return summary
}

/** Returns undefined for a file that doesn't exist. */
async function readOptional<T>(path: string, reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading.catch(undefinedIfMissing)
  } catch (error) {
    throw new Error(`${path} can't be read: ${reasonFor(error)}`, { cause: error })
  }
}

async function readSummary(path: string): Promise<BackupSummary> {
  const text = await readOptional(path, readFile(path, 'utf8'))
  const summary = BackupSummary.safeParse(parseJson(text))
  if (!summary.success) throw new Error(`${path} is missing, or is not the summary of a complete backup.`)
  return summary.data
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

async function requireChecksum(path: string, expected: string): Promise<void> {
  const found = await readOptional(path, checksum(path))
  if (found === undefined) throw new Error(`${path} is missing.`)
  if (found !== expected) {
    throw new Error(`${path} is not what the backup contained. Its checksum is ${found}.`)
  }
}

async function restoreFiles(disk: FileDisk, paths: ReturnType<typeof backupPaths>): Promise<void> {
  for await (const line of createInterface({ input: createReadStream(paths.fileList) })) {
    const { key, content_type, sha256 } = BackupFile.parse(JSON.parse(line))
    const path = join(paths.files, key)
    await requireChecksum(path, sha256)
    await disk.putFile(key, path, content_type)
  }
}
