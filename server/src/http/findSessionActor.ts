import type { FastifyRequest } from 'fastify'
import type { Actor, Identity } from '../access/actor.ts'
import type { Services } from '../services.ts'
import { toActor } from './auditActor.ts'
import { cookieName } from './browserClient.ts'

/**
 * Finds the owner of a session token. Provided by the accounts feature, so that the HTTP layer depends on no feature.
 */
export type FindIdentityBySession = (
  services: Services,
  token: string,
  options?: {
    /** Whether a page loads something by itself while its user does nothing. That doesn't count as use of the session. */
    isIdle: boolean
  },
) => Promise<Identity | null>

/** Finds who sent a request with a session cookie. */
export async function findSessionActor(
  services: Services,
  request: FastifyRequest,
  findIdentityBySession: FindIdentityBySession,
): Promise<Actor | null> {
  const token = request.routeOptions.config.isPublic ? undefined : request.cookies[cookieName(services)]
  const isIdle = request.headers['x-user-idle'] === 'true'
  const identity = token ? await findIdentityBySession(services, token, { isIdle }) : null
  return identity && toActor(identity, request)
}
