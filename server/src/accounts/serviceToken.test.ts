import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../testing/server.ts'
import { connect } from '../db/connect.ts'
import { openDatabase } from '../db/pool.ts'
import { createServiceToken, revokeServiceToken, serviceOfToken } from './serviceToken.ts'
import { hashToken } from './token.ts'

const script = fileURLToPath(new URL('../commands/createServiceToken.ts', import.meta.url))
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trestle-service-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function run(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const env = { PATH: process.env.PATH, DATA_DIR: folder }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], { env })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()))
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...said })))
}

test(
  'a token is made, listed and revoked with a command, shown once and kept as a hash',
  { timeout: 180_000 },
  async () => {
    const made = await run('event-pipeline')
    expect(made.code).toBe(0)
    const token = made.out.split('\n')[0] ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(made.out).toContain('This is the token of event-pipeline. It is shown only now.')
    expect(await run('event-pipeline')).toEqual({
      code: 1,
      out: '',
      err: 'There is a service token named event-pipeline already.\n',
    })
    const listed = await run('--list')
    expect(listed.out).toMatch(/^event-pipeline {2}made \S+ {2}never used\n$/)
    expect((await run('--revoke', 'event-pipeline')).out).toBe(
      'The token of event-pipeline no longer works.\n',
    )

    const database = await openDatabase({ dataDir: folder, log: () => undefined })
    const db = connect(database.pool)
    const rows = await db.selectFrom('service_tokens').selectAll().execute()
    const trail = await db.selectFrom('audit_events').select(['action', 'actor_kind', 'changes']).execute()
    await database.close()
    expect(rows).toMatchObject([{ name: 'event-pipeline', token_hash: hashToken(token) }])
    expect(JSON.stringify([rows, trail])).not.toContain(token)
    expect(trail).toMatchObject([
      { action: 'service_token.created', actor_kind: 'command', changes: { name: [null, 'event-pipeline'] } },
      { action: 'service_token.revoked', actor_kind: 'command' },
    ])
  },
)

test.each([[[]], [['two', 'names']], [['-name']], [['--revoke']], [['a name']]])(
  'the command asked with %j says how it is used',
  async (args) => {
    const said = await run(...args)
    expect([said.code, said.out]).toEqual([2, ''])
    expect(said.err).toContain('Usage: npm run create-service-token -- NAME')
  },
)

test('a token works until it is revoked, and tells when it was last used; its name is then free again', async () => {
  const { services, clock } = await startTestServer()
  const lastUse = async () => {
    const row = await services.db
      .selectFrom('service_tokens')
      .select('last_used_at')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    return row.last_used_at
  }
  const token = await createServiceToken(services, 'pipeline')
  expect(await lastUse()).toBeNull()
  expect(await serviceOfToken(services, token)).toMatchObject({ name: 'pipeline' })
  const first = await lastUse()
  expect(first).not.toBeNull()
  await serviceOfToken(services, token)
  expect(await lastUse()).toBe(first)
  clock.advance(60_000)
  await serviceOfToken(services, token)
  expect(await lastUse()).not.toBe(first)
  await revokeServiceToken(services, 'pipeline')
  await expect(revokeServiceToken(services, 'pipeline')).rejects.toThrow(
    'There is no service token named pipeline.',
  )
  expect(await serviceOfToken(services, token)).toBeNull()
  const next = await createServiceToken(services, 'pipeline')
  expect(await serviceOfToken(services, next)).toMatchObject({ name: 'pipeline' })
})
