import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestServer } from '../../testing/server.ts'
import { byCommand } from '../access/actor.ts'
import { changesBetween, recordAudit } from './record.ts'

test('refuses to change or delete an event in the database, so that the audit log is append-only', async () => {
  const server = await startTestServer()
  const { db, now } = server.services
  await db
    .transaction()
    .execute((tx) =>
      recordAudit(tx, byCommand, now(), { action: 'app.created', subject: { type: 'app', id: 1 } }),
    )
  await expect(db.updateTable('audit_events').set({ action: 'app.deleted' }).execute()).rejects.toThrow(
    /append-only/,
  )
  await expect(db.deleteFrom('audit_events').execute()).rejects.toThrow(/append-only/)
  await expect(sql`truncate audit_events`.execute(db)).rejects.toThrow(/append-only/)
  expect(await server.audit()).toMatchObject([{ action: 'app.created', subject_id: '1' }])
})

test('stores only the changed fields of an event, before and after', () => {
  expect(changesBetween({ name: 'A', legacy: false }, { name: 'B', legacy: false })).toEqual({
    name: ['A', 'B'],
  })
})

test('records only actions and subjects that have a label', async () => {
  const server = await startTestServer()
  const { db, now } = server.services
  await db.transaction().execute(async (tx) => {
    await recordAudit(tx, byCommand, now(), { action: 'app.created', subject: { type: 'app', id: 1 } })
    // @ts-expect-error -- an action without a label does not compile
    await recordAudit(tx, byCommand, now(), { action: 'app.painted', subject: { type: 'app', id: 1 } })
    // @ts-expect-error -- nor does a subject without one
    await recordAudit(tx, byCommand, now(), { action: 'app.created', subject: { type: 'house', id: 1 } })
  })
})
