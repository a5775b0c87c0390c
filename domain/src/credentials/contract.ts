import { z } from 'zod'
import { endpoint } from '../http/endpoint.ts'
import { flag, optionalLine, pathId, timestamp } from '../http/fields.ts'
import { listFilters } from '../http/filters.ts'
import { tooLong } from '../http/messages.ts'
import { pagingQuery, searchText, sortBy } from '../http/paging.ts'

export const grantTypes = ['client_credentials', 'implicit', 'authorization_code'] as const

/** What is known of a secret once it was shown: its end and when it was made, never the secret (CRED-19). */
export const StoredSecret = z.object({ last_four: z.string(), made_at: timestamp })

/** What people type; the shared rules say line by line what is wrong with it. */
export const redirectUri = z.string().max(10_000, tooLong(10_000))
export const allowedCorsDomain = z.string().max(2_000, tooLong(2_000))

/** The answer of a reset: the one time the secret is on the wire (CRED-13). */
export const Credentials = z.object({ uid: z.string(), secret: z.string() })
export type Credentials = z.infer<typeof Credentials>

/** Nothing for a first reveal; `confirmed` says that whoever asks knows what stops working. */
export const resetBody = z.strictObject({ confirmed: flag.optional() }).optional()

const byId = z.strictObject({ id: pathId })

export const resetAppSecret = endpoint({
  operationId: 'resetAppSecret',
  method: 'POST',
  path: '/api/v1/developer_apps/:id/reset_secret',
  summary: "Make a new client secret of an app's production credentials and show it this once",
  params: byId,
  body: resetBody,
  reply: z.object({ credentials: Credentials }),
})

/** An app has one OAuth application in production: it goes by the id of the app. */
export const resetOauthApplicationSecret = endpoint({
  operationId: 'resetOauthApplicationSecret',
  method: 'POST',
  path: '/api/v1/oauth_applications/:id/reset_secret',
  summary:
    'Make a new client secret of an OAuth application, named by the id of its app, and show it this once',
  params: byId,
  body: resetBody,
  reply: z.object({ credentials: Credentials }),
})

/** The monthly sandbox is a copy of production and takes the same credentials. */
export const oauthEnvironments = ['production', 'sandbox', 'monthly_sandbox'] as const
export type OauthEnvironment = (typeof oauthEnvironments)[number]

/** What an app is to the platform's sign-in, in one environment (AOAUTH-13). */
export const OauthApplicationRow = z.object({
  uid: z.string(),
  name: z.string(),
  /** The app's page for staff, and what to call the link: both null when the app was deleted. */
  href: z.string().nullable(),
  developer_app_name: z.string().nullable(),
  owner_name: z.string(),
  owner_email: z.string(),
})
export type OauthApplicationRow = z.infer<typeof OauthApplicationRow>

/** `name` and `search` find any part, `uid` the whole id or how it begins. */
const oauthFilters = {
  /** Government cloud has production only: there the other two are refused. */
  environment: z.enum(oauthEnvironments).default('production'),
  filters: listFilters(
    z.strictObject({ name: searchText, uid: optionalLine(200).optional(), search: searchText }),
  ).optional(),
}

export const listOauthApplications = endpoint({
  operationId: 'listOauthApplications',
  method: 'GET',
  path: '/api/v1/admin/oauth_applications',
  summary: 'The OAuth applications of an environment, the newest app first unless sorted otherwise',
  query: z.strictObject({ ...pagingQuery, ...oauthFilters, sort: sortBy('name', 'uid') }),
  reply: z.array(OauthApplicationRow),
  paged: true,
})

export const exportOauthApplications = endpoint({
  operationId: 'exportOauthApplications',
  method: 'GET',
  path: '/api/v1/admin/oauth_applications.csv',
  summary: 'Every OAuth application that a list was narrowed to, as CSV, the newest app first',
  query: z.strictObject(oauthFilters),
  csv: 'oauth-applications.csv',
})
