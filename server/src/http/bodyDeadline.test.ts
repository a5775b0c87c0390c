import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { withDeadline } from './bodyDeadline.ts'

test('passes on a whole body that arrives faster than it is read', async () => {
  const chunks = Array.from({ length: 10 }, () => Buffer.alloc(100_000))
  let bytes = 0
  for await (const chunk of withDeadline(Readable.from(chunks), 5_000)) bytes += (chunk as Buffer).length
  expect(bytes).toBe(1_000_000)
})
