import type { InputOf } from '@trestle/domain/http/endpoint.ts'
import type { Sandbox, updateSandbox as endpoint } from '@trestle/domain/sandboxes/contract.ts'
import { decideSandboxChange } from '@trestle/domain/sandboxes/rules.ts'
import type { Actor } from '../access/actor.ts'
import { changesBetween, recordAudit } from '../audit/record.ts'
import { unwrap, requireUnchanged } from '../errors.ts'
import type { Services } from '../services.ts'
import { lockForMember } from './lockForMember.ts'
import { presentSandbox } from './present.ts'
import { changeSandbox, type SandboxRow } from './store.ts'

export async function updateSandbox(
  services: Services,
  actor: Actor,
  id: number,
  body: InputOf<typeof endpoint>['body'],
): Promise<Sandbox> {
  return services.db.transaction().execute(async (tx) => {
    const { app, sandbox } = await lockForMember(tx, actor, id, 'sandbox.edit')
    const present = (row: SandboxRow) => presentSandbox(row, app, true)
    await requireUnchanged(sandbox.updated_at, body.if_unchanged_since, () => present(sandbox))
    const change = unwrap(decideSandboxChange(sandbox.status, body))
    const changes = changesBetween(sandbox, change)
    if (Object.keys(changes).length === 0) return present(sandbox)
    const now = services.now()
    const changed = await changeSandbox(tx, id, { ...change, updated_at: now })
    await recordAudit(tx, actor.audit, now, {
      action: 'sandbox.updated',
      subject: { type: 'sandbox', id },
      app_id: sandbox.developer_app_id,
      changes,
    })
    return present(changed)
  })
}
