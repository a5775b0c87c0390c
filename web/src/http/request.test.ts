import { expect, test } from 'vitest'
import { errorFromReply, networkError } from './callError.ts'
import { mayRetry } from './queryClient.ts'
import { toBody, headersFor } from './request.ts'

test('sends a body as JSON, or as a form with bracket names if it has a file', () => {
  expect(toBody({ query: { page: 2 } })).toEqual({})
  expect(toBody({ body: { name: 'A' } })).toEqual({ body: '{"name":"A"}', contentType: 'application/json' })
  const file = new File(['x'], 'logo.png')
  const { body } = toBody({ body: { name: 'A' } }, { under: 'developer_app', files: { thumbnail: file } })
  expect(body).toBeInstanceOf(FormData)
  expect([...(body as FormData).keys()]).toEqual(['developer_app[name]', 'developer_app[thumbnail]'])
})

test.each([
  ['our own server', undefined, 'token-of-the-session'],
  ['our own server, with an empty DEV_API_URL', '', 'token-of-the-session'],
  ['a foreign DEV_API_URL', 'https://docs.example.test', null],
])(
  "a call to %s carries the CSRF token only for the session's own server",
  { tags: ['API-27'] },
  (_, base, token) => {
    const headers = headersFor({
      csrfToken: 'token-of-the-session',
      base,
      contentType: 'application/json',
      isIdle: false,
    })
    expect(headers.get('x-csrf-token')).toBe(token)
    expect(headers.get('x-user-idle')).toBeNull()
    expect([headers.get('accept'), headers.get('content-type')]).toEqual([
      'application/json',
      'application/json',
    ])
  },
)

test.each([
  ['our own server', undefined, 'true'],
  ['a foreign DEV_API_URL', 'https://docs.example.test', null],
])('a call to %s says that the user does nothing', (_, base, idle) => {
  const headers = headersFor({ csrfToken: 'token', base, contentType: undefined, isIdle: true })
  expect(headers.get('x-user-idle')).toBe(idle)
})

test('an error reply keeps its messages, fields and request id', { tags: ['ERR-42'] }, () => {
  const error = errorFromReply(422, {
    code: 'invalid_input',
    message: 'Name is taken',
    errors: ['Name is taken'],
    fields: { name: ['Name is taken'] },
    request_id: 'req-7',
  })
  expect(error).toMatchObject({
    code: 'invalid_input',
    status: 422,
    errors: ['Name is taken'],
    requestId: 'req-7',
  })
  expect(error.fields).toEqual({ name: ['Name is taken'] })
})

test.each([
  ['without a list of errors', { message: 'The app is locked.' }, 'The app is locked.'],
  ['with an empty list of errors', { message: 'The app is locked.', errors: [] }, 'The app is locked.'],
  [
    'with errors that are not a list',
    { message: 'The app is locked.', errors: { name: ['odd'] } },
    'The app is locked.',
  ],
  ['with errors and no message', { errors: ['Name is taken', 'Too long'] }, 'Name is taken'],
])('a reply %s keeps its text', { tags: ['ERR-13', 'ERR-15', 'ERR-34'] }, (_, reply, message) => {
  expect(errorFromReply(422, reply)).toMatchObject({ message, code: 'invalid_input', isGeneric: false })
})

test.each([
  [500, null, 'internal'],
  [404, {}, 'not_found'],
  [418, { message: '  ', errors: ['', ' '] }, 'internal'],
  [422, { message: 5 }, 'invalid_input'],
])(
  'a reply %i without a string gets a generic one and is marked as generic',
  { tags: ['ERR-38', 'ERR-41'] },
  (status, reply, code) => {
    const error = errorFromReply(status, reply)
    expect(error).toMatchObject({ code, errors: [], isGeneric: true, requestId: null })
    expect(error.message).toBe(`The server answered with an error (${status}). Try again.`)
  },
)

test.each([
  [413, 'too_large', /too large/],
  [429, 'rate_limited', /Wait a minute/],
  [502, 'unavailable', /its reply got lost/],
  [503, 'unavailable', /Wait a minute/],
  [504, 'unavailable', /its reply got lost/],
])('a reply %i of a proxy says what to do', (status, code, message) => {
  expect(errorFromReply(status, '<html>')).toMatchObject({ code, message, isGeneric: true })
})

test('a reply without a request id uses the one in its header', () => {
  expect(errorFromReply(502, '<html>', { requestId: 'req-8' }).requestId).toBe('req-8')
  expect(errorFromReply(500, { request_id: 'req-7' }, { requestId: 'req-8' }).requestId).toBe('req-7')
})

test('a query is retried only after a lost connection or while the server is unavailable', () => {
  expect(mayRetry(0, networkError())).toBe(true)
  expect(mayRetry(2, networkError())).toBe(false)
  expect(mayRetry(1, errorFromReply(503, { code: 'unavailable' }))).toBe(true)
  expect(mayRetry(0, errorFromReply(404, null))).toBe(false)
})
