import { createHash } from 'node:crypto'
import type { BuiltSandbox, SandboxService } from './service.ts'

/** Returns the simulated sandbox of a key. The same key always returns the same sandbox. */
export function simulateSandbox(key: string): BuiltSandbox {
  const digest = createHash('sha256').update(key).digest()
  const companyId = 1_000_000 + (digest.readUInt32BE(0) % 9_000_000)
  return {
    company_id: companyId,
    url: `https://sandbox.trestle.localhost/${companyId}/company/home`,
    app_id: digest.toString('base64url'),
    procore_app_id: String(100_000 + (digest.readUInt32BE(4) % 900_000)),
  }
}

/**
 * Creates the built-in service. It refuses apps whose name contains `failsFor`, so that failed builds can be tried out.
 */
export function createSimulator(failsFor: string): SandboxService {
  return {
    build: async ({ key, app_name: name }) => {
      if (failsFor !== '' && name.includes(failsFor)) {
        throw new Error(`The simulator doesn't build apps named like "${failsFor}"`)
      }
      return simulateSandbox(key)
    },
  }
}
