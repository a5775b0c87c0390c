import type { FastifyRequest } from 'fastify'
import type { AuditActor } from '../access/actor.ts'

/** Returns who makes a request, for the audit log. */
export function auditActorFor({ actor, service, id }: FastifyRequest): AuditActor {
  if (service) return { kind: 'service', actor_id: null, request_id: id }
  return {
    kind: actor ? 'person' : 'visitor',
    actor_id: actor?.id ?? null,
    request_id: id,
    ...(actor?.token && { token_id: actor.token.id }),
  }
}
