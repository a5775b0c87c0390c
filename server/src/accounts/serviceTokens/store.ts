import type { Insertable, Selectable } from 'kysely'
import type { Db, ServiceTokensTable, Tx } from '../../db/schema.ts'

export type ServiceTokenRow = Selectable<ServiceTokensTable>

/** Returns the new row's id, or null if a valid token already has this name. */
export async function insertServiceToken(
  tx: Tx,
  token: Insertable<ServiceTokensTable>,
): Promise<number | null> {
  const row = await tx
    .insertInto('service_tokens')
    .values(token)
    .onConflict((conflict) => conflict.column('name').where('revoked_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Finds a valid token by its hash, so that the duration of the search reveals nothing about the token. */
export async function findServiceToken(
  db: Db,
  tokenHash: Buffer,
  at: Date,
): Promise<ServiceTokenRow | undefined> {
  return db
    .selectFrom('service_tokens')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', at.toISOString())]))
    .executeTakeFirst()
}

/** Records a use, unless one since `staleBefore` is recorded, so that only one of many concurrent calls writes. */
export async function touchServiceToken(
  db: Db,
  id: number,
  { usedAt, staleBefore }: { usedAt: Date; staleBefore: Date },
): Promise<void> {
  await db
    .updateTable('service_tokens')
    .set({ last_used_at: usedAt })
    .where('id', '=', id)
    .where((row) =>
      row.or([row('last_used_at', 'is', null), row('last_used_at', '<=', staleBefore.toISOString())]),
    )
    .execute()
}

/** Revokes the token with this name. Returns null when there is none. */
export async function revokeToken(tx: Tx, name: string, revokedAt: Date): Promise<number | null> {
  const row = await tx
    .updateTable('service_tokens')
    .set({ revoked_at: revokedAt })
    .where('name', '=', name)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Returns when the newest revoked token with this name was revoked. */
export async function findRevocation(db: Db, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('service_tokens')
    .select('revoked_at')
    .where('name', '=', name)
    .where('revoked_at', 'is not', null)
    .orderBy('revoked_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.revoked_at ?? undefined
}

export async function listServiceTokens(db: Db): Promise<Omit<ServiceTokenRow, 'token_hash'>[]> {
  return db
    .selectFrom('service_tokens')
    .select(['id', 'name', 'scopes', 'created_at', 'last_used_at', 'expires_at', 'revoked_at'])
    .orderBy('id')
    .execute()
}
