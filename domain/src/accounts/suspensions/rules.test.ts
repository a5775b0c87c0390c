import { expect, test } from 'vitest'
import { decideRestoration, decideSuspension } from './rules.ts'

const admins = [1, 2]
const active = { id: 3, isSuspended: false }
const suspended = { id: 3, isSuspended: true }

test.each([
  ['another person', active, 1, null],
  ['another admin', { id: 2, isSuspended: false }, 1, null],
  ['oneself', { id: 1, isSuspended: false }, 1, 'conflict'],
  ['someone who is suspended', suspended, 1, 'conflict'],
  ['someone, as an admin who has been suspended since', active, 4, 'not_allowed'],
  [
    'the one remaining admin, as one who has been suspended since',
    { id: 1, isSuspended: false },
    4,
    'not_allowed',
  ],
])('suspending %s', (_case, target, caller, code) => {
  const decision = decideSuspension(target, { id: caller }, admins)
  expect(decision.ok ? null : decision.refusal.code).toBe(code)
})

test.each([
  ['someone who is suspended', suspended, 1, null],
  ['someone who is not', active, 1, 'conflict'],
  ['someone, as an admin who has been suspended since', suspended, 4, 'not_allowed'],
])('restoring %s', (_case, target, caller, code) => {
  const decision = decideRestoration(target, { id: caller }, admins)
  expect(decision.ok ? null : decision.refusal.code).toBe(code)
})
