// @module-tag engine
import { expect, test } from 'vitest'
import { race } from '../../../testing/race.ts'
import { repeated } from '../../../testing/rounds.ts'
import { startTestServer } from '../../../testing/server.ts'
import { addAttemptWithin } from './store.ts'

const minute = (n: number): Date => new Date(`2026-01-01T10:0${n}:00Z`)

test('attempts at the turn of a minute are counted together', repeated, async () => {
  const server = await startTestServer()
  const { db } = server.services
  const limit = { key: 'sign_in:someone', allowed: 10, since: minute(0) }
  for (let n = 1; n <= 9; n += 1) await addAttemptWithin(db, limit, minute(n <= 4 ? 1 : 2))
  const counted = await race(
    server,
    (tx) => tx.selectFrom('attempts').select('key').forUpdate().execute(),
    [1, 2].map((n) => () => addAttemptWithin(db, limit, minute(n))),
  )
  expect(counted.filter(Boolean)).toHaveLength(1)
})
