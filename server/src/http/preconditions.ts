import type { Endpoint } from '@trestle/domain/http/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { RefusalError, refusalError } from '../errors.ts'

/** Returns the value at a path of a reply: `unpublished.updated_at`. */
const valueAt = (reply: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
      reply,
    )

/**
 * Returns the ETag of a reply, or undefined. It names the version of the stored object, not the bytes of the reply,
 * because saves are compared with that version.
 */
export function etagOfReply(
  { etagFrom = [] }: Pick<Endpoint, 'etagFrom'>,
  reply: unknown,
): string | undefined {
  const version = etagFrom.map((path) => valueAt(reply, path)).find((value) => typeof value === 'string')
  return version === undefined ? undefined : `"${String(version)}"`
}

/** Returns whether a call accepts `If-Match`: its body can say which version it is based on. */
export const acceptsIfMatch = ({ etagFrom, body }: Pick<Endpoint, 'etagFrom' | 'body'>): boolean =>
  etagFrom !== undefined && body instanceof z.ZodObject && 'if_unchanged_since' in body.shape

const anyVersion = '*'
/** One tag. A proxy that compresses replies makes it weak, which doesn't change what it names. */
const oneTag = /^(?:W\/)?"([^"]*)"$/

/**
 * Returns the version that `If-Match` names, or undefined without one. A call that can't compare versions refuses the
 * header, because its sender relies on it.
 */
function readIfMatch(endpoint: Endpoint, { headers }: FastifyRequest): string | undefined {
  const sent = headers['if-match']?.trim()
  if (sent === undefined || sent === anyVersion || endpoint.method === 'GET') return undefined
  if (!acceptsIfMatch(endpoint)) throw refusalError('malformed', "This call doesn't support If-Match.")
  const tag = oneTag.exec(sent)?.[1]
  if (tag === undefined) {
    throw refusalError('malformed', 'Send one ETag in If-Match, in quotes, as a reply had it.')
  }
  return tag
}

/** Returns the body with the version of `If-Match` as the one that the save is based on. */
export function withIfMatch<Input extends { body: unknown }>(
  endpoint: Endpoint,
  request: FastifyRequest,
  input: Input,
): Input {
  const version = readIfMatch(endpoint, request)
  if (version === undefined) return input
  const body = { ...(input.body as { if_unchanged_since?: string }) }
  if (body.if_unchanged_since !== undefined) {
    throw refusalError('malformed', 'Send If-Match or `if_unchanged_since`, but not both.')
  }
  return { ...input, body: { ...body, if_unchanged_since: version } }
}

/** Returns the refusal for a stale save with `If-Match`, and any other error unchanged. */
export function toPreconditionError(error: unknown, { headers }: FastifyRequest): unknown {
  const isStale = error instanceof RefusalError && error.code === 'conflict' && error.current !== undefined
  if (!isStale || headers['if-match'] === undefined) return error
  return new RefusalError({
    code: 'precondition_failed',
    message: 'This was changed since you read it. Read it again, and repeat your change if it still fits.',
    current: error.current,
  })
}
