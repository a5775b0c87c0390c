import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream'
import { createPool } from '../createPool.ts'
import type { Database, Log } from '../pool.ts'
import { createProbe } from '../probe.ts'
import { typeParsers } from '../typeParsers.ts'
import type { PortStream } from './portStream.ts'

/** Not a TCP port: PostgreSQL's clients find a socket in a folder by this number. */
const socketNumber = 5432

const socketPath = (folder: string): string => join(resolve(folder), `.s.PGSQL.${socketNumber}`)

/** The shortest limit of the supported systems, without the end of the string. */
const longestPath = 103

/**
 * Lets commands of the same user, such as a backup, use the database while this process has its folder open. Only the
 * process that locked the folder may call this, because it replaces a socket that an earlier one left behind.
 *
 * @returns a function that closes the socket.
 */
export async function listenOnSocket(
  folder: string,
  openStream: () => PortStream,
  log: Log,
): Promise<() => void> {
  const path = socketPath(folder)
  if (process.platform === 'win32' || Buffer.byteLength(path) > longestPath) return () => undefined
  const server = createServer((socket) => {
    const stream = openStream()
    pipeline(socket, stream, socket, () => undefined)
    stream.connect()
  })
  try {
    rmSync(path, { force: true })
    await listen(server, path)
    chmodSync(path, 0o600)
  } catch (error) {
    log('warn', "Commands can't use the embedded database while it is open.", { error: String(error) })
  }
  return () => server.close()
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      // The connections to the database keep the process running, not the wait for commands.
      server.unref()
      resolve()
    })
  })
}

/** Connects to an embedded database that another process has open. Throws if that process has no socket. */
export async function openOfOtherProcess(folder: string, log: Log): Promise<Database> {
  const config = {
    host: resolve(folder),
    port: socketNumber,
    user: 'postgres',
    database: 'postgres',
    max: 1,
    connectionTimeoutMillis: 10_000,
    types: typeParsers,
  }
  const pool = createPool(config, log)
  const probe = createProbe(config, log)
  const close = async (): Promise<void> => {
    await Promise.all([probe.close(), pool.end()])
  }
  try {
    await pool.query('select 1')
  } catch (error) {
    await close()
    throw error
  }
  return { pool, kind: 'embedded', isOfOtherProcess: true, probe: probe.check, close }
}
