import { expect, test, vi } from 'vitest'
import { CallError, errorFromReply, networkError, signedOutError } from './callError.ts'
import { sendWithRepeatKey } from './repeatKeys.ts'

/** Sends a change and returns the key that it had. */
async function send(change: string, error?: unknown): Promise<string | undefined> {
  const attempt = vi.fn(async (_key?: string) => {
    if (error !== undefined) throw error
  })
  await sendWithRepeatKey(change, attempt).catch(() => undefined)
  return attempt.mock.calls[0]?.[0]
}

test.each([
  ['no reply', networkError()],
  ['a proxy that lost the reply', errorFromReply(502, '<html></html>')],
  ['a proxy that stopped waiting', errorFromReply(504, '<html></html>')],
])('a change is repeated with its key after %s', async (_, error) => {
  const key = await send('POST /apps {"name":"A"}', error)
  expect(key).toMatch(/^[\da-f]{32}$/)
  expect(await send('POST /apps {"name":"A"}', error)).toBe(key)
  expect(await send('POST /apps {"name":"A"}')).toBe(key)
  expect(await send('POST /apps {"name":"A"}')).not.toBe(key)
})

test.each([
  ['a server that is restarting', errorFromReply(503, '<html></html>')],
  ['too many calls', errorFromReply(429, '<html></html>')],
  ['an ended session', signedOutError()],
])('a change whose reply got lost keeps its key after %s', async (_, error) => {
  const key = await send('POST /apps {"name":"A"}', networkError())
  expect(await send('POST /apps {"name":"A"}', error)).toBe(key)
  expect(await send('POST /apps {"name":"A"}', error)).toBe(key)
  const refusal = new CallError({ code: 'conflict', status: 409, message: 'It exists already.' })
  expect(await send('POST /apps {"name":"A"}', refusal)).toBe(key)
  expect(await send('POST /apps {"name":"A"}')).not.toBe(key)
})

test('a refused change, another one, and one after another have keys of their own', async () => {
  const refusal = new CallError({ code: 'invalid_input', status: 422, message: 'Name is required' })
  const keys = [
    await send('POST /apps {"name":"A"}', refusal),
    await send('POST /apps {"name":"A"}', networkError()),
    await send('POST /apps {"name":"B"}', networkError()),
    await send('POST /apps {"name":"A"}'),
  ]
  expect(new Set(keys).size).toBe(4)
})

test('a key is forgotten with the next change, which may have undone what it created', async () => {
  const key = await send('POST /apps {"name":"A"}', networkError())
  await sendWithRepeatKey(null, async () => undefined)
  expect(await send('POST /apps {"name":"A"}')).not.toBe(key)
})
