import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { termsVersion } from '@trestle/domain/accounts/terms.ts'
import { dayMs, hourMs } from '@trestle/domain/time/durations.ts'
import type pg from 'pg'
import { connect } from '../src/db/connect.ts'
import { password } from './build.ts'
import { createProcessEnv } from './processEnv.ts'
import { testKey } from './testKey.ts'
import type { LoadAnswer, Send } from './mixedLoad.ts'

export interface ServerProcess {
  url: string
  child: ChildProcess
  /** The lines of its standard error and log so far. */
  lines: string[]
  /** Resolves with its exit code, or the signal that ended it. */
  ended: Promise<number | string>
}

const checkout = join(import.meta.dirname, '../..')

/** What a server sends to the process that started it. */
interface Ready {
  ready: string
}

interface ProcessOptions {
  nodeArgs?: string[]
  /** The folder of another release. Defaults to this one. */
  release?: string
}

/** Starts the real server in its own process, on a free port. Resolves once it listens. */
export async function startServerProcess(
  env: Record<string, string>,
  { nodeArgs = [], release = checkout }: ProcessOptions = {},
): Promise<ServerProcess> {
  const main = join(release, 'server/src/main.ts')
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...nodeArgs, main], {
    env: {
      ...createProcessEnv(),
      PORT: '0',
      RELEASE_STAGE: 'test',
      LOG_LEVEL: 'warn',
      ENCRYPTION_KEYS: testKey,
      ...env,
    },
    cwd: release,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('The server has no pipes.')
  const lines: string[] = []
  const ended = new Promise<number | string>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown')),
  )
  createInterface({ input: stderr }).on('line', (line) => lines.push(line))
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', ({ ready }: Ready) => resolve(ready))
    createInterface({ input: stdout }).on('line', (line) => {
      lines.push(line)
      // Releases before 1.0.0 print it.
      if (line.startsWith('{"ready"')) resolve((JSON.parse(line) as Ready).ready)
    })
    void ended.then((code) => reject(new Error(`The server ended with ${code}.\n${lines.join('\n')}`)))
  })
  return { url, child, lines, ended }
}

/** Writes a confirmed developer with an app and a session directly to the database. */
export async function buildSignedIn(pool: pg.Pool): Promise<{ appId: number; token: string }> {
  const db = connect(pool)
  const now = new Date()
  const token = randomBytes(32).toString('base64url')
  return db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('developers')
      .values({
        email: `${randomBytes(6).toString('hex')}@example.test`,
        first_name: 'Pat',
        last_name: 'Writer',
        password_hash: password,
        email_confirmed_at: now,
        terms_version: termsVersion,
        terms_accepted_at: now,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('sessions')
      .values({
        developer_id: id,
        token_hash: createHash('sha256').update(token).digest(),
        address: '127.0.0.1',
        user_agent: 'test',
        created_at: now,
        // Old enough that the next request updates it.
        last_seen_at: new Date(now.getTime() - hourMs),
        expires_at: new Date(now.getTime() + dayMs),
      })
      .execute()
    const app = await tx
      .insertInto('developer_apps')
      .values({ uid: token, internal_name: 'Site Sync', owner_id: id, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('collaborators')
      .values({ app_id: app.id, developer_id: id, role: 'owner', created_at: now, updated_at: now })
      .execute()
    return { appId: app.id, token }
  })
}

/** Returns the headers of a browser with this session. */
export async function openSession(
  url: string,
  token: string,
): Promise<{ cookie: string; 'x-csrf-token': string }> {
  const session = await fetch(`${url}/api/v1/session`, { headers: { cookie: `trestle_session=${token}` } })
  const { csrf_token: csrfToken } = (await session.json()) as { csrf_token: string }
  const cookies = session.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return { cookie: [`trestle_session=${token}`, ...cookies].join('; '), 'x-csrf-token': csrfToken }
}

/** Returns a function that sends a request as JSON and reads the reply, with the headers of a session. */
const sendWith =
  (headers: Record<string, string>) =>
  async (method: string, address: string, body?: object): Promise<LoadAnswer> => {
    const answer = await fetch(address, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    }
  }

/** Creates a client over HTTP with the cookies and the CSRF token of a session. */
export async function openClient(url: string, token: string): Promise<Send> {
  const send = sendWith(await openSession(url, token))
  return (method, path, body) => send(method, `${url}${path}`, body)
}

/**
 * Creates a client that sends its requests to the processes in turn, which may be replaced. A request without a reply
 * counts as unavailable, because its process was killed.
 */
export async function openClientOfAny(
  processes: readonly [ServerProcess, ...ServerProcess[]],
  token: string,
): Promise<Send> {
  const send = sendWith(await openSession(processes[0].url, token))
  let sent = 0
  return (method, path, body) => {
    const { url } = processes[(sent += 1) % processes.length] ?? processes[0]
    return send(method, `${url}${path}`, body).catch(() => ({
      status: 503,
      headers: { 'retry-after': '5' },
      body: { code: 'unavailable' },
    }))
  }
}
