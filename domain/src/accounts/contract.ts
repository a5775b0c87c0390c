import { z } from 'zod'
import { appRoles } from '../access/roles.ts'
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
import { pagingQuery, searchText, sortBy } from '../http/listFields.ts'
import { maxPasswordLength, minPasswordLength } from './rules.ts'
import * as calls from './calls.ts'
import {
  FactorEnrollment,
  FactorReset,
  PasskeyAnswer,
  PendingSignIn,
  SecondFactorInput,
  totpCode,
} from './factors/contract.ts'
import { finishSignIn as finishSignInCall } from './factors/calls.ts'
import { developerSorts } from './sorts.ts'

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
  /** In maintenance, the portal can be read but refuses every change. */
  read_only: z.boolean(),
  /** The maximum lifetime of a personal access token, in days. */
  personal_token_max_days: z.number(),
  gov_cloud: z.boolean(),
  release_stage: z.enum(['development', 'test', 'staging', 'production']),
  developer_site_url: z.string().nullable(),
  dev_api_url: z.string(),
  /** The address that passkeys belong to. */
  public_url: z.string(),
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
  /** Whether the developer has yet to accept the current version of the terms. */
  terms_due: z.boolean(),
  /** The version of this server, for platform admins only. */
  version: z.string().nullable(),
  /** The second step of a sign-in with a correct password. */
  second_factor: PendingSignIn.nullable(),
  /** The deadline for the signed-in developer to set up a second factor. */
  factor_enrollment: FactorEnrollment.nullable(),
  flags: Flags,
})
export type Session = z.infer<typeof Session>

export const getSession = endpoint({
  ...calls.getSession,
  summary: 'Get the signed-in developer, the CSRF token and the flags of this server',
  reply: Session,
})

const passwordMessages = {
  short: `Use at least ${minPasswordLength} characters`,
  long: `Use at most ${maxPasswordLength} characters`,
  mismatch: 'The two passwords differ',
} as const

/** A password typed at sign-in. Only its length is limited, so that the response doesn't reveal what is wrong. */
const typedPassword = requiredString()
  .min(1, fieldMessages.required)
  .max(maxPasswordLength, passwordMessages.long)

export const PasswordSignIn = z.strictObject({ email: emailAddress, password: typedPassword })

const { email, password } = PasswordSignIn.shape

/** The reply to a correct password has no developer until the second factor is provided. */
export const signIn = endpoint({
  ...calls.signIn,
  summary: 'Sign in with an email address and a password, or with a passkey',
  body: z
    .strictObject({
      email: email.optional(),
      password: password.optional(),
      passkey: PasskeyAnswer.optional(),
    })
    .check(({ value: { passkey, ...typed }, issues }) => {
      if (passkey) return
      for (const field of ['email', 'password'] as const) {
        if (typed[field] !== undefined) continue
        issues.push({ code: 'custom', path: [field], message: fieldMessages.required, input: typed })
      }
    }),
  reply: Session,
})

export const finishSignIn = endpoint({
  ...finishSignInCall,
  summary: 'Finish a sign-in with a second factor',
  body: SecondFactorInput,
  reply: Session,
})

export const signOut = endpoint({
  ...calls.signOut,
  summary: 'Sign out',
  success: 204,
})

export const PasswordProof = z.strictObject({ password: typedPassword })

export const confirmSession = endpoint({
  ...calls.confirmSession,
  summary: 'Confirm who you are, which opens the calls that ask for a confirmation for a while',
  body: z
    .strictObject({
      password: PasswordProof.shape.password.optional(),
      totp: totpCode.optional(),
      passkey: PasskeyAnswer.optional(),
    })
    .refine((proof) => Object.values(proof).filter((value) => value !== undefined).length === 1, {
      path: ['password'],
      message: 'Send a password, a totp or a passkey',
    }),
  reply: z.object({ confirmed_until: timestamp }),
})

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

const linkToken = z.string().min(1).max(200)

export const Registration = z
  .strictObject({
    first_name: requiredLine(100),
    last_name: requiredLine(100),
    email: emailAddress,
    company_name: optionalLine(200).default(''),
    ...twicePassword,
    terms_accepted: flag.refine((accepted) => accepted, 'Accept the terms to create an account'),
    /** The token of the invitation that led to the registration. It confirms the address that it was emailed to. */
    invitation_token: linkToken.optional(),
  })
  .refine(samePassword, mismatch)

/**
 * Always answers 202, so that it doesn't reveal whether an address is registered. `email_confirmed` depends on the
 * invitation alone. A sign-in starts the session.
 */
export const register = endpoint({
  ...calls.register,
  summary:
    'Create a developer account, and email a confirmation link unless the token of an invitation confirms the address',
  body: Registration,
  reply: z.object({ email: z.string(), email_confirmed: z.boolean() }),
  success: 202,
})

/** The purpose of a confirmation link, shown to anyone who opens it. */
export const EmailConfirmation = z.object({
  email: z.string(),
  /** Whether it is the signed-in account. */
  is_own: z.boolean(),
  /** Whether the account is only a registration, and not suspended: rejecting the link then deletes it. */
  is_registration: z.boolean(),
})
export type EmailConfirmation = z.infer<typeof EmailConfirmation>

export const getEmailConfirmation = endpoint({
  ...calls.getEmailConfirmation,
  summary: 'Get the email address of a confirmation link without confirming it',
  params: z.strictObject({ token: linkToken }),
  reply: EmailConfirmation,
})

/** The link proves the mailbox but not the account: anyone may have registered with the address. */
export const confirmEmail = endpoint({
  ...calls.confirmEmail,
  summary: "Confirm an email address with the emailed token and the account's session or password",
  body: z.strictObject({ token: linkToken, password: typedPassword.optional() }),
  reply: z.object({ email: z.string() }),
})

export const rejectEmail = endpoint({
  ...calls.rejectEmail,
  summary: "Delete an unconfirmed account that someone else registered with the caller's email address",
  body: z.strictObject({ token: linkToken }),
  reply: z.object({ is_deleted: z.boolean() }),
})

export const resendConfirmation = endpoint({
  ...calls.resendConfirmation,
  summary: 'Send the confirmation email to the signed-in developer again',
  body: z.strictObject({}).optional(),
  success: 202,
})

export const forgotPassword = endpoint({
  ...calls.forgotPassword,
  summary:
    'Request an email with a link to choose a new password; the response is the same for every address',
  body: z.strictObject({ email: emailAddress }),
  success: 202,
})

export const resetPassword = endpoint({
  ...calls.resetPassword,
  summary: 'Set a new password with the token from the reset email, and end every session',
  body: z.strictObject({ token: linkToken, ...twicePassword }).refine(samePassword, mismatch),
  success: 204,
})

export const updateAccount = endpoint({
  ...calls.updateAccount,
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
  ...calls.changePassword,
  summary: "Change the caller's password and end every other session",
  body: z.strictObject({ current_password: typedPassword, ...twicePassword }).refine(samePassword, mismatch),
  success: 204,
  confirmation: true,
})

export const AccountSession = z.object({
  id: z.number(),
  current: z.boolean(),
  created_at: timestamp,
  last_seen_at: timestamp,
  /** When the session ends if it isn't used again. */
  ends_at: timestamp,
  /** Roughly where the person signed in: the first 24 bits of an IPv4 address, or 48 bits of an IPv6 address. */
  network: z.string(),
  browser: z.string(),
})
export type AccountSession = z.infer<typeof AccountSession>

export const listAccountSessions = endpoint({
  ...calls.listAccountSessions,
  summary: 'List the browsers in which the caller is signed in',
  reply: z.array(AccountSession),
})

export const endAccountSession = endpoint({
  ...calls.endAccountSession,
  summary: 'Sign out another browser',
  params: z.strictObject({ id: pathId }),
  success: 204,
  confirmation: true,
})

export const signOutOthers = endpoint({
  ...calls.signOutOthers,
  summary: 'Sign out every other browser',
  success: 204,
  confirmation: true,
})

/** The reason and start of a suspension. */
export const Suspension = z.object({
  reason: z.string(),
  suspended_at: timestamp,
  suspended_by: z.object({ id: z.number(), name: z.string() }),
})
export type Suspension = z.infer<typeof Suspension>

/** A developer as platform staff see it. */
export const AdminDeveloper = Developer.extend({
  suspension: Suspension.nullable(),
  last_sign_in_at: timestamp.nullable(),
  /** At most 10, other owners' apps first. */
  apps: z.array(z.object({ id: z.number(), internal_name: z.string(), role: z.enum(appRoles) })),
  apps_total: z.number(),
  owned_apps_total: z.number(),
  has_second_factor: z.boolean(),
  /** The pending reset of second factors. */
  factor_reset: FactorReset.nullable(),
  /** When second factors can be reset again after a change of the email address, or null if they can be already. */
  factor_reset_possible_at: timestamp.nullable(),
})
export type AdminDeveloper = z.infer<typeof AdminDeveloper>

export const AdminDeveloperRow = Developer.pick({
  id: true,
  name: true,
  company_name: true,
  email: true,
  procore_id: true,
}).extend({ suspended: z.boolean() })

/** Filters of the app list (API-14): by id, by owning an app in review, and including deleted apps; and suspended ones. */
const adminDeveloperFilters = listFilters(
  z.strictObject({
    owner_id: z.array(bodyId).max(100).optional(),
    search: searchText,
    in_review: flag.optional(),
    with_deleted: flag.optional(),
    suspended: flag.optional(),
  }),
).optional()

export const listAdminDevelopers = endpoint({
  ...calls.listAdminDevelopers,
  summary: 'List registered developers; with only a search, the options of a picker',
  query: z.strictObject({
    ...pagingQuery,
    search: searchText,
    filters: adminDeveloperFilters,
    sort: sortBy(developerSorts),
  }),
  reply: z.array(AdminDeveloperRow),
})

export const exportAdminDevelopers = endpoint({
  ...calls.exportAdminDevelopers,
  summary: 'Export the developers that match the filters as CSV, newest first',
  query: z.strictObject({ filters: adminDeveloperFilters }),
  csv: 'developers.csv',
})

export const getAdminDeveloper = endpoint({
  ...calls.getAdminDeveloper,
  summary: 'Get a developer with the first 10 of their apps',
  params: z.strictObject({ id: pathId }),
  reply: AdminDeveloper,
})

export const updateAdminDeveloper = endpoint({
  ...calls.updateAdminDeveloper,
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
  confirmation: true,
})

export const endDeveloperSessions = endpoint({
  ...calls.endDeveloperSessions,
  summary: 'Sign a developer out of every browser',
  params: z.strictObject({ id: pathId }),
  success: 204,
})
