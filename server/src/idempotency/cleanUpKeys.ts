import { deleteInBatches } from '../retention/deleteInBatches.ts'
import type { Services } from '../services.ts'
import { retainKeysMs } from './runOnce.ts'
import { deleteKeysBefore } from './store.ts'

export async function cleanUpKeys({ db, now }: Services): Promise<void> {
  const before = new Date(now().getTime() - retainKeysMs)
  await deleteInBatches([(limit) => deleteKeysBefore(db, before, limit)])
}
