import { z } from 'zod'
import { endpoint } from '../http/endpoint.ts'
import {
  exactLine,
  flag,
  optionalLine,
  pathId,
  requiredLine,
  requiredString,
  timestamp,
} from '../http/fields.ts'
import { listFilters } from '../http/filters.ts'
import { levels } from '../permissions/levels.ts'
import * as calls from './calls.ts'
import { credentialEnvironments } from './environments.ts'
import { eventOutcomes } from './events.ts'
import { maxCredentialsReason } from './rules.ts'

const environment = z.enum(credentialEnvironments, {
  error: `Environment must be one of ${credentialEnvironments.join(', ')}`,
})

const Levels = z.record(z.string(), z.enum(levels))

/** The secret name of an authorization request, from the address of the consent page. */
const byRequest = z.strictObject({
  request: z.string().regex(/^[\w-]{1,100}$/, 'Request must be the id of a request'),
})

/** The content of the consent page, shown to someone before an app may act for them. */
export const AuthorizationRequest = z.object({
  environment,
  app: z.object({ name: z.string(), publisher: z.string(), thumbnail_url: z.string().nullable() }),
  /** The address to open after the decision; null for a code that is shown on a page. */
  redirect_host: z.string().nullable(),
  /** What the app's manifest requests in addition to acting for the person; null for nothing. */
  permissions: z.object({ company: Levels, project: Levels }).nullable(),
  /** False if the person has allowed the app before. The page then continues without a question. */
  asks: z.boolean(),
  /** Whether the app asks only this once. */
  is_remembered: z.boolean(),
  /** The address that restarts the same request for another account. Signing out ends this one. */
  restart_path: z.string(),
})
export type AuthorizationRequest = z.infer<typeof AuthorizationRequest>

export const getAuthorizationRequest = endpoint({
  ...calls.getAuthorizationRequest,
  summary: 'Get the request of an app to act for the signed-in user',
  params: byRequest,
  reply: AuthorizationRequest,
})

export const decideAuthorizationRequest = endpoint({
  ...calls.decideAuthorizationRequest,
  summary: 'Allow or deny the request of an app; the browser then opens the address in the reply',
  params: byRequest,
  body: z.strictObject({ allow: flag }),
  reply: z.object({ location: z.string() }),
})

/** An app that acts for someone. */
export const AuthorizedApp = z.object({
  id: z.number(),
  name: z.string(),
  publisher: z.string(),
  environment,
  authorized_at: timestamp,
  last_used_at: timestamp.nullable(),
  /** Set while the app is deleted. It can act again once staff restore it. */
  deleted_at: timestamp.nullable(),
})
export type AuthorizedApp = z.infer<typeof AuthorizedApp>

export const listAuthorizedApps = endpoint({
  ...calls.listAuthorizedApps,
  summary: 'List the apps that may act for the signed-in user, the latest first',
  reply: z.array(AuthorizedApp),
})

export const revokeAuthorizedApp = endpoint({
  ...calls.revokeAuthorizedApp,
  summary: 'Revoke the authorization of an app in every environment, with its tokens',
  params: z.strictObject({ id: pathId }),
  success: 204,
})

/** A decision of the OAuth server about an app. Never contains codes, tokens, secrets or query strings. */
export const OauthEvent = z.object({
  id: z.number(),
  /** The latest time it happened. */
  at: timestamp,
  outcome: z.enum(eventOutcomes),
  /** What the app asked for, such as a grant type. */
  action: z.string(),
  /** A code from the list of reasons. */
  reason: z.string(),
  /** The reason in plain words. */
  message: z.string(),
  network: z.string(),
  /** How often it happened within a minute. */
  count: z.number(),
})
export type OauthEvent = z.infer<typeof OauthEvent>

export const listOauthEvents = endpoint({
  ...calls.listOauthEvents,
  summary:
    'List the last decisions of the OAuth server about an app, newest first, with the reason of each refusal',
  params: z.strictObject({ id: pathId }),
  query: z.strictObject({
    environment: environment.default('production'),
    filters: listFilters(
      z.strictObject({
        outcome: z.enum(eventOutcomes, `Outcome must be one of ${eventOutcomes.join(', ')}`).optional(),
      }),
    ).optional(),
    /** The id of the newest event that the caller has. Only later ones are returned. */
    after: pathId.optional(),
  }),
  reply: z.array(OauthEvent),
})

/** Not trimmed, because an app that sends a space with it is refused too. */
const typedCredential = exactLine(200)

export const checkCredentials = endpoint({
  ...calls.checkCredentials,
  summary: 'Check whether a client ID and secret work for an app; the reply never contains the secret',
  params: z.strictObject({ id: pathId }),
  body: z.strictObject({
    environment,
    client_id: typedCredential,
    secret: typedCredential,
  }),
  reply: z.object({
    works: z.boolean(),
    /** What works or why it does not, in plain words. */
    message: z.string(),
  }),
})

const maxLeaks = 100

export const reportLeakedSecrets = endpoint({
  ...calls.reportLeakedSecrets,
  summary:
    'Report tokens and client secrets that were found in public; the reply is the same whether any is valid',
  // Any texts: an unusual entry doesn't keep the others from being handled.
  body: z
    .array(
      z.strictObject({
        token: requiredString(),
        url: z.string().nullish(),
        type: z.string().nullish(),
      }),
    )
    .max(maxLeaks, `Report at most ${maxLeaks} secrets at once`),
  bodyLimit: { kilobytes: 1024, values: 1_000 },
  success: 202,
})

export const suspendCredentials = endpoint({
  ...calls.suspendCredentials,
  confirmation: true,
  summary: "Suspend an app's credentials in an environment, with all of its tokens",
  params: z.strictObject({ id: pathId }),
  body: z.strictObject({ environment, reason: requiredLine(maxCredentialsReason) }),
  success: 204,
})

export const unsuspendCredentials = endpoint({
  ...calls.unsuspendCredentials,
  confirmation: true,
  summary: "End the suspension of an app's credentials",
  params: z.strictObject({ id: pathId }),
  body: z.strictObject({ environment, reason: optionalLine(maxCredentialsReason).optional() }),
  success: 204,
})
