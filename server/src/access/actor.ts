import type { ServiceScope } from '@trestle/domain/access/serviceScopes.ts'
import type { ActorKind } from '../db/schema.ts'

/** A signed-in person, as every use-case sees them. */
export interface Actor {
  id: number
  email: string
  name: string
  is_admin: boolean
  is_employee: boolean
  is_partner: boolean
  email_confirmed: boolean
  session_id: number
}

/** A service of the platform, as its token names it. */
export interface ServiceActor {
  id: number
  name: string
  scopes: readonly ServiceScope[]
}

/** Who changes something, for the audit trail: a person, a visitor nobody knows or a service, each with a request, or a job or command. */
export interface AuditActor {
  kind: ActorKind
  actor_id: number | null
  request_id: string | null
}

/** For a job that a person caused. */
export const byPerson = (id: number): AuditActor => ({ kind: 'person', actor_id: id, request_id: null })

export const byJob: AuditActor = { kind: 'job', actor_id: null, request_id: null }
export const byCommand: AuditActor = { kind: 'command', actor_id: null, request_id: null }
