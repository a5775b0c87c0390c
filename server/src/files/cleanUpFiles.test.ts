// @module-tag engine
import { dayMs, hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { claimFile, releaseFile } from './claimFile.ts'
import { cleanUpFiles } from './cleanUpFiles.ts'
import { claimOutside } from './storage.ts'
import { storeBytes } from './storeFile.ts'

async function openServer() {
  const server = await startTestServer()
  const { id } = await buildDeveloper(server)
  const owner = { appId: null, developerId: id }
  const store = () => {
    const file = { bytes: Buffer.from('%PDF-1.7'), contentType: 'application/pdf' as const }
    return storeBytes(server.services, { uploadedBy: id, owner }, file)
  }
  return { server, owner, store }
}

/** Returns the number of files in the storage, the files table and the quotas. */
async function count({ services: { db, files } }: TestServer, key: string): Promise<number[]> {
  const rows = await db.selectFrom('files').select('key').execute()
  const claims = await db.selectFrom('storage_claims').select('id').execute()
  return [(await files.read(key)) === undefined ? 0 : 1, rows.length, claims.length]
}

test('deletes an upload that was not used for an hour', async () => {
  const { server, store } = await openServer()
  const key = await store()
  server.clock.advance(hourMs - minuteMs)
  await cleanUpFiles(server.services)
  expect(await count(server, key)).toEqual([1, 1, 1])
  server.clock.advance(2 * minuteMs)
  await cleanUpFiles(server.services)
  expect(await count(server, key)).toEqual([0, 0, 0])
})

test('deletes newer files although the storage refuses to delete many older ones', async () => {
  const { server, owner, store } = await openServer()
  const { services, clock } = server
  const stuck = Array.from({ length: 450 }, (_, number) => `stuck ${number}`)
  const at = services.now()
  const rows = stuck.map((key) => ({
    key,
    content_type: 'application/pdf' as const,
    bytes: 8,
    uploaded_by: owner.developerId,
    created_at: at,
    unused_since: at,
  }))
  await services.db.insertInto('files').values(rows).execute()
  clock.advance(minuteMs)
  const key = await store()
  clock.advance(2 * hourMs)
  const refuses = async (removed: string) => {
    if (removed.startsWith('stuck')) throw new Error('The file is locked')
    await services.files.remove(removed)
  }
  const warnings: unknown[][] = []
  const log = { ...services.log, warn: (...parts: unknown[]) => void warnings.push(parts) }
  const files = { ...services.files, remove: refuses }
  await cleanUpFiles({ ...services, files, log })
  expect(await count(server, key)).toEqual([0, stuck.length, 0])
  expect(warnings).toEqual([
    [{ err: new Error('The file is locked'), files: stuck.length }, 'unused files could not be deleted'],
  ])
})

test('stops after 15 minutes if the storage fails slowly', async () => {
  const { server, store } = await openServer()
  const { services, clock } = server
  await store()
  await store()
  clock.advance(2 * hourMs)
  let tries = 0
  const remove = async () => {
    tries += 1
    clock.advance(15 * minuteMs)
    throw new Error('No answer')
  }
  await cleanUpFiles({ ...services, files: { ...services.files, remove } })
  expect(tries).toBe(1)
})

test('frees the space of an upload to an outside host that did not end within an hour', async () => {
  const { server, owner } = await openServer()
  await claimOutside(server.services, owner, 1000)
  server.clock.advance(hourMs - minuteMs)
  await cleanUpFiles(server.services)
  expect(await count(server, 'none')).toEqual([0, 0, 1])
  server.clock.advance(2 * minuteMs)
  await cleanUpFiles(server.services)
  expect(await count(server, 'none')).toEqual([0, 0, 0])
})

test('leaves a dropped file to its job, and deletes it an hour after the job was due', async () => {
  const { server, store } = await openServer()
  const { db, now } = server.services
  const key = await store()
  await db.transaction().execute((tx) => claimFile(tx, key))
  server.clock.advance(minuteMs)
  await cleanUpFiles(server.services)
  await db.transaction().execute((tx) => releaseFile(tx, now(), key))
  server.clock.advance(dayMs + hourMs - minuteMs)
  await cleanUpFiles(server.services)
  expect(await count(server, key)).toEqual([1, 1, 0])
  server.clock.advance(2 * minuteMs)
  await cleanUpFiles(server.services)
  expect(await count(server, key)).toEqual([0, 0, 0])
})

test('a job that runs less than a day after a file was dropped leaves it to the cleanup', async () => {
  const { server, store } = await openServer()
  const { db, now } = server.services
  const key = await store()
  const use = () => db.transaction().execute((tx) => claimFile(tx, key))
  const drop = () => db.transaction().execute((tx) => releaseFile(tx, now(), key))
  await use()
  await drop()
  server.clock.advance(hourMs)
  await use()
  server.clock.advance(hourMs)
  await drop()
  server.clock.advance(dayMs - hourMs)
  await server.drainJobs()
  expect(await count(server, key), 'a backup may still need it').toEqual([1, 1, 0])
  server.clock.advance(2 * hourMs + minuteMs)
  await cleanUpFiles(server.services)
  expect(await count(server, key)).toEqual([0, 0, 0])
})
