import { appAddress, pageAddress } from '@trestle/domain/routes.ts'
import { byJob, byPerson } from '../access/actor.ts'
import { isAppOpen } from '../access/references.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { reopenEach, type JobHandler, type JobPayload } from '../jobs/kinds.ts'
import { sendEmail, type OutgoingEmail } from '../mail/send.ts'
import { writeText } from '../mail/writeText.ts'
import type { Services } from '../services.ts'
import type { BuiltSandbox } from './service.ts'
import { changeSandbox, findPendingBuild, lockSandbox, type PendingBuild } from './store.ts'

/** Builds a requested sandbox and emails the requester; marks it as failed after the last attempt. */
export const buildSandbox: JobHandler<'sandbox.build'> = {
  run: async (services, payload) => {
    const build = await findPendingBuild(services.db, payload.sandbox_id, payload.requested_at)
    if (!build) return
    const built = await services.sandboxService.build({
      key: `sandbox-${build.id}`,
      app_id: build.app_id,
      app_name: build.app_name,
      owner_email: build.owner_email,
      redirect_uri: build.redirect_uri,
    })
    await saveBuilt(services, payload, build, built)
  },
  giveUp: markFailed,
  reopen: reopenEach(reopen),
}

/** Saves the built sandbox. The service was called without a lock, so another attempt may have finished first. */
async function saveBuilt(
  services: Services,
  payload: JobPayload<'sandbox.build'>,
  build: PendingBuild,
  built: BuiltSandbox,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const sandbox = await lockSandbox(tx, build.id)
    if (sandbox?.status !== 'pending' || sandbox.requested_at !== payload.requested_at) return
    const now = services.now()
    await changeSandbox(tx, build.id, { ...built, status: 'live', updated_at: now })
    await recordAudit(tx, byJob, now, {
      action: 'sandbox.built',
      subject: { type: 'sandbox', id: build.id },
      app_id: build.app_id,
      changes: {
        status: ['pending', 'live'],
        company_id: [sandbox.company_id, built.company_id],
        url: [sandbox.url, built.url],
      },
    })
    await sendEmail(tx, byPerson(sandbox.requested_by), now, readyEmail(services, build, built))
  })
}

function readyEmail({ settings }: Services, build: PendingBuild, built: BuiltSandbox): OutgoingEmail {
  const page = `${settings.PUBLIC_URL}${appAddress(build.app_id)}`
  const guide = `${settings.PUBLIC_URL}${pageAddress('documentation', { page: 'first-api-call' })}`
  return {
    kind: 'sandbox_ready',
    recipient: build.requester_email,
    subject: `The sandbox of ${build.app_name} is ready`,
    body: writeText(
      `Hello ${build.requester_name},`,
      `The sandbox of your app ${build.app_name} is ready:`,
      built.url,
      'What you can do next:',
      `1. Save a first version of your app's manifest:\n${page}`,
      `2. Look up the client ID of the sandbox and set its redirect URIs:\n${page}/oauth_credentials`,
      `3. Make your first API call:\n${guide}`,
      `4. Install the version in the sandbox with its app version key:\n${page}/versions`,
    ),
  }
}

async function markFailed(services: Services, payload: JobPayload<'sandbox.build'>): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const sandbox = await lockSandbox(tx, payload.sandbox_id)
    if (sandbox?.status !== 'pending' || sandbox.requested_at !== payload.requested_at) return
    const now = services.now()
    await changeSandbox(tx, sandbox.id, { status: 'failed', updated_at: now })
    await recordAudit(tx, byJob, now, {
      action: 'sandbox.failed',
      subject: { type: 'sandbox', id: sandbox.id },
      app_id: sandbox.developer_app_id,
      changes: { status: ['pending', 'failed'] },
    })
  })
}

/** Makes the failed build pending again, unless it was requested again since or its app was deleted. */
async function reopen(tx: Tx, now: Date, payload: JobPayload<'sandbox.build'>): Promise<boolean> {
  const sandbox = await lockSandbox(tx, payload.sandbox_id)
  if (sandbox?.status !== 'failed' || sandbox.requested_at !== payload.requested_at) return false
  if (!(await isAppOpen(tx, sandbox.developer_app_id))) return false
  await changeSandbox(tx, sandbox.id, { status: 'pending', updated_at: now })
  return true
}
