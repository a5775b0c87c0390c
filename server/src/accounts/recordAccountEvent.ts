import type { AuditAction } from '@trestle/domain/audit/actions.ts'
import type { SecurityEventKind } from '@trestle/domain/securityEvents/kinds.ts'
import type { AuditActor } from '../access/actor.ts'
import { recordAudit, type AuditEntry } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { recordSecurityEvent, type SecurityEvent } from '../securityEvents/record.ts'
import type { Services } from '../services.ts'

/**
 * An event with the same name in both logs. `changes` are for the audit log, `details` for the owner of the account.
 */
export interface AccountEvent extends Pick<AuditEntry, 'changes'>, Pick<SecurityEvent, 'client' | 'details'> {
  action: AuditAction & SecurityEventKind
  developer_id: number
  /** The subject of the event, if it isn't the whole account. */
  subject?: AuditEntry['subject']
}

/** Records an event of an account in the audit log and in the account's security log. */
export async function recordAccountEvent(
  tx: Tx,
  services: Pick<Services, 'now' | 'encryption'>,
  by: AuditActor,
  {
    action,
    developer_id,
    subject = { type: 'developer', id: developer_id },
    changes,
    ...shown
  }: AccountEvent,
): Promise<void> {
  await recordAudit(tx, by, services.now(), { action, subject, ...(changes && { changes }) })
  await recordSecurityEvent(tx, services, by, { kind: action, developer_id, ...shown })
}
