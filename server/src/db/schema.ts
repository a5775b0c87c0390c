import type { SignInMethod } from '@trestle/domain/accounts/sessions.ts'
import type { TokenAction } from '@trestle/domain/access/tokenActions.ts'
import type { ServiceScope } from '@trestle/domain/access/serviceScopes.ts'
import type { AuditAction, AuditSubject } from '@trestle/domain/audit/actions.ts'
import type { DraftKind } from '@trestle/domain/drafts/contract.ts'
import type { JobState } from '@trestle/domain/jobs/states.ts'
import type { Delivery, PreferenceKind } from '@trestle/domain/notificationPreferences/kinds.ts'
import type { Limit, QuotaServer, WindowState } from '@trestle/domain/quotas/rules.ts'
import type { CostImpact, RfiStatus } from '@trestle/domain/platformApi/contract.ts'
import type { SecurityEventKind } from '@trestle/domain/securityEvents/kinds.ts'
import type { BucketState, QuotaAnswer, bucketChangeKinds } from '@trestle/domain/quotas/contract.ts'
import type { ColumnType, GeneratedAlways, Kysely, Transaction } from 'kysely'

/** The rows of each table as the driver returns them: times and dates are ISO text, bigint is a number. */

type Timestamp = ColumnType<string, string | Date, string | Date>
type NullableTimestamp = ColumnType<string | null, string | Date | null | undefined, string | Date | null>
type Defaulted<T> = ColumnType<T, T | undefined, T>
type Json<T> = ColumnType<T, string | undefined, string>

export interface DevelopersTable {
  id: GeneratedAlways<number>
  email: string
  first_name: string
  last_name: string
  name: GeneratedAlways<string>
  company_name: Defaulted<string>
  password_hash: string
  procore_id: ColumnType<number | null, number | null | undefined, number | null>
  is_admin: Defaulted<boolean>
  is_employee: Defaulted<boolean>
  is_partner: Defaulted<boolean>
  email_confirmed_at: NullableTimestamp
  /** When platform staff replaced the address. */
  email_changed_at: NullableTimestamp
  terms_version: string
  terms_accepted_at: Timestamp
  last_sign_in_at: NullableTimestamp
  /** Set once its owner deleted the account. Nothing personal is left in the row. */
  deleted_at: NullableTimestamp
  created_at: Timestamp
  updated_at: Timestamp
  search_text: GeneratedAlways<string>
  /** Set with the first passkey. */
  webauthn_user_id: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  /** When the grace period of staff without a second factor starts. */
  factor_grace_from: ColumnType<string, string | Date | undefined, string | Date>
}

export interface PasskeysTable {
  id: GeneratedAlways<number>
  developer_id: number
  credential_id: Buffer
  public_key: Buffer
  counter: number
  transports: string[]
  backed_up: boolean
  name: string
  created_at: Timestamp
  last_used_at: NullableTimestamp
}

export interface TotpSecretsTable {
  developer_id: number
  /** Encrypted. */
  secret: Buffer
  created_at: Timestamp
  confirmed_at: NullableTimestamp
  last_step: ColumnType<number | null, number | null | undefined, number | null>
}

export interface RecoveryCodesTable {
  developer_id: number
  code_hash: Buffer
  created_at: Timestamp
  used_at: NullableTimestamp
}

/** A sign-in with the right password that waits for a second factor. */
export interface PendingSignInsTable {
  id: GeneratedAlways<number>
  developer_id: number
  token_hash: Buffer
  created_at: Timestamp
  expires_at: Timestamp
}

export type ChallengePurpose = 'registration' | 'sign_in' | 'second_factor' | 'confirmation'

export interface WebauthnChallengesTable {
  challenge_hash: Buffer
  purpose: ChallengePurpose
  session_id: number | null
  pending_id: number | null
  expires_at: Timestamp
}

export interface FactorResetsTable {
  id: GeneratedAlways<number>
  developer_id: number
  reason: string
  requested_by: number
  requested_at: Timestamp
  effective_at: Timestamp
  token_hash: Buffer
  canceled_at: NullableTimestamp
  done_at: NullableTimestamp
}

export interface SessionsTable {
  id: GeneratedAlways<number>
  developer_id: number
  token_hash: Buffer
  address: string
  user_agent: string
  created_at: Timestamp
  last_seen_at: Timestamp
  /** When the session ends if it isn't used again. */
  expires_at: Timestamp
  /** The times are null in sessions from a release that didn't store them. */
  authenticated_at: NullableTimestamp
  confirmed_at: NullableTimestamp
  methods: Defaulted<SignInMethod[]>
  absolute_expires_at: NullableTimestamp
}

export type EmailTokenPurpose = 'confirm_email' | 'reset_password'

export interface EmailTokensTable {
  id: GeneratedAlways<number>
  developer_id: number
  purpose: EmailTokenPurpose
  token_hash: Buffer
  created_at: Timestamp
  expires_at: Timestamp
  used_at: NullableTimestamp
}

export interface AttemptsTable {
  key: string
  window_start: Timestamp
  count: number
}

export type ActorKind = 'person' | 'visitor' | 'job' | 'command' | 'service'

/** Entries from an older release may have a value that is no longer in use. */
type AuditColumn<Known extends string> = ColumnType<string, Known, Known>

export type RetainedData = 'audit' | 'events' | 'calls'

/** The first day whose rows are complete. */
export interface RetainedSinceTable {
  data: RetainedData
  day: string
}

/** At most one row. */
export interface LastBackupTable {
  id: Defaulted<number>
  /** The moment whose data the newest complete backup contains. */
  made_at: Timestamp
}

export interface AuditEventsTable {
  id: GeneratedAlways<number>
  at: Timestamp
  actor_id: number | null
  actor_kind: ActorKind
  app_id: number | null
  action: AuditColumn<AuditAction>
  subject_type: AuditColumn<AuditSubject>
  subject_id: string
  changes: Json<Record<string, [unknown, unknown]>>
  request_id: string | null
  /** The personal access token that someone used to act. */
  token_id: ColumnType<number | null, number | null | undefined, never>
}

export interface SecurityEventsTable {
  id: GeneratedAlways<number>
  at: Timestamp
  /** An entry from an older release may have a kind that is no longer in use. */
  kind: ColumnType<string, SecurityEventKind, SecurityEventKind>
  developer_id: number | null
  actor_kind: ActorKind
  actor_id: number | null
  typed_email_hash: Buffer | null
  network: string | null
  browser: string | null
  details: Json<Record<string, string | number>>
  request_id: string | null
}

export interface SuspensionsTable {
  developer_id: number
  reason: string
  suspended_by: number
  suspended_at: Timestamp
}

export interface EmailChangesTable {
  id: GeneratedAlways<number>
  developer_id: number
  old_email: string
  new_email: string
  requested_at: Timestamp
  confirm_token_hash: Buffer
  confirm_until: Timestamp
  confirmed_at: NullableTimestamp
  undo_token_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  undo_until: NullableTimestamp
  undone_at: NullableTimestamp
  canceled_at: NullableTimestamp
}

export interface TermsAcceptancesTable {
  developer_id: number
  version: string
  accepted_at: Timestamp
}

/** At most one row. */
export interface SignInBurstsTable {
  only_row: Defaulted<boolean>
  last_seen_at: Timestamp
}

export interface JobsTable {
  id: GeneratedAlways<number>
  kind: string
  key: string
  payload: Json<unknown>
  state: Defaulted<JobState>
  is_low_priority: Defaulted<boolean>
  run_at: Timestamp
  attempts: Defaulted<number>
  max_attempts: Defaulted<number>
  locked_until: NullableTimestamp
  locked_by: ColumnType<string | null, string | null | undefined, string | null>
  canceled_at: NullableTimestamp
  last_error: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Timestamp
  finished_at: NullableTimestamp
}

export interface MailsTable {
  id: GeneratedAlways<number>
  kind: string
  recipient: string
  subject: string
  body: string
  created_at: Timestamp
  sent_at: NullableTimestamp
  /** The actor who caused it, as counted by the limit. */
  actor: Defaulted<string>
  admitted_at: NullableTimestamp
  /** The key of the job that sends it in a digest. */
  digest: ColumnType<string | null, string | null | undefined, string | null>
  unconfirmed_sends: Defaulted<number>
}

export interface MailWindowsTable {
  id: GeneratedAlways<number>
  actor: string
  kind: string
  recipient: string
  started_at: Timestamp
  count: number
  digests: Defaulted<number>
}

export interface AnalyticsEventsTable {
  id: GeneratedAlways<number>
  developer_id: number | null
  key: string
  properties: Json<Record<string, unknown>>
  at: Timestamp
}

export type GrantType = 'client_credentials' | 'implicit' | 'authorization_code'

interface SecretColumns {
  secret_hash: ColumnType<string | null, string | null | undefined, string | null>
  secret_last_four: ColumnType<string | null, string | null | undefined, string | null>
  secret_made_at: NullableTimestamp
}

export interface DeveloperAppsTable extends SecretColumns {
  id: GeneratedAlways<number>
  uid: string
  internal_name: string
  name: Defaulted<string>
  owner_id: number
  owner_role: GeneratedAlways<string>
  redirect_uri: Defaulted<string>
  allowed_cors_domain: Defaulted<string>
  legacy: Defaulted<boolean>
  connectable: Defaulted<boolean>
  confidential: Defaulted<boolean>
  grant_type: Defaulted<GrantType>
  thumbnail_key: ColumnType<string | null, string | null | undefined, string | null>
  app_id: ColumnType<string | null, string | null | undefined, string | null>
  published_app_version_id: ColumnType<string | null, string | null | undefined, string | null>
  marketplace_enabled: Defaulted<boolean>
  external_owner_id: ColumnType<number | null, number | null | undefined, number | null>
  /** The path of its page on the marketplace, set on first publication. */
  marketplace_slug: ColumnType<string | null, string | null | undefined, string | null>
  /** When the listing in review was submitted; null while none is. */
  marketplace_listing_in_review_at: NullableTimestamp
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}

type FileType = 'image/jpeg' | 'image/png' | 'application/pdf' | 'video/mp4' | 'video/quicktime'

/** The table behind the lists of apps. Only triggers write it, at the end of each transaction. */
export interface AppDirectoryTable {
  app_id: GeneratedAlways<number>
  name_key: GeneratedAlways<string>
  oauth_name_key: GeneratedAlways<string>
  owner_id: GeneratedAlways<number>
  owner_key: GeneratedAlways<string>
  uid: GeneratedAlways<string>
  sandbox_uid: GeneratedAlways<string | null>
  has_production_credentials: GeneratedAlways<boolean>
  created_at: GeneratedAlways<string>
  deleted_at: GeneratedAlways<string | null>
  listing_in_review_at: GeneratedAlways<string | null>
  version_in_review_at: GeneratedAlways<string | null>
  in_review_at: GeneratedAlways<string | null>
  search_text: GeneratedAlways<string>
}

/** The table behind the search of the marketplace. Only triggers write it, at the end of each transaction. */
export interface MarketplaceDirectoryTable {
  app_id: GeneratedAlways<number>
  submission_id: GeneratedAlways<number>
  name_key: GeneratedAlways<string>
  category_ids: GeneratedAlways<number[]>
  tool_ids: GeneratedAlways<number[]>
  region_ids: GeneratedAlways<number[]>
  country_ids: GeneratedAlways<number[]>
  search_text: GeneratedAlways<string>
}

export type CountedList = 'developers' | 'apps' | 'oauth_applications' | 'audit_events'

/** How many rows a part of a list has, as entries to be added up. */
export interface ListCountsTable {
  id: GeneratedAlways<number>
  list: CountedList
  part: string
  count: number
}

/** How many audit events a day, an action and a subject type have, as entries to be added up. */
export interface AuditCountsTable {
  id: GeneratedAlways<number>
  day: string
  action: string
  subject_type: string
  count: number
}

export interface FilesTable {
  key: string
  content_type: FileType
  bytes: number
  uploaded_by: number
  created_at: Timestamp
  /** Null while something shows the file. */
  unused_since: NullableTimestamp
}

export interface StorageClaimsTable {
  id: GeneratedAlways<number>
  app_id: number | null
  developer_id: number | null
  bytes: number
  created_at: Timestamp
  file_key: ColumnType<string | null, string | null | undefined, string | null>
  media_id: ColumnType<number | null, number | null | undefined, number | null>
}

export interface ContactsTable {
  id: GeneratedAlways<number>
  app_id: number
  name: string
  email: string
  created_at: Timestamp
  updated_at: Timestamp
}

export type AppRole = 'owner' | 'admin' | 'developer' | 'user'

export interface CollaboratorsTable {
  id: GeneratedAlways<number>
  app_id: number
  developer_id: number
  role: AppRole
  created_at: Timestamp
  updated_at: Timestamp
}

export type InvitationStatus = 'pending' | 'accepted' | 'canceled' | 'expired'

export interface InvitationsTable {
  id: GeneratedAlways<number>
  app_id: number
  email: string
  role: 'admin' | 'developer'
  /** A pending invitation past `expires_at` is expired, although its status stays pending. */
  status: Defaulted<InvitationStatus>
  token_hash: Buffer
  invited_by: number
  sent_at: Timestamp
  sent_count: Defaulted<number>
  expires_at: Timestamp
  accepted_by: ColumnType<number | null, number | null | undefined, number | null>
  accepted_at: NullableTimestamp
  created_at: Timestamp
  updated_at: Timestamp
}

export interface SandboxesTable extends SecretColumns {
  id: GeneratedAlways<number>
  developer_app_id: number
  status: Defaulted<'pending' | 'live' | 'failed'>
  requested_by: number
  requested_at: Timestamp
  company_id: ColumnType<number | null, number | null | undefined, number | null>
  url: ColumnType<string | null, string | null | undefined, string | null>
  app_id: ColumnType<string | null, string | null | undefined, string | null>
  redirect_uri: Defaulted<string>
  allowed_cors_domain: Defaulted<string>
  procore_app_id: ColumnType<string | null, string | null | undefined, string | null>
  /** Only read by the previous release: a sandbox has the privacy of its app. */
  confidential: Defaulted<boolean>
  grant_type: Defaulted<GrantType>
  created_at: Timestamp
  updated_at: Timestamp
}

export interface SandboxProjectsTable {
  id: GeneratedAlways<number>
  sandbox_id: number
  /** The index of its content in `sampleProjects`. */
  sample: number
  last_rfi_number: Defaulted<number>
  created_at: Timestamp
}

export interface SandboxRfisTable {
  id: GeneratedAlways<number>
  project_id: number
  number: ColumnType<number | null, number | null | undefined, number | null>
  subject: string
  question: string
  status: RfiStatus
  rfi_manager_id: number | null
  assignee_ids: number[]
  due_date: string | null
  location_id: number | null
  drawing_ids: number[]
  specification_section: string | null
  cost_impact: CostImpact
  cost_impact_amount: ColumnType<string | null, string | null | undefined, string | null>
  schedule_impact_days: ColumnType<number | null, number | null | undefined, number | null>
  is_private: Defaulted<boolean>
  idempotency_key: ColumnType<string | null, string | null | undefined, string | null>
  created_reply: ColumnType<string | null, string | null | undefined, string | null>
  request_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  created_at: Timestamp
  updated_at: Timestamp
  closed_at: NullableTimestamp
}

export type VersionableType = 'Sandbox' | 'ProductionEnvironment'
export type ReviewState = 'confidential' | 'in_review' | 'published'

export interface NotificationsTable {
  id: GeneratedAlways<number>
  title: string
  summary: string
  body: string
  critical: Defaulted<boolean>
  draft: Defaulted<boolean>
  show_after: ColumnType<string | null, string | null | undefined, string | null>
  visible: Defaulted<boolean>
  /** Developers with larger ids have no email about it yet. Null once all have one, or if it isn't critical. */
  mail_after: ColumnType<number | null, number | null | undefined, number | null>
  created_by: number
  created_at: Timestamp
  updated_at: Timestamp
}

export interface NotificationReadsTable {
  notification_id: number
  developer_id: number
  read_at: Timestamp
}

/** The private feed of one developer. Only `token_hash` is stored of its address. */
export interface NotificationFeedsTable {
  developer_id: number
  token_hash: Buffer
  made_at: Timestamp
  last_read_at: NullableTimestamp
}

export interface NotificationPreferencesTable {
  developer_id: number
  kind: PreferenceKind
  delivery: Delivery
  updated_at: Timestamp
}

export interface DailyMailsTable {
  mail_id: number
  developer_id: number
  held_at: GeneratedAlways<string>
}

export interface DailyMailRunsTable {
  developer_id: number
  sent_at: Timestamp
}

export interface DraftsTable {
  id: GeneratedAlways<number>
  developer_id: number
  kind: DraftKind
  developer_app_id: number | null
  notification_id: number | null
  content: string
  based_on: string | null
  updated_at: Timestamp
}

export interface AppVersionsTable {
  id: GeneratedAlways<number>
  app_version_id: string
  developer_app_id: number
  versionable_type: VersionableType
  version: number
  semantic_version: string | null
  /** The text as written, with its order of keys. Parse it to use it. */
  content: string
  has_data_connector: boolean
  state: ReviewState | null
  promoted_from: ColumnType<number | null, number | null | undefined, number | null>
  changelog: ColumnType<string | null, string | null | undefined, string | null>
  developer_notes: ColumnType<string | null, string | null | undefined, string | null>
  admin_notes: ColumnType<string | null, string | null | undefined, string | null>
  created_by: number
  in_review_at: NullableTimestamp
  published_at: NullableTimestamp
  /** The number of its newest round; 0 for a version that was never submitted. */
  review_round: Defaulted<number>
  /** The text emailed with the last decision. */
  decision_message: ColumnType<string | null, string | null | undefined, string | null>
  /** When the last decision was made, if that was a rejection. */
  rejected_at: NullableTimestamp
  created_at: Timestamp
  updated_at: Timestamp
}

/** One row for each time a version was submitted for review. */
export interface VersionReviewsTable {
  version_id: number
  round: number
  submitted_at: Timestamp
  decided_at: NullableTimestamp
  state: 'in_review' | 'withdrawn' | 'approved' | 'rejected'
  message: ColumnType<string | null, string | null | undefined, string | null>
  /**
   * The staff member who approved or rejected it. Null if neither, or if the audit log didn't say when the column was
   * added.
   */
  decided_by: ColumnType<number | null, number | null | undefined, number | null>
}

/** A platform service that may report events. Only `token_hash` is stored of its token. */
export interface ServiceTokensTable {
  id: GeneratedAlways<number>
  name: string
  token_hash: Buffer
  scopes: ServiceScope[]
  created_at: Timestamp
  expires_at: NullableTimestamp
  last_used_at: NullableTimestamp
  revoked_at: NullableTimestamp
}

export interface PersonalAccessTokensTable {
  id: GeneratedAlways<number>
  developer_id: number
  name: string
  token_hash: Buffer
  last_four: string
  actions: TokenAction[]
  /** Null for every app of the developer. */
  app_ids: number[] | null
  created_at: Timestamp
  expires_at: Timestamp
  last_used_at: NullableTimestamp
  last_used_network: ColumnType<string | null, undefined, string>
  reminded_at: NullableTimestamp
  revoked_at: NullableTimestamp
}

export interface IdempotencyKeysTable {
  key_hash: Buffer
  developer_id: number
  request_hash: Buffer
  created_at: Timestamp
  finished_at: NullableTimestamp
  reply: ColumnType<string | null, undefined, string | null>
}

export interface PlatformEventsTable {
  event_id: string
  developer_app_id: number
  service_token_id: number | null
  received_at: Timestamp
}

export type InstallationStatus = 'installed' | 'uninstalled'

interface InstallationColumns {
  event_id: string
  developer_app_id: number
  company_id: number
  company_name: string
  company_is_demo: boolean
  user_email: string | null
  status: InstallationStatus
}

export interface InstallationEventsTable extends InstallationColumns {
  id: GeneratedAlways<number>
  occurred_at: Timestamp
  day: GeneratedAlways<string>
}

export interface InstallationsTable extends InstallationColumns {
  updated_at: Timestamp
}

export interface DailyInstallationsTable {
  developer_app_id: number
  day: string
  installations: number
  records: number
}

export interface MarketplaceSaltsTable {
  day: string
  salt: Buffer
}

export interface MarketplaceViewVisitorsTable {
  day: string
  developer_app_id: number
  visitor_hash: Buffer
}

export interface MarketplaceViewsTable {
  developer_app_id: number
  day: string
  count: number
}

export interface ApiCallRecordsTable {
  developer_app_id: number
  day: string
  response_code: number
  http_method: string
  normalized_route: string
  count: number
}

export interface UsageReportsTable {
  id: GeneratedAlways<number>
  developer_app_id: number
  requested_by: number
  recipient: string
  state: Defaulted<'generating' | 'sent' | 'failed'>
  requested_at: Timestamp
  finished_at: NullableTimestamp
  mail_id: number | null
  undelivered_at: NullableTimestamp
}

export interface MailAttachmentsTable {
  id: GeneratedAlways<number>
  mail_id: number
  filename: string
  content_type: string
  content: Buffer
}

export interface SubmissionsTable {
  id: GeneratedAlways<number>
  developer_app_id: number
  version: number
  state: Defaulted<'draft' | 'in_review' | 'published'>
  approval_state: Defaulted<'unreviewed' | 'approved' | 'rejected'>
  content: Json<unknown>
  admin_message: ColumnType<string | null, string | null | undefined, string | null>
  admin_notes: ColumnType<string | null, string | null | undefined, string | null>
  is_concierge_app: Defaulted<boolean>
  silent: Defaulted<boolean>
  live: Defaulted<boolean>
  made_by_procore: Defaulted<boolean>
  procore_certified_partner: Defaulted<boolean>
  created_by: number
  in_review_at: NullableTimestamp
  published_at: NullableTimestamp
  superseded_at: NullableTimestamp
  created_at: Timestamp
  updated_at: Timestamp
  search_text: GeneratedAlways<string>
}

export interface SubmissionEventsTable {
  id: GeneratedAlways<number>
  submission_id: number
  developer_app_id: number
  event: 'submitted' | 'withdrawn' | 'approved' | 'rejected'
  actor_id: number
  message: string | null
  silent: Defaulted<boolean>
  at: Timestamp
}

export interface MediaTable {
  id: GeneratedAlways<number>
  developer_app_id: number
  type: 'Document' | 'ShowcaseVideo' | 'Picture' | 'Video' | 'Logo'
  original_filename: string
  file_key: string | null
  external_url: string | null
  content_type: FileType
  bytes: number
  width: number | null
  height: number | null
  uploaded_by: number
  created_at: Timestamp
}

export interface SubmissionMediaTable {
  submission_id: number
  media_id: number
  position: number
  name: string
  description: string
}

export interface HostedVideosTable {
  hashed_id: string
  file_key: string
  name: string
  created_at: Timestamp
}

/** The limits of one client, or of every client of an app, on one platform server. */
export interface QuotaBucketsTable {
  id: GeneratedAlways<number>
  server: QuotaServer
  name: string
  client_id: string
  domain: string
  bucket_templates: Json<Limit[]>
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}

export interface QuotaBucketChangesTable {
  id: GeneratedAlways<number>
  bucket_id: number
  kind: (typeof bucketChangeKinds)[number]
  before: ColumnType<BucketState | null, string | null, string | null>
  after: ColumnType<BucketState | null, string | null, string | null>
  reason: string
  changed_by: number
  changed_at: Timestamp
  reverts: ColumnType<number | null, number | null | undefined, number | null>
}

/** The usage of one client on a server. */
export interface QuotaCountersTable {
  id: GeneratedAlways<number>
  server: QuotaServer
  domain: string
  client_id: string
  second: Defaulted<number>
  windows: Json<WindowState[]>
}

export interface QuotaChecksTable {
  counter_id: number
  second: number
  allowed: number
  refused: number
}

export interface QuotaAnswersTable {
  check_id: string
  counter_id: number
  occurred_at: Timestamp
  answer: Json<QuotaAnswer>
  answered_at: Timestamp
}

export type CredentialEnvironment = 'production' | 'sandbox'

export interface ClientSecretsTable {
  id: GeneratedAlways<number>
  environment: CredentialEnvironment
  app_id: number
  hash: Buffer
  last_four: string
  label: Defaulted<string>
  /** Null for secrets from before they had an author. */
  created_by: ColumnType<number | null, number | null | undefined, number | null>
  created_at: Timestamp
  last_used_at: NullableTimestamp
  disabled_at: NullableTimestamp
  /** When it stops working, which is in the future during its grace period. */
  ends_at: NullableTimestamp
  /** When it was found in public. */
  leaked_at: NullableTimestamp
}

export interface ClientSecretUsesTable {
  secret_id: number
  day: string
  tokens: number
}

/** The state of an app's credentials. An app without a row has generation 0 and is not suspended. */
export interface AppCredentialsTable {
  environment: CredentialEnvironment
  app_id: number
  generation: Defaulted<number>
  suspended_at: NullableTimestamp
  suspended_by: ColumnType<number | null, number | null | undefined, number | null>
  suspension_reason: ColumnType<string | null, string | null | undefined, string | null>
}

export interface OauthKeysTable {
  id: GeneratedAlways<number>
  environment: CredentialEnvironment
  kid: string
  state: 'next' | 'current' | 'retired'
  public_jwk: Json<Record<string, unknown>>
  private_encrypted: Buffer
  created_at: Timestamp
  current_since: NullableTimestamp
  retired_at: NullableTimestamp
}

export interface OauthGrantsTable {
  id: string
  environment: CredentialEnvironment
  app_id: number
  developer_id: number
  is_remembered: boolean
  created_at: Timestamp
  last_used_at: NullableTimestamp
  revoked_at: NullableTimestamp
}

export type StoredTokenKind = 'AuthorizationCode' | 'RefreshToken' | 'PushedAuthorizationRequest'

export interface OauthTokensTable {
  hash: Buffer
  environment: CredentialEnvironment
  kind: StoredTokenKind
  grant_id: string | null
  generation: number | null
  payload: Json<Record<string, unknown>>
  created_at: Timestamp
  expires_at: Timestamp
  consumed_at: NullableTimestamp
}

export interface OauthInteractionsTable {
  hash: Buffer
  environment: CredentialEnvironment
  client_id: string
  payload: Json<Record<string, unknown>>
  pushed_request_encrypted: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  session_id: number | null
  created_at: Timestamp
  expires_at: Timestamp
}

export interface RevokedTokensTable {
  jti_hash: Buffer
  expires_at: Timestamp
}

export interface OauthEventsTable {
  id: GeneratedAlways<number>
  environment: CredentialEnvironment
  app_id: number
  at: Timestamp
  since: Timestamp
  outcome: 'issued' | 'refused'
  action: string
  reason: string
  detail: Defaulted<string>
  network: string
  count: number
}

export interface Tables {
  developers: DevelopersTable
  sessions: SessionsTable
  email_tokens: EmailTokensTable
  attempts: AttemptsTable
  passkeys: PasskeysTable
  totp_secrets: TotpSecretsTable
  recovery_codes: RecoveryCodesTable
  pending_sign_ins: PendingSignInsTable
  webauthn_challenges: WebauthnChallengesTable
  factor_resets: FactorResetsTable
  audit_events: AuditEventsTable
  retained_since: RetainedSinceTable
  last_backup: LastBackupTable
  suspensions: SuspensionsTable
  terms_acceptances: TermsAcceptancesTable
  email_changes: EmailChangesTable
  security_events: SecurityEventsTable
  sign_in_bursts: SignInBurstsTable
  jobs: JobsTable
  mails: MailsTable
  mail_windows: MailWindowsTable
  analytics_events: AnalyticsEventsTable
  developer_apps: DeveloperAppsTable
  app_directory: AppDirectoryTable
  marketplace_directory: MarketplaceDirectoryTable
  list_counts: ListCountsTable
  audit_counts: AuditCountsTable
  collaborators: CollaboratorsTable
  invitations: InvitationsTable
  contacts: ContactsTable
  files: FilesTable
  storage_claims: StorageClaimsTable
  sandboxes: SandboxesTable
  sandbox_projects: SandboxProjectsTable
  sandbox_rfis: SandboxRfisTable
  app_versions: AppVersionsTable
  version_reviews: VersionReviewsTable
  service_tokens: ServiceTokensTable
  personal_access_tokens: PersonalAccessTokensTable
  idempotency_keys: IdempotencyKeysTable
  platform_events: PlatformEventsTable
  installation_events: InstallationEventsTable
  installations: InstallationsTable
  daily_installations: DailyInstallationsTable
  marketplace_salts: MarketplaceSaltsTable
  marketplace_view_visitors: MarketplaceViewVisitorsTable
  marketplace_views: MarketplaceViewsTable
  api_call_records: ApiCallRecordsTable
  usage_reports: UsageReportsTable
  mail_attachments: MailAttachmentsTable
  notifications: NotificationsTable
  notification_reads: NotificationReadsTable
  notification_feeds: NotificationFeedsTable
  notification_preferences: NotificationPreferencesTable
  daily_mails: DailyMailsTable
  daily_mail_runs: DailyMailRunsTable
  drafts: DraftsTable
  submissions: SubmissionsTable
  submission_events: SubmissionEventsTable
  media: MediaTable
  submission_media: SubmissionMediaTable
  hosted_videos: HostedVideosTable
  quota_buckets: QuotaBucketsTable
  quota_bucket_changes: QuotaBucketChangesTable
  quota_counters: QuotaCountersTable
  quota_checks: QuotaChecksTable
  quota_answers: QuotaAnswersTable
  client_secrets: ClientSecretsTable
  client_secret_uses: ClientSecretUsesTable
  app_credentials: AppCredentialsTable
  oauth_keys: OauthKeysTable
  oauth_grants: OauthGrantsTable
  oauth_tokens: OauthTokensTable
  oauth_interactions: OauthInteractionsTable
  revoked_tokens: RevokedTokensTable
  oauth_events: OauthEventsTable
}

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>
