import { PassThrough, Readable } from 'node:stream'
import { updateDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { expect, test } from 'vitest'
import { buildApp, buildDeveloper } from '../../testing/build.ts'
import { makePicture, writeForm } from '../../testing/pictures.ts'
import { exchange, writeHead } from '../../testing/sockets.ts'
import { startTestServer } from '../../testing/server.ts'
import { loggerOptions } from '../logging.ts'
import { droppedFileMs } from './claimFile.ts'
import { requireBytes } from './requireBytes.ts'
import { findServedFile } from './serve.ts'

/** Starts a server that shows one thumbnail, with its log and error reports. */
async function startWithThumbnail() {
  const log = new PassThrough()
  const reports: { error: Error; requestId: unknown }[] = []
  const server = await startTestServer({
    logger: { ...loggerOptions({ LOG_LEVEL: 'error' }), stream: log },
    watch: { onInternalError: (error, { requestId }) => void reports.push({ error, requestId }) },
  })
  const owner = await buildDeveloper(server)
  const { id } = await buildApp(server, { owner_id: owner.id })
  const url = `/api/v1/developer_apps/${id}`
  const value = await makePicture(256)
  const form = writeForm([{ name: 'developer_app[thumbnail]', value, filename: 'logo.png' }])
  const { body } = await server.as(owner).send({ method: 'PATCH', url, ...form })
  const address: string = body.thumbnail_url
  return {
    server,
    address,
    key: address.replace('/files/', ''),
    removeThumbnail: () =>
      server.as(owner).call(updateDeveloperApp, { params: { id }, body: { remove_thumbnail: true } }),
    logged: () => String(log.read() ?? ''),
    reports,
  }
}

test('logs and reports a file that is in the database but missing in the storage as an error', async () => {
  const { server, address, key, logged, reports } = await startWithThumbnail()
  await server.services.files.remove(key)
  const answer = await server.app.inject(address)
  expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal'])
  expect(answer.headers['cache-control']).toBe('no-store')

  const line = JSON.parse(logged())
  expect(line).toMatchObject({ level: 'error', msg: 'request failed', reqId: answer.json().request_id })
  expect(line.err.message).toContain(key.slice(0, 12))
  expect(JSON.stringify(line), 'the whole key opens the file').not.toContain(key)
  expect(reports).toEqual([
    { error: expect.objectContaining({ message: line.err.message }), requestId: answer.json().request_id },
  ])
})

const extra = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'

/** Otherwise the next reply would become part of a shorter file, and the end of a longer one a reply. */
test.each<[string, (bytes: Buffer) => Buffer, number[]]>([
  ['shorter', (bytes) => bytes.subarray(0, 100), [200]],
  ['longer', (bytes) => Buffer.concat([bytes, Buffer.from(extra)]), [500, 200]],
])('never sends a file that is %s than the database says', async (_, change, statuses) => {
  const { server, address, key, logged, reports } = await startWithThumbnail()
  const bytes = await server.services.files.read(key)
  await server.services.files.put(key, change(bytes ?? Buffer.alloc(0)), 'image/png')
  const { port } = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }))
  const requests = writeHead(`GET ${address}`) + writeHead('GET /healthz', { connection: 'close' })
  const text = await exchange(Number(port), requests)
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))).toEqual(statuses)
  const message = `The file ${key.slice(0, 12)}… has another size in the file storage than in the database.`
  await expect.poll(() => reports.map(({ error }) => error.message)).toEqual([message])
  expect(JSON.parse(logged())).toMatchObject({ msg: 'request failed', err: { message } })
})

test.each([
  ['no bytes', [], 4, []],
  ['too few bytes', ['ab'], 3, ['ab']],
  ['too many bytes', ['ab', 'cd'], 3, ['ab']],
  ['more bytes after the last one', ['ab', 'c'], 2, ['ab']],
])('a file with %s fails after what it may have', async (_, chunks, bytes, expected) => {
  const source = Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
  const received: string[] = []
  const reading = async () => {
    for await (const chunk of requireBytes(source, bytes, 'another size')) received.push(String(chunk))
  }
  await expect(reading()).rejects.toThrow('another size')
  expect([received, source.destroyed]).toEqual([expected, true])
})

test('a browser runs nothing in a file, and guesses no other type for it', async () => {
  const { server, address } = await startWithThumbnail()
  const { headers } = await server.app.inject(address)
  expect(headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
  const policy = String(headers['content-security-policy']).split(';')
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "frame-ancestors 'none'", 'sandbox']))
})

test('does not report a file that is deleted while a request reads it', async () => {
  const { server, key, removeThumbnail, logged, reports } = await startWithThumbnail()
  const file = await findServedFile(server.services, key)
  await removeThumbnail()
  server.clock.advance(droppedFileMs)
  await server.drainJobs()
  expect(await file?.stream()).toBeUndefined()
  expect([logged(), reports]).toEqual(['', []])
})
