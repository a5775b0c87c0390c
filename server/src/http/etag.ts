import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * Returns the ETag of a body. It is weak, because the same ETag identifies the body and its compressed forms (RFC
 * 9110 §8.8.3).
 */
export const etagFor = (body: string | Buffer): string =>
  `W/"${createHash('sha256').update(body).digest('base64url')}"`

/** An ETag as clients send it back. A weak comparison ignores the prefix (RFC 9110 §8.8.3.2). */
const sentTag = /(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g

const opaque = (tag: string): string => tag.replace(/^W\//, '')

/**
 * Returns whether the client's copy is current. The ETag decides if the client sends one; the date is for clients
 * without ETags (RFC 9110 §13.2.2).
 */
export function isCurrent(
  { 'if-none-match': tags, 'if-modified-since': since }: FastifyRequest['headers'],
  { etag, modified }: { etag: string; modified?: Date | undefined },
): boolean {
  if (tags !== undefined) {
    if (tags.trim() === '*') return true
    return [...tags.matchAll(sentTag)].some(([, tag]) => tag === opaque(etag))
  }
  if (modified === undefined || since === undefined) return false
  // Dates in headers have whole seconds.
  return Math.floor(modified.getTime() / 1000) * 1000 <= Date.parse(since)
}

interface Validated {
  body: string | Buffer
  /** The ETag of the body, if it is known. */
  etag?: string
  /** The content type, with its charset. */
  type: string
  cacheControl: string
  modified?: Date
}

/** Sends a string that clients may store, or an empty 304 to a client that has it already. */
export function sendValidated(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, type, cacheControl, modified, etag = etagFor(body) }: Validated,
): FastifyReply {
  reply.headers({
    etag,
    'cache-control': cacheControl,
    vary: 'accept-encoding',
    ...(modified && { 'last-modified': modified.toUTCString() }),
  })
  if (isCurrent(request.headers, { etag, modified })) return reply.code(304).send()
  return reply.type(type).send(body)
}
