import { adminsOnly } from '../../access/roles.ts'
import { refuse, type Decision } from '../../http/errors.ts'

export const maxSuspensionReason = 500

interface Target {
  id: number
  isSuspended: boolean
}

/** Returns why a platform admin can't suspend someone, or null. */
export const suspensionProblem = (target: { id: number }, caller: { id: number }): string | null =>
  target.id === caller.id ? "You can't suspend your own account. Ask another admin to do it." : null

/**
 * Decides on a suspension. `adminIds` are the locked platform admins who aren't suspended. The caller is one of them
 * and stays one, so the last admin is never suspended, even when two suspend each other.
 */
export function decideSuspension(
  target: Target,
  caller: { id: number },
  adminIds: readonly number[],
): Decision<null> {
  if (!adminIds.includes(caller.id)) return { ok: false, refusal: adminsOnly }
  const problem = suspensionProblem(target, caller)
  if (problem !== null) return refuse('conflict', problem)
  return target.isSuspended
    ? refuse('conflict', 'This account is already suspended.')
    : { ok: true, value: null }
}

/** Decides on ending a suspension, with the same admins. */
export function decideRestoration(
  target: Target,
  caller: { id: number },
  adminIds: readonly number[],
): Decision<null> {
  if (!adminIds.includes(caller.id)) return { ok: false, refusal: adminsOnly }
  return target.isSuspended ? { ok: true, value: null } : refuse('conflict', "This account isn't suspended.")
}
