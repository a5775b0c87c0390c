import { fsyncSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * PGlite starts PostgreSQL with fsync off. Its file system lacks fdatasync (it returns success and does nothing), so
 * the method must be fsync. Nothing else recycles WAL segments in a single process, so few are retained.
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
    // Its messages may reach our log, which must not contain the data in a statement.
    'log_min_error_statement=panic',
  ].flatMap((setting) => ['-c', setting]),
]

/** WASI's number for an input/output error. */
const ioError = 29

interface NodeFileOperations {
  stream_ops: { fsync?: (stream: { nfd: number }) => number }
}

/** Creates PGlite's folder on disk with the fsync that PGlite lacks (electric-sql/pglite#1107). */
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
          // PostgreSQL sees EIO and stops immediately, as it must: what it wrote may be lost.
          return ioError
        }
      }
    })
    return prepared
  }
  return files
}

/** Returns the message of anything PostgreSQL throws: an exit is an object with a message, not an Error. */
export const describe = (error: unknown): string =>
  error instanceof Object && 'message' in error ? String(error.message) : String(error)

/** The status of the jump by which an SQL error leaves the main loop: the only ordinary way out. */
const sqlErrorJump = 100

/**
 * Ends this backend on a crash, so that a fresh one recovers from the log. PGlite swallows everything that leaves
 * PostgreSQL's main loop, including a panic, an exit or a trap, and would continue with a broken backend, or spin.
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

/** Opens or creates the database in a folder. */
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
