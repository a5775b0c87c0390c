import type { AuditActor } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { changeSandbox, lockSandboxOfApp } from './store.ts'

/**
 * Cancels the pending build of an app that is being deleted. A running build finds it failed and stops. If staff
 * undelete the app, `resumeBuild` starts it again.
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
