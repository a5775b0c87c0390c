import type pg from 'pg'
import { quote } from './catalogue.ts'

interface Rights {
  user: string
  encoding: string
  is_read_only: boolean
  can_create: boolean
  can_extend: boolean
  has_trigrams: boolean
  has_trigrams_installed: boolean
  /** The owner of tables that the role can't change. */
  other_owner: string | null
  is_owner_administrator: boolean
}

const selectRights = `select current_user as user, current_setting('server_encoding') as encoding,
  current_setting('transaction_read_only') = 'on' as is_read_only,
  coalesce(has_schema_privilege(current_schema(), 'create'), false) as can_create,
  has_database_privilege(current_database(), 'create') as can_extend,
  exists (select 1 from pg_available_extensions where name = 'pg_trgm') as has_trigrams,
  exists (select 1 from pg_extension where extname = 'pg_trgm') as has_trigrams_installed,
  other.rolname as other_owner, coalesce(other.rolsuper, false) as is_owner_administrator
from (values (1)) as one left join lateral (
  select rolname, rolsuper from pg_class join pg_roles on pg_roles.oid = relowner
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not pg_has_role(relowner, 'usage')
  limit 1
) as other on true`

/**
 * Returns one line for each thing that migrations need but the database lacks or the role can't do, and how to fix it.
 */
export async function findMissingRights(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<Rights>(selectRights)
  const [rights] = rows
  if (!rights) return []
  const { user, encoding, is_read_only, can_create, can_extend, has_trigrams, has_trigrams_installed } =
    rights
  return [
    encoding !== 'UTF8' &&
      `The database has the encoding ${encoding}. Create one with: create database … template template0 encoding 'UTF8';`,
    is_read_only && 'The database is read-only: it may be a standby.',
    !can_create &&
      `The role ${user} can't create tables. Run once: grant create on schema public to ${quote(user)};`,
    explainOwner(rights),
    !has_trigrams && 'The extension pg_trgm is not available. Install the contrib package of PostgreSQL.',
    has_trigrams &&
      !has_trigrams_installed &&
      !can_extend &&
      `The role ${user} can't add an extension. Run once as an administrator: create extension pg_trgm;`,
  ].filter((line) => typeof line === 'string')
}

function explainOwner({ user, other_owner: owner, is_owner_administrator }: Rights): string | false {
  if (owner === null) return false
  return is_owner_administrator
    ? `The role ${user} can't change tables of the administrator ${owner}. Make ${user} the owner of every table.`
    : `The role ${user} can't change tables of ${owner}. Run once: grant ${quote(owner)} to ${quote(user)};`
}
