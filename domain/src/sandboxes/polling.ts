import type { SandboxStatus } from './contract.ts'

/** How often a page polls: a build finishes on its own, while a failed one needs a person (SBX-09, SBX-10). */
export const sandboxPollMs: Record<SandboxStatus, number | false> = {
  pending: 5_000,
  failed: 30_000,
  live: false,
}
