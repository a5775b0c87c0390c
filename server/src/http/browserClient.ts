import { perPageCookie } from '@trestle/domain/http/paging.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import { makeCsrfToken } from './csrf.ts'
import type { BrowserClient } from './route.ts'

/** Adds the `__Host-` prefix behind https, so that neighboring hosts can't set the cookie. */
export const prefixedCookieName = ({ settings }: Services, name: string): string =>
  settings.isSecure ? `__Host-${name}` : name

export const cookieName = (services: Services): string => prefixedCookieName(services, 'trestle_session')

/** Holds how many rows lists show. The web app writes it (deviceSettings.ts). */
export const perPageCookieName = (services: Services): string => prefixedCookieName(services, perPageCookie)

/** Holds the token of a sign-in that waits for a second factor. */
const pendingCookieName = (services: Services): string => prefixedCookieName(services, 'trestle_pending')

/** Holds the CSRF secret of a browser without a session. */
const anonymousCookieName = (services: Services): string => prefixedCookieName(services, 'trestle_csrf')

/**
 * Returns what CSRF tokens are bound to: the session or the pending sign-in, so that each step of signing in or out
 * renews them. Otherwise they are bound to a separate cookie.
 */
export const csrfSecretFor = (services: Services, cookies: FastifyRequest['cookies']): string | undefined =>
  cookies[cookieName(services)] ||
  cookies[pendingCookieName(services)] ||
  cookies[anonymousCookieName(services)]

const maxUserAgent = 500

/** Returns the start of the `User-Agent` header, which can be as long as all headers together may be. */
export const readUserAgent = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  (headers['user-agent'] ?? '').slice(0, maxUserAgent)

export function browserClientFor(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): BrowserClient {
  const name = cookieName(services)
  const anonymousName = anonymousCookieName(services)
  const pendingName = pendingCookieName(services)
  const deviceName = prefixedCookieName(services, 'trestle_device')
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: services.settings.isSecure } as const
  const csrf = { secret: csrfSecretFor(services, request.cookies) }
  return {
    address: request.ip,
    userAgent: readUserAgent(request),
    sessionToken: request.cookies[name],
    setSessionToken: (token, expires) => {
      reply.setCookie(name, token, { ...options, expires })
      csrf.secret = token
      forget(pendingName, anonymousName)
    },
    pendingToken: request.cookies[pendingName],
    setPendingToken: (token, expires) => {
      reply.setCookie(pendingName, token, { ...options, expires })
      csrf.secret = token
      forget(name, anonymousName)
    },
    clearSessionToken: () => {
      reply.clearCookie(name, options)
      forget(pendingName)
      // Not "cookies": that would end sessions on neighboring hosts, and the next sign-in would count as one from a new
      // device (docs/decisions/0012).
      reply.header('clear-site-data', '"cache", "storage"')
      csrf.secret = undefined
    },
    deviceToken: request.cookies[deviceName],
    setDeviceToken: (token, expires) => {
      reply.setCookie(deviceName, token, { ...options, expires })
    },
    csrfToken: () => {
      csrf.secret ??= newAnonymousSecret()
      return makeCsrfToken(services.random, csrf.secret)
    },
  }

  /** Clears cookies whose CSRF tokens must not work again after the next sign-out. */
  function forget(...names: string[]): void {
    for (const each of names) if (request.cookies[each]) reply.clearCookie(each, options)
  }

  function newAnonymousSecret(): string {
    const secret = services.random(32).toString('base64url')
    reply.setCookie(anonymousName, secret, options)
    return secret
  }
}
