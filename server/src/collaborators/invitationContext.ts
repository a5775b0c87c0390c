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
  /** Pending and in time. */
  live: { id: number; email: string }[]
  /** Pending by their row, past their time. */
  overdue: { id: number; email: string }[]
  mails: MailsOfTheDay
}

/** What the rules on sending an invitation look at. The app is locked. */
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

/** A limit of a day asks to come back a day later. */
export function permit(decision: Decision<null>): void {
  if (decision.ok || decision.refusal.code !== 'rate_limited') unwrap(decision)
  else throw new RefusalError({ ...decision.refusal, retryAfterSeconds: daySeconds })
}
