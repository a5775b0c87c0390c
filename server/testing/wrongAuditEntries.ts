import type { Database } from '../src/db/pool.ts'

/** The subjects of audit log entries, each with its app. Some of these rows can be deleted. */
const subjects = [
  `select 'app' as type, id, id as app_id from developer_apps`,
  `select 'app_version', id, developer_app_id from app_versions`,
  `select 'client_secret', id, app_id from client_secrets`,
  `select 'contact', id, app_id from contacts`,
  `select 'invitation', id, app_id from invitations`,
  `select 'media', id, developer_app_id from media`,
  `select 'sandbox', id, developer_app_id from sandboxes`,
  `select 'submission', id, developer_app_id from submissions`,
  `select 'usage_report', id, developer_app_id from usage_reports`,
]

/**
 * Lists the audit log entries that name an app other than their subject's, or none, because the app's own log would
 * miss them.
 */
export async function findWrongAuditEntries({ pool }: Pick<Database, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ entry: string }>(
    `select concat_ws(' ', action, 'names the app', coalesce(event.app_id::text, 'null'), 'and the',
       subject_type, subject_id, 'of the app', subject.app_id) as entry
     from audit_events event
     join (${subjects.join(' union all ')}) subject on type = subject_type and subject.id::text = subject_id
     where event.app_id is distinct from subject.app_id
     order by event.id`,
  )
  return rows.map(({ entry }) => entry)
}
