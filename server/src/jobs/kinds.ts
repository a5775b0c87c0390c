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

/** The handler of one kind of job. Running it twice must have the same effect as running it once. */
export interface JobHandler {
  run: (services: Services, payload: unknown) => Promise<void>
  /** Called once, after the last try failed. */
  giveUp?: (services: Services, payload: unknown) => Promise<void>
}

export type JobHandlers = Record<JobKind, JobHandler>
