import type { AuditActor } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { changeSandbox, lockSandboxOfApp } from './store.ts'

/**
 * Ends the wait for a sandbox whose app is being deleted. A build under way finds it failed and steps back; should
 * staff bring the app back, `resumeBuild` starts it again.
 */
export async function cancelBuild(tx: Tx, by: AuditActor, now: Date, appId: number): Promise<void> {
  const sandbox = await lockSandboxOfApp(tx, appId)
  if (sandbox?.status !== 'pending') return
  await changeSandbox(tx, sandbox.id, { status: 'failed', updated_at: now })
  await recordAudit(tx, by, now, {
    action: 'sandbox.canceled',
    subject: { type: 'sandbox', id: sandbox.id },
    app_id: appId,
    changes: { status: ['pending', 'failed'] },
  })
}
