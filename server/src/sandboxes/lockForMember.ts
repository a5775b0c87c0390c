import type { AppAction } from '@trestle/domain/access/roles.ts'
import type { Actor } from '../access/actor.ts'
import { lockAppFor, type AppRow } from '../access/authorizedApp.ts'
import type { Tx } from '../db/schema.ts'
import { orNotFound } from '../errors.ts'
import { findSandbox, lockSandbox, type SandboxRow } from './store.ts'

const resourceName = 'Sandbox'

/**
 * Locks a sandbox for a member of its app: first the app and then the sandbox, in the order of every request, so that
 * no two of them wait for each other.
 */
export async function lockForMember(
  tx: Tx,
  actor: Actor,
  id: number,
  action: AppAction,
): Promise<{ app: AppRow; sandbox: SandboxRow }> {
  const { developer_app_id: appId } = orNotFound(await findSandbox(tx, id), resourceName)
  const { app } = await lockAppFor(tx, actor, appId, action, { resourceName })
  return { app, sandbox: orNotFound(await lockSandbox(tx, id), resourceName) }
}
