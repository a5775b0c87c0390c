import { describeLocation, type Leak } from '@trestle/domain/oauth/leaks.ts'
import { appAddress } from '@trestle/domain/routes.ts'
import type { AuditActor } from '../access/actor.ts'
import { editorAddresses, peopleOn } from '../access/authorizedApp.ts'
import { findOpenApp } from '../access/references.ts'
import { reportLeakedServiceToken } from '../accounts/reportLeakedServiceToken.ts'
import { isWellFormedSecret, secretPrefixes } from '../accounts/secretFormat.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { sendToEach } from '../mail/sendToEach.ts'
import type { RevokeLeakedOauthToken } from '../oauth/revokeLeaked.ts'
import type { RevokeLeakedToken } from '../personalTokens/revokeLeaked.ts'
import { runEach } from '../runEach.ts'
import type { Services } from '../services.ts'
import { hashSecret } from './makeSecret.ts'
import { lockReportedSecret, markLeaked } from './secrets/store.ts'

export interface LeakRevocations {
  revokeLeakedToken: RevokeLeakedToken
  revokeLeakedOauthToken: RevokeLeakedOauthToken
}

/**
 * Handles reports of secrets that were found in public. Personal access tokens and the tokens of apps are revoked
 * immediately. A client secret may be what a running app needs, and a service token what the platform needs, so an email
 * asks to replace them. The caller learns nothing about any of them. A report that fails doesn't stop the others.
 */
export async function reportLeaks(
  services: Services,
  by: AuditActor,
  leaks: readonly Leak[],
  { revokeLeakedToken, revokeLeakedOauthToken }: LeakRevocations,
): Promise<void> {
  await runEach(leaks, async (leak) => {
    if (await revokeLeakedOauthToken(services, by, leak)) return
    await services.db.transaction().execute(async (tx) => {
      if (isWellFormedSecret(secretPrefixes.personalToken, leak.token)) {
        await revokeLeakedToken(tx, services, by, leak)
      } else if (!(await reportLeakedServiceToken(tx, services, by, leak))) {
        await reportSecret(tx, services, by, leak)
      }
    })
  })
}

async function reportSecret(tx: Tx, { now, settings }: Services, by: AuditActor, leak: Leak): Promise<void> {
  const at = now()
  const secret = await lockReportedSecret(tx, hashSecret(leak.token), at)
  if (!secret) return
  await markLeaked(tx, secret.id, at)
  await recordAudit(tx, by, at, {
    action: 'client_secret.reported',
    subject: { type: 'client_secret', id: secret.id },
    app_id: secret.app_id,
    changes: { leaked_at: [null, at.toISOString()] },
  })
  const app = await findOpenApp(tx, secret.app_id)
  // No one can replace a deleted app's secret. Its page shows the report once the app is restored.
  if (!app) return
  const location = describeLocation(leak)
  const name = `The ${secret.environment} client secret of ${app.internal_name} that ends in ${secret.last_four}`
  await sendToEach(tx, by, at, {
    kind: 'secret_leaked',
    recipients: editorAddresses(await peopleOn(tx, app)),
    subject: `A client secret of ${app.internal_name} was found in public`,
    paragraphs: [
      ...(app.confidential
        ? [
            `${name} was found ${location}. Anyone who has seen it can get tokens of the app.`,
            'Create a second secret, update everything that uses the old one, and revoke the old one:',
          ]
        : [
            `${name} was found ${location}.`,
            "It doesn't work while the app is public. Revoke it, so that it doesn't work again if the app becomes confidential:",
          ]),
      `${settings.PUBLIC_URL}${appAddress(app.id, 'oauth_credentials')}`,
    ],
  })
}
