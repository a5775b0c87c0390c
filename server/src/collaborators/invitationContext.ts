import type { MailsOfTheDay } from '@trestle/domain/collaborators/rules.ts'
import type { Decision } from '@trestle/domain/http/errors.ts'
import type { Tx } from '../db/schema.ts'
import { unwrap, RefusalError } from '../errors.ts'
import type { Services } from '../services.ts'
import { countMails, listPending } from './invitations/store.ts'
import { listCollaborators, type CollaboratorRow } from './store.ts'

const daySeconds = 86_400

interface InvitationContext {
  member: CollaboratorRow | null
  /** Pending and not expired. */
  live: { id: number; email: string }[]
  /** Pending in the database, but expired. */
  overdue: { id: number; email: string }[]
  mails: MailsOfTheDay
}

/** Loads the data for the rules on sending an invitation. The caller locks the app. */
export async function loadInvitationContext(
  tx: Tx,
  { now }: Services,
  invited: { appId: number; inviterId: number; email: string },
): Promise<InvitationContext> {
  const people = await listCollaborators(tx, invited.appId)
  const pending = await listPending(tx, invited.appId)
  const nowMs = now().getTime()
  const isLive = (row: { expires_at: string }) => Date.parse(row.expires_at) > nowMs
  return {
    member: people.find(({ email }) => email === invited.email) ?? null,
    live: pending.filter(isLive),
    overdue: pending.filter((row) => !isLive(row)),
    mails: await countMails(tx, new Date(nowMs - daySeconds * 1000), invited),
  }
}

/** Unwraps a decision. A refusal because of a daily limit says to try again a day later. */
export function permit(decision: Decision<null>): void {
  if (decision.ok || decision.refusal.code !== 'rate_limited') unwrap(decision)
  else throw new RefusalError({ ...decision.refusal, retryAfterSeconds: daySeconds })
}
