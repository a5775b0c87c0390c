import type { Sandbox } from '@trestle/domain/sandboxes/contract.ts'
import { checkNotDeleted } from '@trestle/domain/apps/rules.ts'
import { decideSandboxRequest, decideStaffRequest } from '@trestle/domain/sandboxes/rules.ts'
import type { Actor, AuditActor } from '../access/actor.ts'
import { lockAdminApp, lockAppFor, type AppRow } from '../access/authorizedApp.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { throwIfRefused, unwrap } from '../errors.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { Services } from '../services.ts'
import { usualBuildSeconds } from '../settings.ts'
import { buildSchedule } from './choose.ts'
import { presentSandbox } from './present.ts'
import { changeSandbox, insertSandbox, lockSandboxOfApp, type SandboxRow } from './store.ts'

/** Enqueues the job that builds a pending sandbox. */
export async function enqueueBuild(
  tx: Tx,
  services: Services,
  by: AuditActor,
  sandbox: SandboxRow,
): Promise<void> {
  const now = services.now()
  await recordAudit(tx, by, now, {
    action: 'sandbox.requested',
    subject: { type: 'sandbox', id: sandbox.id },
    app_id: sandbox.developer_app_id,
  })
  await enqueue(tx, now, {
    kind: 'sandbox.build',
    key: `${sandbox.id}:${sandbox.requested_at}`,
    payload: { sandbox_id: sandbox.id, requested_at: sandbox.requested_at },
    ...buildSchedule(services.settings),
  })
}

/** Requests the sandbox of a new app. */
export async function requestFirstSandbox(
  tx: Tx,
  services: Services,
  by: AuditActor,
  request: { appId: number; requestedBy: number },
): Promise<void> {
  const now = services.now()
  const sandbox = await insertSandbox(tx, {
    developer_app_id: request.appId,
    requested_by: request.requestedBy,
    requested_at: now,
    created_at: now,
    updated_at: now,
  })
  await enqueueBuild(tx, services, by, sandbox)
}

/** Requests a sandbox for an app that has none or whose build failed. */
export async function requestSandbox(services: Services, actor: Actor, appId: number): Promise<Sandbox> {
  return services.db.transaction().execute(async (tx) => {
    // Lock the app's row, because there may be no sandbox row yet.
    const { app } = await lockAppFor(tx, actor, appId, 'sandbox.generate')
    const existing = await lockSandboxOfApp(tx, appId)
    unwrap(decideSandboxRequest(existing?.status ?? null))
    return insertRequest(tx, services, actor.audit, { app, existing, requestedBy: actor.id })
  })
}

/**
 * Requests a sandbox for staff, who can also restart an overdue build. The app's owner gets the email when it is
 * ready.
 */
export async function requestSandboxForStaff(
  services: Services,
  actor: Actor,
  appId: number,
): Promise<Sandbox> {
  const { settings, now } = services
  return services.db.transaction().execute(async (tx) => {
    const app = await lockAdminApp(tx, actor, appId)
    throwIfRefused(checkNotDeleted(app))
    const existing = await lockSandboxOfApp(tx, appId)
    unwrap(decideStaffRequest(existing ?? null, now().getTime(), usualBuildSeconds(settings)))
    return insertRequest(tx, services, actor.audit, { app, existing, requestedBy: app.owner_id })
  })
}

interface SandboxRequest {
  app: AppRow
  existing: SandboxRow | undefined
  requestedBy: number
}

/** Saves a request with a new time, so that a build still running for an older request stops. */
async function insertRequest(
  tx: Tx,
  services: Services,
  by: AuditActor,
  { app, existing, requestedBy }: SandboxRequest,
): Promise<Sandbox> {
  const now = services.now()
  const request = { requested_by: requestedBy, requested_at: now, updated_at: now }
  const row = existing
    ? await changeSandbox(tx, existing.id, { ...request, status: 'pending' })
    : await insertSandbox(tx, { ...request, developer_app_id: app.id, created_at: now })
  await enqueueBuild(tx, services, by, row)
  return presentSandbox(row, app, true)
}
