import { once } from 'node:events'
import fs, { existsSync } from 'node:fs'
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { updateDeveloperApp, getDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listenOnFreePort } from '../../../scripts/testing/listenOnFreePort.ts'
import { buildApp, buildDeveloper } from '../../testing/build.ts'
import { newFolder } from '../../testing/folders.ts'
import { productionSettings } from '../../testing/productionSettings.ts'
import { makePicture, writeForm } from '../../testing/pictures.ts'
import { startBucket } from '../../testing/s3.ts'
import { startTestServer } from '../../testing/server.ts'
import { findFault } from '../db/faults.ts'
import { readSettings, SettingsError } from '../settings.ts'
import { createOutgoing } from '../outgoing/outgoing.ts'
import { checkDisk, isRefusal } from './checkDisk.ts'
import { droppedFileMs } from './claimFile.ts'
import { bucketTimes, openDisk } from './disk.ts'

const storages: [string, () => Promise<Record<string, string>>][] = [
  ['the folder inside DATA_DIR', async () => ({ DATA_DIR: await newFolder() })],
  ['its own folder', async () => ({ FILES_URL: `file:${await newFolder()}` })],
  ['a bucket', async () => ({ FILES_URL: (await startBucket()).url })],
]

test.each(storages)('%s stores, returns and deletes files', async (_storage, env) => {
  const settings = readSettings(await env())
  const disk = await openDisk(settings, createOutgoing(settings))
  const key = 'ab'.repeat(32)
  const bytes = await makePicture(200)
  await disk.put(key, bytes, 'image/png')
  expect((await disk.read(key))?.equals(bytes)).toBe(true)
  await disk.put(key, Buffer.of(), 'image/png')
  expect(await disk.read(key)).toEqual(Buffer.of())
  await disk.remove(key)
  expect(await disk.read(key)).toBeUndefined()
  await disk.remove(key)
})

test('many people who read a file slowly keep no one from the bucket', async () => {
  const settings = readSettings({ FILES_URL: (await startBucket()).url })
  const disk = await openDisk(settings, createOutgoing(settings))
  await disk.put('video', Buffer.alloc(1_000_000), 'video/mp4')
  await disk.put('picture', Buffer.from('pixels'), 'image/png')
  const slow = await Promise.all(Array.from({ length: 60 }, () => disk.stream('video')))
  onTestFinished(() => slow.forEach((stream) => stream?.destroy()))
  expect(String(await disk.read('picture'))).toBe('pixels')
})

test('writes a file and its name to the disk of a folder while other requests continue', async () => {
  const folder = await newFolder()
  const source = join(await newFolder(), 'video')
  await writeFile(source, 'frames')
  const settings = readSettings({ FILES_URL: `file:${folder}` })
  const disk = await openDisk(settings, createOutgoing(settings))
  const handle = await open(source)
  const synced = vi.spyOn(Object.getPrototypeOf(handle), 'sync')
  const blocking = vi.spyOn(fs, 'fsyncSync')
  syncBuiltinESMExports()
  onTestFinished(async () => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
    await handle.close()
  })
  await disk.putFile('ab'.repeat(32), source, 'video/mp4')
  expect([synced.mock.calls.length, blocking.mock.calls.length]).toEqual([2, 0])
  await disk.put('cd'.repeat(32), Buffer.from('png'), 'image/png')
  expect([synced.mock.calls.length, blocking.mock.calls.length]).toEqual([4, 0])
})

test(
  "serves an app's thumbnail from a bucket like from a folder, until it is removed",
  { tags: ['SET-12', 'SET-13'] },
  async () => {
    const server = await startTestServer({ env: { FILES_URL: (await startBucket()).url } })
    const owner = await buildDeveloper(server)
    const { id } = await buildApp(server, { owner_id: owner.id })
    const url = `/api/v1/developer_apps/${id}`
    const value = await makePicture(256)
    const form = writeForm([{ name: 'developer_app[thumbnail]', value, filename: 'logo.png' }])
    const { body } = await server.as(owner).send({ method: 'PATCH', url, ...form })
    const served = await server.app.inject(body.thumbnail_url)
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/png'])
    await server.as(owner).call(updateDeveloperApp, { params: { id }, body: { remove_thumbnail: true } })
    server.clock.advance(droppedFileMs)
    await server.drainJobs()
    expect(await server.services.files.read(body.thumbnail_url.replace('/files/', ''))).toBeUndefined()
  },
)

test("changes nothing and answers 503 for an image that can't be stored", async () => {
  const server = await startTestServer({
    env: { FILES_URL: 's3://KEY:SECRET@nowhere?endpoint=http://127.0.0.1:9' },
  })
  const owner = await buildDeveloper(server)
  const { id } = await buildApp(server, { owner_id: owner.id })
  const url = `/api/v1/developer_apps/${id}`
  const value = await makePicture(256)
  const form = writeForm([{ name: 'developer_app[thumbnail]', value, filename: 'logo.png' }])
  const answer = await server.as(owner).send({ method: 'PATCH', url, ...form })
  expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
  expect((await server.as(owner).call(getDeveloperApp, { params: { id } })).body.thumbnail_url).toBeNull()
})

test.each(['ftp://files.example', 's3:', 'bucket'])('FILES_URL=%s stops the start', (url) => {
  expect(() => readSettings({ FILES_URL: url })).toThrow(SettingsError)
  expect(() => readSettings({ FILES_URL: url })).toThrow('FILES_URL')
})

test.each([
  ['test', true],
  ['development', true],
  ['staging', false],
  ['production', false],
])('in the %s stage, creates a folder for files that may be a missing mount: %s', async (stage, creates) => {
  const folder = join(await newFolder(), 'uploads')
  const isPublic = stage === 'staging' || stage === 'production'
  const settings = readSettings({
    ...(isPublic && productionSettings),
    RELEASE_STAGE: stage,
    FILES_URL: `file:${folder}`,
  })
  const open = () => openDisk(settings, createOutgoing(settings))
  const missing = `The folder ${folder} doesn't exist. Create or mount it.`
  if (!creates) {
    await expect(open()).rejects.toThrow(missing)
    await mkdir(folder)
  }
  const disk = await open()
  await checkDisk(disk)
  // The mount may go away later.
  await rm(folder, { recursive: true })
  if (creates) return checkDisk(disk)
  const uses = [
    () => checkDisk(disk),
    () => disk.read('file'),
    () => disk.stream('file'),
    () => disk.remove('file'),
  ]
  for (const use of uses) {
    const failure = await use().catch((error: unknown) => error)
    expect(failure).toMatchObject({ cause: { message: missing } })
    expect(failure instanceof Error && findFault(failure)).toBe('files_unreachable')
  }
  expect(existsSync(folder)).toBe(false)
})

test('every stage creates the folder for files in DATA_DIR', async () => {
  const DATA_DIR = await newFolder()
  const env = { ...productionSettings, FILES_URL: 'file:', ALLOW_LOCAL_FILES: 'true', DATA_DIR }
  const settings = readSettings(env)
  await checkDisk(await openDisk(settings, createOutgoing(settings)))
  expect(await readdir(DATA_DIR)).toEqual(['files'])
})

type Fault = 'never' | 'stalls' | 'stalls later' | 'trickles' | 'fails byte by byte'

/** Starts a server that responds to each S3 request with this status, not at all, or not completely. */
async function startBrokenBucket(answer: number | Fault): Promise<string> {
  const bucket = createServer((_request, response) => {
    if (answer === 'never') return
    if (typeof answer === 'number') {
      return void response.writeHead(answer).end('<Error><Code>AccessDenied</Code></Error>')
    }
    const status = answer === 'fails byte by byte' ? 500 : 200
    response.writeHead(status, { 'content-length': 1_000_000 }).flushHeaders()
    if (answer === 'stalls later') response.write('first bytes')
    if (answer.startsWith('stalls')) return
    const timer = setInterval(() => response.write(' '), 50)
    response.once('close', () => clearInterval(timer))
  })
  const port = await listenOnFreePort(bucket)
  onTestFinished(() => {
    bucket.closeAllConnections()
    bucket.close()
  })
  return `s3://KEY:SECRET@trestle-files?endpoint=http://127.0.0.1:${port}`
}

const isLong = process.env.TEST_LONG === 'true'
/** The real times add up to less than 15 seconds. */
const times = isLong
  ? bucketTimes
  : { connectMs: 300, silenceMs: 600, retryMs: 200, errorMs: 200, callMs: 600_000 }
const limitMs = times.connectMs + times.silenceMs + times.retryMs

test('gives up on a silent bucket within 15 seconds', () => {
  expect(bucketTimes.connectMs + bucketTimes.silenceMs + bucketTimes.retryMs).toBeLessThan(15_000)
})

test.each<[string, () => Promise<string>]>([
  ['is down', async () => 's3://KEY:SECRET@nowhere?endpoint=http://127.0.0.1:9'],
  ['never answers', () => startBrokenBucket('never')],
  ['forbids everything', () => startBrokenBucket(403)],
  ['fails', () => startBrokenBucket(500)],
  ['stalls after its headers', () => startBrokenBucket('stalls')],
  ['fails byte by byte', () => startBrokenBucket('fails byte by byte')],
])('names the file storage in a 503 soon if the bucket %s', async (_what, open) => {
  const settings = readSettings({ FILES_URL: await open() })
  const files = await openDisk(settings, createOutgoing(settings), times)
  const server = await startTestServer({ dependencies: { files } })
  const owner = await buildDeveloper(server)
  const { id } = await buildApp(server, { owner_id: owner.id })
  const key = 'ab'.repeat(32)
  const now = new Date()
  await server.services.db
    .insertInto('files')
    .values({ key, content_type: 'image/png', bytes: 9, uploaded_by: owner.id, created_at: now })
    .execute()
  const form = writeForm([
    { name: 'developer_app[thumbnail]', value: await makePicture(256), filename: 'logo.png' },
  ])
  const calls = [
    { method: 'PATCH', url: `/api/v1/developer_apps/${id}`, ...form },
    { method: 'GET', url: `/files/${key}` },
  ]
  for (const call of calls) {
    const start = performance.now()
    const answer = await server.as(owner).send(call)
    expect([call.method, answer.status, answer.body]).toEqual([
      call.method,
      503,
      expect.objectContaining({
        code: 'unavailable',
        message: "The portal can't reach its file storage right now. Try again in a moment.",
      }),
    ])
    expect(answer.headers['cache-control']).toBe('no-store')
    // The rest is overhead of the test's machine.
    expect(performance.now() - start).toBeLessThan(limitMs + 2_000)
  }
})

test('a file from a bucket ends if the bucket stalls, but not because its reader pauses', async () => {
  const outgoing = createOutgoing(readSettings({}))
  const open = (FILES_URL: string) => openDisk(readSettings({ FILES_URL }), outgoing, times)
  const stalling = await (await open(await startBrokenBucket('stalls later'))).stream('video')
  if (!stalling) throw new Error('There is no file.')
  await expect(buffer(stalling)).rejects.toThrow(`The bucket has sent nothing for ${times.silenceMs} ms.`)

  const disk = await open((await startBucket()).url)
  const video = Buffer.alloc(20_000_000, 'frame')
  await disk.put('video', video, 'video/mp4')
  const played = await disk.stream('video')
  if (!played) throw new Error('There is no file.')
  await once(played, 'readable')
  const start = played.read(5) as Buffer
  await pause(3 * times.silenceMs)
  expect(Buffer.concat([start, await buffer(played)]).equals(video)).toBe(true)

  const unread = await disk.stream('video')
  unread?.destroy()
  await expect.poll(() => Object.keys(outgoing.agents.httpAgent.sockets)).toEqual([])
})

test('a bucket that sends single bytes does not keep a start or the doctor waiting', async () => {
  const settings = readSettings({ FILES_URL: await startBrokenBucket('trickles') })
  const limits = { ...times, callMs: 500 }
  const disk = await openDisk(settings, createOutgoing(settings), limits)
  const failure: unknown = await disk.read('check').catch((error: unknown) => error)
  expect(failure instanceof Error && findFault(failure)).toBe('files_unreachable')
})

test.each([403, 500])(
  'stops the start if the storage refuses the settings, here with status %i',
  async (status) => {
    const settings = readSettings({ FILES_URL: await startBrokenBucket(status) })
    const disk = await openDisk(settings, createOutgoing(settings), times)
    const error: unknown = await checkDisk(disk).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(isRefusal(error)).toBe(status === 403)
  },
)

test('stops the start if files cannot be stored in the folder, and leaves no file in one where they can', async () => {
  const folder = await newFolder({ 'a file': '' })
  const open = (FILES_URL: string) => {
    const settings = readSettings({ FILES_URL })
    return openDisk(settings, createOutgoing(settings))
  }
  const error: unknown = await checkDisk(await open(`file:${folder}/a file`)).catch(
    (reason: unknown) => reason,
  )
  expect(isRefusal(error)).toBe(true)
  await checkDisk(await open(`file:${folder}/new`))
  expect(await readdir(`${folder}/new`)).toEqual([])
})
