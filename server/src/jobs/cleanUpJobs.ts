import type { Services } from '../services.ts'
import { deleteFinishedJobs } from './store.ts'

const dayMs = 86_400_000
const retainDoneMs = 7 * dayMs
const retainFailedMs = 90 * dayMs

export async function cleanUpJobs({ db, now }: Services): Promise<void> {
  const at = now().getTime()
  await deleteFinishedJobs(db, new Date(at - retainDoneMs), new Date(at - retainFailedMs))
}
