import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { sql } from 'kysely'
import { attemptsIn } from '../../accounts/attempts/store.ts'
import { isUsableSecret, type UsableSecret } from '../../credentials/secrets/store.ts'
import { preparedList } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import {
  clientAndCredentials,
  clientColumns,
  isUsableClient,
  newestVersion,
  preparedFor,
  type ClientRow,
  type NewestVersion,
} from '../clients/store.ts'
import { tokenWithGrant, toStoredToken, type StoredToken, type TokenRow } from '../tokens/store.ts'

/** The data about a client that its call needs, read together. Most calls need nothing else. */
export interface Caller {
  /** How often its network has failed to authenticate as this client since the start of the window. */
  failed: number
  client: ClientRow | undefined
  secrets: UsableSecret[]
  version: NewestVersion | undefined
  /** The hash of the code or refresh token that the call redeems, and that token if it was found. */
  tokenHash: Buffer | null
  token: StoredToken | undefined
}

export interface CallerQuery {
  /** Null for a request with no client id or an unknown one. */
  clientId: string | null
  attempts: { key: string; windowStart: Date }
  /** Whether the call needs the manifest, which may be long. */
  withContent: boolean
  /** The hash of the code or refresh token that the call redeems, if any. */
  tokenHash: Buffer | null
}

type CallerRow = { failed: number } & (TokenRow | { payload?: undefined }) &
  (
    | (ClientRow & {
        secrets: { id: number; hash: string }[]
        app_version_id: string | null
        content: string | null
      })
    | { app_id: null }
  )

/**
 * Finds the client of each call, in the order of the calls, unless it can't be used. It comes with its usable secrets,
 * its newest version and the token that the call redeems.
 */
export async function findCallers(
  db: Db,
  environment: CredentialEnvironment,
  queries: CallerQuery[],
  now: Date,
): Promise<Caller[]> {
  const clientIds = queries.map(({ clientId }) => clientId)
  const keys = queries.map(({ attempts }) => attempts.key)
  const starts = queries.map(({ attempts }) => attempts.windowStart.toISOString())
  const withContents = queries.map(({ withContent }) => withContent)
  const hashes = queries.map(({ tokenHash }) => tokenHash?.toString('hex') ?? null)
  const withTokens = hashes.some((hash) => hash !== null)
  const { rows } = await sql<CallerRow>`
    ${preparedFor(withTokens ? 'oauth_callers_with_tokens' : 'oauth_callers', environment)}
    select ${attemptsIn(sql`call.key`, sql`call.window_start`)} as failed, found.*
      ${withTokens ? sql`, stored.*` : sql``}
    from unnest(${preparedList(clientIds, 'text')}, ${preparedList(keys, 'text')},
      ${preparedList(starts, 'timestamptz')}, ${preparedList(withContents, 'boolean')}
      ${withTokens ? sql`, ${preparedList(hashes, 'text')}` : sql``})
      with ordinality as call (client_id, key, window_start, with_content, ${withTokens ? sql`token_hash, ` : sql``}ordinal)
    left join lateral (
      select ${clientColumns}, newest.app_version_id,
        case when call.with_content then newest.content::text end as content,
        (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'hash', encode(hash, 'hex'))), '[]')
          from client_secrets
          where app_id = client.app_id and environment = ${environment} and ${isUsableSecret(now)}) as secrets
      from ${clientAndCredentials(environment)}
      left join lateral ${newestVersion(environment, sql`client.app_id`)} newest on true
      where ${isUsableClient(environment, sql`call.client_id`)}
    ) found on true
    ${withTokens ? sql`left join lateral (${tokenWithGrant(environment, sql`decode(call.token_hash, 'hex')`)}) stored on true` : sql``}
    order by call.ordinal`.execute(db)
  return rows.map((row, index) => toCaller(row, queries[index]?.tokenHash ?? null))
}

function toCaller(row: CallerRow, tokenHash: Buffer | null): Caller {
  const { failed } = row
  const redeemed = { tokenHash, token: toStoredToken(row) }
  if (row.app_id === null) return { failed, client: undefined, secrets: [], version: undefined, ...redeemed }
  const { app_id, client_id, name, redirect_uri, allowed_cors_domain, confidential, generation } = row
  return {
    failed,
    client: { app_id, client_id, name, redirect_uri, allowed_cors_domain, confidential, generation },
    secrets: row.secrets.map(({ id, hash }) => ({ id, hash: Buffer.from(hash, 'hex') })),
    version:
      row.app_version_id === null ? undefined : { app_version_id: row.app_version_id, content: row.content },
    ...redeemed,
  }
}
