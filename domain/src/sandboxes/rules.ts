import {
  type CredentialsChange,
  decideCredentials,
  decideReset,
  type NormalizedCredentials,
} from '../credentials/rules.ts'
import { refuse, type Decision } from '../http/errors.ts'
import type { SandboxStatus } from './contract.ts'

/** How long a sandbox service usually takes: the "about 10 minutes" of the texts. */
export const usualServiceSeconds = 600

const highDemandFactor = 3
const shortestUsualMs = 5_000

/** The state shown on the sandbox card (SBX-01, SBX-02). `unknown` is a state that only a newer server has. */
export type SandboxView = 'none' | 'building' | 'high_demand' | 'failed' | 'live' | 'unknown'

interface Build {
  status: SandboxStatus
  requested_at: string
}

const usualMs = (buildSeconds: number): number => Math.max(buildSeconds * 1000, shortestUsualMs)

/**
 * Returns what the card shows. A build that takes more than three times as long as usual counts as high demand
 * (ERR-32).
 */
export function sandboxView(sandbox: Build | null, nowMs: number, buildSeconds: number): SandboxView {
  if (sandbox === null) return 'none'
  if (sandbox.status === 'failed' || sandbox.status === 'live') return sandbox.status
  if (sandbox.status !== 'pending') return 'unknown'
  const elapsedMs = nowMs - Date.parse(sandbox.requested_at)
  return elapsedMs > highDemandFactor * usualMs(buildSeconds) ? 'high_demand' : 'building'
}

/** Returns a duration in its largest unit, rounded down. */
export function elapsedParts(elapsedMs: number): { unit: 'seconds' | 'minutes' | 'hours'; count: number } {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1000))
  if (seconds < 60) return { unit: 'seconds', count: seconds }
  if (seconds < 3600) return { unit: 'minutes', count: Math.floor(seconds / 60) }
  return { unit: 'hours', count: Math.floor(seconds / 3600) }
}

/** Refuses a sandbox request unless the sandbox is missing or failed. An app has one sandbox. */
export function decideSandboxRequest(status: SandboxStatus | null): Decision<{ retry: boolean }> {
  if (status === 'live') {
    return refuse('conflict', 'This app already has a sandbox. An app can have only one.')
  }
  if (status === 'pending') {
    return refuse('conflict', "The sandbox is being built. We'll email you when it's ready.")
  }
  return { ok: true, value: { retry: status === 'failed' } }
}

/**
 * Decides on a staff request, which may also restart a build that is taking much too long (AAPP-29). A live sandbox
 * stays unchanged.
 */
export function decideStaffRequest(
  sandbox: Build | null,
  nowMs: number,
  buildSeconds: number,
): Decision<{ retry: boolean }> {
  if (sandboxView(sandbox, nowMs, buildSeconds) === 'high_demand') return { ok: true, value: { retry: true } }
  return decideSandboxRequest(sandbox?.status ?? null)
}

export function decideFakeSandbox(status: SandboxStatus | null): Decision<{ replaces: boolean }> {
  if (status === 'live') {
    return refuse('conflict', 'This app already has a sandbox. An app can have only one.')
  }
  return { ok: true, value: { replaces: status !== null } }
}

/** Refuses to change a sandbox that isn't live: only a live one has credentials. */
export function decideSandboxChange(
  status: SandboxStatus,
  change: CredentialsChange,
): Decision<NormalizedCredentials> {
  if (status !== 'live') return refuse('conflict', "You can change the sandbox when it's live.")
  return decideCredentials(change)
}

/** Refuses to reset the secret of a sandbox that isn't live, or without a confirmation (CRED-15). */
export function decideSandboxReset(status: SandboxStatus, confirmed: boolean | undefined): Decision<null> {
  if (status !== 'live') return refuse('conflict', "The sandbox has no client secret until it's live.")
  return decideReset(confirmed)
}
