import type { AuditActor } from '../access/actor.ts'
import { recordAudit, unchanged } from '../audit/record.ts'
import type { Db, Tx } from '../db/schema.ts'
import { findListingInReview, findListingShowingKey, removeVersionKey } from './store.ts'

interface Version {
  developer_app_id: number
  app_version_id: string
}

/** Returns whether the app's marketplace page shows the key of this version. */
export const isKeyPublic = async (db: Db, version: Version): Promise<boolean> =>
  (await findListingShowingKey(db, version)) !== undefined

/** Returns whether a listing in review offers this version. */
export const isInListingReview = async (db: Db, version: Version): Promise<boolean> =>
  (await findListingInReview(db, version)) !== undefined

/** Removes the key of a version from the app's marketplace page. The app must be locked. */
export async function removePublicKey(tx: Tx, by: AuditActor, at: Date, version: Version): Promise<void> {
  const listing = await findListingShowingKey(tx, version)
  if (listing === undefined) return
  const { id, public_name } = listing
  await removeVersionKey(tx, id, at)
  await recordAudit(tx, by, at, {
    action: 'listing.version_removed',
    subject: { type: 'submission', id },
    app_id: version.developer_app_id,
    changes: { ...unchanged({ public_name }), app_version_id: [version.app_version_id, null] },
  })
}
