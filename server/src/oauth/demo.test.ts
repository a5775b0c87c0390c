import { readFile } from 'node:fs/promises'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { fillDemo } from '../../seed/run.ts'
import { basic, postForm } from '../../testing/oauth.ts'
import { startTestServer } from '../../testing/server.ts'

test('the credentials of the demo app in the README get a token of its service account', async () => {
  const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8')
  const [, clientId = '', secret = ''] =
    /its client ID is\s+`([\w-]+)`, its secret `([\w-]+)`/.exec(readme) ?? []
  const server = await startTestServer()
  await fillDemo({ db: server.services.db, now: server.services.now })
  const form = { grant_type: 'client_credentials' }
  const reply = await postForm(server, '/oauth/token', form, { authorization: basic(clientId, secret) })
  expect(reply.status).toBe(200)
  expect(decodeJwt(reply.body.access_token)['permissions']).toEqual({
    company: { home: 'readonly', directory: 'readonly' },
    project: { rfi: 'standard', submittal_logs: 'readonly' },
  })
})
