import { dayMs } from '@trestle/domain/time/durations.ts'
import { expect, test } from 'vitest'
import { newFolder } from '../testing/folders.ts'
import { startTestServer } from '../testing/server.ts'

async function startWithPages(env: Record<string, string> = {}) {
  const webFolder = await newFolder({ 'index.html': '<title>Trestle</title><div id="root"></div>' })
  return startTestServer({ webFolder, env })
}

test('password managers find the page where people change their password', async () => {
  const { app } = await startWithPages()
  const { statusCode, headers } = await app.inject('/.well-known/change-password')
  expect([statusCode, headers['location']]).toEqual([302, '/account#password'])
})

// Password managers ask for the last one, to see whether the server answers 200 to everything.
test.each([
  '/.well-known/',
  '/.well-known/nothing',
  '/.well-known/change-password/more',
  '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
])('other well-known addresses are not found: %s', async (url) => {
  const { app } = await startWithPages()
  expect((await app.inject(url)).statusCode).toBe(404)
})

test.each(['mailto:security@girder.example', 'https://girder.example/support'])(
  'security.txt names the support contact %s',
  async (contact) => {
    const { app, clock, services } = await startWithPages({ SUPPORT_URL: contact })
    clock.advance(3 * dayMs)
    const { statusCode, headers, body } = await app.inject('/.well-known/security.txt')
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const [, expires = ''] = /^Expires: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)$/m.exec(body) ?? []
    expect(body).toBe(
      [
        `Contact: ${contact}`,
        `Expires: ${expires}`,
        'Preferred-Languages: en',
        `Canonical: ${services.settings.PUBLIC_URL}/.well-known/security.txt`,
        '',
      ].join('\n'),
    )
    const daysAhead = (Date.parse(expires) - services.now().getTime()) / dayMs
    expect(daysAhead).toBeGreaterThan(30)
    expect(daysAhead).toBeLessThan(365)
  },
)

test.each([
  ['the default, which is an example', {}],
  ['not encrypted, which the format does not allow', { SUPPORT_URL: 'http://girder.example/support' }],
])('without a contact there is no security.txt: %s', async (_, env) => {
  const { app } = await startWithPages(env)
  expect((await app.inject('/.well-known/security.txt')).statusCode).toBe(404)
})
