import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseReply } from './parseReply.ts'

const Reply = z.object({
  id: z.union([z.string(), z.number().transform(String)]),
  url: z.url(),
  owner: z.object({ email: z.email() }),
})
const whole = { id: 7, url: 'https://example.test', owner: { email: 'a@example.test' } }
const parse = (text: string) => parseReply("The service's reply to POST /things", Reply, text)

test('returns a reply with the right fields', () => {
  expect(parse(JSON.stringify({ ...whole, more: 1 }))).toEqual({ ...whole, id: '7' })
})

test.each([
  ['', 'is not JSON'],
  ['<html>', 'is not JSON'],
  ['null', 'is not an object'],
  ['[]', 'is not an object'],
  ['{"x":"secret"}', 'has no id, url, owner'],
  [JSON.stringify({ ...whole, url: 'secret' }), 'has an unusable url'],
  [JSON.stringify({ ...whole, id: null, owner: { email: 'secret' } }), 'has an unusable id, owner.email'],
  [JSON.stringify({ ...whole, url: undefined, id: [] }), 'has no url and an unusable id'],
])('names what is wrong with the reply %s in one line, without its values', (text, fault) => {
  expect(() => parse(text)).toThrow(new Error(`The service's reply to POST /things ${fault}`))
})
