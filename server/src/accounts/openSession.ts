import type { SignInMethod } from '@trestle/domain/accounts/sessions.ts'
import type { AuditActor } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import type { Tx } from '../db/schema.ts'
import { orNotFound } from '../errors.ts'
import type { BrowserClient } from '../http/route.ts'
import { recordSecurityEvent } from '../securityEvents/record.ts'
import type { Services } from '../services.ts'
import { makeDeviceToken } from './device.ts'
import { reportNewDevice } from './reportNewDevice.ts'
import { startSession, type IssuedToken } from './session.ts'
import { deleteExpiredSessions, deleteSessionByToken } from './sessions/store.ts'
import { findPassword, changeDeveloper, type DeveloperRow } from './store.ts'
import { hashToken } from './token.ts'

/** The result of a sign-in step: a session, or a sign-in that waits for a second factor. */
export interface SignedIn {
  token: string
  isPending: boolean
}

export type OpenedSession = IssuedToken & { developerId: number }

/** Returns the developer as the audit actor, even for requests that started without a known caller. */
export const asDeveloper = (by: AuditActor, id: number): AuditActor => ({
  ...by,
  kind: 'person',
  actor_id: id,
})

/**
 * Starts the session of someone who proved who they are, and ends the browser's earlier one. The row must be locked.
 */
export async function openSession(
  tx: Tx,
  services: Services,
  client: BrowserClient,
  by: AuditActor,
  { id }: Pick<DeveloperRow, 'id'>,
  methods: SignInMethod[],
): Promise<OpenedSession> {
  const now = services.now()
  if (client.sessionToken) await deleteSessionByToken(tx, hashToken(client.sessionToken))
  await deleteExpiredSessions(tx, id, now)
  await reportNewDevice(tx, services, client, by, id)
  const developer = await changeDeveloper(tx, id, { last_sign_in_at: now })
  const { address, userAgent } = client
  const started = await startSession(tx, services, developer, { address, userAgent, methods })
  await recordAudit(tx, by, now, {
    action: 'session.started',
    subject: { type: 'session', id: started.id },
  })
  await recordSecurityEvent(tx, services, by, { kind: 'sign_in.succeeded', developer_id: id, client })
  return { ...started, developerId: id }
}

/** Sends the cookies of a new session to the browser, after the transaction that started it. */
export async function storeSession(
  services: Services,
  client: BrowserClient,
  { token, expiresAt, developerId }: OpenedSession,
): Promise<SignedIn> {
  const stored = orNotFound(await findPassword(services.db, developerId), 'Account')
  client.setSessionToken(token, expiresAt)
  const device = makeDeviceToken(services, stored)
  client.setDeviceToken(device.token, device.expiresAt)
  return { token, isPending: false }
}
