/**
 * What the digest contains for emails past the limit:
 *
 * - `listed`: their subjects and links.
 * - `folded`: each different text in full, with how often it was due, because the recipient may have to react.
 * - `newest`: the newest text in full, because its link has replaced the earlier ones. Sent within ten minutes.
 */
type PastLimit = 'listed' | 'folded' | 'newest'

/** Lists every kind of email of the product. */
const mailKinds = {
  confirm_email: 'newest',
  new_address: 'newest',
  reset_password: 'newest',
  old_address: 'folded',
  repeated_registration: 'folded',
  password_changed: 'folded',
  new_device: 'folded',
  factor_added: 'folded',
  factor_removed: 'folded',
  factor_reset_requested: 'newest',
  factor_reset_canceled: 'folded',
  factors_reset: 'folded',
  recovery_codes_created: 'folded',
  recovery_code_used: 'folded',
  personal_token_created: 'folded',
  personal_token_expiring: 'folded',
  email_change_link: 'newest',
  email_change_taken: 'folded',
  email_changed: 'folded',
  email_change_undone: 'folded',
  account_suspended: 'folded',
  account_restored: 'folded',
  security_alert: 'folded',
  credentials_suspension: 'folded',
  secret_leaked: 'folded',
  secret_made: 'folded',
  secret_reset: 'folded',
  ownership_received: 'folded',
  ownership_given: 'folded',
  role_changed: 'folded',
  collaborator_removed: 'folded',
  app_deleted: 'folded',
  app_undeleted: 'listed',
  invitation: 'listed',
  sandbox_ready: 'listed',
  version_submitted: 'listed',
  version_approved: 'listed',
  version_rejected: 'listed',
  listing_submitted: 'listed',
  listing_approved: 'listed',
  listing_rejected: 'listed',
  usage_report: 'listed',
  usage_report_failed: 'listed',
  critical_notification: 'listed',
} as const satisfies Record<string, PastLimit>

export type MailKind = keyof typeof mailKinds

const byName = new Map<string, PastLimit>(Object.entries(mailKinds))

/** Returns how the digest treats a kind. A kind that no longer exists is folded, so that no text is lost. */
export const pastLimitFor = (kind: string): PastLimit => byName.get(kind) ?? 'folded'
