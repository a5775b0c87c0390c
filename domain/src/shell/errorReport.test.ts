import { expect, test } from 'vitest'
import { buildErrorReport, type CollectedEvent, type ErrorContext } from './errorReport.ts'

const source = { platform: 'node', stage: 'production', release: 'a1b2c3' } as const
const report = (event: CollectedEvent, error: unknown = new Error('x'), context: ErrorContext = {}) =>
  buildErrorReport(event, { error, context, source })

const frames = (...filenames: string[]) => ({
  exception: {
    values: [{ type: 'TypeError', stacktrace: { frames: filenames.map((filename) => ({ filename })) } }],
  },
})
const filesIn = (event: CollectedEvent) =>
  report(event).exception.values[0]?.stacktrace?.frames.map(({ filename }) => filename)

test('reports what was thrown, where, and during which call', { tags: ['SHELL-16'] }, () => {
  const error = Object.assign(new Error('duplicate key (owner@demo.test)'), {
    code: '23505',
    constraint: 'developers_email_unique',
    detail: 'Key (email)=(owner@demo.test) already exists.',
  })
  const stacktrace = {
    frames: [
      { filename: '/srv/trestle/server/src/apps/store.ts', function: 'insertApp', lineno: 7, colno: 3 },
    ],
  }
  const event = { event_id: 'e1', timestamp: 5, exception: { values: [{ type: 'error', stacktrace }] } }
  const context = { requestId: 'req-7', route: '/api/v1/developer_apps/:id', method: 'PATCH', status: 500 }
  expect(report(event, error, context)).toEqual({
    event_id: 'e1',
    timestamp: 5,
    platform: 'node',
    level: 'error',
    environment: 'production',
    release: 'a1b2c3',
    exception: {
      values: [
        {
          type: 'error',
          value: '23505 developers_email_unique',
          stacktrace: {
            frames: [{ filename: 'server/src/apps/store.ts', function: 'insertApp', lineno: 7, colno: 3 }],
          },
        },
      ],
    },
    tags: {
      code: '23505',
      constraint: 'developers_email_unique',
      request_id: 'req-7',
      route: '/api/v1/developer_apps/:id',
      method: 'PATCH',
      status: '500',
    },
  })
})

test("omits everything else that the error service's client collected", { tags: ['SHELL-16'] }, () => {
  const collected = {
    message: 'planted',
    user: { email: 'planted' },
    request: { url: 'https://x.test/planted', cookies: 'planted', data: 'planted' },
    breadcrumbs: [{ category: 'ui.click', message: 'button[aria-label="planted"]' }],
    extra: { planted: 'planted' },
    contexts: { planted: { planted: 'planted' } },
    tags: { planted: 'planted' },
    server_name: 'planted',
    transaction: 'planted',
    fingerprint: ['planted'],
    exception: {
      values: [
        {
          type: 'Error',
          value: 'planted',
          mechanism: { data: { planted: 'planted' } },
          stacktrace: {
            frames: [
              {
                filename: 'https://x.test/planted?planted',
                vars: { planted: 'planted' },
                context_line: 'planted',
              },
              {
                filename: '/planted',
                function: 'planted text',
                module: 'planted',
                pre_context: ['planted'],
              },
            ],
          },
        },
        { type: 'planted text', value: 'planted' },
      ],
    },
  }
  const error = Object.assign(new Error('planted'), {
    code: 'planted code',
    constraint: 'planted (x)',
    cause: 'planted',
  })
  const context = { requestId: 'planted id', route: '/reset_password/planted?planted' }
  expect(JSON.stringify(report(collected, error, context))).not.toContain('planted')
})

test('names files without the folders that differ between machines', () => {
  expect(
    filesIn(
      frames(
        'file:///home/someone/trestle/server/src/http/mountRoutes.ts',
        '/app/node_modules/pg/lib/client.js',
        'node:internal/process/task_queues',
        'https://portal.example.com/assets/index-B1x_2.js',
        'https://portal.example.com/reset_password/abc123',
        'chrome-extension://abc/content.js',
      ),
    ),
  ).toEqual([
    'server/src/http/mountRoutes.ts',
    'node_modules/pg/lib/client.js',
    'node:internal/process/task_queues',
    'assets/index-B1x_2.js',
    '[unknown]',
    '[unknown]',
  ])
})

test('includes the code of the wrapped error when the outer one has none', () => {
  const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  expect(report({}, new Error('wrapped', { cause })).tags).toEqual({ code: 'ECONNREFUSED' })
})

test('uses the id on the screen as the id of the report', () => {
  expect(report({ event_id: 'own' }, new Error('x'), { eventId: 'shown' }).event_id).toBe('shown')
  expect(report({ event_id: 'own' }).event_id).toBe('own')
})
