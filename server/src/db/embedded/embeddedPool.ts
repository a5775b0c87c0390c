import type { Duplex } from 'node:stream'
import type { MessagePort } from 'node:worker_threads'
import type pg from 'pg'
import { createPool, endPool } from '../createPool.ts'
import type { Database, Log } from '../pool.ts'
import { createProbe } from '../probe.ts'
import { typeParsers } from '../typeParsers.ts'
import { type Ending, type Engine, startEngine, type WatchdogPlan, watchdogPlan } from './engine.ts'
import { lockFolder } from './folderLock.ts'
import { type MaintenancePlan, maintenancePlan } from './maintenance.ts'
import { createPortStream, type PortStream } from './portStream.ts'
import { listenOnSocket } from './socket.ts'

export interface EmbeddedOptions {
  folder: string
  log: Log
  /** The folder of a socket for commands that run alongside this process. Without it, there is no socket. */
  socketFolder?: string
  maintenance?: Partial<MaintenancePlan>
  watchdog?: Partial<WatchdogPlan>
  /** How long closing waits for connections that are in use. */
  endTimeoutMs?: number
}

/** Opens PostgreSQL inside this process, on a folder that no other process can open at the same time. */
export async function openEmbedded(options: EmbeddedOptions): Promise<Database> {
  const unlock = lockFolder(options.folder)
  const connections = new Set<Duplex>()
  const engines = superviseEngine(options, (reason) => {
    for (const stream of connections) stream.destroy(Object.assign(new Error(reason), { code: 'ECONNRESET' }))
  })
  function openStream(): PortStream {
    const stream = createPortStream(engines.connect)
    connections.add(stream)
    stream.once('close', () => connections.delete(stream))
    return stream
  }
  const config: pg.PoolConfig = {
    // One backend, so one connection. Using the pool inside a transaction is then an error instead of a deadlock.
    max: 1,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 0,
    host: 'embedded',
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    types: typeParsers,
    stream: openStream,
  }
  const pool = createPool(config, options.log)
  const probe = createProbe(config, options.log)

  let closeSocket: (() => void) | undefined
  async function close(): Promise<void> {
    closeSocket?.()
    await Promise.all([probe.close(), endPool(pool, options.endTimeoutMs)])
    // An unfinished transaction is rolled back, so that it doesn't delay the shutdown.
    for (const stream of connections) stream.destroy()
    await engines.stop()
    unlock()
  }
  try {
    await engines.start()
    if (options.socketFolder !== undefined) {
      closeSocket = await listenOnSocket(options.socketFolder, openStream, options.log)
    }
  } catch (error) {
    await close()
    throw error
  }
  return { pool, kind: 'embedded', probe: probe.check, close }
}

/** Creates the error that the network reports for an unavailable server, so that callers may retry. */
const refused = (message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, { cause }), { code: 'ECONNREFUSED' })

interface Engines {
  start: () => Promise<Engine>
  connect: (port: MessagePort) => Promise<void>
  stop: () => Promise<void>
}

/** Keeps one engine running. Connections made during a restart wait for the next engine. */
function superviseEngine(options: EmbeddedOptions, lost: (reason: string) => void): Engines {
  const { folder, log } = options
  const maintenance = { ...maintenancePlan, ...options.maintenance }
  const watchdog = { ...watchdogPlan, ...options.watchdog }
  let current: Promise<Engine> | undefined
  let isStopping = false

  function start(): Promise<Engine> {
    current ??= launch().catch((error: unknown) => {
      current = undefined
      throw error
    })
    return current
  }

  async function launch(): Promise<Engine> {
    const engine = await startEngine({ folder, maintenance }, watchdog, log)
    void engine.ended.then(restart)
    return engine
  }

  function restart({ reason, details }: Ending): void {
    current = undefined
    lost(reason)
    if (isStopping) return
    log('error', reason, details)
    // A failure here is not final: the next connection tries again, and its caller gets the error.
    start().catch((error: unknown) => {
      log('error', 'The embedded database could not restart.', { error: String(error) })
    })
  }

  return {
    start,
    connect: async (port) => {
      if (isStopping) throw refused('The embedded database is closed.')
      const engine = await start().catch((cause: unknown) => {
        throw refused('The embedded database could not restart.', cause)
      })
      engine.connect(port)
    },
    stop: async () => {
      isStopping = true
      const engine = await current?.catch(() => undefined)
      await engine?.stop()
    },
  }
}
