import { z } from 'zod'
import { endpoint } from '../http/endpoint.ts'
import { pagingQuery } from '../http/listFields.ts'
import {
  bodyId,
  flag,
  ifUnchangedSince,
  optionalLine,
  optionalText,
  pathId,
  timestamp,
} from '../http/fields.ts'
import { largestMedia } from '../files/rules.ts'
import { listingLimits } from './limits.ts'
import { ListingFields, ListingMedia, MediaItem, mediaTypes } from './content.ts'
import { NamedCountry, NamedQuestionnaire, SecurityStandard } from './content.ts'
import * as calls from './calls.ts'

export const listingStates = ['draft', 'in_review', 'published'] as const
export type ListingState = (typeof listingStates)[number]

export const approvalStates = ['unreviewed', 'approved', 'rejected'] as const
export type ApprovalState = (typeof approvalStates)[number]

/** A version the listing may name: approved or in review (LIST-32). */
export const VersionOption = z.object({
  app_version_id: z.uuid(),
  version: z.number(),
  semantic_version: z.string().nullable(),
  state: z.enum(['published', 'in_review']),
})
export type VersionOption = z.infer<typeof VersionOption>

/** Chosen ids as a map of id to true (LIST-80, LIST-81). */
const chosen = z.record(z.string(), z.boolean())

const {
  region_ids: _regions,
  country_ids: _countries,
  product_tool_ids: _tools,
  ...plain
} = ListingFields.shape

/** One state of a listing: a draft, the content in review, or the published content (LIST-78, LIST-79). */
export const Submission = z.object({
  id: z.number(),
  developer_app_id: z.number(),
  state: z.enum(listingStates),
  approval_state: z.enum(approvalStates),
  /** Safe HTML: staff's message for their latest decision. */
  admin_message: z.string().nullable(),
  /**
   * Null for everyone but platform staff, like `is_concierge_app`, `silent` and the showcase video; `notes` are empty.
   */
  admin_notes: z.string().nullable(),
  is_concierge_app: z.boolean().nullable(),
  silent: z.boolean().nullable(),
  live: z.boolean(),
  made_by_procore: z.boolean(),
  procore_certified_partner: z.boolean(),
  /** The number of the app's submission, counting from 1. */
  version: z.number(),
  /** Whether it differs from the published listing. */
  modified: z.boolean(),
  /** Its address on the marketplace, once published. */
  marketplace_url: z.string().nullable(),
  app_version: VersionOption.nullable(),
  regions: chosen,
  countries: chosen,
  product_tools: chosen,
  ...plain,
  security_questionnaire: NamedQuestionnaire,
  ...ListingMedia.shape,
  small_logo_url: z.string().nullable(),
  in_review_at: timestamp.nullable(),
  published_at: timestamp.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
})
export type Submission = z.infer<typeof Submission>

/** The data of an app's listing tab (API-73). */
export const Listing = z.object({
  published: Submission.nullable(),
  unpublished: Submission.nullable(),
  versions: z.array(VersionOption),
})
export type Listing = z.infer<typeof Listing>

export const listingEvents = ['submitted', 'withdrawn', 'approved', 'rejected'] as const

/** One step of a review. Which staff member decided is for staff only: `by` is null for others. */
export const SubmissionEvent = z.object({
  id: z.number(),
  submission_id: z.number(),
  version: z.number(),
  event: z.enum(listingEvents),
  at: timestamp,
  by: z.string().nullable(),
  is_staff: z.boolean(),
  /** Safe HTML. */
  message: z.string().nullable(),
  /** Null for everyone but platform staff. */
  silent: z.boolean().nullable(),
})
export type SubmissionEvent = z.infer<typeof SubmissionEvent>

/** A generous limit: the rules limit each field. */
export const maxText = 20_000
const text = optionalText(maxText).optional()
const line = optionalLine(maxText)

/** A form sends an empty text for an unanswered question and for an empty list. */
const answer = z
  .union([flag, z.literal('').transform(() => null)], 'Write true or false')
  .nullable()
  .optional()
const isDefined = (value: unknown): boolean => value !== ''

const emptyList = (value: unknown): unknown => (value === '' ? [] : value)

function definedItems(value: unknown): unknown {
  return Array.isArray(value) ? value.filter(isDefined) : emptyList(value)
}

const list = <Item extends z.ZodType>(item: Item, max: number) =>
  z.preprocess(definedItems, z.array(item).max(max, `At most ${max} entries`)).optional()
const ids = list(bodyId, 300)
const optionalId = z
  .union([bodyId, z.literal('').transform(() => null)])
  .nullable()
  .optional()

const link = z.strictObject({ label: line, url: line })

/** An uploaded file, and the listing's texts about it. */
const mediaAttributes = z.strictObject({
  id: bodyId,
  name: optionalLine(listingLimits.mediaName).optional(),
  description: optionalText(listingLimits.mediaDescription).optional(),
})
export type MediaAttributes = z.infer<typeof mediaAttributes>

const mediaList = z
  .preprocess(
    definedItems,
    z
      .array(mediaAttributes)
      .max(50, 'At most 50 entries')
      .refine((files) => new Set(files.map(({ id }) => id)).size === files.length, 'Name each file once'),
  )
  .optional()

const questionnaire = z.strictObject({
  has_mfa_support: answer,
  has_fas_support: answer,
  company_legal_name: line.optional(),
  company_headquarters: line.optional(),
  headquarters_country_id: optionalId,
  data_processing_locations: text,
  data_processing_country_ids: ids,
  has_subprocessors: answer,
  subprocessors_details: text,
  has_sensitive_data: answer,
  sensitive_data_handling_details: text,
  has_security_contact: answer,
  security_email: line.optional(),
  has_security_audits: answer,
  has_security_standards: answer,
  security_standard_ids: ids,
  other_security_standards: line.optional(),
  has_penetration_testing: answer,
  can_notify_procore: answer,
  has_disclosure_program: answer,
  disclosure_program_url: line.optional(),
  has_bug_bounty_program: answer,
  has_data_encryption_at_rest: answer,
  has_data_encryption_in_transit: answer,
  has_sso_support: answer,
  sso_providers: list(optionalLine(255), 50),
  other_sso_providers: line.optional(),
  has_saml_support: answer,
})

/** The fields that an app's collaborators edit. Omitted fields stay unchanged. */
const contentBody = {
  public_name: line.optional(),
  tagline: line.optional(),
  built_by: line.optional(),
  sold_by: line.optional(),
  description: text,
  about: text,
  how_it_works: text,
  category_ids: ids,
  app_version_id: z
    .union([z.uuid(), z.literal('').transform(() => null)])
    .nullable()
    .optional(),
  draft_developer_notes: text,
  installable: flag.optional(),
  subscription_required: answer,
  connector_required: answer,
  has_trials: answer,
  pricing_url: line.optional(),
  pricing_description: text,
  region_ids: ids,
  country_ids: ids,
  helpful_links: list(link, 50),
  feature_bullets: z.preprocess(emptyList, z.array(line).max(50, 'At most 50 entries')).optional(),
  website_link: link.optional(),
  support_email: line.optional(),
  product_tool_ids: ids,
  requirements: list(line, 50),
  contact_us_email: line.optional(),
  learn_how_url: line.optional(),
  /** Employees only (LIST-70). */
  create_lead: flag.optional(),
  security_questionnaire_visible: flag.optional(),
  security_questionnaire: questionnaire.optional(),
  /**
   * The first field selects the logo, the others set the order of files. Omitted files follow in their current order.
   */
  small_logo_attributes: mediaAttributes.optional(),
  pictures_attributes: mediaList,
  videos_attributes: mediaList,
  remove_small_logo: flag.optional(),
  remove_media_ids: ids,
}

/** The fields that only staff edit (LADM-01 to LADM-13, ROLE-20). */
const staffBody = {
  beta: flag.optional(),
  security_badge: flag.optional(),
  notes: text,
  admin_notes: text,
  is_concierge_app: flag.optional(),
  live: flag.optional(),
  made_by_procore: flag.optional(),
  procore_certified_partner: flag.optional(),
  showcase_video_attributes: mediaAttributes.optional(),
  security_questionnaire_document_attributes: mediaAttributes.optional(),
}

const state = z.enum(listingStates, { error: `State must be one of ${listingStates.join(', ')}` }).optional()
const adminMessage = optionalText(maxText).optional()

const SubmissionBody = z.strictObject(contentBody)
const AdminSubmissionBody = z.strictObject({ ...contentBody, ...staffBody })

export type SubmissionInput = z.output<typeof AdminSubmissionBody>

const byId = z.strictObject({ id: pathId })
const bodyLimit = { kilobytes: 512, values: 5_000 }

export const getListing = endpoint({
  ...calls.getListing,
  tokenActions: ['listing.view'],
  etagFrom: ['unpublished.updated_at', 'published.updated_at'],
  summary: "Get an app's listing: its published and draft content, and the versions that can be selected",
  params: byId,
  reply: Listing,
})

export const createSubmission = endpoint({
  ...calls.createSubmission,
  tokenActions: ['listing.edit'],
  etagFrom: ['updated_at'],
  summary: 'Create a listing, or the next draft of a published listing',
  params: byId,
  body: SubmissionBody,
  bodyLimit,
  reply: Submission,
  success: 201,
})

/** Updates a listing. A request with `state` is a transition, and can't change other fields (LSTATE-26). */
export const updateSubmission = endpoint({
  ...calls.updateSubmission,
  tokenActions: ['listing.edit', 'listing.submit'],
  etagFrom: ['updated_at'],
  summary: 'Update a listing, submit it for review or withdraw it',
  params: byId,
  body: SubmissionBody.extend({ state, if_unchanged_since: ifUnchangedSince }),
  bodyLimit,
  reply: Submission,
})

export const createAdminSubmission = endpoint({
  ...calls.createAdminSubmission,
  summary: 'Create a listing as platform staff',
  params: byId,
  body: AdminSubmissionBody,
  bodyLimit,
  reply: Submission,
  success: 201,
})

/** `admin_message`, `silent` and `confirmed` belong to a decision: they need a `state`. */
export const updateAdminSubmission = endpoint({
  ...calls.updateAdminSubmission,
  summary: 'Update, approve or reject a listing as platform staff',
  params: byId,
  body: AdminSubmissionBody.extend({
    state,
    admin_message: adminMessage,
    silent: flag.optional(),
    confirmed: flag.optional(),
    if_unchanged_since: ifUnchangedSince,
  }),
  bodyLimit,
  reply: Submission,
})

export const listSubmissionEvents = endpoint({
  ...calls.listSubmissionEvents,
  tokenActions: ['listing.view'],
  summary: "List the reviews of an app's listing with their authors, times and messages, newest first",
  params: byId,
  query: z.strictObject(pagingQuery),
  reply: z.array(SubmissionEvent),
})

export const listAdminSubmissionEvents = endpoint({
  ...calls.listAdminSubmissionEvents,
  summary: "List the reviews of an app's listing as platform staff",
  params: byId,
  query: z.strictObject(pagingQuery),
  reply: z.array(SubmissionEvent),
})

/** Completes the refusal of a caller with an unconfirmed address. */
const uploading = 'upload files'

const mediaUpload = {
  params: byId,
  needsConfirmedEmail: uploading,
  /** Sent in the address, so that a file that is too large for its type is refused before it is read. */
  query: z.strictObject({
    type: z.enum(mediaTypes, { error: `Type must be one of ${mediaTypes.join(', ')}` }),
  }),
  body: z.strictObject({}).optional(),
  multipart: { under: 'media', files: ['file'], maxFileBytes: largestMedia },
  reply: MediaItem,
  success: 201,
} as const

/** What follows an upload, before the fields of the listing that a file can be in. */
const afterUpload = 'To show the file, save the listing with the `id` of the reply in'

/** Uploads a file. A listing shows it once a save names it; files that no listing shows are deleted after a day. */
export const uploadMedia = endpoint({
  ...calls.uploadMedia,
  tokenActions: ['listing.edit'],
  summary: 'Upload a file for the listing of an app',
  description: `${afterUpload} \`small_logo_attributes\`, \`pictures_attributes\` or \`videos_attributes\`.`,
  ...mediaUpload,
})

export const uploadAdminMedia = endpoint({
  ...calls.uploadAdminMedia,
  summary: 'Upload a file for the listing of an app as platform staff',
  description: `${afterUpload} \`small_logo_attributes\`, \`pictures_attributes\`, \`videos_attributes\`, \`showcase_video_attributes\` or \`security_questionnaire_document_attributes\`.`,
  ...mediaUpload,
})

const oneMedia = z.strictObject({ id: pathId, media_id: pathId })

/** Deletes an unsaved upload. To remove a file that a listing shows, edit the listing. */
export const deleteMedia = endpoint({
  ...calls.deleteMedia,
  tokenActions: ['listing.edit'],
  summary: 'Delete an uploaded file that no listing shows',
  params: oneMedia,
  success: 204,
})

export const deleteAdminMedia = endpoint({
  ...calls.deleteAdminMedia,
  summary: 'Delete an uploaded file that no listing shows, as platform staff',
  params: oneMedia,
  success: 204,
})

/** The part of its quota that an app uses for its listing's files and its own picture. */
export const AppStorage = z.object({
  used_bytes: z.number(),
  allowed_bytes: z.number(),
  used_files: z.number(),
  allowed_files: z.number(),
})
export type AppStorage = z.infer<typeof AppStorage>

export const getStorage = endpoint({
  ...calls.getStorage,
  tokenActions: ['listing.view'],
  summary: 'Get the storage that an app uses and its limit',
  params: byId,
  reply: AppStorage,
})

export const getAdminStorage = endpoint({
  ...calls.getAdminStorage,
  summary: 'Get the storage that an app uses and its limit as platform staff',
  params: byId,
  reply: AppStorage,
})

/** Hosts a video with the built-in video host, using the same call as for an external one (API-70, API-71). */
export const hostVideo = endpoint({
  ...calls.hostVideo,
  tokenActions: ['listing.edit'],
  needsConfirmedEmail: uploading,
  summary: 'Upload a video to the built-in video host',
  description:
    'Answers like an external video host. A listing cannot refer to a `hashed_id`, and a video that no listing shows is deleted after a day. To show a video in a listing, use `POST /api/v1/developer_apps/{id}/media?type=Video` instead.',
  body: z.strictObject({
    api_password: z.string().max(500).optional(),
    project_id: optionalLine(500).optional(),
  }),
  reply: z.object({ hashed_id: z.string(), name: z.string() }),
  success: 201,
})

const named = z.object({ id: z.number(), name: z.string() })

export const listCategories = endpoint({
  ...calls.listCategories,
  tokenActions: 'any',
  summary: 'List the categories for listings',
  reply: z.array(named),
})

export const listRegions = endpoint({
  ...calls.listRegions,
  tokenActions: 'any',
  summary: 'List the regions and countries where an app can be available',
  reply: z.array(named.extend({ countries: z.array(NamedCountry) })),
})

export const listProductTools = endpoint({
  ...calls.listProductTools,
  tokenActions: 'any',
  summary: 'List the tools of the platform that an app can work with',
  reply: z.array(z.object({ id: z.number(), title: z.string() })),
})

export const listSecurityStandards = endpoint({
  ...calls.listSecurityStandards,
  tokenActions: 'any',
  summary: 'List the certifications of companies',
  reply: z.array(SecurityStandard),
})

export const listSsoProviders = endpoint({
  ...calls.listSsoProviders,
  tokenActions: 'any',
  summary: 'List the sign-in providers',
  reply: z.array(z.object({ name: z.string() })),
})
