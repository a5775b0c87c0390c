import { expect, test } from 'vitest'
import { jobKindLabel } from './kinds.ts'
import { decideCancel, decideRetry } from './rules.ts'
import { type JobState } from './states.ts'

test.each<[JobState, boolean, string | null, string | null]>([
  ['waiting', false, null, null],
  ['waiting', true, null, 'This job is already canceled.'],
  ['running', false, 'This job is already running.', null],
  [
    'running',
    true,
    'This job is still running. Wait until its attempt has ended.',
    'This job is already canceled.',
  ],
  ['done', false, 'This job already succeeded.', 'This job already succeeded.'],
  ['failed', false, null, null],
  ['canceled', false, null, 'This job is already canceled.'],
])(
  'a job that is %s (canceling: %s) can be retried and canceled as its row says',
  (state, is_canceling, retry, cancel) => {
    const messages = [decideRetry, decideCancel].map((decide) => {
      const decision = decide({ kind: 'mail.deliver', state, is_canceling })
      return decision.ok ? null : decision.refusal.message
    })
    expect(messages).toEqual([retry, cancel])
  },
)

test.each([
  ['factors.reset', 'waiting', false],
  ['factors.reset', 'failed', true],
  ['factors.reset', 'canceled', true],
  ['file.delete', 'waiting', false],
  ['file.delete', 'failed', true],
  ['mail.daily', 'waiting', true],
  ['kind.ofAnotherRelease', 'waiting', true],
] as const)('a job of the kind %s that is %s can run now: %s', (kind, state, mayRun) => {
  // A canceled job can't be stopped before its attempt either, because it would start early.
  for (const is_canceling of state === 'waiting' ? [false, true] : [false]) {
    const decision = decideRetry({ kind, state, is_canceling })
    expect(decision.ok ? null : decision.refusal).toEqual(
      mayRun
        ? null
        : {
            code: 'conflict',
            message: "This job runs at its scheduled time and can't be started earlier.",
          },
    )
  }
})

test('the label of a kind that this release does not have is its name', () => {
  expect(['mail.deliver', 'mail.paint', 'toString'].map(jobKindLabel)).toEqual([
    'Deliver an email',
    'mail.paint',
    'toString',
  ])
})
