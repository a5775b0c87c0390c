import { readdir, readFile } from 'node:fs/promises'
import { listDeveloperApps, updateDeveloperApp, getDeveloperApp } from '@trestle/domain/apps/contract.ts'
import { hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  buildApp,
  buildCollaborator,
  buildDeveloper,
  type AppRow,
  type DeveloperRow,
} from '../../testing/build.ts'
import { droppedFileMs } from '../files/claimFile.ts'
import { makePicture, writeForm, type FormPart } from '../../testing/pictures.ts'
import { canMount, mountSmallDisk } from '../../testing/smallDisk.ts'
import { startTestServer, type Answer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let owner: DeveloperRow
let app: AppRow

beforeAll(async () => {
  server = await startTestServer({ keepOpen: true, env: { REQUESTS_PER_MINUTE: '100000' } })
})
afterAll(() => server.close())
beforeEach(async () => {
  owner = await buildDeveloper(server)
  app = await buildApp(server, { owner_id: owner.id })
})

const url = (): string => `/api/v1/developer_apps/${app.id}`

const patch = (parts: FormPart[], person: { id: number } = owner): Promise<Answer> =>
  server.as(person).send({ method: 'PATCH', url: url(), ...writeForm(parts) })

const logo = (value: Buffer | string, filename = 'logo.png', type = 'image/png'): FormPart => ({
  name: 'developer_app[thumbnail]',
  value,
  filename,
  type,
})

const field = (name: string, value: string): FormPart => ({ name: `developer_app[${name}]`, value })

const folder = (): string => server.services.settings.FILES_URL.replace('file:', '')
const filesOnDisk = (): Promise<string[]> => readdir(folder()).catch(() => [])

async function uploaded(picture: Buffer): Promise<string> {
  const { status, body } = await patch([logo(picture)])
  expect([status, body.errors]).toEqual([200, undefined])
  return body.thumbnail_url
}

test('asks to try again later while many pictures wait to be encoded', async () => {
  const large = await sharp({ create: { width: 4000, height: 4000, channels: 3, background: '#0f6864' } })
    .png()
    .toBuffer()
  const answers = await Promise.all(Array.from({ length: 30 }, () => patch([logo(large)])))
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.every(({ headers }) => headers['retry-after'] === '10')).toBe(true)
})

test(
  'a form sends every field of an app and its thumbnail, and gets the app back',
  { tags: ['SET-24', 'SET-25', 'API-34'] },
  async () => {
    const { status, body } = await patch([
      field('internal_name', 'Site Sync'),
      field('name', 'Site Sync for Trestle'),
      field('redirect_uri', 'https://a.example/cb\nhttp://localhost:3000/cb'),
      field('allowed_cors_domain', 'a.example'),
      field('legacy', 'true'),
      field('connectable', 'false'),
      field('if_unchanged_since', app.updated_at),
      logo(await makePicture(300)),
    ])
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: app.id,
      internal_name: 'Site Sync',
      name: 'Site Sync for Trestle',
      redirect_uri: 'https://a.example/cb\nhttp://localhost:3000/cb',
      allowed_cors_domain: 'a.example',
      legacy: true,
      connectable: false,
      thumbnail_url: expect.stringMatching(/^\/files\/[\da-f]{64}$/),
    })
    const list = await server.as(owner).call(listDeveloperApps)
    expect(list.body[0]?.thumbnail_url).toBe(body.thumbnail_url)
    const [event] = (await server.audit()).slice(-1)
    expect(event).toMatchObject({ action: 'app.updated', app_id: app.id, actor_id: owner.id })
  },
)

test.each([
  ['png', 'image/png'],
  ['jpeg', 'image/jpeg'],
] as const)(
  'serves a %s to everyone as %s, with permanent caching and no content sniffing',
  { tags: ['SET-12', 'CONST-08'] },
  async (type, mime) => {
    const address = await uploaded(await makePicture(200, 200, type))
    const answer = await server.app.inject(address)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': mime,
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': expect.stringMatching(
        new RegExp(`^inline; filename="[0-9a-f]{8}\\.${type === 'png' ? 'png' : 'jpg'}"$`),
      ),
      'content-security-policy':
        "default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none';sandbox",
    })
    const { format, width, height } = await sharp(answer.rawPayload).metadata()
    expect([format, width, height]).toEqual([type, 200, 200])
  },
)

test(
  'detects the type from the bytes, whatever name and type were sent',
  { tags: ['SET-12', 'MEDIA-06'] },
  async () => {
    const address = await patch([logo(await makePicture(200, 200, 'jpeg'), 'page.html', 'text/html')])
    const served = await server.app.inject(address.body.thumbnail_url)
    expect(served.headers['content-type']).toBe('image/jpeg')
  },
)

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><script>alert(1)</script></svg>'

test.each([
  ['an SVG named .png', async () => svg],
  ['a page of HTML', async () => '<!doctype html><script>alert(1)</script>'],
  ['a WebP', () => makePicture(300, 300, 'webp')],
  ['a GIF', () => makePicture(300, 300, 'gif')],
  ['an empty file', async () => ''],
  ['a PDF', async () => '%PDF-1.7'],
])('refuses %s: Invalid file type', { tags: ['SET-12', 'CONST-08'] }, async (_what, make) => {
  const before = await filesOnDisk()
  const { status, body } = await patch([logo(await make())])
  expect([status, body.code, body.fields]).toEqual([
    422,
    'invalid_input',
    { thumbnail: ['Invalid file type'] },
  ])
  expect(await filesOnDisk()).toEqual(before)
})

test.each([
  [300, 200, 'The picture must be square. This one is 300 x 200 px.'],
  [199, 199, 'The picture must be at least 200 x 200 px. This one is 199 x 199 px.'],
])(
  'refuses a picture of %i x %i px and reports its size',
  { tags: ['SET-23', 'MEDIA-06'] },
  async (width, height, message) => {
    const { status, body } = await patch([logo(await makePicture(width, height))])
    expect([status, body.fields]).toEqual([422, { thumbnail: [message] }])
  },
)

test('refuses a small file that claims huge dimensions before decoding it', async () => {
  const png = await makePicture(300)
  png.writeUInt32BE(60_000, 16)
  png.writeUInt32BE(60_000, 20)
  const { status, body } = await patch([logo(png)])
  expect(status).toBe(422)
  expect(body.fields.thumbnail[0]).toMatch(/at most 6000 x 6000 px|damaged/)
})

test('refuses a truncated picture as damaged', async () => {
  const noise = await sharp({
    create: {
      width: 400,
      height: 400,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
      background: '#fff',
    },
  })
    .png()
    .toBuffer()
  const { status, body } = await patch([logo(noise.subarray(0, noise.length / 2))])
  expect([status, body.fields]).toEqual([
    422,
    { thumbnail: ["This picture is damaged and couldn't be read."] },
  ])
})

test('stores only the pixels of a picture: no location, no camera, no trailing data', async () => {
  const picture = await sharp(await makePicture(900, 900, 'jpeg'))
    .withExif({ IFD0: { Copyright: 'A. Photographer' }, IFD3: { GPSLatitude: '48/1 8/1 0/1' } })
    .jpeg()
    .toBuffer()
  const address = await uploaded(Buffer.concat([picture, Buffer.from('<script>alert(1)</script>')]))
  const { rawPayload } = await server.app.inject(address)
  const { exif, icc, width } = await sharp(rawPayload).metadata()
  expect([exif, icc, width]).toEqual([undefined, undefined, 512])
  expect(rawPayload.includes('script')).toBe(false)
})

test('turns a picture upright that a camera stored on its side', async () => {
  const left = { input: await makePicture(200, 400, 'png', '#ff0000'), left: 0, top: 0 }
  const stored = await sharp(await makePicture(400, 400, 'png', '#0000ff'))
    .composite([left])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { rawPayload } = await server.app.inject(await uploaded(stored))
  const topRight = await sharp(rawPayload).extract({ left: 250, top: 0, width: 150, height: 150 }).toBuffer()
  const { dominant } = await sharp(topRight).stats()
  expect(dominant.r, 'what was on the left is at the top').toBeGreaterThan(dominant.b)
})

test('a new picture replaces the old one, which is deleted a day later', { tags: ['SET-13'] }, async () => {
  const first = await uploaded(await makePicture(200))
  const second = await uploaded(await makePicture(220))
  expect(second).not.toBe(first)
  expect((await server.app.inject(first)).statusCode).toBe(404)
  server.clock.advance(droppedFileMs - minuteMs)
  await server.drainJobs()
  expect(await filesOnDisk(), 'a backup may still need it').toContain(first.replace('/files/', ''))
  server.clock.advance(minuteMs)
  await server.drainJobs()
  expect((await server.app.inject(second)).statusCode).toBe(200)
  const rows = await server.services.db
    .selectFrom('files')
    .select('key')
    .where('uploaded_by', '=', owner.id)
    .execute()
  expect(rows.map(({ key }) => `/files/${key}`)).toEqual([second])
  expect(await filesOnDisk()).not.toContain(first.replace('/files/', ''))
})

test.each([
  ['a form', (): Promise<Answer> => patch([field('remove_thumbnail', 'true')])],
  [
    'JSON',
    (): Promise<Answer> =>
      server.as(owner).call(updateDeveloperApp, { params: { id: app.id }, body: { remove_thumbnail: true } }),
  ],
])(
  'a thumbnail is removed by %s, and its file is deleted a day later',
  { tags: ['SET-13', 'SET-25'] },
  async (_how, remove) => {
    const address = await uploaded(await makePicture(200))
    const answer = await remove()
    expect([answer.status, answer.body.thumbnail_url]).toEqual([200, null])
    expect((await server.app.inject(address)).statusCode).toBe(404)
    server.clock.advance(droppedFileMs)
    await server.drainJobs()
    await expect(readFile(`${folder()}/${address.replace('/files/', '')}`)).rejects.toThrow('ENOENT')
    expect((await remove()).status, 'removing none').toBe(200)
  },
)

test('deletes a file whose job is lost with the hourly cleanup', async () => {
  const address = await uploaded(await makePicture(200))
  await patch([field('remove_thumbnail', 'true')])
  await server.services.db.deleteFrom('jobs').where('kind', '=', 'file.delete').execute()
  server.clock.advance(droppedFileMs)
  await server.drainJobs()
  expect(await filesOnDisk()).toContain(address.replace('/files/', ''))
  server.clock.advance(2 * hourMs)
  await server.drainJobs()
  expect(await filesOnDisk()).not.toContain(address.replace('/files/', ''))
})

test('refuses to upload and remove a picture in the same request', async () => {
  const { status, body } = await patch([logo(await makePicture(200)), field('remove_thumbnail', 'true')])
  expect([status, body.fields]).toEqual([
    422,
    { thumbnail: ['Upload a new picture or remove the old one, not both.'] },
  ])
})

test(
  'never shows the picture of a refused change, and deletes it an hour later',
  { tags: ['SET-24'] },
  async () => {
    const current = await uploaded(await makePicture(200))
    const stale = await patch([
      logo(await makePicture(300)),
      field('if_unchanged_since', '2020-01-01T00:00:00Z'),
    ])
    expect([stale.status, stale.body.current.thumbnail_url]).toEqual([409, current])
    const [abandoned] = await server.services.db
      .selectFrom('files')
      .select('key')
      .where('uploaded_by', '=', owner.id)
      .where('unused_since', 'is not', null)
      .execute()
    expect((await server.app.inject(`/files/${abandoned?.key}`)).statusCode).toBe(404)
    expect(await filesOnDisk()).toContain(abandoned?.key)
    server.clock.advance(2 * hourMs)
    await server.drainJobs()
    expect(await filesOnDisk()).not.toContain(abandoned?.key)
    expect((await server.app.inject(current)).statusCode, 'what is shown stays').toBe(200)
  },
)

test(
  'refuses pictures from strangers and developers of the app, and stores none of them',
  { tags: ['SET-18'] },
  async () => {
    const stranger = await buildDeveloper(server)
    const developer = await buildCollaborator(server, app, 'developer')
    const picture = await makePicture(200)
    expect((await patch([logo(picture)], stranger)).status).toBe(404)
    expect((await patch([logo(picture)], developer)).status).toBe(403)
    const rows = await server.services.db
      .selectFrom('files')
      .select('key')
      .where('uploaded_by', 'in', [stranger.id, developer.id])
      .execute()
    expect(rows).toEqual([])
  },
)

test.each(['/files/unknown', `/files/${'0'.repeat(64)}`, '/files/..%2f..%2fetc%2fpasswd'])(
  'answers 404 for %s',
  async (path) => {
    const answer = await server.app.inject(path)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'not_found'])
  },
)

test.skipIf(!canMount)('a full disk answers 503 and leaves the app unchanged', async () => {
  const disk = mountSmallDisk(1)
  const full = await startTestServer({ env: { FILES_URL: `file:${disk.folder}` } })
  const person = await buildDeveloper(full)
  const { id, updated_at } = await buildApp(full, { owner_id: person.id })
  disk.fill()
  const answer = await full.as(person).send({
    method: 'PATCH',
    url: `/api/v1/developer_apps/${id}`,
    ...writeForm([field('internal_name', 'New name'), logo(await makePicture(300))]),
  })
  expect([answer.status, answer.headers['retry-after'], answer.body.message]).toEqual([
    503,
    '5',
    "The portal's storage is full, so nothing was saved. Try again in a few minutes.",
  ])
  disk.free()
  expect((await full.as(person).call(getDeveloperApp, { params: { id } })).body).toMatchObject({ updated_at })
})
