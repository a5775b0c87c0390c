import { z } from 'zod'
import { endpoint } from '../http/endpoint.ts'
import { emailAddress, pathId, requiredLine, timestamp } from '../http/fields.ts'
import { maxPage } from '../http/paging.ts'
import { formatNumber } from '../text/formatNumber.ts'
import * as calls from './calls.ts'
import { reportRanges } from './rules.ts'

export const maxEventsPerCall = 1000
const maxCount = 1_000_000_000

/** Printable ASCII, so that the program and the database order ids the same way. */
const eventId = z
  .string()
  .regex(/^[\x21-\x7E]{1,100}$/, 'An event id has 1 to 100 characters of ASCII, without spaces')

const wholeNumber = (min: number, max: number, message: string) =>
  z.number(message).int(message).min(min, message).max(max, message)

const Company = z.strictObject({
  id: wholeNumber(1, Number.MAX_SAFE_INTEGER, 'Enter a whole number from 1'),
  name: requiredLine(200),
  demo: z.boolean('Write true or false').default(false),
})

/** The fields of every record. It names the app by either its client id or its marketplace id. */
const shared = {
  event_id: eventId,
  uid: requiredLine(200).optional(),
  app_id: z.uuid('This must be a UUID').toLowerCase().optional(),
  occurred_at: timestamp,
}

const known = { user_email: emailAddress.nullish() }

/** Accepted but not stored: the viewer or caller. Nothing is shown by company or person. */
const notStored = { company: Company.nullish(), ...known }

const installationFields = { ...shared, company: Company, ...known }

const httpMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

export const PlatformEvent = z
  .discriminatedUnion(
    'kind',
    [
      z.strictObject({ kind: z.literal('installation'), ...installationFields }),
      z.strictObject({ kind: z.literal('uninstallation'), ...installationFields }),
      z.strictObject({ kind: z.literal('marketplace_view'), ...shared, ...notStored }),
      z.strictObject({
        kind: z.literal('api_call'),
        ...shared,
        ...notStored,
        response_code: wholeNumber(100, 599, 'A response code is a whole number from 100 to 599'),
        http_method: z.enum(httpMethods),
        normalized_route: requiredLine(500),
        count: wholeNumber(
          1,
          maxCount,
          `A count is a whole number from 1 to ${formatNumber(maxCount)}`,
        ).default(1),
      }),
    ],
    'Kind must be one of installation, uninstallation, marketplace_view, api_call',
  )
  .refine((event) => (event.uid === undefined) !== (event.app_id === undefined), {
    path: ['uid'],
    error: 'Name the app by its client id (uid) or by its app_id, by one of them',
  })
export type PlatformEvent = z.infer<typeof PlatformEvent>

export const recordPlatformEvents = endpoint({
  ...calls.recordPlatformEvents,
  summary:
    'Record installations, marketplace views and API calls as a platform service; stores all records of a call or none, and ignores repeated event IDs',
  body: z.strictObject({
    events: z
      .array(PlatformEvent)
      .min(1, 'Send at least one record')
      .max(maxEventsPerCall, `A call carries at most ${formatNumber(maxEventsPerCall)} records`),
  }),
  bodyLimit: { kilobytes: 2048, values: 20_000 },
  reply: z.object({ accepted: z.number(), repeated: z.number() }),
})

export const usageReportStates = ['generating', 'sent', 'failed'] as const
export type UsageReportState = (typeof usageReportStates)[number]

/** One usage report of an app, sent by email (USAGE-03). */
export const UsageReport = z.object({
  id: z.number(),
  developer_app_id: z.number(),
  state: z.enum(usageReportStates),
  /** The address it goes to: the requester's. */
  recipient: z.string(),
  requested_at: timestamp,
  finished_at: timestamp.nullable(),
  /** When it turned out that the email of a sent report can't be delivered. */
  undelivered_at: timestamp.nullable(),
})
export type UsageReport = z.infer<typeof UsageReport>

/** The newest report, and how long until another may be requested. A duration, because clocks differ. */
export const UsageReportStatus = z.object({
  report: UsageReport.nullable(),
  cooldown_ms: z.number(),
})
export type UsageReportStatus = z.infer<typeof UsageReportStatus>

const ofApp = z.strictObject({ id: pathId })

export const requestUsageReport = endpoint({
  ...calls.requestUsageReport,
  tokenActions: ['usageReport.request'],
  summary: 'Request a CSV report of the API calls of the last 30 days, emailed to the caller',
  params: ofApp,
  body: z.strictObject({}).optional(),
  reply: UsageReportStatus,
  success: 202,
})

export const getUsageReportStatus = endpoint({
  ...calls.getUsageReportStatus,
  tokenActions: ['usageReport.request'],
  summary: 'Get the state of the newest usage report and when the next one can be requested',
  params: ofApp,
  reply: UsageReportStatus,
})

/** An app's three metrics: current installations, and views and calls of the last 30 days. */
export const MetricsSummary = z.object({
  /** Companies that currently have the app installed, without demo companies. */
  installations: z.number(),
  demo_installations: z.number(),
  marketplace_views: z.number(),
  api_calls: z.number(),
  /** The UTC days over which views and calls are counted. */
  from: z.iso.date(),
  to: z.iso.date(),
  /** When the platform last reported an event of this app. */
  reported_at: timestamp.nullable(),
})
export type MetricsSummary = z.infer<typeof MetricsSummary>

export const getMetricsSummary = endpoint({
  ...calls.getMetricsSummary,
  tokenActions: ['metrics.view'],
  summary: 'Get the installations, listing views and API calls of an app',
  params: ofApp,
  reply: MetricsSummary,
})

/** One installation or removal by a company (MET-15). Only staff can see which user did it. */
export const AppInstallation = z.object({
  id: z.number(),
  company_name: z.string(),
  company_is_demo: z.boolean(),
  user_email_address: z.string().nullable().optional(),
  procore_updated_at: timestamp,
  status: z.enum(['installed', 'uninstalled']),
})
export type AppInstallation = z.infer<typeof AppInstallation>

/** A count per UTC day. Days without events are omitted (MET-18). */
export const DailyAggregates = z.object({
  rows: z.record(z.iso.date(), z.object({ count: z.number() })),
  total_count: z.number(),
})
export type DailyAggregates = z.infer<typeof DailyAggregates>

export const ReportedDay = z.object({
  date: z.iso.date(),
  visits: z.number(),
  installations: z.number(),
  /** The number of installation records on the day, listed or not. */
  records: z.number(),
})
export type ReportedDay = z.infer<typeof ReportedDay>

export type ReportRange = (typeof reportRanges)[number]

/** The engagement report, as embedded in its page (MET-17, MET-19). */
export const EngagementReport = z.object({
  developer_app_id: z.number(),
  internal_name: z.string(),
  /** The days that all numbers below cover. */
  range: z.enum(reportRanges),
  /** The newest records of the days shown, at most `maxRecordsPerDay` for each day. The total covers all days. */
  app_installations: z.object({ rows: z.array(AppInstallation), total_count: z.number() }),
  daily_app_installations_aggregates: DailyAggregates,
  daily_marketplace_app_views_aggregates: DailyAggregates,
  /** One page of the days from the first event until today, newest first. */
  days: z.object({
    rows: z.array(ReportedDay),
    page: z.number(),
    per_page: z.number(),
    total_count: z.number(),
  }),
  /** When the platform last reported an event of this app. */
  reported_at: timestamp.nullable(),
  generated_at: timestamp,
})
export type EngagementReport = z.infer<typeof EngagementReport>

/** The query of an export of installations. */
export const InstallationExportQuery = z.strictObject({
  range: z.enum(reportRanges, `Range must be one of ${reportRanges.join(', ')}`).default('all'),
})

/** The range and page in a report's address. Invalid values become all days and the first page. */
export const EngagementReportQuery = z.object({
  page: z.coerce.number<unknown>().int().min(1).max(maxPage).catch(1),
  range: z.enum(reportRanges).catch('all'),
})
