import { z } from 'zod'
import { appRoles } from '../access/roles.ts'
import {
  allowedCorsDomain,
  CredentialSuspension,
  grantTypes,
  redirectUri,
  StoredSecret,
} from '../credentials/contract.ts'
import { endpoint } from '../http/endpoint.ts'
import { bodyId, flag, ifUnchangedSince, pathId, requiredLine, timestamp } from '../http/fields.ts'
import { listFilters } from '../http/filters.ts'
import { approvalStates, Listing, listingStates } from '../listings/contract.ts'
import { pagingQuery, searchText, sortBy } from '../http/listFields.ts'
import { Sandbox } from '../sandboxes/contract.ts'
import { Contact } from './contacts/contract.ts'
import { nextStepKinds } from './nextStep.ts'
import * as calls from './calls.ts'
import { ownAppSorts, adminAppSorts, reviewQueueSorts } from './sorts.ts'

export type AppRole = (typeof appRoles)[number]

const Person = z.object({ name: z.string(), email: z.string() })

/** The state of the newest versions as a badge (PROM-01 to PROM-08). */
const VersionBadge = z.object({ label: z.string(), color: z.string() })

/** The next step of an app on its way to the marketplace. */
export const NextStep = z.object({
  kind: z.enum(nextStepKinds),
  /** The number of the version that the step concerns. */
  version: z.string().nullable(),
  /** When the waiting period began, or when the version was rejected. */
  since: timestamp.nullable(),
  /** A rejected production version, when this step comes before responding to the rejection. */
  rejected_version: z.string().nullable(),
  /** The newest production version if it is in review, when this step concerns another version. */
  version_in_review: z.string().nullable(),
  /** Set when this step concerns a version and the listing was rejected, so its developers can correct it now. */
  rejected_listing: z.boolean(),
  /** Set when this step concerns a version and the listing is in review. */
  listing_in_review: z.boolean(),
})
export type NextStep = z.infer<typeof NextStep>

/** A developer app (APP-25). */
export const DeveloperApp = z.object({
  id: z.number(),
  /** The client ID. Null until production credentials exist (CRED-09), and for a guest of the app. */
  uid: z.string().nullable(),
  name: z.string(),
  internal_name: z.string(),
  redirect_uri: z.string(),
  allowed_cors_domain: z.string(),
  legacy: z.boolean(),
  connectable: z.boolean(),
  confidential: z.boolean(),
  grant_type: z.enum(grantTypes),
  app_secret: z.null(),
  stored_secret: StoredSecret.nullable(),
  /** The production credentials. Null until a version with a data connector is promoted (CRED-09). */
  credentials: z.object({ uid: z.string(), secret: z.null() }).nullable(),
  /** Only for callers who may see the credentials. */
  credential_suspensions: z.array(CredentialSuspension),
  thumbnail_url: z.string().nullable(),
  contacts: z.array(Contact),
  collaborators: z.array(z.object({ id: z.number(), role: z.enum(appRoles), developer: Person })),
  sandbox: Sandbox.nullable(),
  owner: Person.extend({ procore_id: z.number().nullable() }),
  role: z.enum(appRoles).nullable(),
  published_app_version_id: z.string().nullable(),
  app_id: z.string().nullable(),
  /** The current listing: the draft if there is one, otherwise the published listing. */
  last_marketplace_app: z
    .object({
      id: z.number(),
      public_name: z.string(),
      state: z.enum(listingStates),
      approval_state: z.enum(approvalStates),
    })
    .nullable(),
  next_step: NextStep,
  has_metrics: z.boolean(),
  marketplace_enabled: z.boolean(),
  external_owner_id: z.number().nullable(),
  deleted_at: timestamp.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
})
export type DeveloperApp = z.infer<typeof DeveloperApp>

export const DeveloperAppRow = z.object({
  id: z.number(),
  internal_name: z.string(),
  thumbnail_url: z.string().nullable(),
  role: z.enum(appRoles),
  version: z.string().nullable(),
  version_badge: VersionBadge,
  listing_state: z.string().nullable(),
  next_step: NextStep,
  /** When the app, one of its versions or its listing last changed. */
  updated_at: timestamp,
})
export type DeveloperAppRow = z.infer<typeof DeveloperAppRow>

export const maxAppName = 100

const wholeNumberOrNone = 'Enter a whole number from 1, or nothing'

const byId = z.strictObject({ id: pathId })

export const listDeveloperApps = endpoint({
  ...calls.listDeveloperApps,
  tokenActions: ['app.view'],
  summary: 'List the apps that the signed-in developer works on',
  query: z.strictObject({
    ...pagingQuery,
    filters: listFilters(z.strictObject({ search: searchText })).optional(),
    sort: sortBy(ownAppSorts),
  }),
  reply: z.array(DeveloperAppRow),
})

export const createDeveloperApp = endpoint({
  ...calls.createDeveloperApp,
  tokenActions: ['apps.create'],
  needsConfirmedEmail: 'create an app',
  etagFrom: ['updated_at'],
  summary: 'Create an app',
  body: z.strictObject({ internal_name: requiredLine(maxAppName), confidential: flag.default(true) }),
  reply: DeveloperApp,
  success: 201,
})

export const getDeveloperApp = endpoint({
  ...calls.getDeveloperApp,
  tokenActions: ['app.view'],
  etagFrom: ['updated_at'],
  summary: 'Get an app',
  params: byId,
  reply: DeveloperApp,
})

/** The editable fields of an app. Omitted fields stay unchanged. A form can include the thumbnail (SET-24). */
const appFields = {
  internal_name: requiredLine(maxAppName).optional(),
  name: requiredLine(maxAppName).optional(),
  redirect_uri: redirectUri.optional(),
  allowed_cors_domain: allowedCorsDomain.optional(),
  legacy: flag.optional(),
  connectable: flag.optional(),
  remove_thumbnail: flag.optional(),
  if_unchanged_since: ifUnchangedSince,
}

export const updateDeveloperApp = endpoint({
  ...calls.updateDeveloperApp,
  tokenActions: ['app.edit'],
  etagFrom: ['updated_at'],
  summary: 'Update an app',
  params: byId,
  body: z.strictObject({
    ...appFields,
    /** Transfers the app immediately to another collaborator, by developer id (COLL-17). */
    owner_id: bodyId.optional(),
  }),
  reply: DeveloperApp,
  confirmation: ['owner_id', 'redirect_uri'],
})

export const deleteDeveloperApp = endpoint({
  ...calls.deleteDeveloperApp,
  summary: 'Delete an app for everyone who works on it',
  params: byId,
  success: 204,
  confirmation: true,
})

/** The number of things that stop working when an app is deleted. */
const DeletionEffects = z.object({
  /** The companies that have the app installed, demo companies included. */
  installations: z.number(),
  /** The people who authorized the app to act for them, in production or the sandbox. */
  authorized_people: z.number(),
  /** The team's personal access tokens that are limited to certain apps, including this one. */
  personal_tokens: z.number(),
})
export type DeletionEffects = z.infer<typeof DeletionEffects>

export const getDeletionEffects = endpoint({
  ...calls.getDeletionEffects,
  summary: 'Count what stops working when an app is deleted',
  params: byId,
  reply: DeletionEffects,
})

/** The signed-in developer's permissions on one app (ROLE-12 to ROLE-19). */
export const AppPermissions = z.object({
  canEdit: z.boolean(),
  canDestroy: z.boolean(),
  canGenerateSandbox: z.boolean(),
  canGenerateFakeSandbox: z.boolean(),
  canModifyCredentials: z.boolean(),
  canModify: z.boolean(),
  canSetSemanticVersions: z.boolean(),
  canUsePermissionBuilder: z.boolean(),
  canSubmitListing: z.boolean(),
  canUpdateCollaborators: z.boolean(),
  appFieldPermissions: z.object({
    redirect_uri: z.boolean(),
    internal_name: z.boolean(),
    thumbnail: z.boolean(),
  }),
  isEmployee: z.boolean(),
  isFedramp: z.boolean(),
})
export type AppPermissions = z.infer<typeof AppPermissions>

export const getAppPermissions = endpoint({
  ...calls.getAppPermissions,
  tokenActions: ['app.view'],
  summary: 'Get what the signed-in developer can do with an app',
  query: z.strictObject({ developer_app_id: bodyId }),
  reply: AppPermissions,
})

/** API-73: includes the listing in the app. */
export const AdminDeveloperApp = DeveloperApp.extend({
  ...Listing.shape,
  owner_id: z.number(),
  credential_suspensions: z.array(
    CredentialSuspension.extend({
      /** Null if their account was deleted. */
      suspended_by: z.object({ id: z.number(), name: z.string() }).nullable(),
    }),
  ),
})
export type AdminDeveloperApp = z.infer<typeof AdminDeveloperApp>

export const getAdminDeveloperApp = endpoint({
  ...calls.getAdminDeveloperApp,
  summary: 'Get an app and its listing as platform staff',
  params: byId,
  reply: AdminDeveloperApp,
})

/** Filters of the app list. Deleted apps are excluded by default (AAPP-02 to AAPP-06). */
const adminAppFilters = listFilters(
  z.strictObject({
    owner_id: z.array(bodyId).max(100).optional(),
    search: searchText,
    in_review: flag.optional(),
    with_deleted: flag.optional(),
  }),
).optional()

export const AdminDeveloperAppRow = z.object({
  id: z.number(),
  internal_name: z.string(),
  owner: Person.extend({ id: z.number() }),
  /** Set when the app was published. */
  app_id: z.string().nullable(),
  created_at: timestamp,
  marketplace_listing_in_review_at: timestamp.nullable(),
  deleted_at: timestamp.nullable(),
})
export type AdminDeveloperAppRow = z.infer<typeof AdminDeveloperAppRow>

export const listAdminDeveloperApps = endpoint({
  ...calls.listAdminDeveloperApps,
  summary: 'List all apps of the platform, newest first by default',
  query: z.strictObject({
    ...pagingQuery,
    filters: adminAppFilters,
    sort: sortBy(adminAppSorts),
  }),
  reply: z.array(AdminDeveloperAppRow),
})

export const exportAdminDeveloperApps = endpoint({
  ...calls.exportAdminDeveloperApps,
  summary: 'Export the apps that match the filters as CSV, newest first',
  query: z.strictObject({ filters: adminAppFilters }),
  csv: 'developer-apps.csv',
})

/** Lists the marketplace ids of live apps, which mark an app as published (AAPP-12, AAPP-13). */
export const listLiveAppIds = endpoint({
  ...calls.listLiveAppIds,
  summary:
    'List the `app_id`s that are published and enabled on the marketplace, of all apps or of the given ones',
  query: listFilters(z.strictObject({ app_id: z.array(z.uuid()).max(100).optional() })),
  reply: z.array(z.string()),
})

/** Updates the fields that only staff may change, and the fields that the app's collaborators may change (AAPP-47). */
export const updateAdminDeveloperApp = endpoint({
  ...calls.updateAdminDeveloperApp,
  summary: 'Update an app as platform staff',
  params: byId,
  body: z.strictObject({
    ...appFields,
    confidential: flag.optional(),
    /** Makes any developer the owner, by id. The previous owner stays as an admin. */
    owner_id: bodyId.optional(),
    /** The app's owner on the platform. Forms have no null: an empty field clears it. */
    external_owner_id: z
      .union([z.null(), z.literal('').transform(() => null), bodyId], wholeNumberOrNone)
      .optional(),
    marketplace_enabled: flag.optional(),
  }),
  reply: AdminDeveloperApp,
  confirmation: ['owner_id', 'redirect_uri'],
})

export const undeleteDeveloperApp = endpoint({
  ...calls.undeleteDeveloperApp,
  summary: 'Restore a deleted app for everyone who worked on it',
  params: byId,
  body: z.strictObject({}).optional(),
  reply: AdminDeveloperApp,
})

export const ReviewQueueRow = z.object({
  id: z.number(),
  internal_name: z.string(),
  owner: z.object({ email: z.string() }),
  has_marketplace_listing_in_review: z.boolean(),
  has_app_version_in_review: z.boolean(),
  has_published_app: z.boolean(),
  marketplace_listing_in_review_at: timestamp.nullable(),
  app_version_in_review_at: timestamp.nullable(),
  /** Whether the caller works on the app, and so may not decide about it. */
  is_own: z.boolean(),
})
export type ReviewQueueRow = z.infer<typeof ReviewQueueRow>

/** `in_review` is on by default (AREV-04). */
const reviewQueueFilters = listFilters(
  z.strictObject({
    user_id: z.array(bodyId).max(100).optional(),
    search: searchText,
    in_review: flag.optional(),
    with_deleted: flag.optional(),
  }),
).optional()

export const listReviewQueue = endpoint({
  ...calls.listReviewQueue,
  summary: 'List the apps with a version or listing that waits for review',
  query: z.strictObject({
    ...pagingQuery,
    filters: reviewQueueFilters,
    sort: sortBy(reviewQueueSorts),
  }),
  reply: z.array(ReviewQueueRow),
})

export const exportReviewQueue = endpoint({
  ...calls.exportReviewQueue,
  summary: 'Export the apps of the review queue that match the filters as CSV, newest app first',
  query: z.strictObject({ filters: reviewQueueFilters }),
  csv: 'review-queue.csv',
})
