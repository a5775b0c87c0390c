import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Agent, request, type RequestOptions } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { newFolder } from './folders.ts'
import type { LoadAnswer, Open, Send } from './mixedLoad.ts'
import { findFreePort, startPostgres } from './postgres.ts'
import { startBucket } from './s3.ts'
import { startServerProcess, type ServerProcess } from './serverProcess.ts'
import { startSmtp } from './smtp.ts'
import { testKey } from './testKey.ts'

const haproxy = '/usr/sbin/haproxy'
const configuration = fileURLToPath(new URL('../../deploy/haproxy.cfg', import.meta.url))

export const hasBalancer = existsSync(haproxy)

/**
 * The portal as in production: processes of both roles behind HAProxy, with their own database, bucket and email
 * server.
 */
export interface Topology {
  databaseUrl: string
  /** The emails that were sent. */
  emails: Buffer[]
  /** Sends one request to the balancer. */
  ask: (options: RequestOptions, body?: string | Buffer) => Promise<LoadAnswer & { text: string }>
  web: ServerProcess[]
  jobs: ServerProcess
  /** Replaces a web process with a new one on the same port, like an update, and waits until it gets requests. */
  restartWeb: (index: number) => Promise<void>
  /**
   * Replaces a web process with one of this release. Takes it out of the balancer first, because a process of an
   * earlier release may refuse connections as soon as it receives the signal to stop.
   */
  upgradeWeb: (index: number) => Promise<void>
  /** Replaces the jobs process with one of this release. */
  upgradeJobs: () => Promise<void>
}

interface TopologyOptions {
  /** The folder of the release that every process runs. Defaults to this one. */
  release?: string
  /** The build that processes of this release serve. Defaults to this checkout's. */
  webFolder?: string
}

/** Starts everything, until both web processes get requests. It ends with the test. */
export async function startTopology({ release, webFolder }: TopologyOptions = {}): Promise<Topology> {
  const postgres = await startPostgres()
  onTestFinished(postgres.stop)
  const [bucket, smtp, certificate] = await Promise.all([startBucket(), startSmtp(), createCertificate()])
  const ports = await Promise.all([findFreePort(), findFreePort(), findFreePort(), findFreePort()])
  const [web1, web2, https, status] = ports
  const settings = {
    RELEASE_STAGE: 'production',
    PUBLIC_URL: `https://localhost:${https}`,
    TRUST_PROXY: 'true',
    DATABASE_URL: postgres.url,
    ENCRYPTION_KEYS: testKey,
    FILES_URL: bucket.url,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Trestle <no-reply@developers.example.com>',
    ALLOW_SIMULATOR: 'true',
    ALLOW_PRIVATE_OUTGOING: 'true',
    REQUESTS_PER_MINUTE: '1000000',
    PAGES_PER_MINUTE: '1000000',
    SEMANTIC_VERSIONS: 'false',
  }
  const startWeb = (port: number, from?: string) =>
    start(
      {
        ...settings,
        // The earlier release has no role oauth.
        ROLES: from ? 'web' : 'web,oauth',
        PORT: String(port),
        ...(!from && webFolder && { WEB_FOLDER: webFolder }),
      },
      from,
    )
  const web = await Promise.all([startWeb(web1, release), startWeb(web2, release)])
  const startJobs = (from?: string) => start({ ...settings, ROLES: 'jobs' }, from)
  const jobs = await startJobs(release)
  const balancer = await startBalancer({
    TRESTLE_HTTP_BIND: `127.0.0.1:${await findFreePort()}`,
    TRESTLE_HTTPS_BIND: `127.0.0.1:${https}`,
    TRESTLE_STATUS_BIND: `127.0.0.1:${status}`,
    TRESTLE_CERTIFICATE: certificate,
    TRESTLE_WEB1: `127.0.0.1:${web1}`,
    TRESTLE_WEB2: `127.0.0.1:${web2}`,
  })
  const untilUp = (index: number) =>
    expect.poll(() => readState(status, index), { timeout: 30_000 }).toMatch(/^UP|^no check/)
  await Promise.all([untilUp(0), untilUp(1)])
  const topology: Topology = {
    databaseUrl: postgres.url,
    emails: smtp.received,
    ask: createClient(https, certificate),
    web,
    jobs,
    restartWeb: async (index) => {
      web[index]?.child.kill('SIGTERM')
      expect(await web[index]?.ended).toBe(0)
      await expect.poll(() => readState(status, index), { timeout: 30_000 }).toMatch(/^DOWN/)
      web[index] = await startWeb(ports[index] ?? 0)
      await untilUp(index)
    },
    upgradeWeb: async (index) => {
      const name = `web/web${index + 1}`
      await balancer.tell(`set server ${name} state drain`)
      await expect.poll(() => readColumn(status, index, 'scur'), { timeout: 30_000 }).toBe('0')
      web[index]?.child.kill('SIGTERM')
      expect(await web[index]?.ended).toBe(0)
      web[index] = await startWeb(ports[index] ?? 0)
      await balancer.tell(`set server ${name} state ready`)
      await untilUp(index)
    },
    upgradeJobs: async () => {
      topology.jobs.child.kill('SIGTERM')
      expect(await topology.jobs.ended).toBe(0)
      topology.jobs = await startJobs()
    },
  }
  return topology
}

async function start(env: Record<string, string>, release?: string): Promise<ServerProcess> {
  const server = await startServerProcess(env, release === undefined ? {} : { release })
  onTestFinished(() => void server.child.kill('SIGKILL'))
  return server
}

export interface Balancer {
  /** Returns what it has logged so far. */
  log: () => string
  /** Sends an operator's command. */
  tell: (command: string) => Promise<void>
}

/** Starts HAProxy with this repository's configuration, in which a test can replace timeouts that take too long. */
export async function startBalancer(
  env: Record<string, string>,
  timeouts: Record<string, string> = {},
): Promise<Balancer> {
  const folder = await newFolder()
  const socket = join(folder, 'operator')
  const content = readFileSync(configuration, 'utf8').replaceAll(
    /^( +timeout (\S+) ).+$/gm,
    (line, start, name) => (name in timeouts ? `${start}${timeouts[name]}` : line),
  )
  await writeFile(join(folder, 'haproxy.cfg'), content)
  await writeFile(join(folder, 'operator.cfg'), `global\n  stats socket ${socket} level admin\n`)
  const files = ['-f', join(folder, 'haproxy.cfg'), '-f', join(folder, 'operator.cfg')]
  const balancer = spawn(haproxy, ['-db', ...files], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void balancer.kill('SIGKILL'))
  const logged: Buffer[] = []
  balancer.stdout.on('data', (chunk: Buffer) => void logged.push(chunk))
  return {
    log: () => Buffer.concat(logged).toString(),
    tell: async (command) => {
      const connection = connect(socket)
      connection.end(`${command}\n`)
      expect((await text(connection)).trim()).toBe('')
    },
  }
}

/** Returns HAProxy's status of a web process, such as UP. */
const readState = (port: number, index: number): Promise<string> => readColumn(port, index, 'status')

async function readColumn(port: number, index: number, name: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/;csv`).catch(() => undefined)
  const [header = '', ...rows] = ((await answer?.text()) ?? '').split('\n')
  const column = header.split(',').indexOf(name)
  return rows.find((row) => row.startsWith(`web,web${index + 1},`))?.split(',')[column] ?? 'unknown'
}

/** Returns a file with a certificate of localhost, which ends after these days, and its key. */
export async function createCertificate(days = 1): Promise<string> {
  const folder = await newFolder()
  const file = `${folder}/trestle.pem`
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', String(days)]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  execFileSync(
    'openssl',
    ['req', '-x509', ...key, ...name, '-keyout', file, '-out', `${folder}/certificate`],
    {
      stdio: 'ignore',
    },
  )
  execFileSync('sh', ['-c', `cat ${folder}/certificate >> ${file}`])
  return file
}

/** Creates a client that sends requests to a balancer with this certificate. */
export function createClient(port: number, certificate: string): Topology['ask'] {
  const agent = new Agent({ keepAlive: true, ca: readFileSync(certificate), maxSockets: 20 })
  onTestFinished(() => agent.destroy())
  return (options, body = '') =>
    new Promise((resolve, reject) => {
      const sent = request({ host: 'localhost', port, agent, timeout: 60_000, ...options }, (response) => {
        const { statusCode: status = 0, headers } = response
        text(response).then((content) => {
          const isJson = headers['content-type']?.startsWith('application/json') && content !== ''
          resolve({ status, headers, text: content, body: isJson ? JSON.parse(content) : undefined })
        }, reject)
      })
      sent.once('error', reject).once('timeout', () => sent.destroy(new Error('no reply within a minute')))
      sent.end(body)
    })
}

/** Returns the headers of someone signed in through the balancer. */
export async function signInOver(ask: Topology['ask'], token: string): Promise<Record<string, string>> {
  const cookie = `__Host-trestle_session=${token}`
  const session = await ask({ path: '/api/v1/session', headers: { cookie } })
  const { csrf_token: csrfToken } = session.body as { csrf_token: string }
  return { cookie, 'x-csrf-token': csrfToken }
}

/** Returns functions that load pages for a visitor and for someone signed in. */
export const browseOver = (
  ask: Topology['ask'],
  headers: Record<string, string>,
): { open: Open; path: string }[] => [
  { open: (path) => ask({ path }), path: '/' },
  { open: (path) => ask({ path, headers }), path: '/developer_apps' },
]

export const sendOver =
  (ask: Topology['ask'], headers: Record<string, string>): Send =>
  (method, path, body) => {
    const content = body === undefined ? undefined : JSON.stringify(body)
    const about = content !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(content),
    }
    return ask({ method, path, headers: { ...headers, ...about } }, content)
  }
