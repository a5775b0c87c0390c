import { dayMs } from '@trestle/domain/time/durations.ts'
import type { Services } from '../services.ts'
import { deleteDraftsBefore } from './store.ts'

/** How long a draft is retained after its last change. */
const draftLifetimeMs = 90 * dayMs

export const cleanUpDrafts = ({ db, now }: Services): Promise<void> =>
  deleteDraftsBefore(db, new Date(now().getTime() - draftLifetimeMs))
