import { audienceOf, issuerOf, type CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { createLocalJWKSet, jwtVerify, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import type { Services } from '../services.ts'
import { findLiveToken, type LiveToken } from './state/store.ts'
import { hashJti } from './tokens/hashing.ts'

const Levels = z.record(z.string(), z.string())

/** What an access token of ours says. */
export const AccessTokenClaims = z.object({
  iss: z.string(),
  aud: z.string(),
  /** The id of a developer, or the client id for a token of the app itself. */
  sub: z.string(),
  client_id: z.string(),
  iat: z.number(),
  exp: z.number(),
  jti: z.string(),
  scope: z.string(),
  /** The secret that the app authenticated with. */
  sec: z.number().optional(),
  /** The generation of the app's credentials. */
  gen: z.number(),
  /** The grant of the developer. The portal needs none for tokens that it issues to itself. */
  gid: z.string().optional(),
  app_version_id: z.string().optional(),
  permissions: z.object({ company: Levels, project: Levels }).optional(),
})
export type AccessTokenClaims = z.infer<typeof AccessTokenClaims>

export interface CheckedToken extends LiveToken {
  claims: AccessTokenClaims
}

/** Returns the claims of a token that one of these keys signed and that hasn't expired; null for anything else. */
export async function verifyToken(
  { settings, now }: Pick<Services, 'settings' | 'now'>,
  environment: CredentialEnvironment,
  findKey: JWTVerifyGetKey,
  token: string,
): Promise<AccessTokenClaims | null> {
  try {
    const { payload } = await jwtVerify(token, findKey, {
      issuer: issuerOf(settings.PUBLIC_URL, environment),
      audience: audienceOf(settings.PUBLIC_URL, environment),
      algorithms: ['ES256'],
      typ: 'at+jwt',
      currentDate: now(),
    })
    return AccessTokenClaims.parse(payload)
  } catch {
    return null
  }
}

export const toKeySet = (keys: Parameters<typeof createLocalJWKSet>[0]['keys']): JWTVerifyGetKey =>
  createLocalJWKSet({ keys })

/** Returns a token with what it may do now; null if it is not valid, or no longer. */
export async function checkToken(
  services: Pick<Services, 'db' | 'settings' | 'now'>,
  environment: CredentialEnvironment,
  findKey: JWTVerifyGetKey,
  token: string,
): Promise<CheckedToken | null> {
  const claims = await verifyToken(services, environment, findKey, token)
  if (!claims) return null
  const live = await findLiveToken(services.db, environment, {
    ...claims,
    member_id: claims.gid === undefined && claims.sub !== claims.client_id ? Number(claims.sub) : null,
    jtiHash: hashJti(claims.jti),
    now: services.now(),
  })
  return live ? { ...live, claims } : null
}
