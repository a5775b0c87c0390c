import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import type { AccessTokenClaims } from './checkToken.ts'

/** Presents a valid access token (RFC 7662). */
export const composeIntrospection = (claims: AccessTokenClaims, environment: CredentialEnvironment) => ({
  active: true,
  client_id: claims.client_id,
  sub: claims.sub,
  scope: claims.scope,
  exp: claims.exp,
  iat: claims.iat,
  iss: claims.iss,
  aud: claims.aud,
  jti: claims.jti,
  token_type: 'Bearer',
  environment,
  ...(claims.app_version_id !== undefined && { app_version_id: claims.app_version_id }),
  ...(claims.permissions && { permissions: claims.permissions }),
})
