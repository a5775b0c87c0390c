import { browserName } from '@trestle/domain/accounts/rules.ts'
import type { SecurityEventKind } from '@trestle/domain/securityEvents/kinds.ts'
import type { AuditActor } from '../access/actor.ts'
import { toSubnet } from '../access/network.ts'
import type { Db } from '../db/schema.ts'
import type { BrowserClient } from '../http/route.ts'
import type { Services } from '../services.ts'
import { insertSecurityEvent } from './store.ts'

export interface SecurityEvent {
  kind: SecurityEventKind
  /** The developer whose account it is about. Null if no account has the address that someone typed. */
  developer_id: number | null
  /** The browser of the account's owner or of the person who tried to sign in; never a staff member's. */
  client?: Pick<BrowserClient, 'address' | 'userAgent'>
  /** An address typed by someone who may not be its owner. Only a keyed hash is stored. */
  typed_email?: string
  /** Other details that the owner may know, such as the name of a token. Never a secret. */
  details?: Record<string, string | number>
}

/** The purpose of hashing a typed address, so that its hashes for other purposes differ. */
const typedEmail = 'typed email address'

/** Returns the hashes that a typed address may be stored with: the first is the current one. */
export const hashTypedEmail = ({ encryption }: Pick<Services, 'encryption'>, email: string): Buffer[] =>
  encryption.hash(email, typedEmail)

/**
 * Adds an event to the security log, in the transaction of the change that it describes, or without one if nothing
 * changed, such as when a sign-in is refused.
 */
export async function recordSecurityEvent(
  db: Db,
  services: Pick<Services, 'now' | 'encryption'>,
  by: AuditActor,
  { kind, developer_id, client, typed_email, details = {} }: SecurityEvent,
): Promise<void> {
  await insertSecurityEvent(db, {
    at: services.now(),
    kind,
    developer_id,
    actor_kind: by.kind,
    actor_id: by.actor_id,
    typed_email_hash: typed_email === undefined ? null : (hashTypedEmail(services, typed_email)[0] ?? null),
    network: client ? toSubnet(client.address) : null,
    browser: client ? browserName(client.userAgent) : null,
    details: JSON.stringify(details),
    request_id: by.request_id,
  })
}
