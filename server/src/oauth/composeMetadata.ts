import { issuerOf, oauthAddresses, type CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { platformScope } from '@trestle/domain/oauth/rules.ts'
import { pageAddress } from '@trestle/domain/routes.ts'
import type { Settings } from '../settings.ts'
import { libraryRoutes } from './createProvider.ts'

const authMethods = ['client_secret_basic', 'client_secret_post', 'none']

/** Composes the metadata of an environment's server (RFC 8414). Features that are off have no entry. */
export function composeMetadata({ PUBLIC_URL }: Settings, environment: CredentialEnvironment) {
  const issuer = issuerOf(PUBLIC_URL, environment)
  const addresses = oauthAddresses(PUBLIC_URL, environment)
  return {
    issuer,
    authorization_endpoint: addresses.authorization,
    token_endpoint: addresses.token,
    jwks_uri: `${issuer}/oauth/jwks`,
    revocation_endpoint: `${issuer}${libraryRoutes.revocation}`,
    introspection_endpoint: `${issuer}${libraryRoutes.introspection}`,
    pushed_authorization_request_endpoint: `${issuer}${libraryRoutes.pushed_authorization_request}`,
    scopes_supported: [platformScope],
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment'],
    grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: authMethods,
    introspection_endpoint_auth_methods_supported: authMethods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    service_documentation: `${PUBLIC_URL}${pageAddress('documentation', { page: 'oauth' })}`,
  }
}
