import { fsyncSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * PGlite starts PostgreSQL with fsync off. Its file system knows no fdatasync (it answers "done" and does nothing), so
 * the method must be fsync. Nothing else recycles WAL segments in a single process, so few are kept.
 */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...[
    'fsync=on',
    'wal_sync_method=fsync',
    'shared_buffers=16MB',
    'min_wal_size=32MB',
    'max_wal_size=128MB',
    'timezone=UTC',
    'datestyle=ISO',
    // Its messages may reach our log: what happened belongs there, the data in a statement does not.
    'log_min_error_statement=panic',
  ].flatMap((setting) => ['-c', setting]),
]

/** WASI's number for an input/output error. */
const ioError = 29

interface NodeFileOperations {
  stream_ops: { fsync?: (stream: { nfd: number }) => number }
}

/** PGlite's folder on disk, with the fsync that it lacks (electric-sql/pglite#1107). */
function durableFolder(folder: string): NodeFS {
  const files = new NodeFS(folder)
  const init = files.init.bind(files)
  files.init = async (pg, options) => {
    const prepared = await init(pg, options)
    prepared.emscriptenOpts.preRun?.push((module) => {
      const operations = module.NODEFS as unknown as NodeFileOperations
      operations.stream_ops.fsync = ({ nfd }) => {
        try {
          fsyncSync(nfd)
          return 0
        } catch {
          // PostgreSQL hears of it as EIO and stops at once, as it must: what it wrote may be gone.
          return ioError
        }
      }
    })
    return prepared
  }
  return files
}

/** What leaves PostgreSQL is not always an Error: an exit is an object with a message. */
export const describe = (error: unknown): string =>
  error instanceof Object && 'message' in error ? String(error.message) : String(error)

/** The status of the jump by which an SQL error leaves the main loop: the only ordinary way out. */
const sqlErrorJump = 100

/**
 * PGlite swallows everything that leaves PostgreSQL's main loop, also a panic, an exit or a trap, and would go on
 * with a broken backend, or spin. Here that is the end of this backend: a fresh one recovers from the log.
 */
function stopOnCrash(db: PGlite, crashed: (reason: string) => never): void {
  const module = db.Module
  const turn = module._PostgresMainLoopOnce
  module._PostgresMainLoopOnce = () => {
    try {
      turn()
    } catch (error) {
      if (error instanceof Object && 'status' in error && error.status === sqlErrorJump) throw error
      crashed(describe(error))
    }
  }
}

/** Opens, or creates, the database in a folder. */
export async function startPostgres(
  folder: string,
  crashed: (reason: string, lastLines: string[]) => never,
): Promise<PGlite> {
  const lastLines: string[] = []
  const listen = (line: string): boolean => {
    lastLines.push(line)
    if (lastLines.length > 20) lastLines.shift()
    return false
  }
  try {
    const db = await PGlite.create({
      fs: durableFolder(folder),
      startParams,
      extensions: { pg_trgm },
      onStderr: listen,
    })
    stopOnCrash(db, (reason) => crashed(reason, lastLines))
    return db
  } catch (error) {
    throw new Error(`The embedded database could not start. ${lastLines.join(' ')}`.trim(), { cause: error })
  }
}
