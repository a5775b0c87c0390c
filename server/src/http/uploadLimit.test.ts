import { expect, test } from 'vitest'
import { buildApp, buildDeveloper } from '../../testing/build.ts'
import { newFolder } from '../../testing/folders.ts'
import {
  openSocket,
  parseErrorReply,
  parseReply,
  readToEnd,
  signIn,
  startListeningServer,
  writeHead,
} from '../../testing/sockets.ts'
import { listUploadFolders, receiveUploadsIn } from '../../testing/uploadFolders.ts'
import { createUploadLimit } from './uploadLimit.ts'

const megabyte = 1024 * 1024

test('frees the room of a form once it is answered, for the same person only', () => {
  const reserve = createUploadLimit()
  const tooMany = expect.objectContaining({
    message: expect.stringMatching(/^You are uploading too many files at once\./),
    retryAfterSeconds: 30,
  })
  const end = reserve(1, 1000 * megabyte)
  expect(() => reserve(1, 101 * megabyte)).toThrow(tooMany)
  reserve(1, 100 * megabyte)
  reserve(2, 1100 * megabyte)
  end()
  reserve(1, 1000 * megabyte)
  expect(() => reserve(1, 1)).toThrow(tooMany)
})

const part = '--x\r\ncontent-disposition: form-data; name="media[file]"; filename="a.mp4"\r\n\r\nnot a video'
const end = '\r\n--x--\r\n'
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`

test('refuses the third video that one person sends at the same time, unread', async () => {
  receiveUploadsIn(await newFolder())
  const server = await startListeningServer()
  const owner = await buildDeveloper(server)
  const app = await buildApp(server, { owner_id: owner.id })
  const headers = await signIn(server, owner)
  const send = async (length: Record<string, string | number>, body: string) => {
    const socket = await openSocket(server.port)
    const type = { 'content-type': 'multipart/form-data; boundary=x', connection: 'close' }
    const target = `POST /api/v1/developer_apps/${app.id}/media?type=Video`
    socket.write(writeHead(target, { ...headers, ...type, ...length }) + body)
    return socket
  }
  const first = await send({ 'content-length': 500 * megabyte }, part)
  // Without a length, it may be as large as the largest file.
  const second = await send({ 'transfer-encoding': 'chunked' }, chunk(part))
  await expect.poll(() => listUploadFolders(), { timeout: 10_000 }).toHaveLength(2)
  const third = await readToEnd(await send({ 'content-length': 500 * megabyte }, ''))
  expect(parseReply(third).status).toBe(429)
  expect(parseErrorReply(third)).toMatchObject({ code: 'rate_limited' })
  second.write(`${chunk(end)}0\r\n\r\n`)
  expect(parseReply(await readToEnd(second)).status).toBe(422)
  const whole = part + end
  const fourth = await send({ 'content-length': whole.length }, whole)
  expect(parseReply(await readToEnd(fourth)).status).toBe(422)
  first.destroy()
})
