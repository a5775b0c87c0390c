import { z } from 'zod'
import { endpoint } from '../http/endpoint.ts'
import {
  bodyId,
  emailAddress,
  flag,
  ifUnchangedSince,
  optionalLine,
  pathId,
  requiredLine,
  requiredString,
  timestamp,
} from '../http/fields.ts'
import { listFilters } from '../http/filters.ts'
import { fieldMessages } from '../http/messages.ts'
import { pagingQuery, searchText, sortBy } from '../http/paging.ts'
import { maxPasswordLength, minPasswordLength } from './rules.ts'

/** The signed-in developer, as shown on their own pages. */
export const Developer = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  name: z.string(),
  email: z.string(),
  company_name: z.string(),
  procore_id: z.number().nullable(),
  email_confirmed: z.boolean(),
  is_admin: z.boolean(),
  is_employee: z.boolean(),
  is_partner: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
})
export type Developer = z.infer<typeof Developer>

/** Server settings that every page needs. */
export const Flags = z.object({
  platform_name: z.string(),
  gov_cloud: z.boolean(),
  release_stage: z.enum(['development', 'test', 'staging', 'production']),
  developer_site_url: z.string().nullable(),
  dev_api_url: z.string(),
  error_reporting_dsn: z.string().nullable(),
  semantic_versions: z.boolean(),
  permission_builder: z.boolean(),
  fake_sandbox: z.boolean(),
  sandbox_manifests_paused: z.boolean(),
  sandbox_build_seconds: z.number(),
  listing_applications_enabled: z.boolean(),
  security_and_compliance_enabled: z.boolean(),
  api_usage_visible: z.boolean(),
  support_url: z.string(),
  marketplace_support_email: z.string(),
  partner_application_url: z.string(),
  partner_vetting_url: z.string(),
})
export type Flags = z.infer<typeof Flags>

/** The page's bootstrap data: the signed-in developer and the server's flags. */
export const Session = z.object({
  developer: Developer.nullable(),
  is_admin: z.boolean(),
  is_employee: z.boolean(),
  is_partner: z.boolean(),
  csrf_token: z.string(),
  flags: Flags,
})
export type Session = z.infer<typeof Session>

export const getSession = endpoint({
  operationId: 'getSession',
  method: 'GET',
  path: '/api/v1/session',
  summary: 'Get the signed-in developer, the CSRF token and the flags of this server',
  reply: Session,
})

/** A password typed at sign-in: limited in length only, so that the answer doesn't reveal what is wrong. */
const typedPassword = requiredString().min(1, fieldMessages.required).max(maxPasswordLength)

export const signIn = endpoint({
  operationId: 'signIn',
  method: 'POST',
  path: '/api/v1/session',
  summary: 'Sign in',
  body: z.strictObject({ email: emailAddress, password: typedPassword }),
  reply: Session,
})

export const signOut = endpoint({
  operationId: 'signOut',
  method: 'DELETE',
  path: '/api/v1/session',
  summary: 'Sign out',
  success: 204,
})

export const passwordMessages = {
  short: `Use at least ${minPasswordLength} characters`,
  long: `Use at most ${maxPasswordLength} characters`,
  mismatch: 'The two passwords differ',
} as const

const newPassword = requiredString()
  .min(1, fieldMessages.required)
  .min(minPasswordLength, passwordMessages.short)
  .max(maxPasswordLength, passwordMessages.long)

const twicePassword = {
  password: newPassword,
  password_confirmation: requiredString(),
}

const samePassword = (value: { password: string; password_confirmation: string }) =>
  value.password === value.password_confirmation

/** Runs even when other fields are invalid, so that a form shows every problem at once. */
const mismatch = {
  path: ['password_confirmation'],
  message: passwordMessages.mismatch,
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
}

export const Registration = z
  .strictObject({
    first_name: requiredLine(100),
    last_name: requiredLine(100),
    email: emailAddress,
    company_name: optionalLine(200).default(''),
    ...twicePassword,
    terms_accepted: flag.refine((accepted) => accepted, 'Accept the terms to create an account'),
  })
  .refine(samePassword, mismatch)

/**
 * Always answers 202, so that it doesn't reveal whether an address is registered. The link in the email or a sign-in
 * starts the session.
 */
export const register = endpoint({
  operationId: 'register',
  method: 'POST',
  path: '/api/v1/developers',
  summary: 'Create a developer account and email a confirmation link',
  body: Registration,
  reply: z.object({ email: z.string() }),
  success: 202,
})

const linkToken = z.string().min(1).max(200)

/** What a confirmation link is for, shown to anyone who opens it. */
export const EmailConfirmation = z.object({
  email: z.string(),
  /** Whether it is the signed-in account. */
  is_own: z.boolean(),
  /** Whether the account is only a registration: rejecting the link then deletes it. */
  is_registration: z.boolean(),
})
export type EmailConfirmation = z.infer<typeof EmailConfirmation>

export const getEmailConfirmation = endpoint({
  operationId: 'getEmailConfirmation',
  method: 'GET',
  path: '/api/v1/email_confirmations/:token',
  summary: 'Get the email address of a confirmation link without confirming it',
  params: z.strictObject({ token: linkToken }),
  reply: EmailConfirmation,
})

/** The link proves the mailbox but not the account: anyone may have registered with the address. */
export const confirmEmail = endpoint({
  operationId: 'confirmEmail',
  method: 'POST',
  path: '/api/v1/email_confirmations',
  summary: "Confirm an email address with the emailed token and the account's session or password",
  body: z.strictObject({ token: linkToken, password: typedPassword.optional() }),
  reply: z.object({ email: z.string() }),
})

export const rejectEmail = endpoint({
  operationId: 'rejectEmail',
  method: 'POST',
  path: '/api/v1/email_confirmation_rejections',
  summary: "Delete an unconfirmed account that someone else registered with the caller's email address",
  body: z.strictObject({ token: linkToken }),
  reply: z.object({ is_deleted: z.boolean() }),
})

export const resendConfirmation = endpoint({
  operationId: 'resendConfirmation',
  method: 'POST',
  path: '/api/v1/email_confirmation_requests',
  summary: 'Send the confirmation email to the signed-in developer again',
  body: z.strictObject({}).optional(),
  success: 202,
})

export const forgotPassword = endpoint({
  operationId: 'forgotPassword',
  method: 'POST',
  path: '/api/v1/password_reset_requests',
  summary:
    'Request an email with a link to choose a new password; the response is the same for every address',
  body: z.strictObject({ email: emailAddress }),
  success: 202,
})

export const resetPassword = endpoint({
  operationId: 'resetPassword',
  method: 'POST',
  path: '/api/v1/password_resets',
  summary: 'Set a new password with the token from the reset email, and end every session',
  body: z.strictObject({ token: linkToken, ...twicePassword }).refine(samePassword, mismatch),
  success: 204,
})

export const updateAccount = endpoint({
  operationId: 'updateAccount',
  method: 'PATCH',
  path: '/api/v1/account',
  summary: "Update the caller's name and company",
  body: z.strictObject({
    first_name: requiredLine(100).optional(),
    last_name: requiredLine(100).optional(),
    company_name: optionalLine(200).optional(),
    if_unchanged_since: ifUnchangedSince,
  }),
  reply: Developer,
})

export const changePassword = endpoint({
  operationId: 'changePassword',
  method: 'POST',
  path: '/api/v1/account/password',
  summary: "Change the caller's password and end every other session",
  body: z.strictObject({ current_password: typedPassword, ...twicePassword }).refine(samePassword, mismatch),
  success: 204,
})

export const AccountSession = z.object({
  id: z.number(),
  current: z.boolean(),
  created_at: timestamp,
  last_seen_at: timestamp,
  address: z.string(),
  browser: z.string(),
})
export type AccountSession = z.infer<typeof AccountSession>

export const listAccountSessions = endpoint({
  operationId: 'listAccountSessions',
  method: 'GET',
  path: '/api/v1/account/sessions',
  summary: 'List the browsers in which the caller is signed in',
  reply: z.array(AccountSession),
})

export const signOutOthers = endpoint({
  operationId: 'signOutOthers',
  method: 'DELETE',
  path: '/api/v1/account/sessions',
  summary: 'Sign out every other browser',
  success: 204,
})

/** A developer as platform staff see it. */
export const AdminDeveloper = Developer.extend({
  last_sign_in_at: timestamp.nullable(),
  apps: z.array(z.object({ id: z.number(), internal_name: z.string(), role: z.string() })),
})
export type AdminDeveloper = z.infer<typeof AdminDeveloper>

export const AdminDeveloperRow = Developer.pick({
  id: true,
  name: true,
  company_name: true,
  email: true,
  procore_id: true,
})

/** Filters of the app list (API-14): by id, by owning an app in review, and including deleted apps. */
const adminDeveloperFilters = listFilters(
  z.strictObject({
    owner_id: z.array(bodyId).max(100).optional(),
    search: searchText,
    in_review: flag.optional(),
    with_deleted: flag.optional(),
  }),
).optional()

export const listAdminDevelopers = endpoint({
  operationId: 'listAdminDevelopers',
  method: 'GET',
  path: '/api/v1/admin/developers',
  summary: 'List registered developers; with only a search, the options of a picker',
  query: z.strictObject({
    ...pagingQuery,
    search: searchText,
    filters: adminDeveloperFilters,
    sort: sortBy('name', 'company_name', 'email', 'procore_id'),
  }),
  reply: z.array(AdminDeveloperRow),
  paged: true,
})

export const exportAdminDevelopers = endpoint({
  operationId: 'exportAdminDevelopers',
  method: 'GET',
  path: '/api/v1/admin/developers.csv',
  summary: 'Export the developers that match the filters as CSV, newest first',
  query: z.strictObject({ filters: adminDeveloperFilters }),
  csv: 'developers.csv',
})

export const getAdminDeveloper = endpoint({
  operationId: 'getAdminDeveloper',
  method: 'GET',
  path: '/api/v1/admin/developers/:id',
  summary: 'Get a developer with their apps',
  params: z.strictObject({ id: pathId }),
  reply: AdminDeveloper,
})

export const updateAdminDeveloper = endpoint({
  operationId: 'updateAdminDeveloper',
  method: 'PATCH',
  path: '/api/v1/admin/developers/:id',
  summary: "Update a developer's names, company, platform ID and platform roles",
  params: z.strictObject({ id: pathId }),
  body: z.strictObject({
    first_name: requiredLine(100).optional(),
    last_name: requiredLine(100).optional(),
    company_name: optionalLine(200).optional(),
    email: emailAddress.optional(),
    procore_id: z.number().int().positive().nullable().optional(),
    is_admin: flag.optional(),
    is_employee: flag.optional(),
    is_partner: flag.optional(),
    if_unchanged_since: ifUnchangedSince,
  }),
  reply: AdminDeveloper,
})
