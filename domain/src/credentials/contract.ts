import { z } from 'zod'
import { endpoint } from '../http/endpoint.ts'
import { flag, optionalLine, pathId, timestamp } from '../http/fields.ts'
import { listFilters } from '../http/filters.ts'
import { tooLong } from '../http/messages.ts'
import { pagingQuery, searchText, sortBy } from '../http/listFields.ts'
import * as calls from './calls.ts'
import { credentialEnvironments } from '../oauth/environments.ts'
import { gracePeriods, maxLabelLength, secretStates } from './secrets.ts'
import { oauthEnvironments } from './environments.ts'
import { oauthApplicationSorts } from './sorts.ts'

export const grantTypes = ['client_credentials', 'implicit', 'authorization_code'] as const

/**
 * What remains of a secret after it was shown: its last characters and when it was made, never the secret (CRED-19).
 */
export const StoredSecret = z.object({ last_four: z.string(), made_at: timestamp })

/** The reason and start of a suspension of an app's credentials by platform staff. */
export const CredentialSuspension = z.object({
  environment: z.enum(credentialEnvironments),
  reason: z.string(),
  suspended_at: timestamp,
})
export type CredentialSuspension = z.infer<typeof CredentialSuspension>

/** The text as typed. The shared rules report errors line by line. */
export const redirectUri = z.string().max(10_000, tooLong(10_000))
export const allowedCorsDomain = z.string().max(2_000, tooLong(2_000))

/** The response to a reset: the only time the secret is sent (CRED-13). */
export const Credentials = z.object({ uid: z.string(), secret: z.string() })
export type Credentials = z.infer<typeof Credentials>

/** Empty for a first reveal. `confirmed` says that the caller knows what stops working. */
export const resetBody = z.strictObject({ confirmed: flag.optional() }).optional()

const byId = z.strictObject({ id: pathId })

export const resetAppSecret = endpoint({
  ...calls.resetAppSecret,
  summary:
    "Reset the client secret of an app's production credentials; only this response contains the new one",
  params: byId,
  body: resetBody,
  reply: z.object({ credentials: Credentials }),
  carriesSecret: true,
  confirmation: true,
})

/** An app has one OAuth application in production, addressed by the app's id. */
export const resetOauthApplicationSecret = endpoint({
  ...calls.resetOauthApplicationSecret,
  summary:
    'Reset the client secret of an OAuth application by the ID of its app; only this response contains the new one',
  params: byId,
  body: resetBody,
  reply: z.object({ credentials: Credentials }),
  carriesSecret: true,
  confirmation: true,
})

const ofApp = {
  params: byId,
  query: z.strictObject({
    environment: z
      .enum(credentialEnvironments, `Environment must be one of ${credentialEnvironments.join(', ')}`)
      .default('production'),
  }),
}
const bySecret = z.strictObject({ id: pathId, secret_id: pathId })
const label = optionalLine(maxLabelLength)

/** A secret of an app in an environment that works or can be enabled again. */
export const ClientSecret = z.object({
  id: z.number(),
  label: z.string(),
  last_four: z.string(),
  state: z.enum(secretStates),
  created_at: timestamp,
  created_by: z.string().nullable(),
  last_used_at: timestamp.nullable(),
  /** The number of access tokens it issued in the last 7 days, which shows what stops working when it ends. */
  recent_tokens: z.number(),
  /** Until when a disabled secret can be enabled again. */
  enable_until: timestamp.nullable(),
  ends_at: timestamp.nullable(),
  /** When it was found publicly exposed, which means it must be replaced. */
  leaked_at: timestamp.nullable(),
})
export type ClientSecret = z.infer<typeof ClientSecret>

export const listClientSecrets = endpoint({
  ...calls.listClientSecrets,
  summary: "List an app's client secrets in an environment, newest first; never the secrets themselves",
  ...ofApp,
  reply: z.array(ClientSecret),
  tokenActions: ['credentials.rotate', 'credentials.viewProduction', 'credentials.viewSandbox'],
})

export const createClientSecret = endpoint({
  ...calls.createClientSecret,
  summary:
    'Create a second client secret, to replace the first without an outage; only this response contains it',
  ...ofApp,
  body: z.strictObject({ label: label.optional() }).optional(),
  reply: ClientSecret.extend({ uid: z.string(), secret: z.string() }),
  success: 201,
  carriesSecret: true,
  confirmation: true,
  tokenActions: ['credentials.rotate'],
})

export const updateClientSecret = endpoint({
  ...calls.updateClientSecret,
  summary: 'Rename, disable or enable a client secret, or revoke it now or after a grace period',
  params: bySecret,
  body: z.strictObject({
    label: label.optional(),
    disabled: flag.optional(),
    ends_in: z.enum(gracePeriods, `Ends in must be one of ${gracePeriods.join(', ')}`).optional(),
  }),
  reply: ClientSecret,
  confirmation: ['disabled', 'ends_in'],
  tokenActions: ['credentials.rotate'],
})

export const deleteClientSecret = endpoint({
  ...calls.deleteClientSecret,
  summary: 'Revoke a client secret now, with the access tokens that it issued',
  params: bySecret,
  success: 204,
  confirmation: true,
  tokenActions: ['credentials.rotate'],
})

/** An app's OAuth application in one environment (AOAUTH-13). */
export const OauthApplicationRow = z.object({
  uid: z.string(),
  name: z.string(),
  /** The link to the app's staff page and its text. Both are null when the app is deleted. */
  href: z.string().nullable(),
  developer_app_name: z.string().nullable(),
  owner_name: z.string(),
  owner_email: z.string(),
  /** Whether platform staff suspended its credentials in this environment. */
  suspended: z.boolean(),
})
export type OauthApplicationRow = z.infer<typeof OauthApplicationRow>

/** `name` and `search` match any part, `uid` the whole id or its beginning, `suspended` those with suspended credentials. */
const oauthFilters = {
  /** Government cloud has production only and answers 404 to the other two. */
  environment: z.enum(oauthEnvironments).default('production'),
  filters: listFilters(
    z.strictObject({
      name: searchText,
      uid: optionalLine(200).optional(),
      search: searchText,
      suspended: flag.optional(),
    }),
  ).optional(),
}

export const listOauthApplications = endpoint({
  ...calls.listOauthApplications,
  summary: 'List the OAuth applications of an environment, newest app first by default',
  query: z.strictObject({ ...pagingQuery, ...oauthFilters, sort: sortBy(oauthApplicationSorts) }),
  reply: z.array(OauthApplicationRow),
})

export const exportOauthApplications = endpoint({
  ...calls.exportOauthApplications,
  summary: 'Export the OAuth applications that match the filters as CSV, newest app first',
  query: z.strictObject(oauthFilters),
  csv: 'oauth-applications.csv',
})
