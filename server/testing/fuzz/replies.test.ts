import { expect, test } from 'vitest'
import { createJudge } from './replies.ts'
import type { FuzzedRequest, Operation } from './requests.ts'

const operation: Operation = { method: 'POST', path: '/api/v1/things', operationId: 'make', security: [] }
const request: FuzzedRequest = { operation, url: '/api/v1/things', headers: {} }

type Sent = [status: number, ms: number]

/** Returns a judge that gets these replies from the product, and the last one repeatedly. */
function judgeOf(replies: Sent[], toOthers: Sent = [409, 10]) {
  const waiting = [...replies]
  return createJudge({
    send: async (_role, { url }) => {
      const [status, ms] =
        url === 'other' ? toOthers : ((waiting.length > 1 ? waiting.shift() : waiting[0]) ?? [0, 0])
      const body = { code: 'conflict', message: 'No', errors: ['No'], request_id: 'a' }
      return { answer: { status, body, text: '', headers: {} }, ms }
    },
    toRequest: () => ({ ...request, url: 'other' }),
  })
}

test.each<[string, Sent[], Sent, string | undefined]>([
  ['a fast reply', [[200, 10]], [409, 10], undefined],
  ['a server error', [[500, 10]], [409, 10], 'status 500'],
  [
    'a slow server error before a refusal',
    [
      [500, 3_000],
      [409, 10],
    ],
    [409, 10],
    'status 500',
  ],
  [
    'a server error of a repeat',
    [
      [200, 3_000],
      [503, 10],
    ],
    [200, 10],
    'status 503',
  ],
  [
    'a slow change before a refusal',
    [
      [200, 3_000],
      [409, 10],
    ],
    [409, 10],
    '3000 ms',
  ],
  [
    'a slow change, of which others are slow too',
    [
      [200, 3_000],
      [409, 10],
    ],
    [200, 2_500],
    '2500 ms',
  ],
  [
    'a slow change, of which others are fast',
    [
      [200, 3_000],
      [409, 10],
    ],
    [200, 10],
    undefined,
  ],
  ['a request that is slow every time', [[200, 3_000]], [409, 10], '3000 ms'],
  [
    'a request that is slow once',
    [
      [200, 3_000],
      [200, 10],
    ],
    [409, 10],
    undefined,
  ],
])('judges %s', async (_name, replies, toOthers, problem) => {
  expect((await judgeOf(replies, toOthers)('owner', request)).problem).toBe(problem)
})

test('excuses the changes of an operation only once by others that are fast', async () => {
  const judge = judgeOf(
    [
      [200, 3_000],
      [409, 10],
      [200, 3_000],
      [409, 10],
    ],
    [200, 10],
  )
  expect((await judge('owner', request)).problem).toBeUndefined()
  expect((await judge('owner', request)).problem).toBe('3000 ms')
})
