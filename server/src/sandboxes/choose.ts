import type { Outgoing } from '../outgoing/outgoing.ts'
import type { Settings } from '../settings.ts'
import { createHttpService } from './httpService.ts'
import type { SandboxService } from './service.ts'
import { createSimulator } from './simulator.ts'

export function chooseSandboxService(settings: Settings, outgoing: Outgoing): SandboxService {
  const { SANDBOX_SERVICE_URL: url, SANDBOX_SERVICE_TOKEN: token, SANDBOX_FAILS_FOR: failsFor } = settings
  return url === undefined ? createSimulator(failsFor) : createHttpService(url, token, outgoing)
}

/**
 * Returns when and how often to try a build, if that differs from other jobs of the kind. The simulator's build time is
 * this delay; a real service takes its own time.
 */
export function buildSchedule(settings: Settings): { delayMs?: number; maxAttempts?: number } {
  if (settings.SANDBOX_SERVICE_URL !== undefined) return {}
  return { delayMs: settings.SANDBOX_BUILD_SECONDS * 1000, maxAttempts: 3 }
}
