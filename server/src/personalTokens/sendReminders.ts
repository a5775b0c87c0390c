import { reminderDays } from '@trestle/domain/personalTokens/rules.ts'
import { dayMs } from '@trestle/domain/time/durations.ts'
import { byJob } from '../access/actor.ts'
import { sendEmails } from '../mail/send.ts'
import type { Services } from '../services.ts'
import { expiringEmail } from './emails.ts'
import { lockExpiring, markReminded } from './store.ts'

const reminderMs = reminderDays * dayMs
const batch = 100

/** Emails the developers of tokens that expire soon, once for each token. */
export async function sendReminders({ db, now, settings }: Services): Promise<void> {
  let sent = batch
  while (sent === batch) {
    sent = await db.transaction().execute(async (tx) => {
      const at = now()
      const before = new Date(at.getTime() + reminderMs)
      const tokens = await lockExpiring(tx, { now: at, before, limit: batch })
      const emails = tokens.map((token) => expiringEmail(settings, token.email, token))
      await sendEmails(tx, byJob, at, emails)
      await markReminded(
        tx,
        tokens.map(({ id }) => id),
        at,
      )
      return tokens.length
    })
  }
}
