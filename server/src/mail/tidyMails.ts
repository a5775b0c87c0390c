import type { Services } from '../services.ts'
import { deleteSentMails } from './store.ts'

const keepSentMs = 30 * 86_400_000

export async function tidyMails({ db, now }: Services): Promise<void> {
  await deleteSentMails(db, new Date(now().getTime() - keepSentMs))
}
