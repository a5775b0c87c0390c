import type { Services } from '../services.ts'
import { retainKeysMs } from './runOnce.ts'
import { deleteKeysBefore } from './store.ts'

export const cleanUpKeys = ({ db, now }: Services): Promise<void> =>
  deleteKeysBefore(db, new Date(now().getTime() - retainKeysMs))
