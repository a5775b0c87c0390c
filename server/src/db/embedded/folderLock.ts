import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { syncPath } from './durableFiles.ts'

const sqliteBusy = 5

/**
 * Locks the data folder for this process. Two processes on one folder corrupt it silently.
 *
 * The lock is SQLite's own, on a small file next to the folder: the kernel releases it when the process ends, however
 * it ends. Call the returned function to release it earlier.
 */
export function lockFolder(folder: string): () => void {
  const firstMade = mkdirSync(dirname(folder), { recursive: true, mode: 0o700 })
  if (firstMade) syncPath(dirname(firstMade))
  requireWritable(folder)
  const lock = new DatabaseSync(`${folder}.lock`, { timeout: 0 })
  try {
    lock.exec('pragma locking_mode = exclusive; pragma journal_mode = delete; begin exclusive')
  } catch (error) {
    lock.close()
    if (!(error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy)) throw error
    const message = `The data folder ${folder} is in use by another Trestle process. Stop it first, or set DATABASE_URL or DATA_DIR.`
    throw Object.assign(new Error(message, { cause: error }), { code: 'ELOCKED' })
  }
  return () => lock.close()
}

function requireWritable(folder: string): void {
  for (const path of [dirname(folder), folder].filter((each) => existsSync(each))) {
    try {
      accessSync(path, constants.W_OK)
    } catch (cause) {
      throw new Error(`The data folder ${path} can't be written to. Change its owner or set DATA_DIR.`, {
        cause,
      })
    }
  }
}
