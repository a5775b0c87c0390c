import { configuredContent } from '@trestle/domain/manifests/document/content.ts'
import { splitManifest } from '@trestle/domain/manifests/document/parts.ts'
import { errors, type AccessToken, type ClientCredentials, type KoaContextWithOIDC } from 'oidc-provider'
import { parseContent } from '../manifests/present.ts'
import { findNewestVersion } from './clients/store.ts'
import { currentFacts, type AdapterContext } from './createAdapter.ts'

/** Returns what an access token says besides the claims of the library. */
export async function composeClaims(
  { services, environment }: AdapterContext,
  { oidc }: KoaContextWithOIDC,
  token: AccessToken | ClientCredentials,
): Promise<Record<string, unknown>> {
  const { client } = oidc
  if (!client) throw new Error('A token is issued without a client.')
  const facts = currentFacts()
  const version = await findNewestVersion(services.db, environment, client.trestle.app_id)
  const claims = {
    gen: client.trestle.generation,
    ...(facts.secretId !== undefined && { sec: facts.secretId }),
    ...(version && { app_version_id: version.app_version_id }),
  }
  if (token.kind === 'AccessToken') return { ...claims, gid: token.grantId }
  const content = version && parseContent(version.content)
  if (!content || splitManifest(content).permissions === null) {
    facts.reason = { reason: 'no_service_account' }
    throw new errors.UnauthorizedClient('this app has no service account in its newest manifest')
  }
  return { ...claims, permissions: configuredContent(content).permissions }
}
