import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildApp, buildDeveloper } from '../../testing/build.ts'
import { startTestServer } from '../../testing/server.ts'
import { deleteEventsBefore } from '../metrics/store.ts'
import { deleteSecurityEventsBefore, findSecurityEvents } from '../securityEvents/store.ts'
import type { Tx } from './schema.ts'
import { endOfUtcDay, startOfUtcDay } from './utcDayBounds.ts'

const [day, next] = ['2026-03-01', '2026-03-02']
const early = new Date(`${day}T00:00:00.000Z`)
const late = new Date(`${day}T23:59:59.999Z`)

/** Does something in a session whose days begin at 05:00 in UTC. */
async function openAbroad() {
  const server = await startTestServer()
  const { db } = server.services
  const abroad = <Result>(act: (tx: Tx) => Promise<Result>) =>
    db.transaction().execute(async (tx) => {
      await sql`set local timezone to 'America/Lima'`.execute(tx)
      return act(tx)
    })
  return { server, db, abroad }
}

test('a day begins and ends in UTC, whatever the time zone of the session', async () => {
  const { abroad } = await openAbroad()
  const { rows } = await abroad((tx) =>
    sql`select extract(epoch from ${startOfUtcDay(day)})::float8 as start,
      extract(epoch from ${startOfUtcDay(next)} - ${endOfUtcDay(day)})::float8 as rest`.execute(tx),
  )
  expect(rows).toEqual([{ start: early.getTime() / 1000, rest: 0.000001 }])
})

test('security events are deleted and listed by days in UTC', async () => {
  const { server, db, abroad } = await openAbroad()
  const { id } = await buildDeveloper(server)
  const event = {
    kind: 'sign_in.succeeded' as const,
    developer_id: id,
    actor_kind: 'person' as const,
    actor_id: id,
  }
  const empty = { typed_email_hash: null, network: null, browser: null, details: '{}', request_id: null }
  await db
    .insertInto('security_events')
    .values([early, late].map((at) => ({ ...event, ...empty, at })))
    .execute()
  // Outside the rows, whose times can't be read in a session with another time zone.
  const page = { page: 2, per_page: 10 }
  const countOf = (at: string) =>
    abroad(async (tx) => (await findSecurityEvents(tx, { developer_id: id, from: at, to: at }, page)).total)
  expect([await countOf('2026-02-28'), await countOf(day), await countOf(next)]).toEqual([0, 2, 0])
  expect(await abroad((tx) => deleteSecurityEventsBefore(tx, day, 10))).toBe(0)
  expect(await abroad((tx) => deleteSecurityEventsBefore(tx, next, 10))).toBe(2)
})

test('the IDs of platform events are deleted by days in UTC', async () => {
  const { server, db, abroad } = await openAbroad()
  const app = await buildApp(server)
  const ids = { developer_app_id: app.id, service_token_id: null }
  await db
    .insertInto('platform_events')
    .values(
      [early, late, new Date(`${next}T12:00:00Z`)].map((received_at, n) => ({
        ...ids,
        event_id: `e${n}`,
        received_at,
      })),
    )
    .execute()
  expect(await abroad((tx) => deleteEventsBefore(tx, day, 10))).toBe(0)
  expect(await abroad((tx) => deleteEventsBefore(tx, next, 10))).toBe(2)
})
