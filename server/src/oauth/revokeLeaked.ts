import { environmentsOf, type CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { describeLocation, type Leak } from '@trestle/domain/oauth/leaks.ts'
import { appAddress } from '@trestle/domain/routes.ts'
import type { AuditActor } from '../access/actor.ts'
import { editorAddresses, peopleOn } from '../access/authorizedApp.ts'
import { findOpenApp } from '../access/references.ts'
import { recordAudit } from '../audit/record.ts'
import { sendToEach } from '../mail/sendToEach.ts'
import type { Services } from '../services.ts'
import { createVerifier, isSignedToken, type AccessTokenClaims } from './checkToken.ts'
import { findClientState } from './clients/store.ts'
import { loadSigningKeys } from './keys/loadKeys.ts'
import { insertRevokedToken } from './revocations/store.ts'
import { hashJti } from './tokens/hashing.ts'

export type RevokeLeakedAccessToken = (services: Services, by: AuditActor, leak: Leak) => Promise<boolean>

/**
 * Revokes an access token of an app that was found in public, and emails the app's owner and admins where. Returns
 * whether the leak is a signed token, even one that has expired or isn't ours.
 */
export const revokeLeakedAccessToken: RevokeLeakedAccessToken = async (services, by, leak) => {
  if (!isSignedToken(leak.token)) return false
  const issued = await findIssuedToken(services, leak.token)
  if (issued) await revoke(services, by, leak, issued)
  return true
}

interface IssuedToken {
  claims: AccessTokenClaims
  environment: CredentialEnvironment
}

/** Finds a token that hasn't expired, even if it doesn't work at the moment, because a suspension can end. */
async function findIssuedToken(services: Services, token: string): Promise<IssuedToken | null> {
  for (const environment of environmentsOf(services.settings.GOV_CLOUD)) {
    const keys = await loadSigningKeys(services, environment)
    const claims = keys && (await createVerifier(services, environment, keys.published)(token))
    if (claims) return { claims, environment }
  }
  return null
}

async function revoke(
  { db, now, settings }: Services,
  by: AuditActor,
  leak: Leak,
  { claims, environment }: IssuedToken,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const client = await findClientState(tx, environment, claims.client_id)
    if (!client || !(await insertRevokedToken(tx, hashJti(claims.jti), new Date(claims.exp * 1000)))) return
    const at = now()
    await recordAudit(tx, by, at, {
      action: 'access_token.revoked',
      subject: { type: 'app', id: client.app_id },
      app_id: client.app_id,
      changes: { environment: [environment, null] },
    })
    const app = await findOpenApp(tx, client.app_id)
    if (!app) return
    await sendToEach(tx, by, at, {
      kind: 'secret_leaked',
      recipients: editorAddresses(await peopleOn(tx, app)),
      subject: `An access token of ${app.internal_name} was found in public and revoked`,
      paragraphs: [
        `A ${environment} access token of ${app.internal_name} was found ${describeLocation(leak)} and revoked. The app's other tokens and its secrets weren't.`,
        'Remove it from there, and find out how it was published. If a client secret may have been published too, replace it:',
        `${settings.PUBLIC_URL}${appAddress(app.id, 'oauth_credentials')}`,
      ],
    })
  })
}
