import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, chownSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

function programs(): string | undefined {
  try {
    const versions = readdirSync('/usr/lib/postgresql').toSorted((a, b) => Number(b) - Number(a))
    return versions[0] && `/usr/lib/postgresql/${versions[0]}/bin`
  } catch {
    return undefined
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** A throw-away PostgreSQL server from the machine's own programs. */
export async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const bin = programs()
  if (!bin) throw new Error('No PostgreSQL programs found')
  const folder = mkdtempSync(join(tmpdir(), 'trestle-postgres-'))
  const identity =
    process.getuid?.() === 0
      ? { uid: Number(execFileSync('id', ['-u', 'postgres'])), gid: Number(execFileSync('id', ['-g', 'postgres'])) }
      : {}
  if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.gid)
  const data = join(folder, 'data')
  execFileSync(`${bin}/initdb`, ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'], {
    ...identity,
    cwd: folder,
    stdio: 'ignore',
  })
  const port = await freePort()
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', `port=${port}`, `unix_socket_directories=${folder}`]
  const server = spawn(`${bin}/postgres`, ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...identity,
    cwd: folder,
    stdio: 'ignore',
  })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  await answering(url)
  return {
    url,
    stop: async () => {
      server.kill('SIGINT')
      await new Promise((resolve) => server.once('exit', resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answering(url: string, tries = 100): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    await client.end()
  } catch (error) {
    if (tries === 0) throw error
    await new Promise((resolve) => setTimeout(resolve, 100))
    await answering(url, tries - 1)
  }
}
