// The worker thread of the embedded database. PGlite blocks its event loop, so it gets a thread of its own.
import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { prepareFolder } from './folder.ts'
import { startMaintenance } from './maintenance.ts'
import type { FromWorker, ToWorker, WorkerData } from './messages.ts'
import { describe, startPostgres } from './postgres.ts'
import { createMultiplexer } from './multiplexer.ts'

const { folder, maintenance } = workerData as WorkerData
const say = (message: FromWorker): void => parentPort?.postMessage(message)

function crashed(reason: string, lastLines: string[]): never {
  say({ type: 'crashed', reason, details: { lastWords: lastLines } })
  process.exit(1)
}

async function createIn(unfinished: string): Promise<void> {
  const db = await startPostgres(unfinished, crashed)
  await db.close()
}

async function readSettings(db: PGlite): Promise<Record<string, string>> {
  const [answer] = await db.exec(
    `select name, setting from pg_settings
     where name in ('server_version', 'client_encoding', 'TimeZone', 'DateStyle', 'standard_conforming_strings')`,
  )
  const rows = (answer?.rows ?? []) as { name: string; setting: string }[]
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
}

await prepareFolder(folder, createIn)
const db = await startPostgres(folder, crashed)
const multiplexer = createMultiplexer(db, await readSettings(db), (error) => crashed(describe(error), []))
const stopMaintenance = startMaintenance(db, multiplexer, maintenance, (error) =>
  say({
    type: 'log',
    level: 'warn',
    message: 'The maintenance of the embedded database failed.',
    details: { error: describe(error) },
  }),
)

async function close(): Promise<void> {
  stopMaintenance()
  await multiplexer.whenFree(async () => {
    await db.close()
    process.exit(0)
  })
}

parentPort?.on('message', (message: ToWorker) => {
  switch (message.type) {
    case 'connect':
      multiplexer.connect(message.port)
      return
    case 'ping':
      say({ type: 'pong' })
      return
    case 'close':
      void close()
      return
    default:
      message satisfies never
  }
})
say({ type: 'ready' })
