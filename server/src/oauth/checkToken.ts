import { createHash } from 'node:crypto'
import { audienceOf, issuerOf, type CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { createLocalJWKSet, jwtVerify, type JWK, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { batchLoads } from '../db/batchLoads.ts'
import type { Services } from '../services.ts'
import { findLiveTokens, type LiveToken, type TokenState } from './state/store.ts'
import { hashJti } from './tokens/hashing.ts'

const Levels = z.record(z.string(), z.string())

/** The claims of our access tokens. */
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

/** Returns whether a text has three parts, as only signed tokens have. */
export const isSignedToken = (text: string): boolean => /^[\w-]*\.[\w-]*\.[\w-]*$/.test(text)

/** Returns the claims of a token that one of these keys signed and that hasn't expired; null for any other string. */
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

type VerifyToken = (token: string) => Promise<AccessTokenClaims | null>

/** The number of verified tokens to remember. Any beyond that are verified again. */
const maxRemembered = 5_000

/**
 * Creates a function that verifies tokens signed by these keys. A service sends the same token many times, and its
 * signature can't become invalid, so it is only verified once. The state of a token is never remembered.
 */
export function createVerifier(
  services: Pick<Services, 'settings' | 'now'>,
  environment: CredentialEnvironment,
  keys: JWK[],
): VerifyToken {
  const findKey = createLocalJWKSet({ keys })
  const verified = new Map<string, AccessTokenClaims>()
  return async (token) => {
    const hash = createHash('sha256').update(token).digest('base64')
    const known = verified.get(hash)
    if (known) return known.exp * 1000 > services.now().getTime() ? known : null
    const claims = await verifyToken(services, environment, findKey, token)
    const [oldest] = verified.keys()
    if (claims && oldest !== undefined && verified.size >= maxRemembered) verified.delete(oldest)
    if (claims) verified.set(hash, claims)
    return claims
  }
}

/** Returns a token with its current permissions; null if it isn't valid or no longer is. */
export type CheckToken = (token: string) => Promise<CheckedToken | null>

/** Creates the check of tokens that are signed by one of these keys. */
export function createCheckToken(
  services: Pick<Services, 'db' | 'settings' | 'now'>,
  environment: CredentialEnvironment,
  keys: JWK[],
): CheckToken {
  const { db, now } = services
  const verify = createVerifier(services, environment, keys)
  const findLive = batchLoads<TokenState, LiveToken | undefined>((tokens) =>
    findLiveTokens(db, environment, tokens, now()),
  )
  return async (token) => {
    const claims = await verify(token)
    if (!claims) return null
    const live = await findLive({
      ...claims,
      member_id: claims.gid === undefined && claims.sub !== claims.client_id ? Number(claims.sub) : null,
      jtiHash: hashJti(claims.jti),
    })
    return live ? { ...live, claims } : null
  }
}
