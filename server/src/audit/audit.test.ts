import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestServer } from '../../testing/server.ts'
import { byCommand } from '../access/actor.ts'
import { changesBetween, recordAudit } from './record.ts'

test('the trail is append-only: the database refuses to change or delete an event', async () => {
  const server = await startTestServer()
  const { db, now } = server.services
  await db
    .transaction()
    .execute((tx) =>
      recordAudit(tx, byCommand, now(), { action: 'app.created', subject: { type: 'app', id: 1 } }),
    )
  await expect(db.updateTable('audit_events').set({ action: 'forged' }).execute()).rejects.toThrow(
    /append-only/,
  )
  await expect(db.deleteFrom('audit_events').execute()).rejects.toThrow(/append-only/)
  await expect(sql`truncate audit_events`.execute(db)).rejects.toThrow(/append-only/)
  expect(await server.audit()).toMatchObject([{ action: 'app.created', subject_id: '1' }])
})

test('an event holds only the fields that changed, before and after', () => {
  expect(changesBetween({ name: 'A', legacy: false }, { name: 'B', legacy: false })).toEqual({
    name: ['A', 'B'],
  })
})
