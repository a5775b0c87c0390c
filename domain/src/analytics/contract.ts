import { z } from 'zod'
import { endpoint } from '../http/endpoint.ts'
import * as calls from './calls.ts'

/** Every event the browser may report (API-28, API-30). An unknown key is refused. */
export const analyticsKeys = [
  'developers.app_metrics.view_report.clicked',
  'developers.app_metrics.export_csv.clicked',
  'developers.manifest_review.state_changed',
  'developers.listing_review.state_changed',
  'developers.invitation.sent',
  'developers.invitation.canceled',
  'developers.invitation.accepted',
  'developers.sandbox_manifest_editor.opened',
  'developers.sandbox_manifest_editor.closed',
] as const

export type AnalyticsKey = (typeof analyticsKeys)[number]

const maxProperty = 500
const maxPropertyName = 100
const maxProperties = 20

const property = z.union([
  z.string().max(maxProperty, `A property can have at most ${maxProperty} characters`),
  z.number(),
  z.boolean(),
  z.null(),
])

export const recordAnalytics = endpoint({
  ...calls.recordAnalytics,
  tokenActions: 'any',
  summary: 'Record an analytics event of the browser',
  body: z.strictObject({
    key: z.enum(analyticsKeys, { error: 'This event key is unknown' }),
    additional_properties: z
      .record(
        z.string().max(maxPropertyName, `A property name can have at most ${maxPropertyName} characters`),
        property,
      )
      .refine(
        (all) => Object.keys(all).length <= maxProperties,
        `An event can have at most ${maxProperties} properties`,
      )
      .default({}),
  }),
  success: 204,
})
