import { errors, type AccessToken, type ClientCredentials, type KoaContextWithOIDC } from 'oidc-provider'
import type { AdapterContext } from './createAdapter.ts'
import { currentFacts } from './requestFacts.ts'
import { composeAppClaims } from './composeAppClaims.ts'
import { findNewestVersion } from './clients/store.ts'

/** Returns the refusal of a token of the app itself. Only the app's team learns the reason. */
export function ownTokenError(reason: 'no_service_account' | 'grant_not_allowed'): Error {
  currentFacts().reason = { reason }
  return new errors.UnauthorizedClient('this client can not use the grant type client_credentials')
}

/** Returns the claims of an access token that the library does not set itself. */
export async function composeClaims(
  { services, environment }: AdapterContext,
  { oidc }: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
): Promise<Record<string, unknown>> {
  const { client } = oidc
  if (!client) throw new Error('A token is issued without a client.')
  const facts = currentFacts()
  const { app_id: appId } = client.trestle
  const version =
    facts.caller?.client?.app_id === appId
      ? facts.caller.version
      : await findNewestVersion(services.db, environment, appId)
  const app = composeAppClaims(client.trestle, version)
  const claims = { ...app.claims, ...(facts.secretId !== undefined && { sec: facts.secretId }) }
  if (token.kind === 'AccessToken') return { ...claims, gid: token.grantId }
  if (!app.permissions) throw ownTokenError('no_service_account')
  return { ...claims, permissions: app.permissions }
}
