import type { Services } from '../services.ts'

export const jobKinds = [
  'file.delete',
  'mail.deliver',
  'mail.digest',
  'metrics.recount',
  'notification.mail',
  'sandbox.build',
  'usageReport.send',
] as const
export type JobKind = (typeof jobKinds)[number]

/** How one kind of job is done. Running it twice must do no more than running it once. */
export interface JobHandler {
  run: (services: Services, payload: unknown) => Promise<void>
  /** Called once, after the last try failed. */
  giveUp?: (services: Services, payload: unknown) => Promise<void>
}

export type JobHandlers = Record<JobKind, JobHandler>
