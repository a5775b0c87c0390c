import type { FastifyReply, FastifyRequest } from 'fastify'

/** Returns the headers of every reply. Nothing may be cached unless the reply says so itself. */
export const commonHeaders = ({ id }: FastifyRequest) => ({ 'x-request-id': id, 'cache-control': 'no-store' })

/** Sets default headers, which those of the route and of helmet replace. */
export function setRawHeaders({ raw }: FastifyReply, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) raw.setHeader(name, value)
}
