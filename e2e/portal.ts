import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyTemplate } from './database.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export interface Portal {
  url: string
  dataDir: string
  /** Stops the process like Ctrl+C. The data stays. */
  stop: () => Promise<void>
  remove: () => Promise<void>
}

/** The folder of the run (globalSetup.ts). */
export const temporaryRoot = (): string => process.env['E2E_RUN_FOLDER'] ?? tmpdir()

/** Creates an empty data folder. */
export const newDataFolder = (): Promise<string> => mkdtemp(join(temporaryRoot(), 'data-'))

/** The setting for portals with the embedded database, which fill it with the demo themselves. */
export const embeddedDatabase = { DATABASE_URL: '' }

/** Returns the settings of a portal with the run's demo (globalSetup.ts), and copies its files into the data folder. */
async function copyDemo(dataDir: string): Promise<Record<string, string>> {
  const files = process.env['E2E_FILLED_FOLDER']
  const DATABASE_URL = await copyTemplate(basename(dataDir))
  if (files === undefined || DATABASE_URL === undefined) return {}
  await cp(files, dataDir, { recursive: true })
  return { DATABASE_URL }
}

const started = { portals: 0 }

/** Returns the port of this worker's next portal: the same as that of the previous worker in its slot, if it's free. */
async function nextPort(): Promise<number> {
  const { E2E_FIRST_PORT: first, TEST_PARALLEL_INDEX: slot } = process.env
  if (first === undefined || slot === undefined) return 0
  const port = Number(first) + Number(slot) * 20 + started.portals
  started.portals += 1
  return (await isFree(port)) ? port : 0
}

export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })

/** A real server process with demo data and its own database, port and, by default, data folder. */
export async function startPortal(env: Record<string, string> = {}, folder?: string): Promise<Portal> {
  const dataDir = folder ?? (await newDataFolder())
  const demo = folder === undefined && env['DATABASE_URL'] === undefined ? await copyDemo(dataDir) : {}
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: join(temporaryRoot(), 'compiled'),
      PORT: String(await nextPort()),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      DEMO_DATA: 'true',
      SANDBOX_BUILD_SECONDS: '0',
      SANDBOX_FAILS_FOR: 'Doomed',
      SIGN_IN_ATTEMPTS: '1000',
      REQUESTS_PER_MINUTE: '100000',
      PAGES_PER_MINUTE: '100000',
      PERSON_STORAGE_FILES: '100000',
      // Tests of a worker share sessions, which may be older than the default.
      SUDO_MINUTES: '1440',
      ...demo,
      ...env,
    },
  })
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    server.once('message', ({ ready }: { ready: string }) => resolve(ready))
    server.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was ready.`)))
  })
  const stop = async () => {
    server.kill('SIGINT')
    await exited
  }
  return { url, dataDir, stop, remove: () => rm(dataDir, { recursive: true, force: true }) }
}
