import type { SignInMethod } from '@trestle/domain/accounts/sessions.ts'
import type { TokenGrant } from '@trestle/domain/access/tokenActions.ts'
import type { ServiceScope } from '@trestle/domain/access/serviceScopes.ts'
import type { Enrollment } from '@trestle/domain/accounts/factors/rules.ts'
import type { ActorKind } from '../db/schema.ts'

/** The session of a signed-in user. */
export interface ActorSession {
  id: number
  /** How the user signed in. */
  methods: readonly SignInMethod[]
  /** When the user last proved who they are, at sign-in or for a call that asked for it. */
  confirmed_at: string
}

/** The owner of a session or a personal access token, with the rights it gives. */
export interface Identity {
  id: number
  email: string
  name: string
  is_admin: boolean
  is_employee: boolean
  is_partner: boolean
  email_confirmed: boolean
  /** Null for a program with a personal access token. */
  session: ActorSession | null
  /** The personal access token of the request. Such a request never has the rights of staff. */
  token?: TokenGrant
  /** The time by which they must set up a second factor. Null if they don't have to. */
  enrollment: Enrollment | null
  /** Whether they must accept the current terms before anything else. */
  terms_due: boolean
}

/** A signed-in user who makes a request, as passed to every use case. */
export interface Actor extends Identity {
  /** The actor as recorded in the audit log. */
  audit: AuditActor
}

/** A platform service, identified by its token. */
export interface ServiceActor {
  id: number
  name: string
  scopes: readonly ServiceScope[]
}

/**
 * The author of a change, for the audit log: a user, an anonymous client or a service, each with a request, or a job or
 * command.
 */
export interface AuditActor {
  kind: ActorKind
  actor_id: number | null
  request_id: string | null
  /** The personal access token of the request. */
  token_id?: number
}

/** Returns the actor for a job that a user caused. */
export const byPerson = (id: number): AuditActor => ({ kind: 'person', actor_id: id, request_id: null })

export const byJob: AuditActor = { kind: 'job', actor_id: null, request_id: null }
export const byCommand: AuditActor = { kind: 'command', actor_id: null, request_id: null }
