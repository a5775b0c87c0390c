// @module-tag engine
import { expect, test } from 'vitest'
import { createFrameReader, greeting } from './frames.ts'

/** Encodes a message as a client does: type, length, content. */
function message(type: string, content = ''): Buffer {
  const body = Buffer.from(content)
  const head = Buffer.alloc(4)
  head.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), head, body])
}

/** Encodes one of the two untyped messages, which come before anything else. */
function untyped(code: number, content = ''): Buffer {
  const head = Buffer.alloc(8)
  head.writeInt32BE(content.length + 8)
  head.writeInt32BE(code, 4)
  return Buffer.concat([head, Buffer.from(content)])
}

const conversation = [
  { kind: 'encryption', bytes: untyped(80_877_103) },
  { kind: 'startup', bytes: untyped(196_608, 'user\0postgres\0\0') },
  { kind: 'query', bytes: message('Q', 'select 1\0') },
  {
    kind: 'query',
    bytes: Buffer.concat([
      message('P', '\0select $1\0\0\0'),
      message('B', 'x'.repeat(3000)),
      message('D', 'P\0'),
      message('E', '\0\0\0\0\0'),
      message('S'),
    ]),
  },
  { kind: 'partial', bytes: Buffer.concat([message('E', '\0\0\0\0\n'), message('H')]) },
  { kind: 'terminate', bytes: message('X') },
]

test.each([1, 2, 3, 7, 64, 1000, 1_000_000])(
  'passes messages that arrive in chunks of %i bytes to the backend whole',
  (size) => {
    const read = createFrameReader()
    const sent = Buffer.concat(conversation.map(({ bytes }) => bytes))
    const batches = []
    for (let start = 0; start < sent.length; start += size) {
      batches.push(...read(sent.subarray(start, start + size)))
    }
    expect(batches.map(({ kind, bytes }) => ({ kind, bytes: bytes.toString('hex') }))).toEqual(
      conversation.map(({ kind, bytes }) => ({ kind, bytes: bytes.toString('hex') })),
    )
  },
)

test('sends a greeting that asks for no password, reports the settings and accepts queries', () => {
  expect(greeting({ TimeZone: 'UTC' }).toString('latin1')).toBe(
    'R\0\0\0\u0008\0\0\0\0' + 'S\0\0\0\u0011TimeZone\0UTC\0' + 'Z\0\0\0\u0005I',
  )
})
