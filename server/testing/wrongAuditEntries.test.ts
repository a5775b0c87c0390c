import { expect, test } from 'vitest'
import { byCommand } from '../src/access/actor.ts'
import { recordAudit } from '../src/audit/record.ts'
import { buildApp } from './build.ts'
import { startTestServer } from './server.ts'

test('an entry that names another app than its subject, or none, fails the test that wrote it', async () => {
  const server = await startTestServer({ keepOpen: true })
  const { db, now } = server.services
  const { id } = await buildApp(server)
  const other = await buildApp(server)
  const entry = { action: 'app.updated', subject: { type: 'app', id } } as const
  await db.transaction().execute(async (tx) => {
    for (const app of [{ app_id: id }, { app_id: other.id }, {}]) {
      await recordAudit(tx, byCommand, now(), { ...entry, ...app })
    }
  })
  const subject = `and the app ${id} of the app ${id}`
  await expect(server.close()).rejects.toThrow(
    `Wrong entries in the audit log: app.updated names the app ${other.id} ${subject}; app.updated names the app null ${subject}`,
  )
})
