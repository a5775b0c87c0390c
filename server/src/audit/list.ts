import { auditActions, auditSubjects } from '@trestle/domain/audit/actions.ts'
import { getAuditVocabulary } from '@trestle/domain/audit/calls.ts'
import type { AuditEventRow, listAuditEvents } from '@trestle/domain/audit/contract.ts'
import { findSubjectName } from '@trestle/domain/audit/subjectName.ts'
import type { InputOf } from '@trestle/domain/http/endpoint.ts'
import type { Paged } from '@trestle/domain/http/paging.ts'
import type { Table } from '../text/csv.ts'
import { toPage } from '../lists/toPage.ts'
import { inBatches } from '../lists/inBatches.ts'
import { refuseUnknown } from '../lists/refuseUnknown.ts'
import { firstDayOfMonth } from '../retention/deleteOld.ts'
import type { Db } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { listAudit, listAuditBefore, readVocabulary, type AuditRow } from './store.ts'

type Query = InputOf<typeof listAuditEvents>['query']

const toSubjectName = (row: AuditRow) => row.subject_name ?? findSubjectName(row.subject_type, row.changes)

const presentEvent = (row: AuditRow): AuditEventRow => ({
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
  subject: { type: row.subject_type, id: row.subject_id, name: toSubjectName(row) },
  changes: row.changes,
  request_id: row.request_id,
})

/** Refuses actions and subject types that can't match an entry. */
async function checkFilters(db: Db, { action, subject_type: subjectType }: NonNullable<Query['filters']>) {
  await refuseUnknown({
    path: 'filters.action',
    value: action,
    known: auditActions,
    choices: `those that ${getAuditVocabulary.method} ${getAuditVocabulary.path} lists`,
    isStored: async (value) => (await readVocabulary(db)).actions.includes(value),
  })
  await refuseUnknown({
    path: 'filters.subject_type',
    value: subjectType,
    known: auditSubjects,
    isStored: async (value) => (await readVocabulary(db)).subject_types.includes(value),
  })
}

/** Lists audit events, newest first. */
export async function listEvents({ db, now }: Services, query: Query): Promise<Paged<AuditEventRow>> {
  await checkFilters(db, query.filters ?? {})
  const { rows, ...size } = await listAudit(db, query.filters ?? {}, toPage(query), firstDayOfMonth(now(), 1))
  return { rows: rows.map(presentEvent), ...size }
}

export async function exportEvents(
  { db }: Services,
  { filters = {} }: Pick<Query, 'filters'>,
): Promise<Table> {
  await checkFilters(db, filters)
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
      'subject_name',
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
        toSubjectName(row),
        JSON.stringify(row.changes),
        row.request_id,
        row.token_id,
        row.token_name,
      ],
    ),
  }
}
