import type { JobHandler } from '../jobs/kinds.ts'
import { markUndelivered, unmarkUndelivered } from './usageReports/store.ts'

/** Returns a handler that delivers emails and also records which usage reports can't be delivered. */
export const recordDelivery = (deliver: JobHandler<'mail.deliver'>): JobHandler<'mail.deliver'> => ({
  ...deliver,
  giveUp: async (services, payload) => {
    await deliver.giveUp?.(services, payload)
    await markUndelivered(services.db, payload.mail_id, services.now())
  },
  reopen: async (tx, now, payloads) => {
    await unmarkUndelivered(
      tx,
      payloads.map(({ mail_id }) => mail_id),
    )
    return deliver.reopen ? deliver.reopen(tx, now, payloads) : payloads.map(() => true)
  },
})
