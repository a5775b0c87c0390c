import { readFile } from 'node:fs/promises'
import { getDeveloperApp, updateDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { dayMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp, buildDeveloper } from '../../testing/build.ts'
import { findContradictions } from '../../testing/contradictions.ts'
import type { Engine } from '../../testing/database.ts'
import { openWith, withDatabase } from '../../testing/emptyDatabase.ts'
import { newFolder } from '../../testing/folders.ts'
import { startMixedLoad } from '../../testing/mixedLoad.ts'
import { makePicture, writeForm } from '../../testing/pictures.ts'
import { emptyPortal, openFiles, restoreInto, tableChecksums } from '../../testing/portals.ts'
import { startBucket } from '../../testing/s3.ts'
import { startTestServer } from '../../testing/server.ts'
import { buildSignedIn, openClient, openSession, startServerProcess } from '../../testing/serverProcess.ts'
import { connect } from '../db/connect.ts'
import type { FileDisk } from '../files/disk.ts'
import { backupPaths } from './backup.ts'
import { writeBackup } from './writeBackup.ts'

const options = { withoutJobs: false, now: new Date() }

/** One is much larger than a single chunk. */
const contents = [Buffer.alloc(3_000_000, 'many bytes '), Buffer.from('png'), Buffer.of(0)]
const keys = contents.map((_, index) => `${index}`.repeat(64))

const readAll = (files: FileDisk): Promise<(Buffer | undefined)[]> =>
  Promise.all(keys.map((key) => files.read(key)))

test.each([
  ['bucket', 'folder'],
  ['folder', 'bucket'],
] as const)('moves every table and file from a %s to a %s', async (from, to) => {
  const bucket = await startBucket()
  const portalIn = (storage: 'bucket' | 'folder') =>
    emptyPortal('server', { migrated: true, ...(storage === 'bucket' && { bucket }) })
  const source = await portalIn(from)
  const files = await openFiles(source)
  const database = await openWith(source)
  onTestFinished(() => database.close())
  await buildSignedIn(database.pool)
  for (const [index, content] of contents.entries()) {
    const key = keys[index] ?? ''
    await files.put(key, content, 'image/png')
    await database.pool.query(
      `insert into files (key, content_type, bytes, uploaded_by, created_at)
       select $1, 'image/png', $2, min(id), now() from developers`,
      [key, content.length],
    )
  }
  const folder = await newFolder()
  expect(await writeBackup({ database, files }, folder, options)).toMatchObject({
    missing: [],
    damaged: [],
    files: { count: contents.length },
  })
  const target = await portalIn(to)
  await restoreInto(target, folder)
  // The command records a backup; a restored portal knows its own.
  const tables = { ...(await tableChecksums(source)), last_backup: expect.stringMatching(/^1 /) }
  expect(await tableChecksums(target)).toEqual(tables)
  expect(await readAll(await openFiles(target))).toEqual(contents)
  // Files that the bucket or the folder later loses, completely or in part, are named.
  await files.remove(keys[1] ?? '')
  await files.remove(keys[0] ?? '')
  await files.put(keys[0] ?? '', Buffer.from('many'), 'image/png')
  expect(await writeBackup({ database, files }, await newFolder(), options)).toMatchObject({
    missing: [keys[1]],
    damaged: [keys[0]],
  })
})

/** Returns a storage that runs this task once, before it reads the first file. */
function beforeFirstRead(files: FileDisk, task: () => Promise<void>): FileDisk {
  let done: Promise<void> | undefined
  return {
    ...files,
    stream: async (key, range) => {
      await (done ??= task())
      return files.stream(key, range)
    },
  }
}

test('contains a file that was dropped after the database was exported', async () => {
  const server = await startTestServer({ env: { FILES_URL: (await startBucket()).url } })
  const { files } = server.services
  const owner = await buildDeveloper(server)
  const { id } = await buildApp(server, { owner_id: owner.id })
  const picture = { name: 'developer_app[thumbnail]', value: await makePicture(256), filename: 'logo.png' }
  const url = `/api/v1/developer_apps/${id}`
  const { body } = await server.as(owner).send({ method: 'PATCH', url, ...writeForm([picture]) })
  const key: string = body.thumbnail_url.replace('/files/', '')
  const stored = await files.read(key)
  const dropping = beforeFirstRead(files, async () => {
    server.clock.advance(minuteMs)
    await server.as(owner).call(updateDeveloperApp, { params: { id }, body: { remove_thumbnail: true } })
    // The last moment at which a long backup can read it.
    server.clock.advance(dayMs - minuteMs)
    await server.drainJobs()
  })
  const folder = await newFolder()
  const written = await writeBackup({ database: server.database, files: dropping }, folder, options)
  expect(written.missing).toEqual([])
  const shown = await server.as(owner).call(getDeveloperApp, { params: { id } })
  expect(shown.body.thumbnail_url).toBeNull()
  server.clock.advance(minuteMs)
  await server.drainJobs()
  expect(await files.read(key)).toBeUndefined()

  const target = await emptyPortal('server', { migrated: true })
  await restoreInto(target, folder)
  await withDatabase(target, async (database) => {
    const restored = await openFiles(target)
    expect(await findContradictions(database, restored)).toEqual([])
    const { rows } = await database.pool.query('select thumbnail_key from developer_apps')
    expect(rows).toEqual([{ thumbnail_key: key }])
    expect(await restored.read(key)).toEqual(stored)
  })
})

test("a backup is not complete if the storage fails while it's copied", async () => {
  const server = await startTestServer({ env: { FILES_URL: (await startBucket()).url } })
  const owner = await buildDeveloper(server)
  await server.services.db
    .insertInto('files')
    .values({
      key: keys[0] ?? '',
      content_type: 'image/png',
      bytes: 3,
      uploaded_by: owner.id,
      created_at: new Date(),
    })
    .execute()
  const failing = beforeFirstRead(server.services.files, () => Promise.reject(new Error('bucket is gone')))
  const folder = await newFolder()
  await expect(writeBackup({ database: server.database, files: failing }, folder, options)).rejects.toThrow(
    'bucket is gone',
  )
  await expect(readFile(backupPaths(folder).summary)).rejects.toThrow('ENOENT')
  await expect(restoreInto(await emptyPortal('server', { migrated: true }), folder)).rejects.toThrow(
    'is missing, or is not the summary of a complete backup',
  )
})

/** Replaces the thumbnail of an app repeatedly, so that files are constantly stored and deleted. */
async function startReplacing(url: string, token: string, appId: number) {
  const headers = await openSession(url, token)
  const statuses: number[] = []
  let isStopping = false
  const replacing = (async () => {
    while (!isStopping) {
      const value = await makePicture(256 + (statuses.length % 100))
      const form = writeForm([{ name: 'developer_app[thumbnail]', value, filename: 'logo.png' }])
      const { status } = await fetch(`${url}/api/v1/developer_apps/${appId}`, {
        method: 'PATCH',
        headers: { ...headers, ...form.headers },
        body: new Uint8Array(form.payload),
      })
      statuses.push(status)
    }
  })()
  return {
    statuses,
    stop: async () => {
      isStopping = true
      await replacing
    },
  }
}

/** `npm run test:long` also restores into the embedded database. */
const targets: Engine[] = process.env.TEST_LONG === 'true' ? ['server', 'embedded'] : ['server']

test.each(targets)(
  'a backup made during writes on a server is consistent, restored into the other engine or the same (%s)',
  { timeout: 120_000 },
  async (kind) => {
    const source = await emptyPortal('server', { migrated: true, bucket: await startBucket() })
    const { url, child } = await startServerProcess({
      ...source,
      REQUESTS_PER_MINUTE: '1000000',
      SEMANTIC_VERSIONS: 'false',
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const database = await openWith(source)
    onTestFinished(() => database.close())
    const [first, second] = [await buildSignedIn(database.pool), await buildSignedIn(database.pool)]

    const before = startMixedLoad(await openClient(url, first.token), first.appId)
    await before.untilAcknowledged(30)
    const acknowledged = await before.stop()

    const load = startMixedLoad(await openClient(url, second.token), second.appId)
    const pictures = await startReplacing(url, second.token, second.appId)
    await load.untilAcknowledged(30)
    let folder = ''
    // A backup can be too quick for a file to be deleted during it.
    for (let replaced = 0; replaced === 0;) {
      folder = await newFolder()
      const countBefore = pictures.statuses.length
      const { missing } = await writeBackup({ database, files: await openFiles(source) }, folder, options)
      expect(missing).toEqual([])
      replaced = pictures.statuses.length - countBefore
    }
    await load.untilAcknowledged(5)
    await pictures.stop()
    const { wrong, unavailable } = await load.stop()
    expect({ wrong, unavailable, statuses: new Set(pictures.statuses) }).toEqual({
      wrong: [],
      unavailable: 0,
      statuses: new Set([200]),
    })

    const target = await emptyPortal(kind, { migrated: true })
    await restoreInto(target, folder)
    await withDatabase(target, async (restored) => {
      expect(await findContradictions(restored, await openFiles(target))).toEqual([])
      expect(await acknowledged.findLost(connect(restored.pool))).toEqual([])
    })
  },
)
