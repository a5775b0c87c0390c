import type { IncomingHttpHeaders } from 'node:http'
import type { CredentialEnvironment } from '@trestle/domain/oauth/environments.ts'
import { readBearer } from '../access/readBearer.ts'
import { refusalError } from '../errors.ts'
import type { FindServiceByToken } from '../http/guards.ts'
import type { Services } from '../services.ts'
import type { Issuers } from './issuers.ts'
import { composeIntrospection } from './composeIntrospection.ts'

interface Context {
  services: Services
  environment: CredentialEnvironment
  issuers: Issuers
  dependencies: { findServiceByToken: FindServiceByToken }
}

/**
 * Introspects the access token of any app for a platform service, which authenticates with its service token. Returns
 * null for clients, whose calls the library answers.
 */
export async function introspectForService(
  { services, environment, issuers, dependencies }: Context,
  { headers }: { headers: IncomingHttpHeaders },
  body: Buffer,
): Promise<object | null> {
  const bearer = readBearer(headers.authorization)
  if (!bearer) return null
  const service = await dependencies.findServiceByToken(services, bearer)
  if (!service?.scopes.includes('introspect')) {
    throw refusalError('not_signed_in', 'Send a service token with the scope introspect.')
  }
  const token = new URLSearchParams(body.toString()).get('token')
  if (token === null || token === '') throw refusalError('malformed', "missing required parameter 'token'")
  const checked = await issuers.check(environment, token)
  return checked ? composeIntrospection(checked.claims, environment) : { active: false }
}
