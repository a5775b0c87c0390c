/** Every kind of background job, with its label. */
export const jobKindLabels = {
  'account.cleanUp': 'Clean up accounts',
  'analytics.cleanUp': 'Clean up analytics events',
  'audit.cleanUp': 'Clean up the audit log',
  'draft.cleanUp': 'Clean up drafts',
  'factors.reset': 'Reset second factors',
  'file.cleanUp': 'Clean up files',
  'file.delete': 'Delete a file',
  'idempotency.cleanUp': 'Clean up idempotency keys',
  'job.cleanUp': 'Clean up jobs',
  'list.cleanUp': 'Clean up list totals',
  'mail.cleanUp': 'Clean up emails',
  'mail.daily': 'Send daily emails',
  'mail.deliver': 'Deliver an email',
  'mail.digest': 'Send an email digest',
  'marketplace.cleanUp': 'Clean up marketplace visits',
  'media.cleanUp': 'Clean up listing media',
  'metrics.cleanUp': 'Clean up metrics',
  'metrics.recount': 'Recount installations',
  'notification.mail': 'Email a critical announcement',
  'personalToken.cleanUp': 'Clean up personal access tokens',
  'personalToken.remind': 'Email about expiring personal access tokens',
  'oauth.cleanUp': 'Clean up OAuth tokens',
  'oauth.rotateKeys': 'Rotate the signing keys of tokens',
  'quota.cleanUp': 'Clean up rate limit counters',
  'sandbox.build': 'Build a sandbox',
  'securityEvent.cleanUp': 'Clean up the security log',
  'usageReport.send': 'Send a usage report',
} as const

export type JobKind = keyof typeof jobKindLabels

export const isJobKind = (kind: string): kind is JobKind => Object.hasOwn(jobKindLabels, kind)

/** The kinds whose delay protects accounts from unwanted resets, and backups from vanishing files. */
const fixedTimeKinds: ReadonlySet<string> = new Set<JobKind>(['factors.reset', 'file.delete'])

/** Returns whether staff can run a waiting job of this kind now instead of at its scheduled time. */
export const canStartEarly = (kind: string): boolean => !fixedTimeKinds.has(kind)

/** Returns the label of a kind; an unknown one, from another release, is its own label. */
export const jobKindLabel = (kind: string): string => (isJobKind(kind) ? jobKindLabels[kind] : kind)
