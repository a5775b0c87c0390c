import type { Sandbox } from '@trestle/domain/sandboxes/contract.ts'
import { decideFakeSandbox } from '@trestle/domain/sandboxes/rules.ts'
import type { Actor } from '../access/actor.ts'
import { lockAppFor } from '../access/authorizedApp.ts'
import { recordAudit } from '../audit/record.ts'
import { refusalError, unwrap } from '../errors.ts'
import type { Services } from '../services.ts'
import { presentSandbox } from './present.ts'
import { simulateSandbox } from './simulator.ts'
import { changeSandbox, insertSandbox, lockSandboxOfApp } from './store.ts'

/** Creates a simulated sandbox that is live immediately. A running build finds it live and stops. */
export async function generateFakeSandbox(services: Services, actor: Actor, appId: number): Promise<Sandbox> {
  return services.db.transaction().execute(async (tx) => {
    const { app } = await lockAppFor(tx, actor, appId, 'sandbox.generate')
    if (!services.settings.FAKE_SANDBOX) {
      throw refusalError('not_allowed', "This server doesn't offer fake sandboxes.")
    }
    const existing = await lockSandboxOfApp(tx, appId)
    unwrap(decideFakeSandbox(existing?.status ?? null))
    const now = services.now()
    const fake = {
      ...simulateSandbox(`fake-${appId}`),
      status: 'live' as const,
      requested_by: actor.id,
      requested_at: now,
      updated_at: now,
    }
    const row = existing
      ? await changeSandbox(tx, existing.id, fake)
      : await insertSandbox(tx, { ...fake, developer_app_id: appId, created_at: now })
    await recordAudit(tx, actor.audit, now, {
      action: 'sandbox.faked',
      subject: { type: 'sandbox', id: row.id },
      app_id: appId,
      changes: { status: [existing?.status ?? null, 'live'], company_id: [null, row.company_id] },
    })
    return presentSandbox(row, app, true)
  })
}
