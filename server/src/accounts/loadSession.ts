import type { PendingSignIn } from '@trestle/domain/accounts/factors/contract.ts'
import type { Flags, Session } from '@trestle/domain/accounts/contract.ts'
import type { Actor, Identity } from '../access/actor.ts'
import type { BrowserClient } from '../http/route.ts'
import type { Services } from '../services.ts'
import { reportingSettings, usualBuildSeconds, type Settings } from '../settings.ts'
import { version } from '../version.ts'
import { loadPendingSignIn } from './pendingSignIns/loadPendingSignIn.ts'
import { presentDeveloper } from './present.ts'
import { findIdentityBySession } from './session.ts'
import { findDeveloper, type DeveloperRow } from './store.ts'

function toFlags(settings: Settings): Flags {
  return {
    ...reportingSettings(settings),
    platform_name: settings.PLATFORM_NAME,
    read_only: settings.READ_ONLY,
    personal_token_max_days: settings.PERSONAL_TOKEN_MAX_DAYS,
    developer_site_url: settings.DEVELOPER_SITE_URL ?? null,
    dev_api_url: (settings.DEV_API_URL ?? '').replace(/\/$/, ''),
    public_url: settings.PUBLIC_URL,
    semantic_versions: settings.SEMANTIC_VERSIONS,
    permission_builder: settings.PERMISSION_BUILDER,
    fake_sandbox: settings.FAKE_SANDBOX,
    sandbox_manifests_paused: settings.SANDBOX_MANIFESTS_PAUSED,
    sandbox_build_seconds: usualBuildSeconds(settings),
    listing_applications_enabled: settings.LISTING_APPLICATIONS_ENABLED,
    security_and_compliance_enabled: settings.SECURITY_AND_COMPLIANCE_ENABLED,
    api_usage_visible: settings.API_USAGE_VISIBLE,
    support_url: settings.SUPPORT_URL,
    marketplace_support_email: settings.MARKETPLACE_SUPPORT_EMAIL,
    partner_application_url: settings.PARTNER_APPLICATION_URL,
    partner_vetting_url: settings.PARTNER_VETTING_URL,
  }
}

/** Loads the page's bootstrap data. */
export async function loadSession(
  services: Services,
  actor: Actor | null,
  client: BrowserClient,
): Promise<Session> {
  const pending = actor ? null : await loadPendingSignIn(services, client.pendingToken)
  return loadSessionReply(services, { actor, pending }, client.csrfToken())
}

/** Loads the reply to a step of a sign-in, with the token of the session or pending sign-in that it started. */
export async function loadStartedSession(
  services: Services,
  started: { token: string; isPending: boolean },
  client: BrowserClient,
): Promise<Session> {
  const { token, isPending } = started
  const actor = isPending ? null : await findIdentityBySession(services, token)
  const pending = isPending ? await loadPendingSignIn(services, token) : null
  return loadSessionReply(services, { actor, pending }, client.csrfToken())
}

const presentRights = (row: DeveloperRow | undefined) => ({
  is_admin: row?.is_admin ?? false,
  is_employee: row?.is_employee ?? false,
  is_partner: row?.is_partner ?? false,
})

/** Loads the signed-in developer, or the sign-in that waits for a second factor, and the server's feature flags. */
async function loadSessionReply(
  services: Services,
  { actor, pending }: { actor: Identity | null; pending: PendingSignIn | null },
  csrfToken: string,
): Promise<Session> {
  const row = actor ? await findDeveloper(services.db, actor.id) : undefined
  return {
    developer: row ? presentDeveloper(row) : null,
    ...presentRights(row),
    csrf_token: csrfToken,
    terms_due: actor?.terms_due ?? false,
    version: row?.is_admin ? version : null,
    second_factor: pending,
    factor_enrollment: actor?.enrollment ?? null,
    flags: toFlags(services.settings),
  }
}
