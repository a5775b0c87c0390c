import { pageAddress } from '@trestle/domain/routes.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Identity } from '../access/actor.ts'
import { readBearer } from '../access/readBearer.ts'
import { refusalError } from '../errors.ts'
import { oncePer } from '../oncePer.ts'
import type { Services } from '../services.ts'
import { toActor } from './auditActor.ts'
import { cookieName } from './browserClient.ts'
import type { LookUpToken } from './guessLimit.ts'

/** Finds the developer of a personal access token. Provided by its feature, like `FindIdentityBySession`. */
export type FindIdentityByPersonalToken = (
  services: Services,
  token: string,
  address: string,
) => Promise<Identity | null>

/** Returns the developer whose personal access token a request carries, or null. Looks the token up once. */
export type FindPersonalTokenActor = (request: FastifyRequest) => Promise<Actor | null>

/** Returns the bearer token of a request, or null. One that can't be read counts as a token. */
function bearerToken({ routeOptions, headers }: FastifyRequest): string | null {
  // Platform services have their own tokens.
  return routeOptions.config.isForServices ? null : readBearer(headers.authorization)
}

export function createPersonalTokenActorFinder(
  services: Services,
  find: FindIdentityByPersonalToken,
  lookUp: LookUpToken,
): FindPersonalTokenActor {
  return oncePer(async (request) => {
    const token = bearerToken(request)
    const identity =
      token === null ? null : await lookUp(request, token, () => find(services, token, request.ip))
    return identity && toActor(identity, request)
  })
}

/**
 * Returns the actor of a request with a bearer token, and undefined for one without. Refuses a token that doesn't work.
 */
export async function authenticateToken(
  services: Services,
  find: FindPersonalTokenActor,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Actor | undefined> {
  if (bearerToken(request) === null) return undefined
  if (request.cookies[cookieName(services)]) {
    throw refusalError('malformed', 'Send a bearer token or a session cookie, but not both.')
  }
  const actor = await find(request)
  if (actor) return actor
  reply.header('www-authenticate', 'Bearer error="invalid_token"')
  const page = `${services.settings.PUBLIC_URL}${pageAddress('accountTokens')}`
  throw refusalError(
    'not_signed_in',
    `This token doesn't work: it is unknown, expired or revoked. Create another one at ${page}.`,
  )
}
