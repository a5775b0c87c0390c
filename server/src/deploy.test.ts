import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { connect as connectSecurely, type ClientHttp2Session } from 'node:http2'
import { connect as connectPlainly, type Socket } from 'node:net'
import { join } from 'node:path'
import { connect, type ConnectionOptions } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { ErrorReply } from '@trestle/domain/http/errorReply.ts'
import { uploadAdminMedia, uploadMedia } from '@trestle/domain/listings/calls.ts'
import { dayMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml'
import { listenOnFreePort } from '../../scripts/testing/listenOnFreePort.ts'
import { createMigratedDatabase } from '../testing/emptyDatabase.ts'
import { newFolder } from '../testing/folders.ts'
import { findFreePort } from '../testing/postgres.ts'
import { createProcessEnv } from '../testing/processEnv.ts'
import { startTestServer } from '../testing/server.ts'
import { testKey } from '../testing/testKey.ts'
import {
  createCertificate,
  createClient,
  hasBalancer,
  startBalancer,
  type Topology,
} from '../testing/topology.ts'
import { copyWebBuild, findAssets, hasWebBuild } from '../testing/webBuildCopy.ts'
import { makeToken } from './accounts/token.ts'
import { hostTimeoutMs } from './files/videoHost.ts'
import { routes } from './routes.ts'
import { checkSettings, settingNames } from './settings.ts'

const root = new URL('../..', import.meta.url)

const read = (name: string): Promise<string> =>
  readFile(new URL(`../../deploy/${name}`, import.meta.url), 'utf8')

interface Service {
  command?: unknown
  read_only?: boolean
  tmpfs?: string[]
  volumes?: string[]
  environment: Record<string, string>
  secrets?: string[]
}

async function readCompose(): Promise<{ services: Record<string, Service>; secrets: object }> {
  const text = await read('compose.yaml')
  return load(text, { schema: CORE_SCHEMA.withTags(mergeTag) }) as Awaited<ReturnType<typeof readCompose>>
}

test.each(['web1', 'web2', 'jobs'])(
  'the Compose file has all settings that %s needs, and no others',
  async (name) => {
    const { services } = await readCompose()
    const { ENCRYPTION_KEYS_FILE, DATABASE_URL_FILE, ...settings } = services[name]?.environment ?? {}
    expect(ENCRYPTION_KEYS_FILE).toBe('/run/secrets/encryption_keys')
    // A setting that the container's own command made would be missing in `docker compose exec`.
    expect(DATABASE_URL_FILE).toBe('/run/secrets/database_url')
    expect(services[name]?.command).toBeUndefined()
    expect(Object.keys(settings).filter((setting) => !settingNames.includes(setting))).toEqual([])
    const env = { ...settings, ENCRYPTION_KEYS: testKey, DATABASE_URL: 'postgres://database/trestle' }
    expect(checkSettings(env).problems).toEqual([])
  },
)

test('the Compose file says how to make each of its secrets, and each is used', async () => {
  const { services, secrets } = await readCompose()
  const used = Object.values(services).flatMap((service) => service.secrets ?? [])
  expect(new Set(used)).toEqual(new Set(Object.keys(secrets)))
  const made = [...(await read('compose.yaml')).matchAll(/^#.+ > deploy\/(secrets\/\w+(?:\.pem)?)$/gm)]
  expect(made.map(([, file]) => ({ file: `./${file}` }))).toEqual(
    expect.arrayContaining(Object.values(secrets)),
  )
})

test('the Compose file starts two web processes and everything around them', async () => {
  const { services } = await readCompose()
  const names = ['web1', 'web2', 'jobs', 'balancer', 'database', 'files', 'mail']
  expect(Object.keys(services).toSorted()).toEqual(names.toSorted())
  for (const [name, roles] of [
    ['web1', 'web,oauth'],
    ['web2', 'web,oauth'],
    ['jobs', 'jobs'],
  ] as const) {
    expect(services[name]?.environment['ROLES'], name).toBe(roles)
    expect(services[name]?.read_only, name).toBe(true)
  }
  const configuration = await read('haproxy.cfg')
  for (const name of ['web1', 'web2']) expect(configuration).toContain(`-${name}:3000}`)
})

test('uploads in progress are on the disk, because they can be larger than the memory', async () => {
  const { services } = await readCompose()
  for (const name of ['web1', 'web2', 'jobs']) {
    expect([services[name]?.volumes, services[name]?.tmpfs], name).toEqual([['/tmp'], undefined])
  }
  const unit = await read('trestle@.service')
  // Several distributions keep /tmp in memory.
  expect(unit).toMatch(/^Environment=TMPDIR=\/var\/tmp$/m)
  expect(unit).toMatch(/^PrivateTmp=yes$/m)
})

test('the container image runs the command of npm run serve as node, without what builds it', async () => {
  const stages = (await read('Dockerfile')).split(/^FROM /m).slice(1)
  const last = stages.at(-1) ?? ''
  expect(stages.length).toBeGreaterThan(1)
  expect(stages.slice(0, -1).some((stage) => stage.includes('RUN npm run build'))).toBe(true)
  // The folder for data; everything else comes from other stages.
  expect(last.match(/^RUN .*$/gm)).toEqual(['RUN install -d -o node -g node /data'])
  expect(last).toMatch(/^USER node$/m)
  expect(last).toMatch(/^HEALTHCHECK .*\n.*\/healthz/m)
  const command = /^CMD (\[.+\])$/m.exec(last)?.[1] ?? '[]'
  const { scripts } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
    scripts: { serve: string }
  }
  expect(`exec ${(JSON.parse(command) as string[]).join(' ')}`).toBe(scripts.serve)
})

test('a container image has the assets of the image that PREVIOUS names, and by default none', async () => {
  const dockerfile = await read('Dockerfile')
  const order = [
    /^ARG PREVIOUS=node:\S+$/m,
    /^FROM \$\{PREVIOUS\} AS previous\nRUN mkdir -p \/app\/web\/dist$/m,
    // After the sources, which would otherwise replace them, and before the build, which retains them.
    /^COPY \. \.$/m,
    /^COPY --from=previous \/app\/web\/dist web\/dist$/m,
    /^RUN npm run build$/m,
    /^COPY --from=build \/app\/web\/dist web\/dist$/m,
  ].map((line) => dockerfile.search(line))
  expect(order).toEqual(order.filter((position) => position >= 0).toSorted((a, b) => a - b))
  expect(await read('Dockerfile.dockerignore')).toMatch(/^\*\*\/dist$/m)
})

test('the container image and the systemd unit use settings that exist', async () => {
  const image = /^ENV NODE_ENV=production (.+)$/m.exec(await read('Dockerfile'))?.[1]
  const unit = /^Environment=(.+)$/m.exec(await read('trestle@.service'))?.[1]
  const backup = /^Environment=(.+)$/m.exec(await read('trestle-backup.service'))?.[1]
  for (const list of [image, unit, backup]) {
    const names = list?.split(' ').map((entry) => entry.split('=')[0] ?? '') ?? []
    expect(names).toContain('RELEASE_STAGE')
    expect(names.filter((name) => !settingNames.includes(name))).toEqual([])
  }
})

/** Older versions only check units that run. */
const checksFiles = spawnSync('systemd-analyze', ['--help']).stdout?.includes('--offline')

test.skipIf(!checksFiles)('the systemd unit confines its processes', () => {
  const unit = fileURLToPath(new URL('../../deploy/trestle@.service', import.meta.url))
  const options = ['security', '--offline=true', '--no-pager', '--threshold=20']
  const { status, stdout } = spawnSync('systemd-analyze', [...options, unit], { encoding: 'utf8' })
  expect(stdout).toMatch(/Overall exposure level for trestle@/)
  expect(status).toBe(0)
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test.skipIf(!hasSystemd)('the systemd units have no mistakes', async () => {
  const folder = await newFolder()
  // A machine without Trestle has no program at the path of the units.
  const checkout = join(folder, 'checkout')
  await symlink(fileURLToPath(root), checkout)
  const names = ['trestle@.service', 'trestle-backup.service', 'trestle-backup.timer']
  const paths = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name.replace('@', '@web'))
      await writeFile(path, (await read(name)).replaceAll('/opt/trestle', checkout))
      return path
    }),
  )
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8' })
  expect(stderr.split('\n').filter((line) => line.includes('trestle'))).toEqual([])
  expect(status).toBe(0)
})

test('the systemd unit of the backup runs a command that exists, and deletes only old backups', async () => {
  const unit = await read('trestle-backup.service')
  const start = /^ExecStart=\/bin\/sh -c '(.+)'$/m.exec(unit)?.[1] ?? ''
  const cleanUp = /^ExecStartPost=\/usr\/bin\/(.+)$/m.exec(unit)?.[1] ?? ''
  const state = await newFolder()
  const settings = await createMigratedDatabase('server')
  const run = (command: string) =>
    spawnSync('/bin/sh', ['-c', command.replaceAll(/%(.)/g, (_, mark) => (mark === 'S' ? state : mark))], {
      cwd: fileURLToPath(root),
      env: { ...createProcessEnv(), ...settings },
      encoding: 'utf8',
    })
  expect(run(start)).toMatchObject({ status: 0, stderr: '' })
  const backups = `${state}/trestle/backups`
  const [made = ''] = await readdir(backups)
  const makeOld = async (name: string, days: number) => {
    await mkdir(`${backups}/${name}`)
    const at = new Date(Date.now() - days * dayMs)
    await utimes(`${backups}/${name}`, at, at)
  }
  await makeOld('recent', 13)
  await makeOld('old', 15)
  expect(run(cleanUp.replace('{} +', "'{}' +"))).toMatchObject({ status: 0, stderr: '' })
  expect((await readdir(backups)).toSorted()).toEqual([made, 'recent'])
  expect(await readdir(`${backups}/${made}`)).toContain('backup.json')
})

test('the systemd unit and the Compose file wait until a process has drained and finished', async () => {
  const { DRAIN_SECONDS, SHUTDOWN_SECONDS } = checkSettings({ RELEASE_STAGE: 'production' }).settings
  const closingSeconds = 10
  const unit = /^TimeoutStopSec=(\d+)$/m.exec(await read('trestle@.service'))?.[1]
  const compose = /stop_grace_period: (\d+)s/.exec(await read('compose.yaml'))?.[1]
  for (const seconds of [unit, compose]) {
    expect(Number(seconds)).toBeGreaterThan(DRAIN_SECONDS + SHUTDOWN_SECONDS + closingSeconds)
  }
})

test('a backup that hangs ends before that of the next night', async () => {
  const hours = /^TimeoutStartSec=(\d+)h$/m.exec(await read('trestle-backup.service'))?.[1]
  expect(Number(hours)).toBeLessThan(24)
})

test('HAProxy waits for the answer to an upload longer than the portal waits for the video host', async () => {
  const rule = /set-timeout server (\d+)m if METH_POST \{ path_end (\S+) \}/.exec(await read('haproxy.cfg'))
  expect(Number(rule?.[1]) * minuteMs).toBeGreaterThan(hostTimeoutMs)
  for (const { method, path } of [uploadMedia, uploadAdminMedia]) {
    expect(method).toBe('POST')
    expect(path.endsWith(rule?.[2] ?? 'none')).toBe(true)
  }
})

/** The largest body that HAProxy passes on. */
const readBodyLimit = async (): Promise<number> =>
  Number(/status 413 .* if \{ req\.body_size gt (\d+) \}/.exec(await read('haproxy.cfg'))?.[1])

test('HAProxy passes on the largest upload', async () => {
  // A form has few fields, of 64 KB at most each, and a boundary before each of them.
  const formBytes = 1024 * 1024
  const forms = routes.flatMap(({ endpoint }) => endpoint.multipart ?? [])
  const largest = Math.max(...forms.map(({ files, maxFileBytes }) => files.length * maxFileBytes))
  expect(largest).toBe(500 * 1024 * 1024)
  expect(await readBodyLimit()).toBeGreaterThanOrEqual(largest + formBytes)
})

/** Starts a server in place of a web process. Returns its address. */
async function startProcess(answer: RequestListener): Promise<string> {
  const process = createServer((request, response) => {
    if (request.url === '/readyz') response.end()
    else answer(request, response)
  })
  onTestFinished(() => process.closeAllConnections())
  return `127.0.0.1:${await listenOnFreePort(process)}`
}

interface StartedBalancer {
  http: number
  https: number
  certificate: string
  log: () => string
}

/** Starts HAProxy with processes behind it that don't answer. */
async function startAlone(
  env: Record<string, string> = {},
  timeouts: Record<string, string> = {},
): Promise<StartedBalancer> {
  const [http, https, status, closed] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ]
  const certificate = await createCertificate()
  const { log } = await startBalancer(
    {
      TRESTLE_HTTP_BIND: `127.0.0.1:${http}`,
      TRESTLE_HTTPS_BIND: `127.0.0.1:${https}`,
      TRESTLE_STATUS_BIND: `127.0.0.1:${status}`,
      TRESTLE_CERTIFICATE: certificate,
      TRESTLE_WEB1: `127.0.0.1:${closed}`,
      TRESTLE_WEB2: `127.0.0.1:${closed}`,
      ...env,
    },
    timeouts,
  )
  await expect.poll(() => fetch(`http://127.0.0.1:${status}`).catch(() => null)).not.toBeNull()
  return { http, https, certificate, log }
}

/** Starts a process of each of two releases behind HAProxy. Returns how to ask them. */
async function startReleases(): Promise<Topology['ask']> {
  const addresses = ['first', 'second'].map(async (release) => {
    const webFolder = await newFolder()
    await copyWebBuild(webFolder, release)
    const { app } = await startTestServer({ webFolder })
    return new URL(await app.listen({ port: 0, host: '127.0.0.1' })).host
  })
  const [TRESTLE_WEB1 = '', TRESTLE_WEB2 = ''] = await Promise.all(addresses)
  const { https, certificate } = await startAlone({ TRESTLE_WEB1, TRESTLE_WEB2 })
  return createClient(https, certificate)
}

describe.skipIf(!hasBalancer)('HAProxy', () => {
  test('redirects pages to https and refuses programs without it', async () => {
    const { http } = await startAlone()
    const send = async (method: string, path: string) => {
      const reply = await fetch(`http://127.0.0.1:${http}${path}`, { method, redirect: 'manual' })
      return [reply.status, reply.headers.get('location')]
    }
    expect(await send('GET', '/apps?page=2')).toEqual([308, `https://127.0.0.1:${http}/apps?page=2`])
    const calls = [
      '/api/v1/developer_apps',
      '/%61pi/v1/developer_apps',
      '/oauth/token',
      '/sandbox/rest/v1.0/me',
    ]
    for (const path of calls) expect(await send('GET', path)).toEqual([403, null])
    expect(await send('POST', '/apps')).toEqual([403, null])
  })

  test('starts in the Compose file while the name of a web process does not exist', async () => {
    const { services } = await readCompose()
    const { TRESTLE_RESOLVE = '' } = services.balancer?.environment ?? {}
    expect(TRESTLE_RESOLVE).toBe('true')
    const { http } = await startAlone({ TRESTLE_RESOLVE, TRESTLE_WEB2: 'web2.invalid:3000' })
    expect((await fetch(`http://127.0.0.1:${http}/`, { redirect: 'manual' })).status).toBe(308)
  })

  test.skipIf(!hasWebBuild)('loads pages with their assets from processes of two releases', async () => {
    const ask = await startReleases()
    const failed: string[] = []
    const loaded = { first: 0, second: 0 }
    for (let round = 0; round < 10; round += 1) {
      // Two pages that the server renders, and one that the web app does.
      for (const path of ['/', '/signin', '/apps/nowhere']) {
        const page = await ask({ path })
        const assets = findAssets(page.text)
        const release = page.text.includes('assets/first-') ? 'first' : 'second'
        expect(assets).toContainEqual(expect.stringContaining(`assets/${release}-`))
        loaded[release] += 1
        const replies = await Promise.all(assets.map((asset) => ask({ path: asset })))
        failed.push(...assets.filter((_asset, index) => replies[index]?.status !== 200))
      }
    }
    expect(failed).toEqual([])
    expect(Math.min(loaded.first, loaded.second)).toBeGreaterThan(2)
    const missing = await ask({ path: '/assets/index-never.js' })
    expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'no-store'])
  })

  test('asks another process only for an asset that one does not have', async () => {
    const requests: string[] = []
    const startMissing = (name: string) =>
      startProcess((_request, response) => {
        requests.push(name)
        response.writeHead(404, { 'cache-control': 'no-store' }).end()
      })
    const { https, certificate } = await startAlone({
      TRESTLE_WEB1: await startMissing('web1'),
      TRESTLE_WEB2: await startMissing('web2'),
    })
    const ask = createClient(https, certificate)
    const asked = async (method: string, path: string) => {
      requests.length = 0
      expect((await ask({ method, path })).status).toBe(404)
      return requests.length === 1 ? 'one' : [...new Set(requests)].toSorted()
    }
    for (const path of ['/assets/index-1.js', '/public/assets/log-1.css', '/color-scheme.js']) {
      expect(await asked('GET', path), path).toEqual(['web1', 'web2'])
    }
    for (const path of ['/api/v1/assets/1', '/api/v1/openapi.json', '/apps/assets', '/files/1.png']) {
      expect(await asked('GET', path), path).toBe('one')
    }
    expect(await asked('POST', '/assets/index-1.js')).toBe('one')
  })

  const isBroken: RequestListener = ({ socket }) => void socket.end('no HTTP\r\n\r\n')
  const isSilent: RequestListener = () => undefined
  test.each<[string, number, RequestListener | undefined]>([
    ['no process runs', 503, undefined],
    ['a process does not send HTTP', 502, isBroken],
    ['a process does not answer in time', 504, isSilent],
  ])('answers like the portal if %s, as a page for people', async (_what, status, answer) => {
    const web = answer ? await startProcess(answer) : undefined
    const { https, certificate } = await startAlone(web ? { TRESTLE_WEB1: web, TRESTLE_WEB2: web } : {}, {
      server: '300ms',
    })
    const ask = createClient(https, certificate)
    const read = async (path: string, accept?: string) => {
      const reply = await ask({ path, ...(accept !== undefined && { headers: { accept } }) })
      expect(reply).toMatchObject({ status, headers: { 'retry-after': '5', 'cache-control': 'no-store' } })
      return { type: reply.headers['content-type'], content: reply.text }
    }
    const asPage = {
      type: 'text/html; charset=utf-8',
      content: expect.stringContaining('<h1>Temporarily unavailable</h1>'),
    }
    expect(await read('/apps')).toEqual(asPage)
    expect(await read('/oauth/authorize', 'text/html,application/xhtml+xml')).toEqual(asPage)
    for (const path of ['/api/v1/session', '/%61pi/v1/session', '/oauth/token', '/sandbox/rest/v1.0/me']) {
      const { type, content } = await read(path, '*/*')
      expect(type).toBe('application/json')
      expect(ErrorReply.parse(JSON.parse(content))).toMatchObject({ code: 'unavailable' })
    }
  })

  test('leaves the replies of a process to it', async () => {
    const web = await startProcess((_request, response) => {
      response.writeHead(503, { 'content-type': 'text/plain' }).end('busy')
    })
    const { https, certificate } = await startAlone({ TRESTLE_WEB1: web, TRESTLE_WEB2: web })
    const reply = await createClient(https, certificate)({ path: '/api/v1/session' })
    expect([reply.status, reply.headers['content-type'], reply.text]).toEqual([503, 'text/plain', 'busy'])
  })

  test('logs no token of a link, and no query', async () => {
    const { http, https, certificate, log } = await startAlone()
    const ask = createClient(https, certificate)
    const token = makeToken(randomBytes)
    const paths = [
      `/reset_password/${token}`,
      `/api/v1/email_confirmations/${token}`,
      `/apps?search=${token}`,
    ]
    await fetch(`http://127.0.0.1:${http}${paths[0]}`, { redirect: 'manual' })
    for (const path of paths) expect((await ask({ path })).status).toBe(503)
    await expect.poll(log).toMatch(/ 503 .*"GET \/apps HTTP\/\S+"/)
    expect(log()).toMatch(/ 503 .*"GET \/reset_password\/\[token\] HTTP/)
    expect(log()).not.toContain(token)
  })

  test('lets a process say that the headers of a request are too large', async () => {
    const { app } = await startTestServer()
    const { host: web } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
    const { https, certificate } = await startAlone({ TRESTLE_WEB1: web, TRESTLE_WEB2: web })
    const cookie = `session=${'a'.repeat(20_000)}`
    const reply = await createClient(https, certificate)({ path: '/', headers: { cookie } })
    expect([reply.status, reply.body]).toMatchObject([431, { code: 'headers_too_large' }])
    const session = connectSecurely(`https://127.0.0.1:${https}`, { rejectUnauthorized: false })
    onTestFinished(() => session.destroy())
    const [headers] = (await once(session.request({ ':path': '/', cookie }), 'response')) as [object]
    expect(headers).toMatchObject({ ':status': 431 })
    // HAProxy would end the connection, with all other requests on it.
    expect(session.closed).toBe(false)
  })

  test('refuses a larger upload, without asking a process', async () => {
    const { https, certificate } = await startAlone()
    const ask = createClient(https, certificate)
    const limit = await readBodyLimit()
    const announce = async (bytes: number) => {
      const headers = { 'content-length': String(bytes) }
      return ask({ method: 'POST', path: '/api/v1/developer_apps', headers })
    }
    expect((await announce(limit)).status).toBe(503)
    const { status, text } = await announce(limit + 1)
    expect([status, ErrorReply.parse(JSON.parse(text)).code]).toEqual([413, 'too_large'])
  })

  test('lets no client take the requests of everyone else', async () => {
    let running = 0
    const web = await startProcess(({ url }, response) => {
      if (url === '/') response.end()
      else running += 1
    })
    const { https, certificate } = await startAlone({ TRESTLE_WEB1: web, TRESTLE_WEB2: web })
    const refused: unknown[] = []
    const send = (session: ClientHttp2Session): void => {
      session
        .request({ ':path': '/slow' })
        .on('error', () => undefined)
        .on('response', (headers) => refused.push(headers[':status']))
        .resume()
    }
    for (let index = 0; index < 4; index += 1) {
      const session = connectSecurely(`https://127.0.0.1:${https}`, { rejectUnauthorized: false })
      onTestFinished(() => session.destroy())
      for (let count = 0; count < 100; count += 1) send(session)
    }
    await expect.poll(() => running + refused.length, { timeout: 20_000 }).toBe(400)
    expect([running, new Set(refused)]).toEqual([300, new Set([429])])
    const ask = createClient(https, certificate)
    const busy = await ask({ path: '/api/v1/session' })
    expect([busy.status, busy.headers['retry-after']]).toEqual([429, '5'])
    expect(ErrorReply.parse(JSON.parse(busy.text)).code).toBe('rate_limited')
    const busyPage = await ask({ path: '/' })
    expect([busyPage.status, busyPage.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
    expect(busyPage.text).toContain('<h1>Too many requests</h1>')
    expect((await ask({ path: '/', localAddress: '127.0.0.2' })).status).toBe(200)
  })

  test.each(['http', 'https'] as const)('lets no client take all connections over %s', async (name) => {
    const { [name]: port } = await startAlone()
    let closed = 0
    const open = async (options: { localAddress?: string } = {}): Promise<Socket> => {
      const socket = connectPlainly({ host: '127.0.0.1', port, ...options })
      onTestFinished(() => void socket.destroy())
      socket.on('error', () => undefined).once('close', () => (closed += 1))
      await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
      return socket
    }
    for (let count = 0; count < 510; count += 1) await open()
    await expect.poll(() => closed, { timeout: 10_000 }).toBe(10)
    const other = await open({ localAddress: '127.0.0.2' })
    expect([other.readyState, closed]).toEqual(['open', 10])
  })

  test('encrypts with forward secrecy and authentication only', async () => {
    const { https: port } = await startAlone()
    const negotiate = (options: ConnectionOptions) =>
      new Promise<string>((resolve) => {
        const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options }, () => {
          resolve(`${socket.getProtocol()} ${socket.getCipher().name}`)
          socket.destroy()
        })
        socket.once('error', () => resolve('refused'))
      })
    const older = { maxVersion: 'TLSv1.2' } as const
    expect(await negotiate({})).toMatch(/^TLSv1\.3 /)
    expect(await negotiate(older)).toMatch(/^TLSv1\.2 ECDHE-ECDSA-AES\d+-GCM-/)
    expect(await negotiate({ ...older, ciphers: 'ECDHE-ECDSA-AES128-SHA' })).toBe('refused')
    expect(await negotiate({ ...older, ciphers: 'ECDHE-ECDSA-AES256-SHA384' })).toBe('refused')
  })
})
