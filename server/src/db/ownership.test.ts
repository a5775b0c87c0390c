// @module-tag engine
import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/**
 * The feature whose store writes each table, or the features that each write their own columns. Deleting an account
 * removes its person from tables of other features.
 */
const owners: Record<string, string | string[]> = {
  developers: 'accounts',
  sessions: 'accounts',
  email_tokens: 'accounts',
  attempts: 'accounts',
  audit_events: 'audit',
  retained_since: 'retention',
  last_backup: 'backups',
  jobs: 'jobs',
  mails: ['mail', 'accounts'],
  mail_windows: ['mail', 'accounts'],
  analytics_events: 'analytics',
  developer_apps: ['apps', 'credentials', 'listings', 'manifests'],
  collaborators: ['collaborators', 'accounts'],
  invitations: ['collaborators', 'accounts'],
  sandboxes: ['sandboxes', 'credentials'],
  app_versions: 'manifests',
  version_reviews: 'manifests',
  service_tokens: 'accounts',
  platform_events: 'metrics',
  installation_events: 'metrics',
  installations: 'metrics',
  daily_installations: 'metrics',
  marketplace_view_visitors: 'metrics',
  marketplace_views: 'metrics',
  api_call_records: 'metrics',
  usage_reports: ['metrics', 'accounts'],
  mail_attachments: 'mail',
  daily_mails: 'mail',
  daily_mail_runs: 'mail',
  notification_preferences: 'notificationPreferences',
  files: 'files',
  storage_claims: 'files',
  contacts: ['apps', 'accounts'],
  notifications: 'notifications',
  notification_reads: 'notifications',
  notification_feeds: 'notifications',
  submissions: 'listings',
  submission_events: 'listings',
  submission_media: 'listings',
  media: 'listings',
  hosted_videos: 'files',
  marketplace_salts: 'marketplace',
  list_counts: 'lists',
  audit_counts: 'audit',
  quota_buckets: 'quotas',
  quota_bucket_changes: 'quotas',
  quota_counters: 'quotas',
  quota_checks: 'quotas',
  quota_answers: 'quotas',
  drafts: 'drafts',
  oauth_grants: 'oauth',
  oauth_events: 'oauth',
  revoked_tokens: 'oauth',
  oauth_interactions: 'oauth',
  oauth_keys: 'oauth',
  oauth_tokens: 'oauth',
  client_secrets: 'credentials',
  app_credentials: 'credentials',
  client_secret_uses: 'credentials',
  personal_access_tokens: 'personalTokens',
  idempotency_keys: 'idempotency',
  pending_sign_ins: 'accounts',
  totp_secrets: 'accounts',
  passkeys: 'accounts',
  email_changes: 'accounts',
  recovery_codes: 'accounts',
  factor_resets: 'accounts',
  terms_acceptances: 'accounts',
  webauthn_challenges: 'accounts',
  suspensions: 'accounts',
  security_events: 'securityEvents',
  sign_in_bursts: 'securityEvents',
  sandbox_projects: 'platformApi',
  sandbox_rfis: 'platformApi',
}
const source = new URL('../', import.meta.url)

/** A call of the query builder, a statement in SQL, a deletion in batches, or a merger of counters. */
const write =
  /(?:insertInto|updateTable|deleteFrom)\('(\w+)|(?:insert into|delete from) (\w+)|(?:deleteUpTo\(\w+, limit, |createMerger\(\w+, )\{\s+table: '(\w+)/g

test('writes each table from the stores of its features only', async () => {
  const names = await readdir(source, { recursive: true })
  const writes = await Promise.all(
    names
      .filter((name) => name.endsWith('store.ts'))
      .map(async (name) => {
        const text = await readFile(new URL(name, source), 'utf8')
        const tables = [...text.matchAll(write)].map(([, ...found]) =>
          found.find((name) => name !== undefined),
        )
        return tables.map((table) => ({ table, feature: name.split('/')[0] }))
      }),
  )
  const known = writes.flat()
  expect(new Set(known.map(({ table }) => table))).toEqual(new Set(Object.keys(owners)))
  expect(known.filter(({ table = '', feature = '' }) => ![owners[table]].flat().includes(feature))).toEqual(
    [],
  )
})
