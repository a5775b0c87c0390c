// @module-tag engine
import { randomBytes } from 'node:crypto'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { buildDeveloper } from '../../testing/build.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { changeKeys } from './changeKeys.ts'
import { encryptedColumns, type EncryptedColumn } from './columns.ts'
import { createEncryption } from './encryption.ts'

const [older, newer] = [randomBytes(32), randomBytes(32)]
const secret = Buffer.from('12345678901234567890')

async function buildSecrets(server: TestServer, count: number): Promise<void> {
  const { db } = server.services
  const encryption = createEncryption<EncryptedColumn>([older])
  for (let index = 0; index < count; index += 1) {
    const { id } = await buildDeveloper(server)
    await db
      .insertInto('totp_secrets')
      .values({
        developer_id: id,
        secret: encryption.encrypt(secret, 'totp_secrets.secret'),
        created_at: new Date(),
      })
      .execute()
  }
}

/** Runs `action` each time the values of authenticator apps have been listed, before any is replaced. */
const afterListing = (action: () => Promise<unknown>): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    if (result.rows.some((row) => 'location' in row)) await action()
    return result
  },
})

test.each([
  { times: 1, changed: 3, remaining: 0 },
  { times: Infinity, changed: 2, remaining: 1 },
])(
  'changes the key of a row that someone updates during the change, and reports one that keeps changing: $times',
  async ({ times, changed, remaining }) => {
    const server = await startTestServer()
    const { db } = server.services
    await buildSecrets(server, 3)
    const { developer_id: busy } = await db
      .selectFrom('totp_secrets')
      .select('developer_id')
      .executeTakeFirstOrThrow()
    let updates = 0
    const signIn = async () => {
      if (updates >= times) return
      updates += 1
      // Like an accepted code: the row moves, but its secret stays the same.
      await db
        .updateTable('totp_secrets')
        .set({ last_step: updates })
        .where('developer_id', '=', busy)
        .execute()
    }
    const encryption = createEncryption<EncryptedColumn>([newer, older])
    const beside = db.withPlugin(afterListing(signIn))
    expect(await changeKeys(beside, encryption, encryptedColumns)).toEqual({
      changed,
      remaining,
      unreadable: 0,
    })

    const stored = await db.selectFrom('totp_secrets').select('secret').execute()
    expect(stored.filter((row) => !encryption.isCurrent(row.secret))).toHaveLength(remaining)
    const { last_step: step } = await db
      .selectFrom('totp_secrets')
      .select('last_step')
      .where('developer_id', '=', busy)
      .executeTakeFirstOrThrow()
    expect(step).toBe(updates)
  },
)
