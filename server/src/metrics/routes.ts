import * as contract from '@trestle/domain/metrics/contract.ts'
import { route } from '../http/route.ts'
import { summarize } from './present.ts'
import { recordEvents } from './recordEvents.ts'
import { requestUsageReport, usageReportStatus } from './requestUsageReport.ts'

export const metricsRoutes = [
  route(contract.recordPlatformEvents, {
    access: 'service',
    scope: 'events',
    handle: ({ actor, services, body }) => recordEvents(services, actor, body.events),
  }),
  route(contract.requestUsageReport, {
    access: 'signedIn',
    handle: ({ actor, services, params }) => requestUsageReport(services, actor, params.id),
  }),
  route(contract.getUsageReportStatus, {
    access: 'signedIn',
    handle: ({ actor, services, params }) => usageReportStatus(services, actor, params.id),
  }),
  route(contract.getMetricsSummary, {
    access: 'signedIn',
    handle: ({ actor, services, params }) => summarize(services, actor, params.id),
  }),
]
