import type { AuditActor } from '../access/actor.ts'
import type { Tx } from '../db/schema.ts'
import type { Services } from '../services.ts'
import { enqueueBuild } from './request.ts'
import { changeSandbox, lockSandboxOfApp } from './store.ts'

/**
 * Starts the build again that the deletion of its app had stopped, for whoever had asked for it. A build that had
 * failed by itself stays so: the moment tells the two apart, because nothing of a deleted app changes.
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
