import { expect, test } from 'vitest'
import { runCommand } from '../../../testing/command.ts'
import { createMigratedDatabase, withDatabase } from '../../../testing/emptyDatabase.ts'
import { testKey } from '../../../testing/testKey.ts'
import { connect } from '../../db/connect.ts'

const email = 'last@example.test'

test('a command resets the factors of the last platform admin immediately, and tells them', async () => {
  const settings = { ...(await createMigratedDatabase()), ENCRYPTION_KEYS: testKey }
  const now = new Date()
  await withDatabase(settings, async ({ pool }) => {
    const db = connect(pool)
    const { id } = await db
      .insertInto('developers')
      .values({
        email,
        first_name: 'Last',
        last_name: 'Admin',
        password_hash: 'none',
        is_admin: true,
        terms_version: '2026-11-01',
        terms_accepted_at: now,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('totp_secrets')
      .values({ developer_id: id, secret: Buffer.alloc(1), created_at: now, confirmed_at: now })
      .execute()
  })
  const run = (...args: string[]) => runCommand(settings, 'resetFactors', ...args)
  expect(await run('Last@Example.Test')).toEqual({
    code: 0,
    out: `${email} no longer has a second factor and is signed out everywhere. They get an email about it.\n`,
    err: '',
  })
  expect((await run(email)).out).toBe(`${email} has no second factor.\n`)
  expect(await run('unknown@example.test')).toMatchObject({
    code: 1,
    err: 'No account has the address unknown@example.test.\n',
  })
  expect((await run()).err).toBe('Usage: npm run reset-factors -- EMAIL\n')
  await withDatabase(settings, async ({ pool }) => {
    const db = connect(pool)
    expect(await db.selectFrom('totp_secrets').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('mails').select(['kind', 'recipient']).execute()).toEqual([
      { kind: 'factors_reset', recipient: email },
    ])
    const events = await db.selectFrom('audit_events').select(['action', 'actor_kind']).execute()
    expect(events).toEqual([{ action: 'factors.reset', actor_kind: 'command' }])
  })
})
