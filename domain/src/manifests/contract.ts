import { z } from 'zod'
import { endpoint } from '../http/endpoint.ts'
import {
  bodyId,
  flag,
  ifUnchangedSince,
  optionalLine,
  optionalText,
  pathId,
  requiredText,
  timestamp,
  requiredType,
} from '../http/fields.ts'
import { listFilters } from '../http/filters.ts'
import { fieldMessages } from '../http/messages.ts'
import { pagingQuery } from '../http/listFields.ts'
import { maxPerPage } from '../http/paging.ts'
import { levels } from '../permissions/levels.ts'
import { reviewStates } from './states.ts'
import * as calls from './calls.ts'

export const schemaVersions = ['3', '4.1'] as const
export type SchemaVersion = (typeof schemaVersions)[number]

export const versionableTypes = ['Sandbox', 'ProductionEnvironment'] as const
export type VersionableType = (typeof versionableTypes)[number]

const environmentTypes = ['sandbox', 'production'] as const
export type EnvironmentType = (typeof environmentTypes)[number]

export const maxReleaseNotes = 10_000
export const maxReviewNotes = 5_000

/** A version's stored document. It was validated when saved, so readers need not check it again. */
export const ManifestContent = z.record(z.string(), z.unknown())
export type ManifestContent = z.infer<typeof ManifestContent>

export const Parameter = z.object({
  name: z.string(),
  type: z.literal('string'),
  description: z.string().optional(),
  support_link: z.object({ url: z.string(), label: z.string() }).optional(),
})
export type Parameter = z.infer<typeof Parameter>

export const Component = z.object({
  uuid: z.string().optional(),
  source_url: z.string(),
  description: z.string(),
  views: z.array(z.string()),
  user_configuration: z
    .object({
      schema: z.object({
        type: z.literal('object'),
        required: z.array(z.string()),
        properties: z.record(z.string(), Parameter),
      }),
    })
    .optional(),
})
export type Component = z.infer<typeof Component>

export const InstallInstruction = z.object({
  notes: z.string(),
  page: z.object({ url: z.string(), label: z.string() }),
})
export type InstallInstruction = z.infer<typeof InstallInstruction>

const LevelsByTool = z.record(z.string(), z.enum(levels))

/** The content that the Configurations tab edits, in the same shape for every schema version (CONF-13). */
export const ConfiguredContent = z.object({
  fullscreen: Component.optional(),
  sidepanel: Component.optional(),
  permissions: z.object({ company: LevelsByTool, project: LevelsByTool }),
  oauth: z.object({ enabled: z.boolean() }),
  post_installation_instruction: InstallInstruction.optional(),
})
export type ConfiguredContent = z.infer<typeof ConfiguredContent>

export const ManifestVersion = z.object({
  id: z.number(),
  developer_app_id: z.number(),
  /** Increases with every saved version of the app. A promoted version keeps the number of its source. */
  version: z.number(),
  semantic_version: z.string().nullable(),
  /** The App Version Key, which a company pastes to install this version. */
  app_version_id: z.uuid(),
  created_at: timestamp,
  updated_at: timestamp,
  content: ManifestContent,
  configured_manifest_content: ConfiguredContent,
  /** The content for a new draft, converted to the newest schema version. */
  next_version_content: ManifestContent,
  promotable: z.boolean(),
  submittable: z.boolean(),
  /** Null for a sandbox version: only production versions are reviewed. */
  state: z.enum(reviewStates).nullable(),
  published_to_marketplace: z.boolean(),
  changelog: z.string().nullable(),
  auth_code_locked: z.boolean(),
  auth_code_capable: z.boolean(),
  versionable_type: z.enum(versionableTypes),
  environment_label: z.enum(['Sandbox', 'Production']),
  developer_notes: z.string().nullable(),
  /** Null for everyone but platform staff. */
  admin_notes: z.string().nullable(),
  /** The name of the person who saved or promoted the version. */
  created_by: z.string().nullable(),
  in_review_at: timestamp.nullable(),
  published_at: timestamp.nullable(),
  /** The number of times it was submitted for review. */
  review_round: z.number(),
  /** The text emailed with the latest decision, for everyone with a role on the app. */
  decision_message: z.string().nullable(),
  /** When the latest decision was made, if it was a rejection. */
  rejected_at: timestamp.nullable(),
})
export type ManifestVersion = z.infer<typeof ManifestVersion>

/** `path` is a JSON pointer into the manifest; empty for the document itself. */
export const ManifestError = z.object({ path: z.string(), message: z.string() })
export type ManifestError = z.infer<typeof ManifestError>

export const Snippet = z.object({ name: z.string(), title: z.string(), content: ManifestContent })
export type Snippet = z.infer<typeof Snippet>

/**
 * Any JSON value. The manifest's own validation reports where and why it is invalid, including a string that isn't JSON.
 */
const jsonValue = z.union(
  [ManifestContent, z.string(), z.array(z.unknown()), z.number(), z.boolean(), z.null()],
  { error: fieldMessages.required },
)
/** Enough for a 256 KB manifest sent as text, with its characters escaped again. */
const bodyLimit = { kilobytes: 1536, values: 50_000 }
const manifestInput = z.strictObject({ content: jsonValue }, requiredType('an object'))

/** Accepts an empty manifest, so that the data connector section can remove the last part (CONF-45). */
const allowEmptySave = flag.default(false)

const listQuery = z.strictObject({
  page: pagingQuery.page,
  per_page: pagingQuery.per_page.unwrap().default(maxPerPage),
  filters: listFilters(
    z.strictObject(
      { developer_app_id: pathId, versionable_type: z.enum(versionableTypes).optional() },
      { error: ({ input }) => (input === undefined ? 'Send filters[developer_app_id]' : undefined) },
    ),
  ),
})

export const listManifests = endpoint({
  ...calls.listManifests,
  tokenActions: ['manifest.view'],
  summary: "List an app's versions of one or both environments, newest first",
  query: listQuery,
  reply: z.array(ManifestVersion),
})

export const showManifest = endpoint({
  ...calls.showManifest,
  tokenActions: ['manifest.view'],
  etagFrom: ['updated_at'],
  summary: 'Get a version of an app',
  params: z.strictObject({ id: pathId }),
  reply: ManifestVersion,
})

export const createManifest = endpoint({
  ...calls.createManifest,
  tokenActions: ['manifest.edit'],
  etagFrom: ['manifest.updated_at'],
  summary: 'Create a version from a manifest',
  body: z.strictObject({
    developer_app_id: bodyId,
    manifest: manifestInput,
    semantic_version: optionalLine(50).nullish(),
    allow_empty_save: allowEmptySave,
    /** Release notes: required in government cloud, where a new version goes to production; refused elsewhere. */
    changelog: optionalText(maxReleaseNotes).nullish(),
    /**
     * The newest version the author has seen, null for none. A newer one refuses the save. If omitted, nothing is
     * compared.
     */
    based_on_app_version_id: z.uuid('Based on app version id must be an app version key').nullish(),
  }),
  bodyLimit,
  reply: z.object({ manifest: ManifestVersion }),
  success: 201,
})

export const promoteVersion = endpoint({
  ...calls.promoteVersion,
  tokenActions: ['manifest.edit'],
  etagFrom: ['manifest.updated_at'],
  summary: 'Promote a sandbox version to production',
  body: z.strictObject({
    source_app_version_id: z.uuid('Source app version id must be an app version key'),
    changelog: requiredText(maxReleaseNotes),
  }),
  reply: z.object({ changelog: z.string(), manifest: ManifestVersion }),
  success: 201,
})

const reviewNotes = optionalText(maxReviewNotes).optional()

export const reviewVersion = endpoint({
  ...calls.reviewVersion,
  tokenActions: ['manifest.edit'],
  etagFrom: ['updated_at'],
  summary: 'Submit, withdraw, approve or reject a production version, identified by its app version key',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    state: z.enum(reviewStates, { error: `State must be one of ${reviewStates.join(', ')}` }),
    developer_notes: reviewNotes,
    admin_notes: reviewNotes,
    /** Confirms that the transition may remove the version's key from the marketplace. */
    confirmed: flag.optional(),
    if_unchanged_since: ifUnchangedSince,
  }),
  reply: ManifestVersion,
})

const reviewRoundStates = ['in_review', 'withdrawn', 'approved', 'rejected'] as const

/** One submission of a version for review, and its outcome. */
export const ReviewRound = z.object({
  app_version_id: z.uuid(),
  version: z.number(),
  semantic_version: z.string().nullable(),
  /** Counts the submissions of the version, starting at 1. */
  round: z.number(),
  submitted_at: timestamp,
  /** When staff decided, or the developer withdrew the version. */
  decided_at: timestamp.nullable(),
  /** The name of the staff member who decided, for staff only. */
  decided_by: z.string().nullable(),
  state: z.enum(reviewRoundStates),
  /** The text emailed with the decision. */
  message: z.string().nullable(),
})
export type ReviewRound = z.infer<typeof ReviewRound>

export const listReviews = endpoint({
  ...calls.listReviews,
  tokenActions: ['manifest.view'],
  summary: "List the reviews of an app's versions with their submissions and answers, newest first",
  params: z.strictObject({ id: pathId }),
  query: z.strictObject(pagingQuery),
  reply: z.array(ReviewRound),
})

export const validateManifestContent = endpoint({
  ...calls.validateManifestContent,
  tokenActions: ['manifest.view'],
  summary: 'Validate a manifest without saving it; no errors means it can be saved',
  query: z.strictObject({
    developer_app_id: pathId,
    environment_type: z.enum(environmentTypes).optional(),
  }),
  body: z.strictObject({ manifest: manifestInput, allow_empty_save: allowEmptySave }),
  bodyLimit,
  reply: z.object({ data: z.object({ errors: z.array(ManifestError) }) }),
})

export const listTemplates = endpoint({
  ...calls.listTemplates,
  tokenActions: 'any',
  summary: 'List starter manifests by schema version',
  reply: z.object({ '3': ManifestContent, '4.1': ManifestContent }),
})

export const listSnippets = endpoint({
  ...calls.listSnippets,
  tokenActions: 'any',
  summary: 'List blocks to paste into a manifest; `has_existing_manifest` only matters below version 4',
  params: z.strictObject({ version: z.enum(schemaVersions) }),
  query: z.strictObject({ has_existing_manifest: flag.optional() }),
  reply: z.array(Snippet),
})
