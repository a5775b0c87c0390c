import { adminsOnly } from '@trestle/domain/access/roles.ts'
import type { ServiceScope } from '@trestle/domain/access/serviceScopes.ts'
import type { Endpoint } from '@trestle/domain/http/endpoint.ts'
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { ServiceActor } from '../access/actor.ts'
import { readBearer } from '../access/readBearer.ts'
import { requireConfirmedEmail } from '../access/requireConfirmedEmail.ts'
import { admitToken } from '../access/tokenRights.ts'
import { RefusalError, refusalError } from '../errors.ts'
import { oncePer } from '../oncePer.ts'
import type { Services } from '../services.ts'
import { csrfSecretFor } from './browserClient.ts'
import { isCsrfToken } from './csrf.ts'
import type { LookUpToken } from './guessLimit.ts'
import { opensToAnyone, type Access } from './route.ts'

/** Finds the platform service that a bearer token belongs to. */
export type FindServiceByToken = (services: Services, token: string) => Promise<ServiceActor | null>

/** Returns the platform service that sent a request, or null. Looks its token up once. */
export type FindRequestService = (request: FastifyRequest) => Promise<ServiceActor | null>

export function createServiceFinder(
  services: Services,
  findServiceByToken: FindServiceByToken,
  lookUp: LookUpToken,
): FindRequestService {
  return oncePer(async (request) => {
    const { routeOptions, headers } = request
    const token = routeOptions.config.isForServices ? readBearer(headers.authorization) : null
    return token ? lookUp(request, token, () => findServiceByToken(services, token)) : null
  })
}

/** Requires a service's bearer token with this scope; a session does not count here (RFC 6750). */
export function serviceGuard(findRequestService: FindRequestService, scope: ServiceScope | undefined) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const service = await findRequestService(request)
    if (!service) {
      const wasSent = request.headers.authorization !== undefined
      reply.header('www-authenticate', wasSent ? 'Bearer error="invalid_token"' : 'Bearer')
      throw refusalError(
        'not_signed_in',
        "Send the bearer token of a platform service that hasn't expired and isn't revoked.",
      )
    }
    request.service = service
    if (scope !== undefined && service.scopes.includes(scope)) return
    reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${scope}"`)
    throw refusalError('not_allowed', `This token doesn't have the scope ${scope}. Send a token that has it.`)
  }
}

/** Refuses a call during maintenance. Clients try such a reply again later. */
export async function refuseChangeDuringMaintenance(): Promise<void> {
  const message =
    'Maintenance is in progress. You can read everything, but nothing can be changed. Try again later.'
  throw new RefusalError({ code: 'unavailable', message, retryAfterSeconds: 60 })
}

/** Throws a refusal, or lets a request through. */
type Guard = (request: FastifyRequest) => void

/** Returns a hook that runs guards in order. One hook for all takes less time than a promise for each. */
export const runGuards =
  (guards: readonly Guard[]): onRequestHookHandler =>
  (request, _reply, done) => {
    for (const guard of guards) guard(request)
    done()
  }

/** Refuses a personal access token that may not make this call. */
export function tokenGuard(endpoint: Endpoint): Guard {
  return ({ actor }) => {
    if (actor) admitToken(actor, endpoint)
  }
}

/** Refuses someone who must accept the current terms first, except in the calls that don't need it. */
export function requireAccepted({ settings }: Services, { actor, routeOptions }: FastifyRequest): void {
  if (!actor?.terms_due || routeOptions.config.opensBeforeTerms) return
  throw refusalError(
    'terms_not_accepted',
    actor.token
      ? `The terms have changed. Sign in at ${settings.PUBLIC_URL} and accept them.`
      : 'The terms have changed. Reload the page to read and accept them.',
  )
}

/** Refuses staff who are past the deadline for a second factor, except in the calls that set one up. */
export function requireEnrolled({ actor, routeOptions }: FastifyRequest): void {
  if (!actor?.enrollment?.is_due || routeOptions.config.isForEnrollment) return
  throw refusalError(
    'not_allowed',
    'Set up a second factor first: platform staff need one. You can do so on any page of the portal.',
  )
}

/** Another scheme may belong to a proxy in front, so the message must also make sense to someone with a browser. */
const notSignedIn = ({ authorization }: FastifyRequest['headers']): RefusalError =>
  refusalError(
    'not_signed_in',
    authorization === undefined
      ? 'Sign in to continue.'
      : 'Sign in to continue, or send a personal access token as Authorization: Bearer TOKEN.',
  )

export function accessGuard(access: Exclude<Access, 'service'>): Guard {
  return ({ actor, headers }) => {
    if (opensToAnyone(access)) return
    if (!actor) throw notSignedIn(headers)
    if (access === 'platformAdmin' && !actor.is_admin) throw new RefusalError(adminsOnly)
  }
}

/** Refuses a caller who hasn't confirmed their address, in the calls that need it. */
export function confirmedEmailGuard({ needsConfirmedEmail }: Endpoint): Guard {
  return ({ actor }) => {
    if (!needsConfirmedEmail || !actor) return
    requireConfirmedEmail(actor, needsConfirmedEmail === true ? undefined : needsConfirmedEmail)
  }
}

const staleToken = 'The page is out of date. Reload it and try again.'

/**
 * Requires the CSRF token, except for programs: browsers don't send their tokens automatically. The field name tells
 * clients to fetch a new token and retry.
 */
export function csrfGuard(services: Services): Guard {
  return ({ actor, headers, cookies }) => {
    if (actor?.token) return
    if (isCsrfToken(csrfSecretFor(services, cookies), headers['x-csrf-token'])) return
    throw refusalError('not_allowed', staleToken, 'x-csrf-token')
  }
}
