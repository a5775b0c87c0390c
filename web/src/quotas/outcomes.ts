import type { QuotaServer } from '@trestle/domain/quotas/rules.ts'

/** What became of a change on one server. */
export interface Outcome {
  server: QuotaServer
  ok: boolean
  /** What to say of it. */
  message: string
}
