import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { syncPath } from '../db/embedded/durableFiles.ts'
import { exportData, type ExportOptions } from '../db/exportData.ts'
import { readExport } from '../db/exportFile.ts'
import type { Database } from '../db/pool.ts'
import type { FileDisk } from '../files/disk.ts'
import { backupPaths, checksum, type BackupFile, type BackupSummary } from './backup.ts'

/** Creates the folder of a new backup, which only its owner can read, because it contains password hashes. */
export async function createBackupFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) {
    throw new Error(`The folder ${folder} isn't empty. Choose a new folder for each backup.`)
  }
}

export interface WrittenBackup extends BackupSummary {
  /** The keys of files that the database lists and the storage doesn't have. */
  missing: string[]
  /** The keys of files that the storage has with another size, for example because a disk lost their ends. */
  damaged: string[]
}

/**
 * Writes the database as of one moment and then the files it lists, while the portal keeps working. This is consistent
 * because files never change, and dropped ones stay for a day (`droppedFileMs`).
 */
export async function writeBackup(
  { database, files }: { database: Database; files: FileDisk },
  folder: string,
  options: ExportOptions & { now: Date },
): Promise<WrittenBackup> {
  const paths = backupPaths(folder)
  const { tables, rows } = await exportData(database, paths.database, options)
  const { migrations, listed } = await readListedFiles(paths.database)
  await mkdir(paths.files, { mode: 0o700 })
  const copied: BackupFile[] = []
  const missing: string[] = []
  const damaged: string[] = []
  for (const file of listed) {
    const copy = await copyFile(files, file, join(paths.files, file.key))
    if (copy) copied.push(copy)
    if (!file.isShown) continue
    if (!copy) missing.push(file.key)
    else if (copy.bytes !== file.bytes) damaged.push(file.key)
  }
  syncPath(paths.files)
  await writeDurably(paths.fileList, copied.map((file) => `${JSON.stringify(file)}\n`).join(''))
  const summary: BackupSummary = {
    format: 'trestle-backup',
    version: 1,
    made_at: options.now.toISOString(),
    migrations,
    database: { tables, rows, sha256: await checksum(paths.database) },
    files: {
      count: copied.length,
      bytes: copied.reduce((sum, { bytes }) => sum + bytes, 0),
      sha256: await checksum(paths.fileList),
    },
  }
  await writeDurably(paths.summary, `${JSON.stringify(summary, null, 2)}\n`)
  syncPath(folder)
  return { ...summary, missing, damaged }
}

/** A row of the table `files`, whose values the export contains as text. */
const FileRow = z.object({
  key: z.string(),
  content_type: z.string(),
  bytes: z.coerce.number(),
  unused_since: z.string().nullable(),
})
type ListedFile = Pick<BackupFile, 'key' | 'content_type' | 'bytes'> & { isShown: boolean }

/** Reads the files from the export itself, which also proves that it can be read. */
async function readListedFiles(path: string): Promise<{ migrations: string[]; listed: ListedFile[] }> {
  const listed: ListedFile[] = []
  let migrations: string[] = []
  await readExport(path, async (header, rows) => {
    migrations = header.migrations.map(({ name }) => name)
    const tables = header.tables.filter((table) => table.rows > 0)
    let rowsLeft = tables[0]?.rows ?? 0
    for await (const row of rows) {
      const columns = tables[0]?.name === 'files' ? tables[0].columns : undefined
      if (columns) {
        const values = Object.fromEntries(columns.map((column, index) => [column, row[index]]))
        const { unused_since, ...file } = FileRow.parse(values)
        listed.push({ ...file, isShown: unused_since === null })
      }
      rowsLeft -= 1
      if (rowsLeft > 0) continue
      tables.shift()
      rowsLeft = tables[0]?.rows ?? 0
    }
  })
  return { migrations, listed }
}

/** Returns undefined if the storage doesn't have the file. */
async function copyFile(
  disk: FileDisk,
  { key, content_type }: ListedFile,
  path: string,
): Promise<BackupFile | undefined> {
  const source = await disk.stream(key)
  if (!source) return undefined
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(source, measure, createWriteStream(path, { mode: 0o600, flush: true }))
  return { key, content_type, bytes, sha256: hash.digest('hex') }
}

/** The file gets its name only once it is complete and on the disk. */
async function writeDurably(path: string, text: string): Promise<void> {
  await writeFile(`${path}.partial`, text, { mode: 0o600, flush: true })
  await rename(`${path}.partial`, path)
}
