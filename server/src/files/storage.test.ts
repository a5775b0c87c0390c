// @module-tag engine
import { createServer } from 'node:http'
import { deleteDeveloperApp, updateDeveloperApp } from '@trestle/domain/apps/contract.ts'
import {
  getStorage,
  updateSubmission,
  createSubmission,
  updateAdminSubmission,
  deleteMedia,
  deleteAdminMedia,
} from '@trestle/domain/listings/contract.ts'
import { dayMs, hourMs } from '@trestle/domain/time/durations.ts'
import { expect, onTestFinished, test } from 'vitest'
import { listenOnFreePort } from '../../../scripts/testing/listenOnFreePort.ts'
import {
  buildApp,
  buildCollaborator,
  buildDeveloper,
  unconfirm,
  type AppRow,
  type DeveloperRow,
} from '../../testing/build.ts'
import { engine } from '../../testing/database.ts'
import { buildSubmission } from '../../testing/listings.ts'
import { buildPersonalToken } from '../../testing/personalTokens.ts'
import { makePicture, writeForm } from '../../testing/pictures.ts'
import { race } from '../../testing/race.ts'
import { repeated } from '../../testing/rounds.ts'
import { startTestServer, type Answer, type Client, type TestServer } from '../../testing/server.ts'
import { makeVideo } from '../../testing/videos.ts'
import { migrate } from '../db/migrate.ts'
import { lockStorage } from './claims/store.ts'

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** Creates a PDF of this many bytes. */
function makePdf(bytes: number): Buffer {
  const head = '%PDF-1.7\n'
  const tail = '\n%%EOF\n'
  return Buffer.concat([
    Buffer.from(head),
    Buffer.alloc(bytes - head.length - tail.length, 32),
    Buffer.from(tail),
  ])
}

const makeVideoFile = (bytes?: number) =>
  makeVideo({ width: 1280, height: 720, framesPerSecond: 24, ...(bytes !== undefined && { bytes }) })

interface World {
  server: TestServer
  owner: DeveloperRow
  app: AppRow
  staff: DeveloperRow
}

async function openWorld(env: Record<string, string>): Promise<World> {
  const server = await startTestServer({ env })
  const owner = await buildDeveloper(server)
  const app = await buildApp(server, { owner_id: owner.id })
  return { server, owner, app, staff: await buildDeveloper(server, { is_admin: true }) }
}

const send = (client: Client, url: string, value: Buffer, name = 'media[file]'): Promise<Answer> =>
  client.send({
    method: 'POST',
    url,
    ...writeForm([{ name, value, filename: 'file.bin', type: 'application/octet-stream' }]),
  })

const upload = ({ server }: World, who: { id: number }, app: AppRow, type: string, value: Buffer) =>
  send(server.as(who), `/api/v1/developer_apps/${app.id}/media?type=${type}`, value)

/** Uploads a document. Documents keep their size and are uploaded by staff, so only the app's quota counts. */
const uploadDocument = ({ server, staff, app }: World, bytes: number) =>
  send(server.as(staff), `/api/v1/admin/developer_apps/${app.id}/media?type=Document`, makePdf(bytes))

const hostVideo = ({ server }: World, who: { id: number }, value = makeVideoFile()) =>
  send(server.as(who), '/video_host', value, 'file')

const usage = async ({ server, owner }: World, app: AppRow) =>
  (await server.as(owner).call(getStorage, { params: { id: app.id } })).body

test(
  "accepts uploads to the built-in video host from confirmed users who may edit an app's listing only",
  { tags: ['API-71'] },
  async () => {
    const world = await openWorld({})
    const { server, owner, app, staff } = world
    const refused = 'Only owners and admins of an app can upload videos.'
    const expected: [who: DeveloperRow, status: number, message?: string][] = [
      [await buildDeveloper(server), 403, refused],
      [staff, 403, refused],
      [await buildCollaborator(server, app, 'developer'), 403, refused],
      [await buildCollaborator(server, app, 'user'), 403, refused],
      [await buildCollaborator(server, app, 'admin'), 201],
      [owner, 201],
    ]
    for (const [who, status, message] of expected) {
      const answer = await hostVideo(world, who)
      expect([answer.status, answer.body.message]).toEqual([status, message])
    }
    await unconfirm(server, owner)
    const unconfirmed = [
      await hostVideo(world, owner),
      await upload(world, owner, app, 'Logo', await makePicture(200)),
    ]
    expect(unconfirmed.map(({ status, body }) => [status, body.message])).toEqual(
      unconfirmed.map(() => [
        403,
        `Confirm your email address before you upload files. We sent a link to ${owner.email}.`,
      ]),
    )
    await server.services.db
      .updateTable('developers')
      .set({ email_confirmed_at: new Date() })
      .where('id', '=', owner.id)
      .execute()
    await server.as(owner).call(deleteDeveloperApp, { params: { id: app.id } })
    expect((await hostVideo(world, owner)).status, 'the app was deleted').toBe(403)
  },
)

test(
  'accepts uploads to the built-in video host with a token for an app whose listing its owner may edit',
  { tags: ['API-71'] },
  async () => {
    const { server, app: other } = await openWorld({})
    const person = await buildCollaborator(server, other, 'user')
    const app = await buildApp(server, { owner_id: person.id })
    const statusFor = async (app_ids: number[] | null) => {
      const { token } = await buildPersonalToken(server, person, { app_ids })
      return (await send(server.bearer(token), '/video_host', makeVideoFile(), 'file')).status
    }
    expect([await statusFor([other.id]), await statusFor([app.id]), await statusFor(null)]).toEqual([
      403, 201, 201,
    ])
  },
)

test('refuses an unauthorized upload before reading its body', async () => {
  const world = await openWorld({})
  const stranger = world.server.as(await buildDeveloper(world.server))
  const answer = await stranger.send({
    method: 'POST',
    url: '/video_host',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: Buffer.from('never read'),
  })
  expect(answer.status).toBe(403)
})

test("stores no more bytes than an app's quota; the refusal states the usage and the limit", async () => {
  const world = await openWorld({ APP_STORAGE_MB: '1' })
  expect((await uploadDocument(world, 700 * kilobyte)).status).toBe(201)
  const { status, body } = await uploadDocument(world, 400 * kilobyte)
  const message =
    'This app uses 0.7 MB of its 1 MB of storage, and this file has 0.4 MB. Remove files you no longer need, or upload a smaller one.'
  expect([status, body.code, body.message, body.fields]).toEqual([
    413,
    'too_large',
    message,
    { file: [message] },
  ])
  expect((await uploadDocument(world, 300 * kilobyte)).status).toBe(201)
  expect(await usage(world, world.app)).toEqual({
    used_bytes: 1000 * kilobyte,
    allowed_bytes: megabyte,
    used_files: 2,
    allowed_files: 200,
  })
  expect((await usage(world, await buildApp(world.server, { owner_id: world.owner.id }))).used_bytes).toBe(0)
})

test("stores no more files than an app's quota: images, documents, videos and its own image count", async () => {
  const world = await openWorld({ APP_STORAGE_FILES: '4' })
  const { server, owner, app } = world
  expect((await upload(world, owner, app, 'Logo', await makePicture(200))).status).toBe(201)
  expect((await upload(world, owner, app, 'Video', makeVideoFile())).status).toBe(201)
  expect((await uploadDocument(world, 1000)).status).toBe(201)
  const setThumbnail = async () =>
    server.as(owner).send({
      method: 'PATCH',
      url: `/api/v1/developer_apps/${app.id}`,
      ...writeForm([
        {
          name: 'developer_app[thumbnail]',
          value: await makePicture(200),
          filename: 'a.png',
          type: 'image/png',
        },
      ]),
    })
  expect((await setThumbnail()).status).toBe(200)
  expect((await usage(world, app)).used_files).toBe(4)
  const message = 'This app stores 4 of 4 files. Remove files you no longer need and try again.'
  const picture = await upload(world, owner, app, 'Picture', await makePicture(1280, 720))
  expect([picture.status, picture.body.fields]).toEqual([413, { file: [message] }])
  const thumbnail = await setThumbnail()
  expect([thumbnail.status, thumbnail.body.fields]).toEqual([413, { thumbnail: [message] }])
  await server
    .as(owner)
    .call(updateDeveloperApp, { params: { id: app.id }, body: { remove_thumbnail: true } })
  expect((await usage(world, app)).used_files).toBe(3)
})

test("stores no more than a user's quota over all apps, including videos of the built-in host", async () => {
  const world = await openWorld({ PERSON_STORAGE_FILES: '3', PERSON_STORAGE_MB: '2' })
  const { server, owner, app } = world
  const second = await buildApp(server, { owner_id: owner.id })
  expect((await upload(world, owner, app, 'Logo', await makePicture(200))).status).toBe(201)
  const tooMuch = await hostVideo(world, owner, makeVideoFile(2 * megabyte))
  expect([tooMuch.status, tooMuch.body.message]).toEqual([
    413,
    expect.stringMatching(
      /^Your uploads use 0\.1 MB of 2 MB across all your apps, and this file has 2 MB\. /,
    ),
  ])
  expect((await upload(world, owner, second, 'Logo', await makePicture(200))).status).toBe(201)
  expect((await hostVideo(world, owner)).status).toBe(201)
  const { status, body } = await upload(world, owner, second, 'Logo', await makePicture(200))
  expect([status, body.message]).toEqual([
    413,
    'You have stored 3 of 3 files across all your apps. Remove files you no longer need and try again.',
  ])
  // Staff uploads count only toward the app, because staff look after hundreds of apps.
  for (let n = 0; n < 4; n += 1) expect((await uploadDocument(world, 1000)).status).toBe(201)
})

test('refuses a file whose announced length exceeds the rest of the quota before reading it', async () => {
  const world = await openWorld({ APP_STORAGE_MB: '2', PERSON_STORAGE_MB: '3' })
  const { server, owner, app } = world
  const announced = (url: string, bytes: number) =>
    server.as(owner).send({
      method: 'POST',
      url,
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(bytes) },
      payload: Buffer.alloc(bytes),
    })
  const media = await announced(`/api/v1/developer_apps/${app.id}/media?type=Video`, 4 * megabyte)
  expect([media.status, media.body.code]).toEqual([413, 'too_large'])
  expect(media.body.message).toContain('This app uses 0 MB of its 2 MB of storage')
  const hosted = await announced('/video_host', 4 * megabyte)
  expect([hosted.status, hosted.body.code]).toEqual([413, 'too_large'])
  expect(hosted.body.message).toContain('Your uploads use 0 MB of 3 MB')
  // A body that could fit is read, and then turns out not to be a form.
  expect((await announced('/video_host', megabyte)).status).toBe(400)
})

test.runIf(engine === 'server')(
  'keeps concurrent uploads within the quota by counting them one at a time',
  repeated,
  async () => {
    const world = await openWorld({ APP_STORAGE_MB: '1' })
    const { server, app } = world
    // All five have read their files and seen free space when they are counted one at a time.
    const uploads = await race(
      server,
      (tx) => lockStorage(tx, { appId: app.id, developerId: null }),
      Array.from({ length: 5 }, () => () => uploadDocument(world, 400 * kilobyte)),
    )
    const statuses = uploads.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(2)
    expect(statuses.filter((status) => status === 413)).toHaveLength(3)
    expect((await usage(world, app)).used_bytes).toBe(800 * kilobyte)
  },
)

test("keeps concurrent uploads to several apps within the user's quota", repeated, async () => {
  const world = await openWorld({ PERSON_STORAGE_FILES: '3' })
  const { server, owner } = world
  const apps = await Promise.all(Array.from({ length: 4 }, () => buildApp(server, { owner_id: owner.id })))
  const picture = await makePicture(200)
  const answers = await race(
    server,
    (tx) => lockStorage(tx, { appId: null, developerId: owner.id }),
    apps.map((app) => () => upload(world, owner, app, 'Logo', picture)),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(answers.filter(({ status }) => status === 413)).toHaveLength(1)
})

test('frees the storage of a file when the listing is saved without it, and keeps what is published', async () => {
  const world = await openWorld({ APP_STORAGE_FILES: '3' })
  const { server, owner, app } = world
  const send1 = async () => (await upload(world, owner, app, 'Picture', await makePicture(1280, 720))).body
  const [first, second] = [await send1(), await send1()]
  const film = (await upload(world, owner, app, 'Video', makeVideoFile())).body
  const { id } = await buildSubmission(server, app, { media: [] })
  await server.as(owner).call(updateSubmission, {
    params: { id },
    body: {
      pictures_attributes: [{ id: first.id }, { id: second.id }],
      videos_attributes: [{ id: film.id }],
    },
  })
  expect((await upload(world, owner, app, 'Logo', await makePicture(200))).status).toBe(413)
  await server
    .as(owner)
    .call(updateSubmission, { params: { id }, body: { remove_media_ids: [second.id, film.id] } })
  expect((await usage(world, app)).used_files).toBe(1)
  await server.drainJobs()
  const status = async (url: string) => (await server.app.inject(url)).statusCode
  expect([await status(first.url), await status(second.url), await status(film.url)]).toEqual([200, 404, 404])

  await server.services.db
    .updateTable('submissions')
    .set({ state: 'published', approval_state: 'approved', published_at: new Date() })
    .where('id', '=', id)
    .execute()
  const next = await server
    .as(owner)
    .call(createSubmission, { params: { id: app.id }, body: { remove_media_ids: [first.id] } })
  expect([next.status, next.body.pictures]).toEqual([201, []])
  expect((await usage(world, app)).used_files).toBe(1)
  expect(await status(first.url)).toBe(200)
})

test.each([
  ['the built-in host', async () => ({})],
  ['an outside host', async () => ({ VIDEO_HOST_URL: await startHost([200]) })],
])('keeps the files of a replaced listing without counting them, with videos at %s', async (_host, toEnv) => {
  const world = await openWorld(await toEnv())
  const { server, owner, staff, app } = world
  const old = (await upload(world, owner, app, 'Logo', await makePicture(200))).body
  const oldFilm = (await upload(world, owner, app, 'Video', makeVideoFile())).body
  const published = await buildSubmission(server, app, { state: 'published', media: [] })
  const next = await buildSubmission(server, app, {
    state: 'in_review',
    media: ['Picture', 'Picture', 'Picture', 'ShowcaseVideo'],
  })
  const logo = (await upload(world, owner, app, 'Logo', await makePicture(200))).body
  const show = (submission_id: number, media_id: number, position: number) =>
    server.services.db
      .insertInto('submission_media')
      .values({ submission_id, media_id, position, name: '', description: '' })
      .execute()
  await show(published.id, old.id, 0)
  await show(published.id, oldFilm.id, 1)
  await show(next.id, logo.id, 9)
  const before = await usage(world, app)
  const approved = await server
    .as(staff)
    .call(updateAdminSubmission, { params: { id: next.id }, body: { state: 'published' } })
  expect(approved.status, approved.text).toBe(200)
  expect((await usage(world, app)).used_files).toBe(before.used_files - 2)
  expect((await server.app.inject(old.url)).statusCode).toBe(200)
})

test('allows deleting an upload that no listing shows immediately, and deletes it after a day', async () => {
  const world = await openWorld({})
  const { server, owner, app } = world
  const picture = (await upload(world, owner, app, 'Picture', await makePicture(1280, 720))).body
  const film = (await upload(world, owner, app, 'Video', makeVideoFile())).body
  const shown = (await upload(world, owner, app, 'Logo', await makePicture(200))).body
  const { id } = await buildSubmission(server, app, { media: [] })
  await server
    .as(owner)
    .call(updateSubmission, { params: { id }, body: { small_logo_attributes: { id: shown.id } } })
  expect((await usage(world, app)).used_files).toBe(3)

  const refusal = await server.as(owner).refusal(deleteMedia, { params: { id: app.id, media_id: shown.id } })
  expect([refusal.status, refusal.body.message]).toEqual([
    409,
    'A listing uses this file. Remove it from the listing and save.',
  ])
  expect(
    (await server.as(owner).call(deleteMedia, { params: { id: app.id, media_id: film.id } })).status,
  ).toBe(204)
  expect(
    (await server.as(owner).refusal(deleteMedia, { params: { id: app.id, media_id: film.id } })).status,
  ).toBe(404)
  expect((await usage(world, app)).used_files).toBe(2)
  await server.drainJobs()
  expect((await server.app.inject(film.url)).statusCode).toBe(404)
  expect((await server.audit()).at(-1)).toMatchObject({
    action: 'listing.file_deleted',
    actor_id: owner.id,
    app_id: app.id,
    subject_id: String(film.id),
    changes: { type: ['Video', null], original_filename: ['file.bin', null] },
  })

  server.clock.advance(dayMs - hourMs)
  await server.drainJobs()
  expect((await usage(world, app)).used_files).toBe(2)
  server.clock.advance(2 * hourMs)
  await server.drainJobs()
  expect((await usage(world, app)).used_files).toBe(1)
  await server.drainJobs()
  expect((await server.app.inject(picture.url)).statusCode).toBe(404)
})

test('stops members from deleting what only staff upload', async () => {
  const world = await openWorld({})
  const { server, owner, staff, app } = world
  const { body } = await uploadDocument(world, 1000)
  expect(
    (await server.as(owner).refusal(deleteMedia, { params: { id: app.id, media_id: body.id } })).status,
  ).toBe(403)
  expect(
    (await server.as(staff).call(deleteAdminMedia, { params: { id: app.id, media_id: body.id } })).status,
  ).toBe(204)
})

/** Starts a video host that returns these statuses in order. */
async function startHost(answers: number[]): Promise<string> {
  const host = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const status = answers.shift() ?? 500
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end('{"hashed_id":"abc","name":"a.mp4"}')
    })
  })
  const port = await listenOnFreePort(host)
  onTestFinished(() => void host.close())
  return `http://127.0.0.1:${port}`
}

test('counts a video of an outside host from its arrival there until it is removed', async () => {
  const world = await openWorld({ VIDEO_HOST_URL: await startHost([500, 200]), APP_STORAGE_FILES: '1' })
  const { server, owner, app } = world
  expect((await upload(world, owner, app, 'Video', makeVideoFile())).status).toBe(503)
  expect((await usage(world, app)).used_files).toBe(0)
  const { status, body } = await upload(world, owner, app, 'Video', makeVideoFile())
  expect(status).toBe(201)
  expect(await usage(world, app)).toMatchObject({ used_files: 1, used_bytes: body.bytes })
  server.clock.advance(2 * hourMs)
  await server.drainJobs()
  expect((await usage(world, app)).used_files).toBe(1)
  expect((await upload(world, owner, app, 'Video', makeVideoFile())).status).toBe(413)
  await server.as(owner).call(deleteMedia, { params: { id: app.id, media_id: body.id } })
  expect((await usage(world, app)).used_files).toBe(0)
})

test('frees the claim of an upload that the disk refuses', async () => {
  const world = await openWorld({ APP_STORAGE_FILES: '1' })
  const { server, owner, app } = world
  const { files } = server.services
  const put = files.put
  files.put = async () => {
    throw new Error('disk full')
  }
  expect((await upload(world, owner, app, 'Logo', await makePicture(200))).status).toBe(500)
  files.put = put
  expect((await usage(world, app)).used_files).toBe(0)
  expect((await upload(world, owner, app, 'Logo', await makePicture(200))).status).toBe(201)
})

test('counts files stored before there were quotas for their app and their user', async () => {
  const world = await openWorld({})
  const { server, owner, app } = world
  const logo = (await upload(world, owner, app, 'Logo', await makePicture(200))).body
  const film = (await upload(world, owner, app, 'Video', makeVideoFile())).body
  await uploadDocument(world, 5000)
  await hostVideo(world, owner)
  const { pool } = server.database
  const before = await usage(world, app)
  await pool.query("drop table storage_claims; delete from schema_migrations where name like '0016_%'")
  await migrate(pool)
  expect(await usage(world, app)).toEqual(before)
  const { rows } = await pool.query(
    'select app_id, developer_id, bytes from storage_claims order by bytes, id',
  )
  expect(rows.filter(({ app_id }) => app_id === null)).toHaveLength(1)
  expect(rows).toContainEqual({ app_id: app.id, developer_id: owner.id, bytes: logo.bytes })
  expect(rows).toContainEqual({ app_id: app.id, developer_id: owner.id, bytes: film.bytes })
  expect(rows).toContainEqual({ app_id: app.id, developer_id: null, bytes: 5000 })
})
