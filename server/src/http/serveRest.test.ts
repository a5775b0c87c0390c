import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { ErrorWatch } from '../reportFailure.ts'
import { serveRest, type RestRequest } from './serveRest.ts'

const reported: string[] = []
const watch: ErrorWatch = { onInternalError: ({ message }) => void reported.push(message) }

test('logs and reports a call that fails, and tells its caller no more than the API does', async () => {
  const log: string[] = []
  const app = Fastify({ logger: { stream: { write: (line: string) => void log.push(line) } } })
  onTestFinished(() => app.close())
  serveRest(app, watch, {
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
  expect(reported).toEqual(['the cause'])
})

test('passes a call on without its prefix, with the whole query', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const received: RestRequest[] = []
  serveRest(app, watch, {
    prefix: '/sandbox',
    path: '/v1',
    bodyLimit: 1024,
    answer: async (request) => {
      received.push(request)
      return { status: 204, headers: {}, body: undefined }
    },
    composeError: () => ({ status: 500, headers: {}, body: {} }),
    stop: () => Promise.resolve(),
  })
  await app.inject('/sandbox/v1/projects/a%2Fb?search=why?&per_page=2&search=now')
  expect(received).toMatchObject([
    {
      method: 'GET',
      path: '/v1/projects/a%2Fb',
      query: [
        ['search', 'why?'],
        ['per_page', '2'],
        ['search', 'now'],
      ],
      body: '',
    },
  ])
})
