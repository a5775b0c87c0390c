import { updateDeveloperApp, getDeveloperApp } from '@trestle/domain/apps/contract.ts'
import S3rver from 's3rver'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp, buildDeveloper } from '../../testing/build.ts'
import { newFolder } from '../../testing/folders.ts'
import { makePicture, writeForm } from '../../testing/pictures.ts'
import { startTestServer } from '../../testing/server.ts'
import { readSettings, SettingsError } from '../settings.ts'
import { createOutgoing } from '../outgoing/outgoing.ts'
import { openDisk } from './disk.ts'

/** Starts a bucket on a real S3 server, with the address for FILES_URL. */
async function startBucket(): Promise<string> {
  const s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: await newFolder(),
    configureBuckets: [{ name: 'trestle-files', configs: [] }],
  })
  const { port } = await s3.run()
  onTestFinished(() => s3.close())
  return `s3://S3RVER:S3RVER@trestle-files/portal?endpoint=http://127.0.0.1:${port}`
}

const places: [string, () => Promise<Record<string, string>>][] = [
  ['the folder inside DATA_DIR', async () => ({ DATA_DIR: await newFolder() })],
  ['its own folder', async () => ({ FILES_URL: `file:${await newFolder()}` })],
  ['a bucket', async () => ({ FILES_URL: await startBucket() })],
]

test.each(places)('%s stores, returns and deletes files', async (_place, env) => {
  const settings = readSettings(await env())
  const disk = await openDisk(settings, createOutgoing(settings))
  const key = 'ab'.repeat(32)
  const bytes = await makePicture(200)
  await disk.put(key, bytes, 'image/png')
  expect((await disk.read(key))?.equals(bytes)).toBe(true)
  await disk.remove(key)
  expect(await disk.read(key)).toBeUndefined()
  await disk.remove(key)
})

test(
  "serves an app's thumbnail from a bucket like from a folder, until it is removed",
  { tags: ['SET-12', 'SET-13'] },
  async () => {
    const server = await startTestServer({ env: { FILES_URL: await startBucket() } })
    const owner = await buildDeveloper(server)
    const { id } = await buildApp(server, { owner_id: owner.id })
    const url = `/api/v1/developer_apps/${id}`
    const value = await makePicture(256)
    const form = writeForm([{ name: 'developer_app[thumbnail]', value, filename: 'logo.png' }])
    const { body } = await server.as(owner).send({ method: 'PATCH', url, ...form })
    const served = await server.app.inject(body.thumbnail_url)
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/png'])
    await server.as(owner).call(updateDeveloperApp, { params: { id }, body: { remove_thumbnail: true } })
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
