import { expect, test } from 'vitest'
import { runCommand } from '../../testing/command.ts'
import { createMigratedDatabase, withDatabase, type DatabaseSettings } from '../../testing/emptyDatabase.ts'
import { connect } from '../db/connect.ts'

const email = 'first@example.test'

/** Returns the settings of a database with one developer, whose address may be confirmed. */
async function buildDatabase(confirmedAt: Date | null = new Date()): Promise<DatabaseSettings> {
  const settings = await createMigratedDatabase()
  await withDatabase(settings, async ({ pool }) => {
    const now = new Date()
    await connect(pool)
      .insertInto('developers')
      .values({
        email,
        first_name: 'First',
        last_name: 'Admin',
        password_hash: 'none',
        email_confirmed_at: confirmedAt,
        terms_version: '2026-11-01',
        terms_accepted_at: now,
        created_at: now,
        updated_at: now,
      })
      .execute()
  })
  return settings
}

test('a command makes the first platform admin and is in the audit log', { tags: ['ACC-07'] }, async () => {
  const settings = await buildDatabase()
  const run = (argument: string) => runCommand(settings, 'grantAdmin', argument)
  expect(await run('First@Example.Test')).toEqual({
    code: 0,
    out: `${email} is now a platform admin.\n`,
    err: '',
  })
  expect((await run(email)).out).toBe(`${email} is already a platform admin.\n`)
  const [rows, auditLog] = await withDatabase(settings, async ({ pool }) => {
    const db = connect(pool)
    return [
      await db.selectFrom('developers').select('is_admin').execute(),
      await db.selectFrom('audit_events').select(['action', 'actor_kind', 'changes']).execute(),
    ]
  })
  expect(rows).toEqual([{ is_admin: true }])
  expect(auditLog).toEqual([
    { action: 'developer.admin_granted', actor_kind: 'command', changes: { is_admin: [false, true] } },
  ])
})

test(
  'the command refuses an account that someone else may have registered',
  { tags: ['ACC-07'] },
  async () => {
    const settings = await buildDatabase(null)
    expect(await runCommand(settings, 'grantAdmin', email)).toEqual({
      code: 1,
      out: '',
      err: `The account ${email} hasn't confirmed its address, so someone else may have registered it. Its owner has to open the link in the confirmation email first.\n`,
    })
    const rows = await withDatabase(settings, ({ pool }) =>
      connect(pool).selectFrom('developers').select('is_admin').execute(),
    )
    expect(rows).toEqual([{ is_admin: false }])
  },
)

test(
  'the command reports an unknown developer or wrong usage in one line',
  { tags: ['ACC-07'] },
  async () => {
    const settings = await buildDatabase()
    expect(await runCommand(settings, 'grantAdmin', 'unknown@example.test')).toEqual({
      code: 1,
      out: '',
      err: 'No account has the address unknown@example.test. Sign up in the portal first, then run this command again.\n',
    })
    expect(await runCommand(settings, 'grantAdmin')).toEqual({
      code: 2,
      out: '',
      err: 'Usage: npm run grant-admin -- EMAIL\n',
    })
  },
)
