import type { Bucket, Preview } from '@trestle/domain/quotas/contract.ts'
import { defaultLimits } from '@trestle/domain/quotas/rules.ts'
import { now } from './build.ts'

export const server = 'Production_US01'

export const bucket: Bucket = {
  id: 5,
  server,
  name: 'Crane calls',
  client_id: '*',
  domain: 'client-7',
  app: { id: 7, internal_name: 'Crane Planner' },
  ids: { [server]: 5 },
  bucket_templates: defaultLimits.map((limit) => ({ ...limit, server })),
  created_at: now,
  updated_at: now,
}

/** The preview of a change without calls. */
export const preview: Preview = {
  from: now,
  to: now,
  calls: 0,
  throttled_now: 0,
  throttled_then: 0,
  hours: [],
  total_hours: 0,
  clients: 0,
  total_clients: 0,
  bucket: null,
}
