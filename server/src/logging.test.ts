import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { buildDeveloper } from '../testing/build.ts'
import { startTestServer } from '../testing/server.ts'
import { loggerOptions } from './logging.ts'

test('logs the reason but not the address that the database quotes', async () => {
  const stream = new PassThrough()
  const server = await startTestServer({ logger: { ...loggerOptions({ LOG_LEVEL: 'info' }), stream } })
  const { email } = await buildDeveloper(server)
  const error: unknown = await buildDeveloper(server, { email }).catch((reason: unknown) => reason)
  expect(JSON.stringify(error)).toContain(email)
  server.services.log.error({ err: error }, 'request failed')
  server.services.log.error({ err: new Error(`550 no mailbox <${email}>`) }, 'a job failed')
  const [first, second] = String(stream.read()).split('\n')
  expect(JSON.parse(first ?? '')).toMatchObject({
    err: { code: '23505', message: expect.stringContaining('developers_email_unique') },
  })
  expect(JSON.parse(second ?? '')).toMatchObject({ err: { message: '550 no mailbox <[removed]>' } })
  expect(`${first}${second}`).not.toContain(email)
})
