import type { Services } from '../services.ts'
import { deleteDraftsBefore } from './store.ts'

/** A draft that no one has touched for this long is deleted. */
const draftLifetimeMs = 90 * 86_400_000

export const purgeOldDrafts = ({ db, now }: Services): Promise<void> =>
  deleteDraftsBefore(db, new Date(now().getTime() - draftLifetimeMs))
