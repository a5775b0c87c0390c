import type { AuditActor } from '../access/actor.ts'
import type { Tx } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { enqueueBuild } from './request.ts'
import { changeSandbox, lockSandboxOfApp } from './store.ts'

/**
 * Restarts the build that the deletion of its app stopped, for the original requester. A build that failed on its
 * own stays failed. Only `cancelBuild` fails a build in the transaction that deletes the app, so only then are its
 * `updated_at` and the app's `deleted_at` equal.
 */
export async function resumeBuild(
  tx: Tx,
  services: Services,
  by: AuditActor,
  app: { id: number; deleted_at: string | null },
): Promise<void> {
  if (services.settings.GOV_CLOUD) return
  const sandbox = await lockSandboxOfApp(tx, app.id)
  if (sandbox?.status !== 'failed' || sandbox.updated_at !== app.deleted_at) return
  const now = services.now()
  const pending = await changeSandbox(tx, sandbox.id, {
    status: 'pending',
    requested_at: now,
    updated_at: now,
  })
  await enqueueBuild(tx, services, by, pending)
}
