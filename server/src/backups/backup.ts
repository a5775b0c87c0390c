import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

/** Describes a complete backup. It is written last, so a folder without it isn't a backup. */
export const BackupSummary = z.object({
  format: z.literal('trestle-backup'),
  version: z.literal(1),
  made_at: z.string(),
  /** The migrations that the database had, oldest first. */
  migrations: z.array(z.string()),
  database: z.object({ tables: z.number().int(), rows: z.number().int(), sha256: z.string() }),
  files: z.object({ count: z.number().int(), bytes: z.number().int(), sha256: z.string() }),
})
export type BackupSummary = z.infer<typeof BackupSummary>

/** A line of the list of files. */
export const BackupFile = z.object({
  key: z.string().regex(/^[\da-f]{64}$/),
  content_type: z.string(),
  bytes: z.number().int(),
  sha256: z.string(),
})
export type BackupFile = z.infer<typeof BackupFile>

/** The files of a backup in its folder. */
export const backupPaths = (folder: string) => ({
  summary: join(folder, 'backup.json'),
  database: join(folder, 'database.ndjson.gz'),
  fileList: join(folder, 'files.ndjson'),
  files: join(folder, 'files'),
  /** The copy of a running embedded database, deleted once it is exported. */
  snapshot: join(folder, 'snapshot'),
})

/** Returns the checksum of a file as `sha256sum` prints it. */
export async function checksum(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
