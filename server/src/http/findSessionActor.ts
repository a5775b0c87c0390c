import type { FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'
import type { Services } from '../services.ts'
import { cookieName } from './browserClient.ts'

/**
 * Finds the owner of a session token. Provided by the accounts feature, so that the HTTP layer depends on no feature.
 */
export type FindActorBySession = (services: Services, token: string) => Promise<Actor | null>

/** Finds who sent a request with a session cookie. */
export async function findSessionActor(
  services: Services,
  request: FastifyRequest,
  findActorBySession: FindActorBySession,
): Promise<Actor | null> {
  const token = request.routeOptions.config.isPublic ? undefined : request.cookies[cookieName(services)]
  return token ? findActorBySession(services, token) : null
}
