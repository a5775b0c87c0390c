import { restoreBackup } from '../backups/restoreBackup.ts'
import { nameDatabase, runCommand, withDatabase } from '../commandLine.ts'
import { openDisk } from '../files/disk.ts'
import { createOutgoing } from '../outgoing/outgoing.ts'

/** Fills an empty database, embedded or on a server, and the file storage from a backup. */
await runCommand(
  'npm run restore -- DIR [--without-jobs]',
  (folder, flags) =>
    withDatabase(async (database, settings) => {
      const files = await openDisk(settings, createOutgoing(settings))
      const options = { withoutJobs: flags.has('--without-jobs') }
      const restored = await restoreBackup({ database, files }, folder, options)
      return [
        `The backup of ${restored.made_at} was restored to ${nameDatabase(settings)}: ${restored.database.rows} rows of ${restored.database.tables} tables and ${restored.files.count} files.`,
        'A backup never contains encryption keys. Set ENCRYPTION_KEYS to the keys of the portal that was backed up: what it encrypted can be read only with them.',
      ].join('\n')
    }, 'any'),
  { flags: ['--without-jobs'] },
)
