import type { AuditEventRow, listAuditEvents } from '@trestle/domain/audit/contract.ts'
import type { InputOf } from '@trestle/domain/http/endpoint.ts'
import type { Paged } from '@trestle/domain/http/paging.ts'
import type { Table } from '../text/csv.ts'
import { toPage } from '../lists/toPage.ts'
import { inBatches } from '../lists/inBatches.ts'
import { firstDayOfMonth } from '../retention/deleteOld.ts'
import type { Services } from '../services.ts'
import { listAudit, listAuditBefore, type AuditRow } from './store.ts'

type Query = InputOf<typeof listAuditEvents>['query']

const describe = (row: AuditRow): AuditEventRow => ({
  id: row.id,
  at: row.at,
  actor_kind: row.actor_kind,
  actor:
    row.actor_id === null || row.actor_name === null || row.actor_email === null
      ? null
      : { id: row.actor_id, name: row.actor_name, email: row.actor_email },
  token:
    row.token_id === null ? null : { id: row.token_id, name: row.token_name, last_four: row.token_last_four },
  action: row.action,
  app: row.app_id === null || row.app_name === null ? null : { id: row.app_id, internal_name: row.app_name },
  subject: { type: row.subject_type, id: row.subject_id },
  changes: row.changes,
  request_id: row.request_id,
})

/** Lists audit events, newest first. */
export async function listEvents({ db, now }: Services, query: Query): Promise<Paged<AuditEventRow>> {
  const { rows, ...size } = await listAudit(db, query.filters ?? {}, toPage(query), firstDayOfMonth(now(), 1))
  return { rows: rows.map(describe), ...size }
}

export function exportEvents({ db }: Services, { filters = {} }: Pick<Query, 'filters'>): Table {
  return {
    header: [
      'id',
      'at',
      'actor_kind',
      'actor_name',
      'actor_email',
      'action',
      'app_id',
      'app_name',
      'subject_type',
      'subject_id',
      'changes',
      'request_id',
      'token_id',
      'token_name',
    ],
    batches: inBatches(
      (last: AuditRow | undefined, limit) => listAuditBefore(db, filters, last, limit),
      (row) => [
        row.id,
        row.at,
        row.actor_kind,
        row.actor_name,
        row.actor_email,
        row.action,
        row.app_id,
        row.app_name,
        row.subject_type,
        row.subject_id,
        JSON.stringify(row.changes),
        row.request_id,
        row.token_id,
        row.token_name,
      ],
    ),
  }
}
