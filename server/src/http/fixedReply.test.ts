import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { listDocumentation } from '@trestle/domain/documentation/contract.ts'
import { listResourceGroups } from '@trestle/domain/reference/contract.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '@trestle/domain/http/endpoint.ts'
import { buildDeveloper } from '../../testing/build.ts'
import { startTestServer } from '../../testing/server.ts'
import { fixedReplies, compressFixedOnce } from './fixedReply.ts'

const things = endpoint({
  method: 'GET',
  path: '/api/v1/things',
  operationId: 'listThings',
  summary: 'List things',
  reply: z.array(z.object({ name: z.string() })),
})

test('cuts a fixed reply to its schema, and writes and compresses it once', () => {
  const replies = fixedReplies(things)
  const result = [{ name: 'a', secret: 'hidden' }]
  const { body, etag } = replies(result)
  expect(body.toString()).toBe('[{"name":"a"}]')
  expect(replies(result)).toBe(replies(result))
  const other = replies([{ name: 'b' }])
  expect(other.body.toString()).toBe('[{"name":"b"}]')
  expect(other.etag).not.toBe(etag)

  let compressed = 0
  const compress = compressFixedOnce('br', {
    once: () => Buffer.from(String((compressed += 1))),
    eachTime: () => Buffer.from(`each time ${(compressed += 1)}`),
  })
  expect([body, body, other.body, body].map((each) => compress(each).toString())).toEqual([
    '1',
    '1',
    '2',
    '1',
  ])
  const ordinary = Buffer.from('x')
  expect([ordinary, ordinary].map((each) => compress(each).toString())).toEqual([
    'each time 3',
    'each time 4',
  ])
})

test('a fixed reply is sent in each encoding, with its type and ETag', async () => {
  const { app } = await startTestServer()
  const get = (headers: Record<string, string> = {}) => app.inject({ url: listDocumentation.path, headers })
  const plain = await get()
  expect(plain.headers['content-type']).toBe('application/json; charset=utf-8')
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const round of ['first', 'second']) {
    for (const [encoding, decode] of Object.entries(decoders)) {
      const reply = await get({ 'accept-encoding': encoding })
      expect(reply.headers['content-encoding'], round).toBe(encoding)
      expect(decode(reply.rawPayload).toString()).toBe(plain.body)
      expect(reply.headers['etag']).toBe(plain.headers['etag'])
    }
  }
  expect((await get({ 'if-none-match': String(plain.headers['etag']) })).statusCode).toBe(304)
})

test('each reader gets the fixed reply with what they may read', async () => {
  const server = await startTestServer()
  const staff = server.as(await buildDeveloper(server, { is_employee: true }))
  const list = async () => [
    (await staff.call(listResourceGroups)).body.length,
    (await server.anonymous().call(listResourceGroups)).body.length,
  ]
  const [everything = 0, visible = 0] = await list()
  expect(everything).toBeGreaterThan(visible)
  expect(await list()).toEqual([everything, visible])
})
