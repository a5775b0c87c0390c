// Refresh tokens of the portal in bulk, by SQL alone: copies of a real one, each with its own person and grant.
import type { Database } from '../server/src/db/pool.ts'

/** Returns the value of a refresh token that `copyRefreshTokens` wrote. */
export const copiedToken = (label: string, n: number): string => `${label}-${n}`

/** Writes copies of the newest refresh token, numbered from 1. */
export async function copyRefreshTokens(
  { pool }: Pick<Database, 'pool'>,
  label: string,
  count: number,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    // The deferred checks of a million foreign keys take longer than the rows.
    await client.query('set local session_replication_role = replica')
    await client.query(
      `with people as (select id, row_number() over (order by id) - 1 as place from developers),
         template as (select * from oauth_grants order by created_at desc limit 1)
       insert into oauth_grants (id, environment, app_id, developer_id, is_remembered, created_at)
       select md5($1 || n)::uuid, template.environment, template.app_id, people.id, false, now()
       from generate_series(1, $2::integer) n
       join people on people.place = n % (select count(*) from people), template`,
      [label, count],
    )
    await client.query(
      `with template as (
         select * from oauth_tokens where kind = 'RefreshToken' and consumed_at is null
         order by created_at desc limit 1
       )
       insert into oauth_tokens (hash, environment, kind, grant_id, generation, payload, created_at, expires_at)
       select sha256(convert_to(template.environment || ':' || kind || ':' || $1 || '-' || n, 'UTF8')),
         template.environment, kind, consent.id, generation,
         payload || jsonb_build_object('grantId', consent.id, 'accountId', consent.developer_id::text),
         template.created_at, template.expires_at
       from generate_series(1, $2::integer) n join oauth_grants consent on consent.id = md5($1 || n)::uuid, template`,
      [label, count],
    )
    await client.query('commit')
    // Like autovacuum, which is off here. Otherwise the plans for an empty table would remain.
    await client.query('analyze oauth_tokens, oauth_grants')
  } finally {
    client.release(true)
  }
}
