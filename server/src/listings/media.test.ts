import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { updateSubmission } from '@trestle/domain/listings/contract.ts'
import { getSession } from '@trestle/domain/accounts/contract.ts'
import { dayMs, hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { listenOnFreePort } from '../../../scripts/testing/listenOnFreePort.ts'
import {
  buildApp,
  buildCollaborator,
  buildDeveloper,
  type AppRow,
  type DeveloperRow,
} from '../../testing/build.ts'
import { buildSubmission } from '../../testing/listings.ts'
import { makePicture, writeForm } from '../../testing/pictures.ts'
import { startBucket } from '../../testing/s3.ts'
import { startTestServer, type Answer, type TestServer } from '../../testing/server.ts'
import { makeVideo } from '../../testing/videos.ts'

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const video = makeVideo({ width: 1280, height: 720, framesPerSecond: 24 })

function sender(server: TestServer, who: { id: number }, base: string) {
  return (type: string, value: Buffer, filename = 'file.bin'): Promise<Answer> =>
    server.as(who).send({
      method: 'POST',
      url: `${base}/media?type=${type}`,
      ...writeForm([{ name: 'media[file]', value, filename, type: 'application/octet-stream' }]),
    })
}

const leftovers = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('trestle-upload-'))

describe('the files of a listing', () => {
  let server: TestServer
  let owner: DeveloperRow
  let staff: DeveloperRow
  let app: AppRow
  let send: ReturnType<typeof sender>
  let sendAsStaff: ReturnType<typeof sender>

  beforeAll(async () => {
    server = await startTestServer({ keepOpen: true })
    owner = await buildDeveloper(server)
    staff = await buildDeveloper(server, { is_admin: true })
    app = await buildApp(server, { owner_id: owner.id })
    send = sender(server, owner, `/api/v1/developer_apps/${app.id}`)
    sendAsStaff = sender(server, staff, `/api/v1/admin/developer_apps/${app.id}`)
  })
  afterAll(() => server.close())

  const counts = async () => {
    const { db } = server.services
    const of = async (table: 'media' | 'files' | 'hosted_videos') =>
      (await db.selectFrom(table).selectAll().execute()).length
    return [await of('media'), await of('files'), await of('hosted_videos')]
  }

  test('the name of a file is one short line without its folder', async () => {
    const picture = await makePicture(200)
    const nameOf = async (filename: string) => (await send('Logo', picture, filename)).body.original_filename
    expect(await nameOf('site/photos/Bo\u0007ard\u0085.png')).toBe('Board.png')
    expect(await nameOf(`${'x'.repeat(300)}.png`)).toBe('x'.repeat(255))
  })

  test.each([
    ['Logo', 'png', 200, 200],
    ['Logo', 'jpeg', 640, 640],
    ['Picture', 'png', 1280, 720],
    ['Picture', 'jpeg', 1024, 768],
    ['Picture', 'png', 720, 480],
    ['Picture', 'png', 1920, 1080],
  ] satisfies [string, 'png' | 'jpeg', number, number][])(
    'stores a %s as %s of %i x %i px and serves it to anyone with its address',
    { tags: ['MEDIA-01', 'MEDIA-05', 'MEDIA-06', 'MEDIA-02', 'MEDIA-07'] },
    async (type, format, width, height) => {
      const { status, body } = await send(type, await makePicture(width, height, format), 'Board.png')
      expect([status, body]).toMatchObject([
        201,
        { type, original_filename: 'Board.png', content_type: `image/${format}`, external_url: null },
      ])
      const served = await server.app.inject(body.url)
      expect([served.statusCode, served.headers['content-type']]).toEqual([200, `image/${format}`])
      expect(Number(served.headers['content-length'])).toBe(body.bytes)
      expect((await server.audit()).at(-1)).toMatchObject({
        action: 'listing.file_uploaded',
        app_id: app.id,
        subject_id: String(body.id),
        changes: { type: [null, type], original_filename: [null, 'Board.png'] },
      })
    },
  )

  test.each([
    ['Logo', 300, 200, 'The logo must be square. This one is 300 x 200 px.'],
    ['Logo', 120, 120, 'The logo must be at least 200 x 200 px. This one is 120 x 120 px.'],
    ['Picture', 700, 480, 'A screenshot must be at least 720 x 480 px. This one is 700 x 480 px.'],
    ['Picture', 1920, 1200, 'A screenshot can be at most 1920 x 1080 px. This one is 1920 x 1200 px.'],
    ['Picture', 1900, 800, 'A screenshot must be between 4:3 and 16:9. This one is 1900 x 800 px, 2.38:1.'],
    ['Picture', 800, 700, 'A screenshot must be between 4:3 and 16:9. This one is 800 x 700 px, 1.14:1.'],
  ])(
    'refuses a %s of %i x %i px with the measured size and the rule',
    { tags: ['MEDIA-07', 'MEDIA-09'] },
    async (type, width, height, message) => {
      const { status, body } = await send(type, await makePicture(width, height))
      expect([status, body.fields]).toEqual([422, { file: [message] }])
    },
  )

  test('measures a screenshot as people see it, even one that a camera stored on its side', async () => {
    const onItsSide = async (width: number, height: number) =>
      sharp(await makePicture(width, height, 'jpeg'))
        .withMetadata({ orientation: 6 })
        .toBuffer()
    const upright = await send('Picture', await onItsSide(1080, 1440))
    expect([upright.status, upright.body.width, upright.body.height]).toEqual([201, 1440, 1080])
    const { status, body } = await send('Picture', await onItsSide(1440, 1080))
    expect([status, body.fields]).toEqual([
      422,
      { file: ['A screenshot can be at most 1920 x 1080 px. This one is 1080 x 1440 px.'] },
    ])
  })

  test.each([
    ['Logo', 'gif', async () => makePicture(300, 300, 'gif')],
    ['Picture', 'a video', async () => video],
    ['Video', 'a picture', async () => makePicture(1280, 720)],
    ['Video', 'noise', async () => randomBytes(5000)],
  ])(
    'refuses a %s that is %s as an invalid file type',
    { tags: ['LVAL-48', 'MEDIA-09'] },
    async (type, _what, bytes) => {
      const { status, body } = await send(type, await bytes())
      expect([status, body.fields]).toEqual([422, { file: ['Invalid file type'] }])
    },
  )

  test('a document is a complete PDF, uploaded by staff', { tags: ['MEDIA-09', 'LADM-03'] }, async () => {
    expect((await sendAsStaff('Document', pdf, 'answers.pdf')).body).toMatchObject({
      type: 'Document',
      content_type: 'application/pdf',
      width: null,
    })
    expect((await sendAsStaff('Document', pdf.subarray(0, 20))).body.fields).toEqual({
      file: ["This document is damaged and couldn't be read."],
    })
    expect((await send('Document', pdf)).status).toBe(403)
    expect((await send('ShowcaseVideo', video)).status).toBe(403)
  })

  test.each([
    ['isom', 'video/mp4'],
    ['qt  ', 'video/quicktime'],
  ] as const)(
    'stores a video of the brand %j at the video host, under its hashed ID',
    { tags: ['MEDIA-03', 'MEDIA-08', 'MEDIA-16'] },
    async (brand, contentType) => {
      const bytes = makeVideo({ width: 1280, height: 720, framesPerSecond: 24, brand })
      const { body } = await send('Video', bytes, 'Tour.mp4')
      expect(body).toMatchObject({ content_type: contentType, width: 1280, height: 720 })
      expect(body.url).toBe(`/video_host/${body.external_url}`)
      const part = await server.app.inject({ url: body.url, headers: { range: 'bytes=10-19' } })
      expect([part.statusCode, part.headers['content-range'], part.rawPayload]).toEqual([
        206,
        `bytes 10-19/${bytes.length}`,
        bytes.subarray(10, 20),
      ])
      const beyond = await server.app.inject({ url: body.url, headers: { range: `bytes=${bytes.length}-` } })
      expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${bytes.length}`])
    },
  )

  test.each([
    [854, 480, 24, 'A video must be at least 720p. This one is 480p.'],
    [1280, 720, 15, 'A video must have at least 24 frames per second. This one has 15.'],
  ])(
    'refuses a video of %i x %i px at %i frames with the measured value and the rule',
    { tags: ['MEDIA-08', 'MEDIA-09'] },
    async (width, height, framesPerSecond, message) => {
      const { body } = await send('Video', makeVideo({ width, height, framesPerSecond }))
      expect(body.fields).toEqual({ file: [message] })
    },
  )

  test(
    'refuses half a video with a leading index: it can be measured, but not played',
    { tags: ['MEDIA-09'] },
    async () => {
      const half = video.subarray(0, Math.ceil(video.length * 0.75))
      expect(half.includes('moov')).toBe(true)
      const { status, body } = await send('Video', half)
      expect([status, body.fields]).toEqual([
        422,
        { file: ['This video is incomplete: its end is missing. Export it again and upload the new file.'] },
      ])
    },
  )

  test('counts film of 24000 / 1001 frames as 24', { tags: ['MEDIA-08'] }, async () => {
    const film = makeVideo({ width: 1920, height: 1080, framesPerSecond: 24_000 / 1001 })
    expect((await send('Video', film)).status).toBe(201)
  })

  test(
    'refuses a file that is too large for its type before reading it',
    { tags: ['MEDIA-09'] },
    async () => {
      const { status, body } = await server.as(owner).send({
        method: 'POST',
        url: `/api/v1/developer_apps/${app.id}/media?type=Logo`,
        headers: {
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': String(20 * 1024 * 1024),
        },
        payload: Buffer.alloc(20 * 1024 * 1024),
      })
      expect([status, body.fields]).toEqual([413, { file: ['The file is larger than 10 MB.'] }])
    },
  )

  test('refuses a file that is larger than its form said, too', { tags: ['MEDIA-09'] }, async () => {
    const { status, body } = await send('Logo', Buffer.alloc(10 * 1024 * 1024 + 1))
    expect([status, body.fields]).toEqual([413, { file: ['The file is larger than 10 MB.'] }])
    const largest = await send('Logo', Buffer.alloc(10 * 1024 * 1024))
    expect(largest.body.fields, 'read, although its form is larger').toEqual({ file: ['Invalid file type'] })
  })

  test(
    'refuses outsiders and developers of the app before reading their file',
    { tags: ['LSTATE-13'] },
    async () => {
      const developer = await buildCollaborator(server, app, 'developer')
      const stranger = await buildDeveloper(server)
      const base = `/api/v1/developer_apps/${app.id}`
      const answers = [
        await sender(server, developer, base)('Logo', Buffer.from('never read')),
        await sender(server, stranger, base)('Logo', Buffer.from('never read')),
      ]
      expect(answers.map(({ status }) => status)).toEqual([403, 404])
      const form = writeForm([{ name: 'file', value: video, filename: 'Tour.mp4', type: 'video/mp4' }])
      for (const who of [developer, stranger]) {
        const { status } = await server.as(who).send({ method: 'POST', url: '/video_host', ...form })
        expect(status).toBe(403)
      }
    },
  )

  test('an upload that is cut off at any byte leaves nothing behind', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.app.server.address() as AddressInfo
    const session = await server.as(owner).call(getSession)
    expect(session.status).toBe(200)
    const { headers, payload } = writeForm([
      {
        name: 'media[file]',
        value: makeVideo({ width: 1280, height: 720, framesPerSecond: 24, bytes: 300_000 }),
        filename: 'a.mp4',
      },
    ])
    const [token, csrf] = await signedIn(server, owner)
    const before = await counts()
    for (const share of [0.001, 0.2, 0.7, 0.999]) {
      const socket = connect(port, '127.0.0.1')
      const head = [
        `POST /api/v1/developer_apps/${app.id}/media?type=Video HTTP/1.1`,
        'host: localhost',
        `cookie: trestle_session=${token}`,
        `x-csrf-token: ${csrf}`,
        `content-type: ${headers['content-type']}`,
        `content-length: ${payload.length}`,
        '',
        '',
      ]
      socket.write(head.join('\r\n'))
      socket.write(payload.subarray(0, Math.round(payload.length * share)))
      await pause(150)
      socket.destroy()
    }
    await expect.poll(leftovers, { timeout: 30_000 }).toEqual([])
    expect(await counts()).toEqual(before)
  })

  test(
    'deletes files that no listing shows after a day and keeps the others',
    { tags: ['MEDIA-24'] },
    async () => {
      const shown = (await send('Picture', await makePicture(1280, 720))).body
      const orphan = (await send('Picture', await makePicture(1280, 720))).body
      const tour = (await send('Video', video)).body
      const { id } = await buildSubmission(server, app, { media: [] })
      await server
        .as(owner)
        .call(updateSubmission, { params: { id }, body: { pictures_attributes: [{ id: shown.id }] } })
      const statuses = async () => {
        await server.drainJobs()
        const served = [shown, orphan, tour].map(({ url }) => server.app.inject(url))
        return (await Promise.all(served)).map(({ statusCode }) => statusCode)
      }
      server.clock.advance(dayMs - minuteMs)
      expect(await statuses()).toEqual([200, 200, 200])
      server.clock.advance(hourMs)
      expect(await statuses()).toEqual([200, 404, 404])
      const late = await server
        .as(owner)
        .refusal(updateSubmission, { params: { id }, body: { videos_attributes: [{ id: tour.id }] } })
      expect(late.body.fields).toEqual({
        'videos_attributes.0.id': ['This file no longer exists. Upload it again'],
      })
    },
  )

  test(
    'the built-in host accepts a video in the same way as an external host',
    { tags: ['API-70', 'API-71'] },
    async () => {
      const form = writeForm([
        { name: 'api_password', value: '' },
        { name: 'project_id', value: 'tours' },
        { name: 'file', value: video, filename: 'Tour.mp4', type: 'video/mp4' },
      ])
      const answer = await server.as(owner).send({ method: 'POST', url: '/video_host', ...form })
      expect([answer.status, answer.body]).toEqual([
        201,
        { hashed_id: expect.stringMatching(/^[\da-f]{16}$/), name: 'Tour.mp4' },
      ])
      const { hashed_id } = answer.body
      expect((await server.app.inject(`/video_host/${hashed_id}`)).rawPayload).toEqual(video)
      expect((await server.audit()).at(-1)).toMatchObject({
        action: 'video.hosted',
        actor_id: owner.id,
        subject_id: hashed_id,
        changes: { name: [null, 'Tour.mp4'] },
      })
    },
  )

  test('the id of an upload is what a listing refers to; that of the video host is not', async () => {
    const other = await buildApp(server, { owner_id: owner.id })
    const uploaded = (await sender(server, owner, `/api/v1/developer_apps/${other.id}`)('Video', video)).body
    const form = writeForm([{ name: 'file', value: video, filename: 'Tour.mp4', type: 'video/mp4' }])
    const { body: hosted } = await server.as(owner).send({ method: 'POST', url: '/video_host', ...form })
    const { id } = await buildSubmission(server, other)
    const saveWith = (video_id: unknown) =>
      server.as(owner).patch(`/api/v1/submissions/${id}`, { videos_attributes: [{ id: video_id }] })
    expect((await saveWith(uploaded.id)).body).toMatchObject({ videos: [{ id: uploaded.id }] })
    expect((await saveWith(hosted.hashed_id)).status).toBe(422)
  })

  test('deletes a video that no listing refers to after a day, because its upload may have ended halfway', async () => {
    const other = await buildApp(server, { owner_id: owner.id })
    const shown = (await sender(server, owner, `/api/v1/developer_apps/${other.id}`)('Video', video)).body
    const { id } = await buildSubmission(server, other)
    const change = { videos_attributes: [{ id: shown.id }] }
    await server.as(owner).call(updateSubmission, { params: { id }, body: change })
    const form = writeForm([{ name: 'file', value: video, filename: 'Tour.mp4', type: 'video/mp4' }])
    const { body } = await server.as(owner).send({ method: 'POST', url: '/video_host', ...form })
    const status = async () => {
      await server.drainJobs()
      return (await server.app.inject(`/video_host/${body.hashed_id}`)).statusCode
    }
    expect(await status()).toBe(200)
    server.clock.advance(dayMs - minuteMs)
    expect(await status()).toBe(200)
    server.clock.advance(hourMs)
    expect(await status()).toBe(404)
    expect((await server.app.inject(shown.url)).statusCode).toBe(200)
  })

  test('caches do not store an answer without the file for a year', async () => {
    const { body } = await send('Logo', await makePicture(200))
    expect((await server.app.inject(body.url)).headers['cache-control']).toContain('immutable')
    await server.services.files.remove(body.url.split('/').at(-1))
    const gone = await server.app.inject(body.url)
    expect([gone.statusCode, gone.headers['cache-control']]).toEqual([500, 'no-store'])
    const beyond = await server.app.inject({ url: body.url, headers: { range: 'bytes=9999999-' } })
    expect([beyond.statusCode, beyond.headers['cache-control']]).toEqual([416, 'no-store'])
  })
})

/** Returns a session cookie and its CSRF token, for requests that are written by hand. */
async function signedIn(server: TestServer, person: { id: number }): Promise<[string, string]> {
  const token = randomBytes(32).toString('base64url')
  const now = server.services.now()
  const { createHash } = await import('node:crypto')
  await server.services.db
    .insertInto('sessions')
    .values({
      developer_id: person.id,
      token_hash: createHash('sha256').update(token).digest(),
      address: '127.0.0.1',
      user_agent: 'test',
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + dayMs),
    })
    .execute()
  const session = await server.app.inject({ url: '/api/v1/session', cookies: { trestle_session: token } })
  return [token, session.json<{ csrf_token: string }>().csrf_token]
}

interface HostAnswer {
  status: number
  body: unknown
  /** The host responds only then. */
  when?: Promise<void>
}

/** Starts a video host like the platform's, which records what it receives and sends a fixed reply. */
async function startHost({ status, body, when }: HostAnswer) {
  const received: string[] = []
  const host = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      received.push(Buffer.concat(chunks).toString('latin1'))
      await when
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  const port = await listenOnFreePort(host)
  onTestFinished(() => void host.close())
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () => host.close(),
  }
}

async function withHost(answer: HostAnswer) {
  const host = await startHost(answer)
  const server = await startTestServer({
    env: { VIDEO_HOST_URL: host.url, VIDEO_HOST_PASSWORD: 'host-secret', VIDEO_HOST_PROJECT: 'tours' },
  })
  const owner = await buildDeveloper(server)
  const app = await buildApp(server, { owner_id: owner.id })
  return { host, server, owner, send: sender(server, owner, `/api/v1/developer_apps/${app.id}`) }
}

test(
  'an external video host gets file, password and project; its hashed ID becomes the external URL',
  { tags: ['API-70', 'MEDIA-16'] },
  async () => {
    const { host, server, owner, send } = await withHost({
      status: 200,
      body: { hashed_id: 'abc123', name: 'Tour', extra: 1 },
    })
    const { body } = await send('Video', video, 'Tour.mp4')
    expect([body.external_url, body.url]).toEqual(['abc123', `${host.url}/abc123`])
    const [form = ''] = host.received
    expect(form).toContain('host-secret')
    expect(form).toContain('name="project_id"')
    expect(form).toContain('filename="Tour.mp4"')
    const own = await server.as(owner).send({
      method: 'POST',
      url: '/video_host',
      ...writeForm([{ name: 'file', value: video, filename: 'a.mp4' }]),
    })
    expect(own.status).toBe(404)
  },
)

test.each([
  { status: 500, body: {} },
  { status: 200, body: { nothing: 'of use' } },
  { status: 200, body: '<html>' },
])(
  'after a video host answers %j, the video can be sent again',
  { tags: ['MEDIA-27', 'MEDIA-28'] },
  async (answer) => {
    const { send, server } = await withHost(answer)
    const { status, body } = await send('Video', video)
    expect([status, body.message]).toEqual([503, 'The video could not be uploaded. Please try again.'])
    expect(await server.services.db.selectFrom('media').selectAll().execute()).toEqual([])
  },
)

test('while no video host listens, the video can be sent again', { tags: ['MEDIA-28'] }, async () => {
  const { host, send } = await withHost({ status: 200, body: {} })
  host.close()
  const { status, body } = await send('Video', video)
  expect([status, body.message]).toEqual([503, 'The video could not be uploaded. Please try again.'])
})

test('uploads that wait for a silent video host hold no connection to the database', async () => {
  const answer = Promise.withResolvers<void>()
  const { host, server, owner, send } = await withHost({
    status: 200,
    body: { hashed_id: 'abc123', name: 'Tour' },
    when: answer.promise,
  })
  // More than the pool has connections.
  const uploads = Array.from({ length: 12 }, () => send('Video', video))
  await expect.poll(() => host.received.length, { timeout: 30_000 }).toBe(uploads.length)
  expect((await server.as(owner).attempt(getSession)).status).toBe(200)
  answer.resolve()
  expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual(uploads.map(() => 201))
})

test('streams videos from a bucket in the ranges that a player requests', async () => {
  const server = await startTestServer({ env: { FILES_URL: (await startBucket()).url } })
  const owner = await buildDeveloper(server)
  const app = await buildApp(server, { owner_id: owner.id })
  const { body } = await sender(server, owner, `/api/v1/developer_apps/${app.id}`)('Video', video)
  const part = await server.app.inject({ url: body.url, headers: { range: 'bytes=100-199' } })
  expect([part.statusCode, part.rawPayload]).toEqual([206, video.subarray(100, 200)])
  expect((await server.app.inject(body.url)).rawPayload).toEqual(video)
})

test('government cloud refuses videos', { tags: ['MEDIA-04'] }, async () => {
  const server = await startTestServer({ env: { GOV_CLOUD: 'on' } })
  const owner = await buildDeveloper(server)
  const app = await buildApp(server, { owner_id: owner.id, sandbox: 'none' })
  const staff = await buildDeveloper(server, { is_admin: true })
  const send = sender(server, owner, `/api/v1/developer_apps/${app.id}`)
  const sendAsStaff = sender(server, staff, `/api/v1/admin/developer_apps/${app.id}`)
  const refused = { file: ["Videos aren't available in government cloud."] }
  expect((await send('Video', video)).body.fields).toEqual(refused)
  expect((await sendAsStaff('ShowcaseVideo', video)).body.fields).toEqual(refused)
  expect((await send('Logo', await makePicture(200))).status).toBe(201)
})
