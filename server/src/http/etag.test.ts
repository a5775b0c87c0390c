import { expect, test } from 'vitest'
import { startTestServer } from '../../testing/server.ts'
import { changelogFeed } from '../reference/changelogFeed.ts'
import { isCurrent } from './etag.ts'

const etag = 'W/"a-b"'
const modified = new Date('2026-03-04T05:06:07.800Z')
const sent = { 'if-modified-since': 'Wed, 04 Mar 2026 05:06:07 GMT' }

test.each([
  [{}, false],
  [{ 'if-none-match': 'W/"a-b"' }, true],
  [{ 'if-none-match': '"a-b"' }, true],
  [{ 'if-none-match': '"old", W/"older" ,W/"a-b"' }, true],
  [{ 'if-none-match': '*' }, true],
  [{ 'if-none-match': '"a-b' }, false],
  [{ 'if-none-match': 'a-b' }, false],
  [{ 'if-none-match': '"a-bc", "b"' }, false],
  [{ 'if-none-match': '' }, false],
  [sent, true],
  [{ 'if-modified-since': 'Wed, 04 Mar 2026 05:06:06 GMT' }, false],
  [{ 'if-modified-since': 'yesterday' }, false],
  // The ETag decides, if there is one.
  [{ ...sent, 'if-none-match': '"old"' }, false],
])('a client that sends %j has the current copy: %j', (headers, expected) => {
  expect(isCurrent(headers, { etag, modified })).toBe(expected)
})

test('without a date of change, only the ETag decides', () => {
  expect(isCurrent(sent, { etag })).toBe(false)
})

test.each(['/api/v1/openapi.json', '/api/v1/documentation', `${changelogFeed.path}.atom`])(
  '%s has a weak ETag and answers 304 to a client that has it',
  async (url) => {
    const server = await startTestServer()
    const first = await server.app.inject(url)
    const tag = String(first.headers['etag'])
    expect([first.statusCode, tag]).toEqual([200, expect.stringMatching(/^W\/"[\w-]+"$/)])
    for (const accepted of ['identity', 'br']) {
      const again = await server.app.inject({
        url,
        headers: { 'if-none-match': `"old", ${tag}`, 'accept-encoding': accepted },
      })
      expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', tag])
      expect(again.headers['vary']).toMatch(/accept-encoding/i)
    }
  },
)
