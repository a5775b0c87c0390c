import { dayMs } from '@trestle/domain/time/durations.ts'
import type { Services } from '../services.ts'
import { deleteFinishedJobs } from './store.ts'

const retainDoneMs = 7 * dayMs
const retainFailedMs = 90 * dayMs

export async function cleanUpJobs({ db, now }: Services): Promise<void> {
  const at = now().getTime()
  await deleteFinishedJobs(db, new Date(at - retainDoneMs), new Date(at - retainFailedMs))
}
