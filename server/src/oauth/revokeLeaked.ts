import { environmentsOf, type CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { describeLocation, type Leak } from '@trestle/domain/oauth/leaks.ts'
import { appAddress } from '@trestle/domain/routes.ts'
import type { AuditActor } from '../access/actor.ts'
import { editorAddresses, peopleOn } from '../access/authorizedApp.ts'
import { findOpenApp } from '../access/references.ts'
import { isWellFormedSecret, secretPrefixes } from '../accounts/secretFormat.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { sendToEach } from '../mail/sendToEach.ts'
import type { Services } from '../services.ts'
import { createVerifier, isSignedToken, type AccessTokenClaims } from './checkToken.ts'
import { findClientState } from './clients/store.ts'
import { revokeGrantOfToken } from './grants/store.ts'
import { loadSigningKeys } from './keys/loadKeys.ts'
import { recordRevokedGrants } from './recordRevokedGrants.ts'
import { insertRevokedToken } from './revocations/store.ts'
import { hashId, hashJti } from './tokens/hashing.ts'

export type RevokeLeakedOauthToken = (services: Services, by: AuditActor, leak: Leak) => Promise<boolean>

/**
 * Revokes an access token or a refresh token of an app that was found in public, and emails the app's owner and admins
 * where. Returns whether the leak has the form of such a token, even if it has expired or isn't ours.
 */
export const revokeLeakedOauthToken: RevokeLeakedOauthToken = async (services, by, leak) => {
  if (isWellFormedSecret(secretPrefixes.refreshToken, leak.token)) {
    await revokeRefreshToken(services, by, leak)
    return true
  }
  if (!isSignedToken(leak.token)) return false
  const issued = await findIssuedToken(services, leak.token)
  if (issued) await revokeAccessToken(services, by, leak, issued)
  return true
}

/** Ends the access of the person for whom the app got the token: a grant's other tokens end with it. */
async function revokeRefreshToken(services: Services, by: AuditActor, leak: Leak): Promise<void> {
  const { db, now, settings } = services
  const hashes = environmentsOf(settings.GOV_CLOUD).map((environment) =>
    hashId({ environment, kind: 'RefreshToken' }, leak.token),
  )
  await db.transaction().execute(async (tx) => {
    const at = now()
    const grant = await revokeGrantOfToken(tx, hashes, at)
    if (!grant) return
    await recordRevokedGrants(tx, by, at, [grant])
    await tellTeam(tx, services, by, {
      appId: grant.app_id,
      token: 'A refresh token',
      toParagraph: (name) =>
        `A ${grant.environment} refresh token of ${name} was found ${describeLocation(leak)} and revoked, with the access tokens of the same person, who has to authorize the app again.`,
    })
  })
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

async function revokeAccessToken(
  services: Services,
  by: AuditActor,
  leak: Leak,
  { claims, environment }: IssuedToken,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const client = await findClientState(tx, environment, claims.client_id)
    if (!client || !(await insertRevokedToken(tx, hashJti(claims.jti), new Date(claims.exp * 1000)))) return
    await recordAudit(tx, by, services.now(), {
      action: 'access_token.revoked',
      subject: { type: 'app', id: client.app_id },
      app_id: client.app_id,
      changes: { environment: [environment, null] },
    })
    await tellTeam(tx, services, by, {
      appId: client.app_id,
      token: 'An access token',
      toParagraph: (name) =>
        `A ${environment} access token of ${name} was found ${describeLocation(leak)} and revoked. The app's other tokens and its secrets weren't.`,
    })
  })
}

interface RevokedToken {
  appId: number
  token: 'An access token' | 'A refresh token'
  /** Says where it was found and what ended, given the app's name. */
  toParagraph: (name: string) => string
}

async function tellTeam(
  tx: Tx,
  { now, settings }: Services,
  by: AuditActor,
  { appId, token, toParagraph }: RevokedToken,
): Promise<void> {
  const app = await findOpenApp(tx, appId)
  if (!app) return
  await sendToEach(tx, by, now(), {
    kind: 'secret_leaked',
    recipients: editorAddresses(await peopleOn(tx, app)),
    subject: `${token} of ${app.internal_name} was found in public and revoked`,
    paragraphs: [
      toParagraph(app.internal_name),
      'Remove it from there, and find out how it was published. If a client secret may have been published too, replace it:',
      `${settings.PUBLIC_URL}${appAddress(app.id, 'oauth_credentials')}`,
    ],
  })
}
