import { hourMs } from '@trestle/domain/time/durations.ts'
import type { Tx } from '../db/schema.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { Services } from '../services.ts'
import { pastLimitFor } from './kinds.ts'
import {
  admitEmails,
  countEmails,
  findEmail,
  assignToDigest,
  listUndecided,
  lockWindow,
  type Email,
  type MailWindow,
} from './store.ts'

const emailsPerWindow = 10
export const windowMs = hourMs

/** Emailed links expire, some after an hour, so their digest can't wait that long. */
const newestWithinMs = 600_000

/**
 * Decides once whether an email is sent: ten an hour are sent of one kind, caused by one actor, to one recipient. The
 * others wait for the digest that is sent in their place.
 */
export async function admit({ db, now }: Pick<Services, 'db' | 'now'>, email: Email): Promise<boolean> {
  if (email.admitted_at !== null) return true
  return db.transaction().execute(async (tx) => {
    const at = now()
    // Locked until this is decided: of many concurrent emails the first ten pass, whichever server sends them.
    const window = await lockWindow(tx, email, at, new Date(at.getTime() - windowMs))
    const due = await listUndecided(tx, email)
    if (due.length > 0) await admitInOrder(tx, at, email.kind, window, due)
    const decided = await findEmail(tx, email.id)
    return decided !== undefined && decided.admitted_at !== null
  })
}

/** Admits or defers emails in the order they were due, including earlier ones, whose jobs may run later. */
async function admitInOrder(
  tx: Tx,
  now: Date,
  kind: string,
  window: MailWindow,
  due: number[],
): Promise<void> {
  const room = Math.max(0, emailsPerWindow - window.count)
  await countEmails(tx, window.id, due.length)
  await admitEmails(tx, due.slice(0, room), now)
  const overLimit = due.slice(room)
  if (overLimit.length === 0) return
  const digest = `${window.id}/${window.digests}`
  const windowEndsMs = Date.parse(window.started_at) + windowMs - now.getTime()
  await assignToDigest(tx, overLimit, digest)
  await enqueue(tx, now, {
    kind: 'mail.digest',
    key: digest,
    payload: { window_id: window.id, digest },
    delayMs: pastLimitFor(kind) === 'newest' ? Math.min(newestWithinMs, windowEndsMs) : windowEndsMs,
  })
}
