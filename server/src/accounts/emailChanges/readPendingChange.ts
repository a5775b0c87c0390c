import type { Actor } from '../../access/actor.ts'
import type { Services } from '../../services.ts'
import { findPendingChangeFor } from './store.ts'

export async function readPendingChange(
  { db, now }: Services,
  actor: Actor,
): Promise<{ pending: { new_email: string; expires_at: string } | null }> {
  const change = await findPendingChangeFor(db, actor.id, now())
  return { pending: change ? { new_email: change.new_email, expires_at: change.confirm_until } : null }
}
