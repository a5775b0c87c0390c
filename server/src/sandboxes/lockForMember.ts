import type { AppAction } from '@trestle/domain/access/roles.ts'
import type { Actor } from '../access/actor.ts'
import { appFor, type AppOf } from '../access/appFor.ts'
import type { Tx } from '../db/schema.ts'
import { orNotFound } from '../errors.ts'
import { findSandbox, lockSandbox, type SandboxRow } from './store.ts'

const thing = 'Sandbox'

/**
 * Locks a sandbox for a member of its app: first the app and then the sandbox, in the order of every request, so that no
 * two of them wait for each other.
 */
export async function lockForMember(
  tx: Tx,
  actor: Actor,
  id: number,
  action: AppAction,
): Promise<{ app: AppOf['app']; sandbox: SandboxRow }> {
  const { developer_app_id: appId } = orNotFound(await findSandbox(tx, id), thing)
  const { app } = await appFor(tx, actor, appId, action, { lock: true, thing })
  return { app, sandbox: orNotFound(await lockSandbox(tx, id), thing) }
}
