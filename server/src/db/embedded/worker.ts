// The worker thread of the embedded database. PGlite blocks its event loop, so it gets its own thread.
import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { prepareFolder } from './folder.ts'
import { startMaintenance } from './maintenance.ts'
import type { FromWorker, ToWorker, WorkerData } from './messages.ts'
import { describe, startPostgres } from './postgres.ts'
import { createMultiplexer } from './multiplexer.ts'

const { folder, maintenance } = workerData as WorkerData
const postToServer = (message: FromWorker): void => parentPort?.postMessage(message)

function exitAfterCrash(reason: string, lastLines: string[]): never {
  postToServer({ type: 'crashed', reason, details: { lastWords: lastLines } })
  process.exit(1)
}

async function createIn(unfinished: string): Promise<void> {
  const db = await startPostgres(unfinished, exitAfterCrash)
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
const db = await startPostgres(folder, exitAfterCrash)
const multiplexer = createMultiplexer(db, await readSettings(db), (error) =>
  exitAfterCrash(describe(error), []),
)
const stopMaintenance = startMaintenance(db, multiplexer, maintenance, (error) =>
  postToServer({
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
      postToServer({ type: 'pong' })
      return
    case 'close':
      void close()
      return
    default:
      message satisfies never
  }
})
postToServer({ type: 'ready' })
