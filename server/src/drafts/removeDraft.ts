import type { Tx } from '../db/schema.ts'
import { deleteDraft, deleteDraftsOfApp, listingDraft, manifestDraft, notificationDraft } from './store.ts'

interface Row {
  id: number
}

/** Deletes someone's draft of an app's next manifest after a save. */
export const removeManifestDraft = (tx: Tx, person: Row, app: Row): Promise<void> =>
  deleteDraft(tx, manifestDraft(person, app))

/** Deletes someone's draft of an app's listing after a save. */
export const removeListingDraft = (tx: Tx, person: Row, app: Row): Promise<void> =>
  deleteDraft(tx, listingDraft(person, app))

/** Deletes someone's draft of an announcement (null for a new one) after a save. */
export const removeNotificationDraft = (tx: Tx, person: Row, notification: Row | null): Promise<void> =>
  deleteDraft(tx, notificationDraft(person, notification))

/** Deletes every draft of an app, when the app is deleted. */
export const removeDraftsOfApp = deleteDraftsOfApp
