import { outOfBandUri } from '@trestle/domain/oauth/rules.ts'
import type { ClientMetadata } from 'oidc-provider'
import type { ClientRow } from './store.ts'

/** The properties of a library client that our own code reads. */
export const clientProperties = ['trestle'] as const

/** Facts about a client that the library does not know. */
export interface ClientFacts {
  app_id: number
  generation: number
  redirect_uris: string[]
  allowed_cors_domain: string
  is_confidential: boolean
}

/**
 * Returns the addresses where an app may get codes. Earlier versions accepted addresses that no browser can open, which
 * are skipped.
 */
export const toRedirectUris = ({ redirect_uri }: Pick<ClientRow, 'redirect_uri'>): string[] =>
  redirect_uri.split('\n').filter((uri) => URL.canParse(uri))

/**
 * Returns an app as a library client. Every client lists every grant, so that a refusal can say why. Clients are always
 * `web`, because the library refuses https://localhost for `native` ones.
 */
export function toMetadata(client: ClientRow): ClientMetadata {
  const redirectUris = toRedirectUris(client)
  // The library refuses to register the other one. `redirectUriAllowed` compares with all of them.
  const webUris = redirectUris.filter((uri) => uri !== outOfBandUri)
  const facts: ClientFacts = {
    app_id: client.app_id,
    generation: client.generation,
    redirect_uris: redirectUris,
    allowed_cors_domain: client.allowed_cors_domain,
    is_confidential: client.confidential,
  }
  return {
    client_id: client.client_id,
    client_name: client.name,
    application_type: 'web',
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
    response_types: ['code'],
    response_modes: ['query', 'fragment'],
    redirect_uris: webUris.length > 0 ? webUris : ['http://localhost'],
    token_endpoint_auth_method: client.confidential ? 'client_secret_basic' : 'none',
    // Required by the library, which never compares it: `compareClientSecret` reads the hashes.
    ...(client.confidential && { client_secret: 'stored as hashes' }),
    trestle: facts,
  }
}
