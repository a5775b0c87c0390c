import { environmentsOf, type CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { describeLocation, type Leak } from '@trestle/domain/oauth/leaks.ts'
import { appAddress } from '@trestle/domain/routes.ts'
import type { AuditActor } from '../access/actor.ts'
import { editorAddresses, peopleOn } from '../access/authorizedApp.ts'
import { findOpenApp } from '../access/references.ts'
import { recordAudit } from '../audit/record.ts'
import { sendToEach } from '../mail/sendToEach.ts'
import type { Services } from '../services.ts'
import { createCheckToken, isSignedToken, type CheckedToken } from './checkToken.ts'
import { findOrCreateKeys } from './keys/findOrCreateKeys.ts'
import { insertRevokedToken } from './revocations/store.ts'
import { hashJti } from './tokens/hashing.ts'

export type RevokeLeakedAccessToken = (services: Services, by: AuditActor, leak: Leak) => Promise<boolean>

/**
 * Revokes an access token of an app that was found in public, and emails the app's owner and admins where. Returns
 * whether the leak is a signed token, even one that no longer works or isn't ours.
 */
export const revokeLeakedAccessToken: RevokeLeakedAccessToken = async (services, by, leak) => {
  if (!isSignedToken(leak.token)) return false
  const found = await findLiveToken(services, leak.token)
  if (found) await revoke(services, by, leak, found)
  return true
}

interface FoundToken extends CheckedToken {
  environment: CredentialEnvironment
}

async function findLiveToken(services: Services, token: string): Promise<FoundToken | null> {
  for (const environment of environmentsOf(services.settings.GOV_CLOUD)) {
    const { published } = await findOrCreateKeys(services, environment)
    const checked = await createCheckToken(services, environment, published)(token)
    if (checked) return { ...checked, environment }
  }
  return null
}

async function revoke(
  { db, now, settings }: Services,
  by: AuditActor,
  leak: Leak,
  { app_id, claims, environment }: FoundToken,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const app = await findOpenApp(tx, app_id)
    if (!app || !(await insertRevokedToken(tx, hashJti(claims.jti), new Date(claims.exp * 1000)))) return
    const at = now()
    await recordAudit(tx, by, at, {
      action: 'access_token.revoked',
      subject: { type: 'app', id: app.id },
      app_id: app.id,
      changes: { environment: [environment, null] },
    })
    await sendToEach(tx, by, at, {
      kind: 'secret_leaked',
      recipients: editorAddresses(await peopleOn(tx, app)),
      subject: `An access token of ${app.internal_name} was found in public and revoked`,
      paragraphs: [
        `A ${environment} access token of ${app.internal_name} was found ${describeLocation(leak)}. It no longer works. The app's other tokens and its secrets still do.`,
        'Remove it from there, and find out how it was published. If a client secret may have been published too, replace it:',
        `${settings.PUBLIC_URL}${appAddress(app.id, 'oauth_credentials')}`,
      ],
    })
  })
}
