import type { JobHandler } from '../jobs/kinds.ts'
import { composeDigest } from './composeDigest.ts'
import { queueEmail } from './send.ts'
import { closeDigest, deleteAttachments, listHeldEmails, markSent } from './store.ts'

const digestedBody = 'This email was sent as part of a digest. Its text is no longer stored.'

/** Sends one email in place of those that the limit held back. */
export const sendDigest: JobHandler<'mail.digest'> = {
  run: async ({ db, now }, { window_id, digest }) => {
    await db.transaction().execute(async (tx) => {
      await closeDigest(tx, window_id)
      const [first, ...others] = await listHeldEmails(tx, digest)
      if (!first) return
      const at = now()
      const { actor } = first
      await queueEmail(tx, at, { ...composeDigest([first, ...others]), actor, admitted_at: at })
      const ids = [first, ...others].map(({ id }) => id)
      await markSent(tx, ids, at, digestedBody)
      await deleteAttachments(tx, ids)
    })
  },
}
