import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { syncPath, syncTree } from './durableFiles.ts'

/** The PostgreSQL inside the pinned PGlite. A test compares it with the folder that PGlite creates. */
export const postgresMajor = '18'

const pglitePackage = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
export const pgliteVersion = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(pglitePackage, 'utf8'))).version

const VersionFile = z.object({ pglite: z.string(), postgres: z.string() })
const versionFilePath = (folder: string): string => join(folder, 'trestle.json')

/** Prepares the folder for opening: creates it completely or not at all, and requires a readable PostgreSQL version. */
export async function prepareFolder(
  folder: string,
  createIn: (folder: string) => Promise<void>,
): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) checkVersion(folder)
  else await createFolder(folder, createIn)
  // Its content is constant and has no information, and after a crash it only blocks the next start.
  rmSync(join(folder, 'postmaster.pid'), { force: true })
}

async function createFolder(folder: string, createIn: (folder: string) => Promise<void>): Promise<void> {
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(
      `The folder ${folder} isn't empty and doesn't contain a database. Move it, or set DATA_DIR.`,
    )
  }
  const unfinished = `${folder}.init`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  await createIn(unfinished)
  writeVersion(unfinished)
  syncTree(unfinished)
  rmSync(folder, { recursive: true, force: true })
  renameSync(unfinished, folder)
  syncPath(dirname(folder))
}

function checkVersion(folder: string): void {
  const found = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  const written = existsSync(versionFilePath(folder))
    ? VersionFile.parse(JSON.parse(readFileSync(versionFilePath(folder), 'utf8')))
    : undefined
  if (found !== postgresMajor) {
    const by = written ? ` (PGlite ${written.pglite})` : ''
    throw new Error(
      `The data folder ${folder} was written by PostgreSQL ${found}${by}, and this Trestle embeds PostgreSQL ` +
        `${postgresMajor}. Run "npm run backup" with the Trestle that wrote it, then "npm run restore" with this one.`,
    )
  }
  if (written?.pglite !== pgliteVersion) writeVersion(folder)
}

function writeVersion(folder: string): void {
  const file = versionFilePath(folder)
  const version: z.infer<typeof VersionFile> = { pglite: pgliteVersion, postgres: postgresMajor }
  writeFileSync(`${file}.new`, `${JSON.stringify(version)}\n`)
  syncPath(`${file}.new`)
  renameSync(`${file}.new`, file)
  syncPath(folder)
}
