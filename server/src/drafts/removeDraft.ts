import type { Tx } from '../db/schema.ts'
import { deleteDraft, deleteDraftsOfApp, listingDraft, manifestDraft, notificationDraft } from './store.ts'

interface Row {
  id: number
}

/** Deletes what someone typed as an app's next manifest: it was saved. */
export const removeManifestDraft = (tx: Tx, person: Row, app: Row): Promise<void> =>
  deleteDraft(tx, manifestDraft(person, app))

/** Deletes what someone typed into an app's listing: it was saved. */
export const removeListingDraft = (tx: Tx, person: Row, app: Row): Promise<void> =>
  deleteDraft(tx, listingDraft(person, app))

/** Deletes what someone typed as an announcement: it was saved. Null for a new one. */
export const removeNotificationDraft = (tx: Tx, person: Row, notification: Row | null): Promise<void> =>
  deleteDraft(tx, notificationDraft(person, notification))

/** Deletes every draft of an app: the app was deleted. */
export const removeDraftsOfApp = deleteDraftsOfApp
