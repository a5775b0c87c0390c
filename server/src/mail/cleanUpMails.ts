import { dayMs } from '@trestle/domain/time/durations.ts'
import type { Services } from '../services.ts'
import { windowMs } from './limit.ts'
import { deleteSentMails, deleteWindowsBefore } from './store.ts'

const retainSentMs = 30 * dayMs

export async function cleanUpMails({ db, now }: Services): Promise<void> {
  await deleteSentMails(db, new Date(now().getTime() - retainSentMs))
  await deleteWindowsBefore(db, new Date(now().getTime() - windowMs))
}
