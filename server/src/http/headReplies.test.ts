import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildApp, buildDeveloper } from '../../testing/build.ts'
import { makePicture, writeForm } from '../../testing/pictures.ts'
import { recordStatements } from '../../testing/recordStatements.ts'
import { startTestServer } from '../../testing/server.ts'

test('answers HEAD for a file without reading it', async () => {
  const server = await startTestServer()
  const owner = await buildDeveloper(server)
  const { id } = await buildApp(server, { owner_id: owner.id })
  const value = await makePicture(256)
  const form = writeForm([{ name: 'developer_app[thumbnail]', value, filename: 'logo.png' }])
  const { body } = await server
    .as(owner)
    .send({ method: 'PATCH', url: `/api/v1/developer_apps/${id}`, ...form })
  const { files } = server.services
  const { stream } = files
  const opened: Readable[] = []
  files.stream = async (...request) => {
    const content = await stream(...request)
    if (content) opened.push(content)
    return content
  }
  const [head, get] = [
    await server.app.inject({ method: 'HEAD', url: body.thumbnail_url }),
    await server.app.inject({ url: body.thumbnail_url }),
  ]
  expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0])
  const changing = { date: expect.anything(), 'x-request-id': expect.anything() }
  expect(head.headers).toEqual({ ...get.headers, ...changing })
  expect(head.headers['content-length']).toBe(String(get.rawPayload.length))
  expect(opened.map((content) => [content.readableDidRead, content.destroyed])).toEqual([
    [false, true],
    [true, true],
  ])
})

test('answers HEAD for an export without reading its rows', async () => {
  const server = await startTestServer()
  const client = server.as(await buildDeveloper(server, { is_admin: true }))
  // More than an export reads in one batch.
  await sql`
    insert into developers
      (email, first_name, last_name, password_hash, terms_version, terms_accepted_at, created_at, updated_at)
    select 'many' || n || '@example.test', 'Pat', 'Many', 'none', '2026-11-01', now(), now(), now()
    from generate_series(1, 2500) as n`.execute(server.services.db)
  const url = '/api/v1/admin/developers.csv'
  await client.get(url)
  const send = (method: 'GET' | 'HEAD') =>
    recordStatements(server.database.pool, async () => {
      expect((await client.send({ method, url, headers: { 'accept-encoding': 'br' } })).status).toBe(200)
      // A stream is still read after a reply to HEAD.
      await setTimeout(500)
    })
  const [head, get] = [await send('HEAD'), await send('GET')]
  expect(head.length).toBeLessThan(get.length)
})
