import { accountAccess } from './accounts.ts'
import { appAccess } from './apps.ts'
import { credentialAccess } from './credentials.ts'
import { documentationAccess } from './documentation.ts'
import { listingAccess } from './listings.ts'
import { manifestAccess } from './manifests.ts'
import { notificationAccess } from './notifications.ts'
import { platformAccess } from './platform.ts'
import { staffAccess } from './staff.ts'
import type { AccessRow } from './world.ts'

/** Every call of the API, with who can make it. */
export const accessTable: AccessRow[] = [
  ...accountAccess,
  ...platformAccess,
  ...appAccess,
  ...notificationAccess,
  ...listingAccess,
  ...staffAccess,
  ...credentialAccess,
  ...manifestAccess,
  ...documentationAccess,
]

/**
 * Calls that change no one's data: counters are not audited, a check or a preview writes nothing, a draft is working
 * state that only its author sees, and a challenge or an unconfirmed secret opens nothing.
 */
export const unaudited = new Set([
  'POST /api/v1/session/passkey_options',
  'POST /api/v1/account/passkey_options',
  'POST /api/v1/account/totp',
  'PUT /api/v1/drafts/:kind/:subject_id',
  'DELETE /api/v1/drafts/:kind/:subject_id',
  'POST /api/v1/analytics',
  // No one learns whether a reported secret was valid.
  'POST /api/v1/leaked_secrets',
  'POST /api/v1/manifest_validations',
  'POST /api/v1/developer_apps/:id/check_credentials',
  'POST /api/v1/admin/quota_minder_servers/:server/buckets/preview',
  'POST /api/v1/marketplace/apps/:slug/views',
])
