import { isOriginAllowed } from '@trestle/domain/oauth/rules.ts'
import type { CheckedToken } from './checkToken.ts'

/** Composes the headers that let pages of a public app read a reply, if the app named their origin. */
export function composeCors(
  { is_confidential, allowed_cors_domain }: CheckedToken,
  origin: string | undefined,
  exposedHeaders?: string,
): Record<string, string> {
  if (origin === undefined || is_confidential || !isOriginAllowed(allowed_cors_domain, origin)) {
    return { vary: 'Origin' }
  }
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    ...(exposedHeaders !== undefined && { 'access-control-expose-headers': exposedHeaders }),
  }
}

/**
 * Composes the headers of a refusal before the token's app is known. It contains nothing private, and a page has to
 * read that its token has ended.
 */
export const composeRefusalCors = (exposedHeaders?: string): Record<string, string> => ({
  'access-control-allow-origin': '*',
  ...(exposedHeaders !== undefined && { 'access-control-expose-headers': exposedHeaders }),
})

/**
 * Composes the headers of the reply to a preflight request, which names no token. The reply to the call itself is only
 * readable for the origins that the app named.
 */
export const composePreflight = (
  origin: string | undefined,
  allowed: { methods: string; headers: string },
): Record<string, string> => ({
  vary: 'Origin',
  'access-control-allow-origin': origin ?? '*',
  'access-control-allow-methods': allowed.methods,
  'access-control-allow-headers': allowed.headers,
  'access-control-max-age': '3600',
})
