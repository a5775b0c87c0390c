import { environmentPath, type CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import type { FastifyInstance } from 'fastify'
import { readBearer } from '../access/readBearer.ts'
import type { Services } from '../services.ts'
import { composeCors, composePreflight, composeRefusalCors } from './composeCors.ts'
import type { CheckedToken } from './checkToken.ts'
import type { Issuers } from './issuers.ts'

interface Context {
  services: Services
  environment: CredentialEnvironment
  issuers: Issuers
}

/** Serves information about a token to the client that sends it. */
export function serveTokenInfo(scope: FastifyInstance, { services, environment, issuers }: Context): void {
  const address = `${environmentPath(environment)}/oauth/token/info`
  scope.get(address, { schema: { hide: true } }, async (request, reply) => {
    const { authorization, origin } = request.headers
    reply.header('cache-control', 'no-store')
    const refuse = (challenge: string) =>
      reply.code(401).headers({ ...composeRefusalCors(), 'www-authenticate': challenge })
    if (authorization === undefined) return refuse('Bearer').send({ error: 'invalid_token' })
    const bearer = readBearer(authorization)
    const token = bearer ? await issuers.check(environment, bearer) : null
    if (!token) {
      return refuse('Bearer error="invalid_token"').send({
        error: 'invalid_token',
        error_description: 'The access token is invalid, expired or revoked.',
      })
    }
    return reply.headers(composeCors(token, origin)).send(presentInfo(token, services.now()))
  })
  scope.options(address, { schema: { hide: true } }, (request, reply) =>
    reply
      .code(204)
      .headers(composePreflight(request.headers.origin, { methods: 'GET', headers: 'authorization' }))
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
