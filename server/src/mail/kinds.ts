import type { Subscription } from '@trestle/domain/notificationPreferences/kinds.ts'

/**
 * What the digest contains for emails past the limit:
 *
 * - `listed`: their subjects and links.
 * - `folded`: each different text in full, with how often it was due, because the recipient may need to react.
 * - `newest`: the newest text in full, because its link has replaced the earlier ones. Sent within ten minutes.
 */
type PastLimit = 'listed' | 'folded' | 'newest'

/**
 * The preference that decides how the email is sent. `always` is for security, for the account itself, and for anything
 * that only this email can say, such as an invitation.
 */
type MailPreference = Subscription | 'always'

interface KindDefinition {
  pastLimit: PastLimit
  preference: MailPreference
  /** Whether many people get one at the same time and no one waits for it. They are sent after all other emails. */
  isBulk?: true
}

/** Lists every kind of email of the product. */
export const mailKinds = {
  confirm_email: { pastLimit: 'newest', preference: 'always' },
  new_address: { pastLimit: 'newest', preference: 'always' },
  reset_password: { pastLimit: 'newest', preference: 'always' },
  old_address: { pastLimit: 'folded', preference: 'always' },
  invited_registration: { pastLimit: 'folded', preference: 'always' },
  repeated_registration: { pastLimit: 'folded', preference: 'always' },
  password_changed: { pastLimit: 'folded', preference: 'always' },
  new_device: { pastLimit: 'folded', preference: 'always' },
  factor_added: { pastLimit: 'folded', preference: 'always' },
  factor_removed: { pastLimit: 'folded', preference: 'always' },
  factor_reset_requested: { pastLimit: 'newest', preference: 'always' },
  factor_reset_canceled: { pastLimit: 'folded', preference: 'always' },
  factors_reset: { pastLimit: 'folded', preference: 'always' },
  recovery_codes_created: { pastLimit: 'folded', preference: 'always' },
  recovery_code_used: { pastLimit: 'folded', preference: 'always' },
  personal_token_created: { pastLimit: 'folded', preference: 'always' },
  personal_token_expiring: { pastLimit: 'folded', preference: 'always', isBulk: true },
  email_change_link: { pastLimit: 'newest', preference: 'always' },
  email_change_taken: { pastLimit: 'folded', preference: 'always' },
  email_changed: { pastLimit: 'folded', preference: 'always' },
  email_change_undone: { pastLimit: 'newest', preference: 'always' },
  account_suspended: { pastLimit: 'folded', preference: 'always' },
  account_restored: { pastLimit: 'newest', preference: 'always' },
  account_deleted: { pastLimit: 'folded', preference: 'always' },
  security_alert: { pastLimit: 'folded', preference: 'always' },
  credentials_suspension: { pastLimit: 'folded', preference: 'always' },
  secret_leaked: { pastLimit: 'folded', preference: 'always' },
  secret_made: { pastLimit: 'folded', preference: 'always' },
  secret_reset: { pastLimit: 'folded', preference: 'always' },
  ownership_received: { pastLimit: 'folded', preference: 'always' },
  ownership_given: { pastLimit: 'folded', preference: 'always' },
  own_app_deleted: { pastLimit: 'folded', preference: 'always' },
  role_changed: { pastLimit: 'folded', preference: 'collaborators' },
  invitation_accepted: { pastLimit: 'listed', preference: 'collaborators' },
  collaborator_removed: { pastLimit: 'folded', preference: 'collaborators' },
  guest_added: { pastLimit: 'folded', preference: 'collaborators' },
  app_deleted: { pastLimit: 'folded', preference: 'collaborators' },
  app_undeleted: { pastLimit: 'listed', preference: 'collaborators' },
  invitation: { pastLimit: 'listed', preference: 'always' },
  sandbox_ready: { pastLimit: 'listed', preference: 'reports' },
  version_submitted: { pastLimit: 'listed', preference: 'reviews' },
  version_approved: { pastLimit: 'listed', preference: 'reviews' },
  version_rejected: { pastLimit: 'listed', preference: 'reviews' },
  listing_submitted: { pastLimit: 'listed', preference: 'reviews' },
  listing_approved: { pastLimit: 'listed', preference: 'reviews' },
  listing_rejected: { pastLimit: 'listed', preference: 'reviews' },
  app_activated: { pastLimit: 'listed', preference: 'reviews' },
  usage_report: { pastLimit: 'listed', preference: 'reports' },
  usage_report_failed: { pastLimit: 'listed', preference: 'reports' },
  critical_notification: { pastLimit: 'listed', preference: 'announcements', isBulk: true },
  daily_email: { pastLimit: 'folded', preference: 'daily', isBulk: true },
} as const satisfies Record<string, KindDefinition>

export type MailKind = keyof typeof mailKinds

const byName = new Map<string, KindDefinition>(Object.entries(mailKinds))

/** Returns how the digest treats a kind. A kind that no longer exists is folded, so that no texts are lost. */
export const pastLimitFor = (kind: string): PastLimit => byName.get(kind)?.pastLimit ?? 'folded'

/** Returns the preference that decides about a kind. A kind that no longer exists is always sent. */
export const preferenceFor = (kind: string): MailPreference => byName.get(kind)?.preference ?? 'always'

/** Returns whether emails of this kind are sent after all others. */
export const isBulk = (kind: string): boolean => byName.get(kind)?.isBulk ?? false
