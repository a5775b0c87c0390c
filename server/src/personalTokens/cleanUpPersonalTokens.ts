import { dayMs } from '@trestle/domain/time/durations.ts'
import type { Services } from '../services.ts'
import { deleteEndedTokens } from './store.ts'

/** How long a token is retained after it expired or was revoked. */
const retainMs = 90 * dayMs

export const cleanUpPersonalTokens = ({ db, now }: Services): Promise<void> =>
  deleteEndedTokens(db, new Date(now().getTime() - retainMs))
