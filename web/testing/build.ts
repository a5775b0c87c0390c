import type { AdminDeveloper, Developer, Flags, Session } from '@trestle/domain/accounts/contract.ts'
import type { AccountExport } from '@trestle/domain/accounts/deletion/contract.ts'
import type {
  AdminDeveloperApp,
  AppPermissions,
  DeveloperApp,
  DeveloperAppRow,
} from '@trestle/domain/apps/contract.ts'
import type { Collaborator, Invitation } from '@trestle/domain/collaborators/contract.ts'
import type { ClientSecret } from '@trestle/domain/credentials/contract.ts'
import type { Submission } from '@trestle/domain/listings/contract.ts'
import type { ManifestVersion, ReviewRound } from '@trestle/domain/manifests/contract.ts'
import type { Notification } from '@trestle/domain/notifications/contract.ts'
import type { Sandbox } from '@trestle/domain/sandboxes/contract.ts'
import { wholeSubmission } from '../../domain/testing/wholeSubmission.ts'

export const now = '2026-11-20T09:00:00.000Z'
/** A time after `now`, for when someone else saved. */
export const later = '2026-11-20T09:05:00.000Z'

export const buildDeveloper = (overrides: Partial<Developer> = {}): Developer => ({
  id: 1,
  first_name: 'Dana',
  last_name: 'Reyes',
  name: 'Dana Reyes',
  email: 'dana@example.test',
  company_name: 'Reyes Builds',
  procore_id: null,
  email_confirmed: true,
  is_admin: false,
  is_employee: false,
  is_partner: false,
  created_at: now,
  updated_at: now,
  ...overrides,
})

export const buildAccountExport = (): AccountExport => ({
  exported_at: now,
  account: { ...buildDeveloper(), terms_version: '2026-11-01', terms_accepted_at: now, last_sign_in_at: now },
  apps: [],
  audit_events: [],
  tables: {},
})

/** Returns a developer as platform staff see them. */
export const buildAdminDeveloper = (overrides: Partial<AdminDeveloper> = {}): AdminDeveloper => ({
  ...buildDeveloper(),
  suspension: null,
  last_sign_in_at: null,
  apps: [],
  apps_total: 0,
  owned_apps_total: 0,
  has_second_factor: false,
  factor_reset: null,
  factor_reset_possible_at: null,
  ...overrides,
})

const buildFlags = (overrides: Partial<Flags> = {}): Flags => ({
  platform_name: 'Trestle',
  read_only: false,
  personal_token_max_days: 365,
  gov_cloud: false,
  release_stage: 'production',
  developer_site_url: null,
  dev_api_url: 'https://api.example.test',
  public_url: window.location.origin,
  error_reporting_dsn: null,
  semantic_versions: true,
  permission_builder: true,
  fake_sandbox: true,
  sandbox_manifests_paused: false,
  sandbox_build_seconds: 0,
  listing_applications_enabled: true,
  security_and_compliance_enabled: true,
  api_usage_visible: true,
  support_url: 'https://support.example.test/',
  marketplace_support_email: 'marketplace@example.test',
  partner_application_url: 'https://partners.example.test/apply',
  partner_vetting_url: 'https://partners.example.test/vetting',
  ...overrides,
})

interface SessionOptions {
  developer?: Partial<Developer>
  flags?: Partial<Flags>
}

/** Returns the session of a confirmed developer. */
export function buildSession({ developer, flags }: SessionOptions = {}): Session {
  const person = buildDeveloper(developer)
  const { is_admin, is_employee, is_partner } = person
  return {
    developer: person,
    is_admin,
    is_employee,
    is_partner,
    csrf_token: 'csrf-test',
    terms_due: false,
    version: is_admin ? '1.2.3' : null,
    second_factor: null,
    factor_enrollment: null,
    flags: buildFlags(flags),
  }
}

/** Returns the session of a platform admin. */
export const buildAdminSession = (options: SessionOptions = {}): Session =>
  buildSession({ ...options, developer: { is_admin: true, is_employee: true, ...options.developer } })

/** Returns a session with no one signed in. */
export const buildSignedOutSession = (options: Pick<SessionOptions, 'flags'> = {}): Session => ({
  ...buildSession(options),
  developer: null,
})

export const noNextStep = {
  kind: 'none',
  version: null,
  since: null,
  rejected_version: null,
  version_in_review: null,
  rejected_listing: false,
  listing_in_review: false,
} as const

export const buildAppRow = (overrides: Partial<DeveloperAppRow> = {}): DeveloperAppRow => ({
  id: 7,
  internal_name: 'Crane Planner',
  thumbnail_url: null,
  role: 'owner',
  version: null,
  version_badge: { label: 'No versions', color: 'gray' },
  listing_state: null,
  next_step: noNextStep,
  updated_at: now,
  ...overrides,
})

export const buildSandbox = (overrides: Partial<Sandbox> = {}): Sandbox => ({
  id: 70,
  developer_app_id: 7,
  status: 'live',
  live: true,
  company_id: 4711,
  url: 'https://sandbox.example.test/4711',
  app_id: '5b0d4f6e-3f0e-4d4e-9a35-0d6c5f3f2a10',
  app_secret: null,
  stored_secret: null,
  redirect_uri: 'http://localhost',
  allowed_cors_domain: '',
  procore_app_id: null,
  confidential: true,
  grant_type: 'authorization_code',
  requested_at: now,
  created_at: now,
  updated_at: now,
  ...overrides,
})

/** Returns a client secret that works and was not used yet. */
export const buildClientSecret = (overrides: Partial<ClientSecret> = {}): ClientSecret => ({
  id: 1,
  label: '',
  last_four: 'a1b2',
  state: 'live',
  created_at: now,
  created_by: null,
  last_used_at: null,
  recent_tokens: 0,
  enable_until: null,
  ends_at: null,
  leaked_at: null,
  ...overrides,
})

/** Returns an app owned by the signed-in developer, with a live sandbox. */
export const buildApp = (overrides: Partial<DeveloperApp> = {}): DeveloperApp => ({
  id: 7,
  uid: null,
  name: 'Crane Planner',
  internal_name: 'Crane Planner',
  redirect_uri: 'http://localhost',
  allowed_cors_domain: '',
  legacy: false,
  connectable: false,
  confidential: true,
  grant_type: 'authorization_code',
  app_secret: null,
  stored_secret: null,
  credentials: null,
  credential_suspensions: [],
  thumbnail_url: null,
  contacts: [],
  collaborators: [],
  sandbox: buildSandbox(),
  owner: { name: 'Dana Reyes', email: 'dana@example.test', procore_id: null },
  role: 'owner',
  published_app_version_id: null,
  app_id: null,
  last_marketplace_app: null,
  next_step: noNextStep,
  has_metrics: false,
  marketplace_enabled: false,
  external_owner_id: null,
  deleted_at: null,
  created_at: now,
  updated_at: now,
  ...overrides,
})

/** Returns all permissions an owner has. */
export const buildPermissions = (overrides: Partial<AppPermissions> = {}): AppPermissions => ({
  canEdit: true,
  canDestroy: true,
  canGenerateSandbox: true,
  canGenerateFakeSandbox: true,
  canModifyCredentials: true,
  canModify: true,
  canSetSemanticVersions: true,
  canUsePermissionBuilder: true,
  canSubmitListing: true,
  canUpdateCollaborators: true,
  // True disables a field.
  appFieldPermissions: { redirect_uri: false, internal_name: false, thumbnail: false },
  isEmployee: false,
  isFedramp: false,
  ...overrides,
})

/** Returns an app without a listing, as platform staff see it. */
export const buildAdminApp = (overrides: Partial<AdminDeveloperApp> = {}): AdminDeveloperApp => ({
  ...buildApp({ role: null }),
  credential_suspensions: [],
  owner_id: 1,
  published: null,
  unpublished: null,
  versions: [],
  ...overrides,
})

/** Returns the newest sandbox version of an app, which can be promoted. */
export const buildVersion = (overrides: Partial<ManifestVersion> = {}): ManifestVersion => ({
  id: 30,
  developer_app_id: 7,
  version: 3,
  semantic_version: '0.3.0',
  app_version_id: '0d9a3c8e-7f52-4f0e-8f0a-3a0a1b2c3d40',
  created_at: now,
  updated_at: now,
  content: {},
  configured_manifest_content: {
    permissions: { company: {}, project: {} },
    oauth: { enabled: false },
  },
  next_version_content: {},
  promotable: true,
  submittable: false,
  state: null,
  published_to_marketplace: false,
  changelog: null,
  auth_code_locked: false,
  auth_code_capable: true,
  versionable_type: 'Sandbox',
  environment_label: 'Sandbox',
  developer_notes: null,
  admin_notes: null,
  created_by: 'Dana Reyes',
  in_review_at: null,
  published_at: null,
  review_round: 0,
  decision_message: null,
  rejected_at: null,
  ...overrides,
})

/** Returns a complete draft of a listing that was never reviewed. */
export const buildSubmission = (overrides: Partial<Submission> = {}): Submission => ({
  ...wholeSubmission,
  created_at: now,
  updated_at: now,
  ...overrides,
})

export const buildNotification = (overrides: Partial<Notification> = {}): Notification => ({
  id: 3,
  title: 'Maintenance',
  summary: 'On Sunday.',
  body: 'From 8 to 9.',
  created_at: now,
  read_at: null,
  critical: false,
  draft: false,
  show_after: null,
  visible: true,
  visible_by_show_after: true,
  href: '/notifications/3',
  ...overrides,
})

export const buildCollaborator = (overrides: Partial<Collaborator> = {}): Collaborator => {
  const { id = 1, name = 'Dana' } = overrides
  return {
    id,
    developer_app_id: 7,
    developer_id: id,
    name,
    email: `${name.toLowerCase()}@example.test`,
    role: 'owner',
    created_at: now,
    updated_at: now,
    ...overrides,
  }
}

export const buildInvitation = (overrides: Partial<Invitation> = {}): Invitation => ({
  id: 30,
  developer_app_id: 7,
  email: 'ana@example.test',
  role: 'developer',
  status: 'pending',
  invited_by: 'Dana',
  sent_at: now,
  expires_at: '2026-12-04T09:00:00.000Z',
  created_at: now,
  updated_at: now,
  ...overrides,
})

/** Returns a submission of version 0.3.0 that staff rejected. */
export const buildReviewRound = (overrides: Partial<ReviewRound> = {}): ReviewRound => ({
  app_version_id: '0d9a3c8e-7f52-4f0e-8f0a-3a0a1b2c3d40',
  version: 3,
  semantic_version: '0.3.0',
  round: 1,
  submitted_at: now,
  decided_at: now,
  decided_by: 'Stella Fairbanks',
  state: 'rejected',
  message: 'The page stays empty.',
  ...overrides,
})
