import type { QuotaServer } from '@trestle/domain/quotas/rules.ts'

/** The result of a change on one server. */
export interface Outcome {
  server: QuotaServer
  ok: boolean
  /** Text to show. */
  message: string
}
