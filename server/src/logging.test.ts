import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { buildDeveloper } from '../testing/build.ts'
import { startTestServer } from '../testing/server.ts'
import { describeError, loggerOptions, reasonFor } from './logging.ts'

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

test('describes an error with the chain of its causes, even if several errors caused it', () => {
  const refused = Object.assign(new Error('connect 127.0.0.1:25'), { code: 'ECONNREFUSED' })
  const both = new AggregateError([refused, new Error('connect ::1:25')], '')
  const error = new Error('The email could not be sent to <kim@example.test>', { cause: both })
  expect(describeError(error)).toMatchObject({
    message: 'The email could not be sent to <[removed]>',
    causes: [{ type: 'AggregateError' }, { code: 'ECONNREFUSED' }, { message: 'connect ::1:25' }],
  })
  expect(reasonFor(error)).toBe(
    'The email could not be sent to <[removed]>: ECONNREFUSED: connect 127.0.0.1:25: connect ::1:25',
  )
})

test('describes an error for a row without what a row cannot store', () => {
  expect(reasonFor(new Error('First\n  second\n'))).toBe('First second')
  expect(reasonFor(new Error('Invalid greeting: \0\u{ff}'))).toBe('Invalid greeting: \u{ff}')
})

test('describes an error that causes itself', () => {
  const error = new Error('a loop')
  error.cause = error
  expect(describeError(error).message).toBe('a loop')
})
