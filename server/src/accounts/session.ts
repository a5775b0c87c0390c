import { sessionDays } from '@trestle/domain/accounts/rules.ts'
import type { Developer, Flags, Session } from '@trestle/domain/accounts/contract.ts'
import type { Actor } from '../access/actor.ts'
import type { Tx } from '../db/schema.ts'
import type { BrowserClient } from '../http/route.ts'
import type { Services } from '../services.ts'
import { reportingSettings, type Settings } from '../settings.ts'
import { findSession, insertSession, touchSession } from './sessions/store.ts'
import { findDeveloper, type DeveloperRow } from './store.ts'
import { hashToken, makeToken } from './token.ts'
import { version } from '../version.ts'

const sessionLifetimeMs = sessionDays * 86_400_000
const touchAfterMs = 60_000

export const sessionExpiry = (now: Date): Date => new Date(now.getTime() + sessionLifetimeMs)

/** Returns the developer of this session token, or null when it is unknown or expired. */
export async function actorOfToken(services: Services, token: string): Promise<Actor | null> {
  const now = services.now()
  const session = await findSession(services.db, hashToken(token), now)
  if (!session) return null
  const isStale = now.getTime() - Date.parse(session.last_seen_at) >= touchAfterMs
  if (isStale && !services.settings.READ_ONLY) {
    await touch(services, session.session_id, now)
  }
  const { developer } = session
  return {
    id: developer.id,
    email: developer.email,
    name: developer.name,
    is_admin: developer.is_admin,
    is_employee: developer.is_employee,
    is_partner: developer.is_partner,
    email_confirmed: developer.email_confirmed_at !== null,
    session_id: session.session_id,
  }
}

/** Records that the session is in use. A failure is only logged, so that reads still work while writes don't. */
async function touch({ db, log }: Services, sessionId: number, now: Date): Promise<void> {
  await touchSession(db, sessionId, now, sessionExpiry(now)).catch((error: unknown) =>
    log.warn({ err: error, session: sessionId }, 'could not record that a session was used'),
  )
}

/** Creates a session and returns the only copy of its token. */
export async function startSession(
  tx: Tx,
  services: Pick<Services, 'now' | 'random'>,
  browser: { developer_id: number; address: string; user_agent: string },
): Promise<{ id: number; token: string; expiresAt: Date }> {
  const now = services.now()
  const token = makeToken(services.random)
  const expiresAt = sessionExpiry(now)
  const id = await insertSession(tx, {
    ...browser,
    user_agent: browser.user_agent.slice(0, 500),
    token_hash: hashToken(token),
    created_at: now,
    last_seen_at: now,
    expires_at: expiresAt,
  })
  return { id, token, expiresAt }
}

/** Returns a developer as API clients see them. */
export function developerReply(row: DeveloperRow): Developer {
  return {
    id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    name: row.name,
    email: row.email,
    company_name: row.company_name,
    procore_id: row.procore_id,
    email_confirmed: row.email_confirmed_at !== null,
    is_admin: row.is_admin,
    is_employee: row.is_employee,
    is_partner: row.is_partner,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

function toFlags(settings: Settings): Flags {
  return {
    ...reportingSettings(settings),
    platform_name: settings.PLATFORM_NAME,
    read_only: settings.READ_ONLY,
    developer_site_url: settings.DEVELOPER_SITE_URL ?? null,
    dev_api_url: (settings.DEV_API_URL ?? '').replace(/\/$/, ''),
    semantic_versions: settings.SEMANTIC_VERSIONS,
    permission_builder: settings.PERMISSION_BUILDER,
    fake_sandbox: settings.FAKE_SANDBOX,
    sandbox_manifests_paused: settings.SANDBOX_MANIFESTS_PAUSED,
    sandbox_build_seconds: settings.SANDBOX_BUILD_SECONDS,
    listing_applications_enabled: settings.LISTING_APPLICATIONS_ENABLED,
    security_and_compliance_enabled: settings.SECURITY_AND_COMPLIANCE_ENABLED,
    api_usage_visible: settings.API_USAGE_VISIBLE,
    support_url: settings.SUPPORT_URL,
    marketplace_support_email: settings.MARKETPLACE_SUPPORT_EMAIL,
    partner_application_url: settings.PARTNER_APPLICATION_URL,
    partner_vetting_url: settings.PARTNER_VETTING_URL,
  }
}

/** Returns the page's bootstrap data and extends the cookie, which would otherwise expire 14 days after the sign-in. */
export async function presentSession(
  services: Services,
  actor: Actor | null,
  client: BrowserClient,
): Promise<Session> {
  if (actor && client.sessionToken) {
    client.setSessionToken(client.sessionToken, sessionExpiry(services.now()))
  }
  return sessionReply(services, actor, client.csrfToken())
}

/** Returns the signed-in developer and the server's feature flags. */
export async function sessionReply(
  services: Services,
  actor: Actor | null,
  csrfToken: string,
): Promise<Session> {
  const row = actor ? await findDeveloper(services.db, actor.id) : undefined
  return {
    developer: row ? developerReply(row) : null,
    is_admin: row?.is_admin ?? false,
    is_employee: row?.is_employee ?? false,
    is_partner: row?.is_partner ?? false,
    csrf_token: csrfToken,
    version: row?.is_admin ? version : null,
    flags: toFlags(services.settings),
  }
}
