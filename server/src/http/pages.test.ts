import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { startTestServer } from '../../testing/server.ts'

const isBuilt = existsSync(new URL('../../../web/dist/index.html', import.meta.url))

test.runIf(isBuilt)(
  'opening a page renews the cookie of whoever is signed in, and of nobody else',
  async () => {
    const server = await startTestServer()
    const cookieOf = async (client: ReturnType<typeof server.as>) =>
      [(await client.get('/developer_apps')).headers['set-cookie']].flat().join('; ')
    expect(await cookieOf(server.as(await buildDeveloper(server)))).toMatch(
      /trestle_session=\S+; .*Expires=.*HttpOnly/,
    )
    expect(await cookieOf(server.visitor())).not.toContain('trestle_session')
  },
)

test.runIf(isBuilt).each(['/assets/..%2f..%2fpackage.json', '/assets/..%5c..%5cpackage.json'])(
  'an address that leaves the folder of the web app, %s, leads to nothing and is no failure of ours',
  async (address) => {
    const server = await startTestServer()
    const answer = await server.visitor().get(address)
    expect([answer.status, answer.body]).toMatchObject([404, { code: 'not_found' }])
  },
)
