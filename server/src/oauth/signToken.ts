import { audienceOf, issuerOf, type CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { platformScope, portalTokenSeconds } from '@trestle/domain/oauth/rules.ts'
import { importJWK, SignJWT } from 'jose'
import type { Services } from '../services.ts'
import type { AccessTokenClaims } from './checkToken.ts'
import { findNewestVersion, type ClientRow } from './clients/store.ts'
import type { SigningKeys } from './keys/loadKeys.ts'
import { composeAppClaims } from './composeAppClaims.ts'

interface TokenRequest {
  environment: CredentialEnvironment
  client: ClientRow
  /** The id of a member of the app. */
  developerId: number
}

export interface SignedToken {
  token: string
  /** Whether the token is the app's own, as issued by the client credentials grant. */
  isOfApp: boolean
}

/**
 * Signs an access token for the portal itself, for one call: the token that the app can get for its service account, or
 * without one, a token of the member who asks. It must not leave the server.
 */
export async function signToken(
  services: Services,
  keys: SigningKeys,
  { environment, client, developerId }: TokenRequest,
): Promise<SignedToken> {
  const { settings, now, random } = services
  const { claims, permissions } = composeAppClaims(
    client,
    await findNewestVersion(services.db, environment, client.app_id),
  )
  // The OAuth server doesn't give apps that can't keep a secret their own token.
  const isOfApp = permissions !== null && client.confidential
  const issuedAt = Math.floor(now().getTime() / 1000)
  const payload: AccessTokenClaims = {
    ...claims,
    iss: issuerOf(settings.PUBLIC_URL, environment),
    aud: audienceOf(settings.PUBLIC_URL, environment),
    sub: isOfApp ? client.client_id : String(developerId),
    client_id: client.client_id,
    iat: issuedAt,
    exp: issuedAt + portalTokenSeconds,
    jti: random(16).toString('base64url'),
    scope: platformScope,
    ...(isOfApp && { permissions }),
  }
  const { kid } = keys.current
  if (kid === undefined) throw new Error('The signing key has no id.')
  const token = await new SignJWT({ ...payload })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
    .sign(await importJWK(keys.current, 'ES256'))
  return { token, isOfApp }
}
