import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { serveRest } from './serveRest.ts'

test('logs a call that fails, and tells its caller no more than the API does', async () => {
  const log: string[] = []
  const app = Fastify({ logger: { stream: { write: (line: string) => void log.push(line) } } })
  onTestFinished(() => app.close())
  serveRest(app, {
    prefix: '/api',
    path: '/v1',
    bodyLimit: 1024,
    answer: () => Promise.reject(new Error('the cause')),
    composeError: () => ({ status: 500, headers: {}, body: { message: 'Try again later.' } }),
    stop: () => Promise.resolve(),
  })
  const { statusCode, body } = await app.inject('/api/v1/anything')
  expect([statusCode, JSON.parse(body)]).toEqual([500, { message: 'Try again later.' }])
  expect(log.filter((line) => line.includes('"request failed"'))).toEqual([
    expect.stringContaining('the cause'),
  ])
})
