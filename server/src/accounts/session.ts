import {
  absoluteSessionEnd,
  sessionEnd,
  type SessionLimits,
  type SessionTimes,
  type SignInMethod,
} from '@trestle/domain/accounts/sessions.ts'
import { findEnrollment, isStaff, type Enrollment } from '@trestle/domain/accounts/factors/rules.ts'
import { termsVersion } from '@trestle/domain/accounts/terms.ts'
import { dayMs, hourMs, minuteMs } from '@trestle/domain/time/durations.ts'
import type { Actor, Identity } from '../access/actor.ts'
import { requireSession } from '../access/tokenRights.ts'
import type { Tx } from '../db/schema.ts'
import type { BrowserClient } from '../http/route.ts'
import { recordUse } from '../maintenance.ts'
import type { Services } from '../services.ts'
import { factorPolicy } from './factors/present.ts'
import { loadFactors } from './factors/store.ts'
import { findSession, insertSession, replaceSessionToken, touchSession } from './sessions/store.ts'
import { lockUnsuspended } from './suspensions/refuseSuspended.ts'
import type { DeveloperRow } from './store.ts'
import { hashToken, makeToken } from './token.ts'

/**
 * Returns how long the use of a session isn't stored again: at most five minutes, and so short that an unused session
 * doesn't end noticeably early.
 */
const touchAfterMs = ({ idleMs }: SessionLimits): number => Math.min(5 * minuteMs, idleMs / 60)

/** Returns how long sessions last. Those of platform staff, who can change every app, end sooner. */
export const sessionLimits = (
  { settings }: Pick<Services, 'settings'>,
  developer: Pick<DeveloperRow, 'is_admin' | 'is_employee'>,
): SessionLimits =>
  isStaff(developer)
    ? {
        maxMs: settings.STAFF_SESSION_MAX_HOURS * hourMs,
        idleMs: settings.STAFF_SESSION_IDLE_MINUTES * minuteMs,
      }
    : { maxMs: settings.SESSION_MAX_DAYS * dayMs, idleMs: settings.SESSION_IDLE_DAYS * dayMs }

/** Returns the developer of this session token, or null when it is unknown or the session has ended. */
export async function findIdentityBySession(
  services: Services,
  token: string,
  { isIdle }: { isIdle: boolean } = { isIdle: false },
): Promise<Identity | null> {
  const now = services.now()
  const found = await findSession(services.db, hashToken(token), now)
  if (!found) return null
  const { session, developer } = found
  const limits = sessionLimits(services, developer)
  if (sessionEnd(session, limits) <= now.getTime()) return null
  const isStale = now.getTime() - Date.parse(session.last_seen_at) >= touchAfterMs(limits)
  if (isStale && !isIdle) await touch(services, session, limits)
  return {
    id: developer.id,
    email: developer.email,
    name: developer.name,
    is_admin: developer.is_admin,
    is_employee: developer.is_employee,
    is_partner: developer.is_partner,
    email_confirmed: developer.email_confirmed_at !== null,
    session: { id: session.id, methods: session.methods, confirmed_at: session.confirmed_at },
    enrollment: await loadEnrollment(services, developer),
    terms_due: areTermsDue(services, developer),
  }
}

/** Returns the time by which someone must set up a second factor. It only applies to staff, where one is required. */
export async function loadEnrollment(
  services: Pick<Services, 'db' | 'now' | 'settings'>,
  developer: Pick<DeveloperRow, 'id' | 'is_admin' | 'is_employee' | 'factor_grace_from'>,
): Promise<Enrollment | null> {
  const policy = factorPolicy(services)
  if (!policy.isRequired || !isStaff(developer)) return null
  const factors = await loadFactors(services.db, developer.id)
  return findEnrollment(developer, factors, policy, services.now().getTime())
}

/**
 * Returns whether someone must accept the current terms. Returns false during maintenance, when no one could accept
 * them.
 */
export const areTermsDue = (
  { settings }: Pick<Services, 'settings'>,
  { terms_version: accepted }: Pick<DeveloperRow, 'terms_version'>,
): boolean => !settings.READ_ONLY && accepted !== termsVersion

function touch(
  services: Services,
  session: SessionTimes & { id: number },
  limits: SessionLimits,
): Promise<void> {
  const seenAt = services.now()
  const end = sessionEnd({ ...session, last_seen_at: seenAt.toISOString() }, limits)
  return recordUse(services, { thing: 'a session', id: session.id }, () =>
    touchSession(services.db, session.id, seenAt, new Date(end)),
  )
}

/** The only copy of a session's token, and until when the browser stores it. */
export interface IssuedToken {
  token: string
  expiresAt: Date
}

/** Creates a session for someone who has just proved who they are. Refuses a suspended account. */
export async function startSession(
  tx: Tx,
  services: Pick<Services, 'now' | 'random' | 'settings'>,
  developer: Pick<DeveloperRow, 'id' | 'is_admin' | 'is_employee'>,
  browser: { address: string; userAgent: string; methods: SignInMethod[] },
): Promise<IssuedToken & { id: number }> {
  await lockUnsuspended(tx, services.settings, developer.id)
  const now = services.now()
  const token = makeToken(services.random)
  const { maxMs, idleMs } = sessionLimits(services, developer)
  const expiresAt = new Date(now.getTime() + maxMs)
  const id = await insertSession(tx, {
    developer_id: developer.id,
    address: browser.address,
    user_agent: browser.userAgent,
    methods: browser.methods,
    token_hash: hashToken(token),
    created_at: now,
    authenticated_at: now,
    confirmed_at: now,
    last_seen_at: now,
    expires_at: new Date(now.getTime() + Math.min(maxMs, idleMs)),
    absolute_expires_at: expiresAt,
  })
  return { id, token, expiresAt }
}

/**
 * Replaces the token of the caller's session, and with it their CSRF tokens, so that a copy of the old one is
 * worthless. Returns null if a concurrent request has already replaced it and given the browser the new one, or if they
 * have signed out since. Call it after `requireSignedIn`, which refuses a caller whose session was ended.
 *
 * Pass the token to `storeRenewed` after the transaction.
 */
export async function renewSessionToken(
  tx: Tx,
  services: Pick<Services, 'random' | 'settings'>,
  actor: Actor,
  { sessionToken = '' }: Pick<BrowserClient, 'sessionToken'>,
): Promise<IssuedToken | null> {
  const token = makeToken(services.random)
  const session = await replaceSessionToken(tx, requireSession(actor).id, {
    from: hashToken(sessionToken),
    to: hashToken(token),
  })
  if (!session) return null
  return { token, expiresAt: new Date(absoluteSessionEnd(session, sessionLimits(services, actor))) }
}

/** Sends a renewed token to the browser, if this request renewed it. */
export function storeRenewed(
  client: Pick<BrowserClient, 'setSessionToken'>,
  renewed: IssuedToken | null,
): void {
  if (renewed) client.setSessionToken(renewed.token, renewed.expiresAt)
}
