import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { appAddress } from '@trestle/domain/routes.ts'
import type { Actor } from '../access/actor.ts'
import { editorAddresses, lockAdminApp, peopleOn } from '../access/authorizedApp.ts'
import { requireEnvironment } from '../access/requireEnvironment.ts'
import { recordAudit } from '../audit/record.ts'
import { refusalError } from '../errors.ts'
import { sendToEach } from '../mail/sendToEach.ts'
import type { Services } from '../services.ts'
import { findSuspension, setSuspension } from './secrets/store.ts'

interface Input {
  appId: number
  environment: CredentialEnvironment
  /** False ends a suspension. */
  suspends: boolean
  /** Empty if a suspension ends without a reason. */
  reason: string
}

/**
 * Suspends an app's credentials, which ends all of its tokens until the suspension ends, or ends a suspension. Notifies
 * the app's editors.
 */
export async function suspendCredentials(
  services: Services,
  actor: Actor,
  { appId, environment, suspends, reason }: Input,
): Promise<void> {
  const { settings } = services
  requireEnvironment(settings, environment)
  return services.db.transaction().execute(async (tx) => {
    const app = await lockAdminApp(tx, actor, appId)
    const scope = { environment, appId }
    const before = await findSuspension(tx, scope)
    const isSuspended = typeof before?.suspended_at === 'string'
    if (suspends === isSuspended) {
      const state = isSuspended ? 'already' : 'not'
      throw refusalError('conflict', `These credentials are ${state} suspended.`)
    }
    const now = services.now()
    await setSuspension(
      tx,
      scope,
      suspends ? { suspended_at: now, suspended_by: actor.id, suspension_reason: reason } : null,
    )
    await recordAudit(tx, actor.audit, now, {
      action: suspends ? 'credentials.suspended' : 'credentials.unsuspended',
      subject: { type: 'app', id: appId },
      app_id: appId,
      changes: {
        environment: [null, environment],
        reason: [before?.suspension_reason ?? null, reason || null],
      },
    })
    const action = suspends ? 'were suspended' : 'work again'
    const credentials = `The ${environment} credentials of ${app.internal_name}`
    await sendToEach(tx, actor.audit, now, {
      kind: 'credentials_suspension',
      recipients: editorAddresses(await peopleOn(tx, app)),
      subject: `${credentials} ${action}`,
      paragraphs: [
        `${credentials} ${action}.`,
        ...(suspends
          ? [
              `Reason: ${reason}`,
              "The app's tokens and secrets don't work until the suspension ends.",
              `If you have questions, or once the problem is fixed, contact support:\n${settings.SUPPORT_URL}`,
            ]
          : ["Tokens that haven't expired can be used again."]),
        `${settings.PUBLIC_URL}${appAddress(app.id, 'oauth_credentials')}`,
      ],
    })
  })
}
