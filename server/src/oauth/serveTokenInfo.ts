import { environmentPath, type CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { isOriginAllowed } from '@trestle/domain/oauth/rules.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Services } from '../services.ts'
import type { CheckedToken } from './checkToken.ts'
import type { Issuers } from './issuers.ts'

interface Context {
  services: Services
  environment: CredentialEnvironment
  issuers: Issuers
}

/** Returns the token of an Authorization header: null for none, undefined for an unreadable one. */
export function readBearer(header: string | undefined): string | null | undefined {
  if (header === undefined) return null
  return /^bearer +([\w\-.~+/]+=*)$/i.exec(header)?.[1]
}

/** Lets pages of a public app read a reply, if the app named their origin. */
export function allowOrigin(reply: FastifyReply, token: CheckedToken, origin: string | undefined): void {
  reply.header('vary', 'Origin')
  if (origin === undefined || token.is_confidential || !isOriginAllowed(token.allowed_cors_domain, origin))
    return
  reply.header('access-control-allow-origin', origin)
}

/** Serves what a token stands for to the client that sends it. */
export function serveTokenInfo(scope: FastifyInstance, { services, environment, issuers }: Context): void {
  const address = `${environmentPath(environment)}/oauth/token/info`
  scope.get(address, { schema: { hide: true } }, async (request, reply) => {
    const bearer = readBearer(request.headers.authorization)
    reply.header('cache-control', 'no-store')
    if (bearer === null)
      return reply.code(401).header('www-authenticate', 'Bearer').send({ error: 'invalid_token' })
    const token = bearer === undefined ? null : await issuers.check(environment, bearer)
    if (!token)
      return reply.code(401).header('www-authenticate', 'Bearer error="invalid_token"').send({
        error: 'invalid_token',
        error_description: 'The access token is invalid, expired or revoked.',
      })
    allowOrigin(reply, token, request.headers.origin)
    return reply.send(presentInfo(token, services.now()))
  })
  // A preflight request names no token. The reply itself is only readable for the origins that the app named.
  scope.options(address, { schema: { hide: true } }, (request, reply) =>
    reply
      .code(204)
      .header('vary', 'Origin')
      .header('access-control-allow-origin', request.headers.origin ?? '*')
      .header('access-control-allow-methods', 'GET')
      .header('access-control-allow-headers', 'authorization')
      .header('access-control-max-age', '3600')
      .send(),
  )
}

const presentInfo = ({ claims, developer_id: developerId }: CheckedToken, now: Date) => ({
  resource_owner_id: developerId,
  scopes: [],
  expires_in_seconds: claims.exp - Math.floor(now.getTime() / 1000),
  application: { uid: claims.client_id },
  created_at: claims.iat,
})
