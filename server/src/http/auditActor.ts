import type { FastifyRequest } from 'fastify'
import type { Actor, AuditActor, Identity } from '../access/actor.ts'

/** Returns the user who makes a request. */
export const toActor = (identity: Identity, { id }: FastifyRequest): Actor => ({
  ...identity,
  audit: {
    kind: 'person',
    actor_id: identity.id,
    request_id: id,
    ...(identity.token && { token_id: identity.token.id }),
  },
})

/** Returns who makes a request, for the audit log. */
export function auditActorFor({ actor, service, id }: FastifyRequest): AuditActor {
  if (service) return { kind: 'service', actor_id: null, request_id: id }
  return actor?.audit ?? { kind: 'visitor', actor_id: null, request_id: id }
}
