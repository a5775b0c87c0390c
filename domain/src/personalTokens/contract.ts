import { z } from 'zod'
import { tokenActions } from '../access/tokenActions.ts'
import { endpoint } from '../http/endpoint.ts'
import { bodyId, pathId, requiredLine, timestamp } from '../http/fields.ts'
import * as calls from './calls.ts'
import { maxRotationDays, maxTokenApps, maxTokenName, unknownTokenAction } from './rules.ts'

const shownActions = z.array(z.enum(tokenActions))

/** A personal access token as shown to its developer after creation. */
export const PersonalToken = z.object({
  id: z.number(),
  name: z.string(),
  last_four: z.string(),
  actions: shownActions,
  /** Null for every app of the developer, including later ones. */
  app_ids: z.array(z.number()).nullable(),
  /** The names of the apps that still exist. */
  apps: z.array(z.object({ id: z.number(), internal_name: z.string() })),
  created_at: timestamp,
  expires_at: timestamp,
  last_used_at: timestamp.nullable(),
  /** The network of the last use: its first 24 bits, or 48 of an IPv6 address. */
  last_used_network: z.string().nullable(),
})
export type PersonalToken = z.infer<typeof PersonalToken>

export const listPersonalTokens = endpoint({
  ...calls.listPersonalTokens,
  summary: "List the caller's personal access tokens that aren't revoked, newest first",
  reply: z.array(PersonalToken),
})

export const NewPersonalToken = z.object({
  id: z.number(),
  /** The token itself. No other reply contains it. */
  token: z.string(),
  name: z.string(),
  actions: shownActions,
  app_ids: z.array(z.number()).nullable(),
  expires_at: timestamp,
  last_four: z.string(),
})
export type NewPersonalToken = z.infer<typeof NewPersonalToken>

const unique = (values: readonly unknown[]): boolean => new Set(values).size === values.length

export const createPersonalToken = endpoint({
  ...calls.createPersonalToken,
  needsConfirmedEmail: true,
  summary: 'Create a personal access token; only this response contains it',
  body: z.strictObject({
    name: requiredLine(maxTokenName),
    actions: z
      .array(z.enum(tokenActions, { error: unknownTokenAction }))
      .min(1, 'Choose at least one action')
      .refine(unique, 'Name each action only once'),
    app_ids: z
      .array(bodyId)
      .min(1, 'Choose at least one app')
      .max(maxTokenApps, `Choose at most ${maxTokenApps} apps, or all apps`)
      .refine(unique, 'Name each app only once')
      .nullable(),
    expires_in_days: z
      .number('Enter a whole number of days from 1')
      .int('Enter a whole number of days from 1')
      .min(1, 'Enter a whole number of days from 1')
      .describe(
        `At most \`personal_token_max_days\` in \`GET /api/v1/session\`, usually 365; at most ${maxRotationDays} with \`credentials.rotate\``,
      ),
  }),
  reply: NewPersonalToken,
  success: 201,
  carriesSecret: true,
  confirmation: true,
})

export const revokePersonalToken = endpoint({
  ...calls.revokePersonalToken,
  summary: 'Revoke a personal access token; it stops working immediately',
  params: z.strictObject({ id: pathId }),
  success: 204,
})
