// @module-tag server
import { spawn } from 'node:child_process'
import { mkdir, readdir, utimes } from 'node:fs/promises'
import { hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
import { expect, onTestFinished, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { buildSignedIn, openSession, startServerProcess } from '../../testing/serverProcess.ts'
import { openSocket, writeHead } from '../../testing/sockets.ts'
import { listUploadFolders, receiveUploadsIn } from '../../testing/uploadFolders.ts'
import { deleteAbandonedUploads } from './multipart.ts'

test('leaves nothing of an upload during which the server was killed', async () => {
  const database = await openTestDatabase()
  const { appId, token } = await buildSignedIn(database.pool)
  const [TMPDIR, files] = [await newFolder(), await newFolder()]
  const env = {
    TMPDIR,
    FILES_URL: `file:${files}`,
    DATABASE_URL: String(database.pool.options.connectionString),
  }
  const listUploads = () => listUploadFolders(TMPDIR)
  const server = await startServerProcess(env)
  const headers = await openSession(server.url, token)
  const socket = await openSocket(Number(new URL(server.url).port))
  socket.on('error', () => undefined)
  socket.write(
    writeHead(`PATCH /api/v1/developer_apps/${appId}`, {
      ...headers,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 500_000,
    }),
  )
  const part = 'content-disposition: form-data; name="developer_app[thumbnail]"; filename="logo.png"'
  socket.write(`--x\r\n${part}\r\ncontent-type: image/png\r\n\r\n${'x'.repeat(100_000)}`)
  await expect.poll(listUploads).toHaveLength(1)
  server.child.kill('SIGKILL')
  await server.ended
  expect(await listUploads()).toHaveLength(1)

  // Another process is still using the first one, and the second is older than any request.
  const other = spawn('sleep', ['600'])
  onTestFinished(() => void other.kill())
  await mkdir(`${TMPDIR}/trestle-upload-${other.pid}-busy`)
  await mkdir(`${TMPDIR}/trestle-upload-${other.pid}-old`)
  await utimes(`${TMPDIR}/trestle-upload-${other.pid}-old`, 1, 1)
  const next = await startServerProcess(env)
  expect(await listUploads()).toEqual([`trestle-upload-${other.pid}-busy`])
  expect(other.signalCode).toBeNull()
  expect(await readdir(files)).toEqual([])
  expect((await database.pool.query('select from files')).rowCount).toBe(0)
  next.child.kill('SIGTERM')
  expect(await next.ended).toBe(0)
})

test('deletes what an earlier process with the same id left, as after each restart of a container', async () => {
  const folder = await newFolder({ 'other/file': '' })
  receiveUploadsIn(folder)
  await mkdir(`${folder}/trestle-upload-${process.pid}-earlier`)
  await deleteAbandonedUploads()
  expect(await readdir(folder)).toEqual(['other'])
})

test('deletes a folder that another process has not changed for an hour', async () => {
  const other = spawn('sleep', ['600'])
  onTestFinished(() => void other.kill())
  const [young, old] = [`trestle-upload-${other.pid}-young`, `trestle-upload-${other.pid}-old`]
  const folder = await newFolder({ [`${young}/file`]: '', [`${old}/file`]: '' })
  receiveUploadsIn(folder)
  const hourAgo = Date.now() - hourMs
  await utimes(`${folder}/${young}`, new Date(), new Date(hourAgo + minuteMs))
  await utimes(`${folder}/${old}`, new Date(), new Date(hourAgo - minuteMs))
  await deleteAbandonedUploads()
  expect(await readdir(folder)).toEqual([young])
})
