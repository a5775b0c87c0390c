import * as contract from '@trestle/domain/jobs/contract.ts'
import { route, type Route } from '../http/route.ts'
import { toPage } from '../lists/toPage.ts'
import { cancelJob } from './cancel.ts'
import type { JobHandlers } from './kinds.ts'
import { asStaff } from './lockJobFor.ts'
import { loadJobRows } from './present.ts'
import { refuseUnknownKind } from './refuseUnknownKind.ts'
import { retryFailedJobs, retryJob } from './retry.ts'
import { listJobs } from './store.ts'

/** A retry needs the handlers, because some undo what giving up a job changed. */
export const adminJobRoutes = (handlers: JobHandlers): Route[] => [
  route(contract.listJobs, {
    access: 'platformAdmin',
    handle: async ({ services, query }) => {
      await refuseUnknownKind(services.db, 'filters.kind', query.filters?.kind)
      const { rows, total } = await listJobs(services.db, query.filters ?? {}, toPage(query))
      return { rows: await loadJobRows(services.db, rows), total }
    },
  }),
  route(contract.retryJob, {
    access: 'platformAdmin',
    handle: ({ services, actor, params }) => retryJob(services, handlers, asStaff(actor), params.id),
  }),
  route(contract.retryFailedJobs, {
    access: 'platformAdmin',
    handle: ({ services, actor, body }) => retryFailedJobs(services, handlers, asStaff(actor), body.kind),
  }),
  route(contract.cancelJob, {
    access: 'platformAdmin',
    handle: ({ services, actor, params }) => cancelJob(services, asStaff(actor), params.id),
  }),
]
