import type { EmailsOfTheDay } from '@trestle/domain/collaborators/rules.ts'
import type { Decision } from '@trestle/domain/http/errors.ts'
import type { Actor } from '../access/actor.ts'
import { lockCaller } from '../access/lockAccount.ts'
import type { Tx } from '../db/schema.ts'
import { RefusalError } from '../errors.ts'
import type { Services } from '../services.ts'
import { countEmails, listPending, lockAddress } from './invitations/store.ts'
import { listCollaborators, type CollaboratorRow } from './store.ts'

const daySeconds = 86_400

interface InvitationContext {
  member: CollaboratorRow | null
  /** The pending invitations that haven't expired. */
  live: { id: number; email: string }[]
  /** The invitations that are pending in the database, but expired. */
  overdue: { id: number; email: string }[]
  emails: EmailsOfTheDay
}

/**
 * Loads the data for the rules on sending an invitation. The daily limits of an inviter and of an address apply across
 * apps, so this locks both until the transaction ends. To avoid deadlocks, the order is always the app, which the
 * caller has locked, then the inviter, then the address.
 */
export async function loadInvitationContext(
  tx: Tx,
  { now }: Services,
  inviter: Actor,
  invited: { appId: number; email: string },
): Promise<InvitationContext> {
  await lockCaller(tx, inviter)
  await lockAddress(tx, invited.email)
  const people = await listCollaborators(tx, invited.appId)
  const pending = await listPending(tx, invited.appId)
  const nowMs = now().getTime()
  const isLive = (row: { expires_at: string }) => Date.parse(row.expires_at) > nowMs
  return {
    member: people.find(({ email }) => email === invited.email) ?? null,
    live: pending.filter(isLive),
    overdue: pending.filter((row) => !isLive(row)),
    emails: await countEmails(tx, new Date(nowMs - daySeconds * 1000), { ...invited, inviterId: inviter.id }),
  }
}

/** Throws the refusal of an invitation. If a daily limit is the reason, the reply says to try again a day later. */
export function requireMayInvite(decision: Decision<null>): void {
  if (decision.ok) return
  const { refusal } = decision
  throw new RefusalError(
    refusal.code === 'rate_limited' ? { ...refusal, retryAfterSeconds: daySeconds } : refusal,
  )
}
