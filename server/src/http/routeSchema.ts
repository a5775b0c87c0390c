import { defaultBodyLimit, type BodyLimit } from '@trestle/domain/http/bodyLimit.ts'
import type { Endpoint } from '@trestle/domain/http/endpoint.ts'
import { unsafeMethods } from '@trestle/domain/http/methods.ts'
import type { RouteShorthandOptions } from 'fastify'
import { z } from 'zod'
import { acceptsIdempotencyKey } from './idempotency.ts'
import { acceptsIfMatch } from './preconditions.ts'
import { opensToAnyone, type Access, type Route } from './route.ts'

/** Returns whether a browser must send its CSRF token with a call. */
export const needsCsrfToken = ({ method, needsNoCsrfToken }: Endpoint): boolean =>
  unsafeMethods.has(method) && !needsNoCsrfToken

export const bodyLimitFor = ({ bodyLimit = defaultBodyLimit }: Endpoint): BodyLimit => bodyLimit

/** Returns the schemas for the OpenAPI document only. `answer` does the parsing and filtering. */
export function toSchema({ access, scope, endpoint }: Route): NonNullable<RouteShorthandOptions['schema']> {
  const { operationId, params, query, body, reply, summary, description, success = 200, csv } = endpoint
  return {
    operationId,
    summary,
    ...(description !== undefined && { description }),
    tags: [tagFor(endpoint.path)],
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: { [success]: csv === undefined ? (reply ?? z.null().describe('No content')) : z.string() },
    ...(acceptsIdempotencyKey(endpoint, access) && {
      'x-idempotency-key': endpoint.carriesSecret ? 'without replay' : 'with replay',
    }),
    ...toExtensions(endpoint),
    security: scope ? [{ service: [scope] }] : [securityFor(access, endpoint), ...tokensFor(endpoint)],
  }
}

/** Returns everything that the OpenAPI document says about a call except its input, reply and access. */
function toExtensions(endpoint: Endpoint) {
  return {
    ...(endpoint.confirmation && { 'x-confirmation': endpoint.confirmation }),
    ...(endpoint.etagFrom && { 'x-etag': true }),
    ...(acceptsIfMatch(endpoint) && { 'x-if-match': true }),
    ...(endpoint.paged && { 'x-paged': true }),
    'x-body-limit': bodyLimitFor(endpoint),
    ...(endpoint.multipart && { 'x-multipart': endpoint.multipart }),
    ...(endpoint.csv !== undefined && { 'x-csv': true }),
  }
}

/**
 * Returns the tag of a path: `/api/v1/admin/developers.csv` belongs to `admin developers`, `/video_host` to
 * `video_host`.
 */
function tagFor(path: string): string {
  const [group = '', second = ''] = path
    .replace(/^\/(api\/v1\/)?/, '')
    .replace(/\.csv$/, '')
    .split('/')
  return group === 'admin' ? `admin ${second}` : group
}

function securityFor(access: Access, endpoint: Endpoint): Record<string, string[]> {
  return { ...(!opensToAnyone(access) && { session: [] }), ...(needsCsrfToken(endpoint) && { csrf: [] }) }
}

/** Lists one requirement per action. A token only needs to meet one of them. */
function tokensFor({ tokenActions }: Endpoint): Record<string, string[]>[] {
  if (tokenActions === undefined) return []
  return tokenActions === 'any'
    ? [{ personalToken: [] }]
    : tokenActions.map((action) => ({ personalToken: [action] }))
}
