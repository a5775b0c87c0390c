import { rm } from 'node:fs/promises'
import { backupPaths } from '../backups/backup.ts'
import { recordBackup } from '../backups/recordBackup.ts'
import { createBackupFolder, writeBackup, type WrittenBackup } from '../backups/writeBackup.ts'
import { nameDatabase, runCommand, withDatabase } from '../commandLine.ts'
import { copyOpenDatabase } from '../db/embedded/copyOpen.ts'
import { openEmbedded } from '../db/embedded/embeddedPool.ts'
import type { ExportOptions } from '../db/exportData.ts'
import { embeddedFolder, type Database } from '../db/pool.ts'
import { openDisk } from '../files/disk.ts'
import { createOutgoing } from '../outgoing/outgoing.ts'
import type { Settings } from '../settings.ts'

/** Runs the task on a copy if a server has the embedded database open, so that it doesn't wait for the task. */
async function withQuietDatabase<Result>(
  database: Database,
  settings: Settings,
  snapshot: string,
  task: (database: Database) => Promise<Result>,
): Promise<Result> {
  if (!database.isOfOtherProcess) return task(database)
  try {
    await copyOpenDatabase(database, embeddedFolder(settings.DATA_DIR), snapshot)
    const copy = await openEmbedded({ folder: snapshot, log: () => undefined })
    try {
      return await task(copy)
    } finally {
      await copy.close()
    }
  } finally {
    await Promise.all(
      [snapshot, `${snapshot}.lock`].map((path) => rm(path, { recursive: true, force: true })),
    )
  }
}

const maxNamedFiles = 100

function nameFiles(keys: readonly string[]): string {
  const more = keys.length - maxNamedFiles
  return [...keys.slice(0, maxNamedFiles), ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}

/**
 * Records a backup that can replace the portal: one that lacks files or jobs isn't enough. Returns what to say about
 * it.
 */
async function record(
  database: Database,
  settings: Settings,
  { made_at, missing, damaged }: WrittenBackup,
  { withoutJobs }: ExportOptions,
): Promise<string | false> {
  if (withoutJobs || missing.length + damaged.length > 0) return false
  const problem = await recordBackup(database, settings, made_at)
  return (
    problem !== null && `The time of this backup isn't recorded for the alert about old backups: ${problem}.`
  )
}

/** Writes the database and all files to a new folder, while the portal keeps working. */
await runCommand(
  'npm run backup -- DIR [--without-jobs]',
  (folder, flags) =>
    withDatabase(async (database, settings) => {
      const files = await openDisk(settings, createOutgoing(settings))
      await createBackupFolder(folder)
      const options = { withoutJobs: flags.has('--without-jobs'), now: new Date() }
      const written = await withQuietDatabase(database, settings, backupPaths(folder).snapshot, (source) =>
        writeBackup({ database: source, files }, folder, options),
      )
      const { rows, tables } = written.database
      const done = `${rows} rows of ${tables} tables of ${nameDatabase(settings)} and ${written.files.count} files are in ${folder}.`
      const { missing, damaged } = written
      if (missing.length + damaged.length > 0) process.exitCode = 1
      return [
        done,
        missing.length > 0 &&
          `The file storage doesn't have ${missing.length} of the files that the database lists. Check FILES_URL. They are: ${nameFiles(missing)}.`,
        damaged.length > 0 &&
          `These files of the storage don't have the size that the database lists: ${nameFiles(damaged)}.`,
        await record(database, settings, written, options),
      ]
        .filter(Boolean)
        .join('\n')
    }, 'existing'),
  { flags: ['--without-jobs'] },
)
