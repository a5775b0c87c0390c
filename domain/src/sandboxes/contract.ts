import { z } from 'zod'
import {
  allowedCorsDomain,
  Credentials,
  grantTypes,
  redirectUri,
  resetBody,
  StoredSecret,
} from '../credentials/contract.ts'
import { endpoint } from '../http/endpoint.ts'
import { ifUnchangedSince, pathId, timestamp } from '../http/fields.ts'
import * as calls from './calls.ts'

export const sandboxStatuses = ['pending', 'live', 'failed'] as const
export type SandboxStatus = (typeof sandboxStatuses)[number]

/** An app's sandbox (SBX-03). Some fields are null until it is live. */
export const Sandbox = z.object({
  id: z.number(),
  developer_app_id: z.number(),
  status: z.enum(sandboxStatuses),
  live: z.boolean(),
  company_id: z.number().nullable(),
  url: z.string().nullable(),
  app_id: z.string().nullable(),
  app_secret: z.null(),
  stored_secret: StoredSecret.nullable(),
  redirect_uri: z.string(),
  allowed_cors_domain: z.string(),
  procore_app_id: z.string().nullable(),
  confidential: z.boolean(),
  grant_type: z.enum(grantTypes),
  requested_at: timestamp,
  created_at: timestamp,
  updated_at: timestamp,
})
export type Sandbox = z.infer<typeof Sandbox>

export const requestSandbox = endpoint({
  ...calls.requestSandbox,
  tokenActions: ['sandbox.generate'],
  summary: 'Request a sandbox for an app that has none, or whose build failed',
  params: z.strictObject({ id: pathId }),
  body: z.strictObject({}).optional(),
  reply: Sandbox,
  success: 201,
})

export const generateFakeSandbox = endpoint({
  ...calls.generateFakeSandbox,
  tokenActions: ['sandbox.generate'],
  summary: 'Create a fake sandbox immediately, if the server allows it',
  params: z.strictObject({ id: pathId }),
  body: z.strictObject({}).optional(),
  reply: Sandbox,
  success: 201,
})

export const updateSandbox = endpoint({
  ...calls.updateSandbox,
  tokenActions: ['sandbox.edit'],
  summary: 'Update the redirect URIs and allowed origins of a sandbox',
  params: z.strictObject({ id: pathId }),
  body: z.strictObject({
    redirect_uri: redirectUri.optional(),
    allowed_cors_domain: allowedCorsDomain.optional(),
    if_unchanged_since: ifUnchangedSince,
  }),
  reply: Sandbox,
  confirmation: ['redirect_uri'],
})

export const resetSandboxSecret = endpoint({
  ...calls.resetSandboxSecret,
  summary: 'Reset the client secret of a live sandbox; only this response contains the new one',
  params: z.strictObject({ id: pathId }),
  body: resetBody,
  reply: Credentials,
  carriesSecret: true,
  confirmation: true,
})

export const requestAdminSandbox = endpoint({
  ...calls.requestAdminSandbox,
  summary:
    "Request an app's sandbox as platform staff: the first one, or again after a failed or overdue build",
  params: z.strictObject({ id: pathId }),
  body: z.strictObject({}).optional(),
  reply: Sandbox,
  success: 201,
})

export const resetAdminSandboxSecret = endpoint({
  ...calls.resetAdminSandboxSecret,
  summary:
    "Reset the client secret of an app's live sandbox as platform staff; only this response contains the new one",
  params: z.strictObject({ id: pathId }),
  body: resetBody,
  reply: Credentials,
  carriesSecret: true,
  confirmation: true,
})
