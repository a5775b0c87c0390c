import type { Services } from '../services.ts'
import { deleteDraftsBefore } from './store.ts'

/** How long a draft is retained after its last change. */
const draftLifetimeMs = 90 * 86_400_000

export const cleanUpDrafts = ({ db, now }: Services): Promise<void> =>
  deleteDraftsBefore(db, new Date(now().getTime() - draftLifetimeMs))
