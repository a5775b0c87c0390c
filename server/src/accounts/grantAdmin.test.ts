import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/pool.ts'

const script = fileURLToPath(new URL('../commands/grantAdmin.ts', import.meta.url))
const email = 'first@example.test'
let folder: string

const open = () => openDatabase({ dataDir: folder, log: () => undefined })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trestle-grant-'))
  const database = await open()
  await migrate(database.pool)
  const now = new Date()
  await connect(database.pool)
    .insertInto('developers')
    .values({
      email,
      first_name: 'First',
      last_name: 'Admin',
      password_hash: 'none',
      terms_version: '2026-11-01',
      terms_accepted_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await database.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function run(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const env = { PATH: process.env.PATH, DATA_DIR: folder }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], { env })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...output })))
}

test('a command makes the first platform admin and is in the audit log', { tags: ['ACC-07'] }, async () => {
  expect(await run('First@Example.Test')).toEqual({
    code: 0,
    out: `${email} is now a platform admin.\n`,
    err: '',
  })
  expect((await run(email)).out).toBe(`${email} is already a platform admin.\n`)
  const database = await open()
  const db = connect(database.pool)
  const rows = await db.selectFrom('developers').select('is_admin').execute()
  const auditLog = await db.selectFrom('audit_events').select(['action', 'actor_kind', 'changes']).execute()
  await database.close()
  expect(rows).toEqual([{ is_admin: true }])
  expect(auditLog).toEqual([
    { action: 'developer.updated', actor_kind: 'command', changes: { is_admin: [false, true] } },
  ])
})

test(
  'the command reports an unknown developer, wrong usage or a folder in use in one line',
  { tags: ['ACC-07'] },
  async () => {
    expect(await run('nobody@example.test')).toEqual({
      code: 1,
      out: '',
      err: 'No account has the address nobody@example.test. Sign up in the portal first, then run this command again.\n',
    })
    expect(await run()).toEqual({ code: 2, out: '', err: 'Usage: npm run grant-admin -- EMAIL\n' })
    const database = await open()
    const locked = await run(email)
    await database.close()
    expect(locked.code).toBe(1)
    expect(locked.err.trim().split('\n')).toHaveLength(1)
    expect(locked.err).toContain(folder)
  },
)
