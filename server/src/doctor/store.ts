import type pg from 'pg'
import { isPooled, readBackendId } from '../db/prepared.ts'

export interface Facts {
  version: string
  is_encrypted: boolean
  user: string
  zone: string
  date_style: string
  statement_timeout: string
  lock_timeout: string
  idle_timeout: string
  connections: number
}

const selectFacts = `select current_setting('server_version') as version,
  coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as is_encrypted,
  current_user as user, current_setting('TimeZone') as zone, current_setting('DateStyle') as date_style,
  current_setting('statement_timeout') as statement_timeout, current_setting('lock_timeout') as lock_timeout,
  current_setting('idle_in_transaction_session_timeout') as idle_timeout,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections`

export async function readFacts(pool: pg.Pool): Promise<Facts> {
  const { rows } = await pool.query<Facts>(selectFacts)
  const [facts] = rows
  if (!facts) throw new Error('The database did not answer.')
  return facts
}

/** Returns the time of the database, in milliseconds since 1970. */
export async function readClock(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ ms: string }>(
    `select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as ms`,
  )
  return Number(rows[0]?.ms)
}

export type Pooler = 'none' | 'session' | 'transaction'

/**
 * Finds out what kind of pooler, if any, is between the portal and PostgreSQL, by the process that answers each of two
 * connections.
 */
export async function findPooler(pool: pg.Pool): Promise<Pooler> {
  const first = await pool.connect()
  try {
    const answeredFirst = await readBackendId(first)
    if (!isPooled(first, answeredFirst)) return 'none'
    // The first client is still connected, so only a pooler that shares connections can give its process away.
    return (await readBackendIdOfAnother(pool)) === answeredFirst ? 'transaction' : 'session'
  } finally {
    first.release()
  }
}

async function readBackendIdOfAnother(pool: pg.Pool): Promise<number | undefined> {
  const client = await pool.connect()
  try {
    return await readBackendId(client)
  } finally {
    client.release()
  }
}
