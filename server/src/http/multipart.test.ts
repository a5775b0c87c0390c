import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { defaultBodyLimit } from '@trestle/domain/http/bodyLimit.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp, buildDeveloper, type DeveloperRow } from '../../testing/build.ts'
import { newFolder } from '../../testing/folders.ts'
import { makePicture, writeForm, type FormPart } from '../../testing/pictures.ts'
import { startTestServer, type Answer, type TestServer } from '../../testing/server.ts'
import {
  openSocket,
  parseErrorReply,
  signIn,
  startListeningServer,
  writeHead,
} from '../../testing/sockets.ts'
import { listUploadFolders, receiveUploadsIn } from '../../testing/uploadFolders.ts'

let server: TestServer
let owner: DeveloperRow
let url: string
let picture: Buffer

beforeAll(async () => {
  server = await startTestServer({ keepOpen: true, env: { REQUESTS_PER_MINUTE: '100000' } })
  owner = await buildDeveloper(server)
  url = `/api/v1/developer_apps/${(await buildApp(server, { owner_id: owner.id })).id}`
  picture = await makePicture(300)
})
afterAll(() => server.close())

const sendRaw = (headers: Record<string, string>, payload: Buffer | string): Promise<Answer> =>
  server.as(owner).send({ method: 'PATCH', url, headers, payload })

const send = (parts: FormPart[]): Promise<Answer> => {
  const { headers, payload } = writeForm(parts)
  return sendRaw(headers, payload)
}

const file = (overrides: Partial<FormPart> = {}): FormPart => ({
  name: 'developer_app[thumbnail]',
  value: picture,
  filename: 'logo.png',
  type: 'image/png',
  ...overrides,
})

test.each([
  ['developer_app[color]', 'color'],
  ['developer_app[owner][name]', 'owner'],
  ['name', 'name'],
  ['other_app[name]', 'other_app'],
  ['developer_app[__proto__]', '__proto__'],
  ['developer_app[__proto__][name]', '__proto__'],
  ['__proto__[name]', '__proto__'],
  ['developer_app[constructor]', 'constructor'],
])('refuses the field %s by its name', { tags: ['SET-24'] }, async (name, field) => {
  const { status, body } = await send([{ name, value: 'x' }])
  expect([status, body.code, body.errors]).toEqual([422, 'invalid_input', [`${field} is not a known field`]])
})

test.each(['__proto__', 'constructor'])('refuses a lone field named %s and names its type', async (name) => {
  const { status, body } = await send([{ name, value: 'x' }])
  expect([status, body.errors]).toEqual([
    422,
    ['A form field has a reserved name, such as __proto__ or constructor.'],
  ])
})

test.each(['developer_app[picture]', 'thumbnail', 'developer_app[name]'])(
  'refuses a file named %s by its name',
  async (name) => {
    const { status, body } = await send([file({ name })])
    expect([status, body.errors]).toEqual([422, [`${name} is not a known field`]])
  },
)

test('refuses a file sent as a plain field', async () => {
  const { status, body } = await send([{ name: 'developer_app[thumbnail]', value: 'logo.png' }])
  expect([status, body.errors]).toEqual([422, ['thumbnail is not a known field']])
})

test('applies the rules and messages of the JSON call to the fields of a form', async () => {
  const { status, body } = await send([
    { name: 'developer_app[internal_name]', value: ' ' },
    { name: 'developer_app[legacy]', value: 'perhaps' },
  ])
  expect([status, body.fields]).toEqual([
    422,
    { internal_name: ['This field is required'], legacy: ['Write true or false'] },
  ])
})

test('changes nothing for an empty file field, as browsers send it', async () => {
  const { status, body } = await send([
    file({ value: '', filename: '', type: 'application/octet-stream' }),
    { name: 'developer_app[name]', value: 'Left Empty' },
  ])
  expect([status, body.name, body.thumbnail_url]).toEqual([200, 'Left Empty', null])
})

test('refuses an empty file that has a name, because someone chose it', async () => {
  const { status, body } = await send([file({ value: '' })])
  expect([status, Object.keys(body.fields)]).toEqual([422, ['thumbnail']])
})

/** Encodes a form whose one part doesn't say which field it is. */
function writeUnnamed(parameters: string): ReturnType<typeof writeForm> {
  const { headers, payload } = writeForm([{ name: 'x', value: 'x' }])
  return { headers, payload: Buffer.from(payload.toString().replace('; name="x"', parameters)) }
}

const whole = () => writeForm([file()])
const cutOff = "The form couldn't be read because it's damaged or incomplete."

test.each([
  ['cut off in the middle of the file', () => ({ ...whole(), payload: whole().payload.subarray(0, 400) })],
  ['cut off before its end', () => ({ ...whole(), payload: whole().payload.subarray(0, -8) })],
  ['cut off in the headers of a part', () => ({ ...whole(), payload: whole().payload.subarray(0, 60) })],
  [
    'with a different boundary than announced',
    () => ({ ...whole(), headers: { 'content-type': 'multipart/form-data; boundary=another' } }),
  ],
  [
    'without a boundary in its content type',
    () => ({ ...whole(), headers: { 'content-type': 'multipart/form-data' } }),
  ],
  ['with an empty body', () => ({ ...whole(), payload: Buffer.alloc(0) })],
  ['without parts', () => writeForm([])],
  ['whose body is JSON', () => ({ ...whole(), payload: Buffer.from('{"name":"x"}') })],
  ['with a field without a name', () => writeUnnamed('')],
  ['with a file without a name', () => writeUnnamed('; filename="logo.png"')],
  [
    'with a part that is JSON',
    () => writeForm([{ name: 'developer_app', value: '{}', type: 'application/json' }]),
  ],
])('refuses a form %s as malformed, without a server error', { tags: ['ERR-42'] }, async (_what, make) => {
  const { headers, payload } = make()
  const { status, body } = await sendRaw(headers, payload)
  expect([status, body.code, body.errors]).toEqual([400, 'malformed', [cutOff]])
})

test('refuses two files where one is allowed', async () => {
  const { status, body } = await send([file(), file()])
  expect([status, body.code, body.errors]).toEqual([413, 'too_large', ['Send one file at a time.']])
})

test('refuses a form with too many fields or too long a field as too large', async () => {
  const many = await send(
    Array.from({ length: 150 }, (_, n) => ({ name: `developer_app[f${n}]`, value: 'x' })),
  )
  expect([many.status, many.body.errors]).toEqual([413, ['The form has more than 100 fields.']])
  const long = await send([{ name: 'developer_app[redirect_uri]', value: 'x'.repeat(70_000) }])
  expect([long.status, long.body.errors]).toEqual([413, ['A field of the form is larger than 64 KB.']])
})

test('limits the fields of a form together like the body of the same call as JSON', async () => {
  const half = (defaultBodyLimit.kilobytes * 1024) / 2
  const statusOf = async (more: number) =>
    (
      await send([
        { name: 'developer_app[name]', value: 'x'.repeat(half) },
        { name: 'developer_app[redirect_uri]', value: 'x'.repeat(half + more) },
      ])
    ).status
  expect([await statusOf(0), await statusOf(1)]).toEqual([422, 413])
})

test('reads a field whose name has 200 characters, and none with more', async () => {
  const statusOf = async (length: number) => (await send([{ name: 'x'.repeat(length), value: '' }])).status
  expect([await statusOf(200), await statusOf(201)]).toEqual([422, 413])
})

test(
  'refuses a file over 10 MB over a real connection and delivers the reason',
  { tags: ['SET-12'] },
  async () => {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { headers, payload } = writeForm([file({ value: Buffer.alloc(24 * 1024 * 1024, 1) })])
    const answer = await fetch(`${address}${url}`, {
      method: 'PATCH',
      headers: { ...headers, ...(await signIn(server, owner)) },
      body: new Uint8Array(payload),
    })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({
      code: 'too_large',
      fields: { thumbnail: ['The file is larger than 10 MB.'] },
    })
  },
)

test('reads the rest of a refused form, so that a client that sends all of it first gets the reason', async () => {
  const listening = await startListeningServer()
  const person = await buildDeveloper(listening)
  const { id } = await buildApp(listening, { owner_id: person.id })
  const value = Buffer.alloc(24 * 1024 * 1024, 1)
  const { headers, payload } = writeForm([file({ name: 'developer_app[picture]', value })])
  const signedIn = await signIn(listening, person)
  const socket = await openSocket(listening.port)
  const length = { 'content-length': payload.length }
  socket.write(writeHead(`PATCH /api/v1/developer_apps/${id}`, { ...signedIn, ...headers, ...length }))
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject).write(payload, () => resolve())
  })
  await once(socket, 'readable')
  expect(parseErrorReply(String(socket.read()))).toMatchObject({
    code: 'invalid_input',
    errors: ['developer_app[picture] is not a known field'],
  })
  socket.destroy()
})

test('leaves nothing in the upload folder', async () => {
  await send([file()])
  await send([file(), file()])
  await sendRaw(whole().headers, whole().payload.subarray(0, 400))
  await expect.poll(() => listUploadFolders()).toEqual([])
})

test('a file that the disk does not take is an error of the server, not of the form', async () => {
  const reported: string[] = []
  const onInternalError = ({ message }: Error) => void reported.push(message)
  const own = await startTestServer({ watch: { onInternalError } })
  const person = await buildDeveloper(own)
  const { id } = await buildApp(own, { owner_id: person.id })
  // So long that the folder of an upload fits in a path, and its file doesn't.
  const longestPath = 4095
  let folder = await newFolder()
  const left = () => longestPath - Buffer.byteLength(join(folder, `trestle-upload-${process.pid}-123456`))
  while (left() > 250) folder = join(folder, 'x'.repeat(200))
  folder = join(folder, 'x'.repeat(left() - 1))
  await mkdir(folder, { recursive: true })
  receiveUploadsIn(folder)
  const answer = await own
    .as(person)
    .send({ method: 'PATCH', url: `/api/v1/developer_apps/${id}`, ...writeForm([file()]) })
  expect([answer.status, answer.body.code]).toEqual([500, 'internal'])
  expect(reported).toEqual([expect.stringContaining('ENAMETOOLONG')])
})

test('refuses forms for a call that accepts no files', async () => {
  const { headers, payload } = writeForm([{ name: 'internal_name', value: 'x' }])
  const answer = await server
    .as(owner)
    .send({ method: 'POST', url: '/api/v1/developer_apps', headers, payload })
  expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type'])
})

test('refuses a form without a session or CSRF token before reading it', async () => {
  const { headers, payload } = whole()
  const anonymous = await server.anonymous().send({ method: 'PATCH', url, headers, payload })
  expect(anonymous.status).toBe(401)
  const without = await sendRaw({ ...headers, 'x-csrf-token': '' }, payload)
  expect(without.status).toBe(403)
})

test('shows the form next to the JSON body in the OpenAPI document', { tags: ['API-34'] }, async () => {
  const { body } = await server.anonymous().get('/api/v1/openapi.json')
  const { content } = body.paths['/api/v1/developer_apps/{id}'].patch.requestBody
  expect(Object.keys(content)).toEqual(['application/json', 'multipart/form-data'])
  const { schema, encoding } = content['multipart/form-data']
  // Sent as `developer_app[name]`.
  expect(encoding.developer_app).toEqual({ style: 'deepObject', explode: true })
  const form = schema.properties.developer_app
  expect(Object.keys(form.properties)).toEqual(
    expect.arrayContaining(['internal_name', 'remove_thumbnail', 'thumbnail']),
  )
  expect(Object.keys(content['application/json'].schema.properties)).not.toContain('thumbnail')
  const { content: video } = body.paths['/video_host'].post.requestBody
  expect(video['multipart/form-data'].schema.properties).toHaveProperty('file')
})
