import type { RouteDependencies } from '../src/http/mountRoutes.ts'
import { runOnce } from '../src/idempotency/runOnce.ts'

/** What routes that a test mounts itself need, for callers without a session or token. */
export const routeDependencies: RouteDependencies = {
  findIdentityBySession: async () => null,
  findPersonalTokenActor: async () => null,
  findRequestService: async () => null,
  requireRecentConfirmation: async () => undefined,
  runOnce,
  recordExport: async () => undefined,
  jobs: { watch: () => () => undefined },
}
