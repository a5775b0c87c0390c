import { expect, test } from 'vitest'
import { sandboxPollMs } from './polling.ts'

test('pages poll a sandbox until it is live', { tags: ['SBX-09', 'SBX-10'] }, () => {
  expect(sandboxPollMs).toEqual({ pending: 5_000, failed: 30_000, live: false })
})
