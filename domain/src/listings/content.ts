import { z } from 'zod'
import { contactAfter, normalizeFields, type SentContact } from './choices.ts'

/** A listing's content, as edited by the form, stored by the server and shown on the public page. */

export const mediaTypes = ['Document', 'ShowcaseVideo', 'Picture', 'Video', 'Logo'] as const
export type MediaType = (typeof mediaTypes)[number]

/** A file of a listing (MEDIA-14, MEDIA-15). `external_url` is the video host's hashed id. */
export const MediaItem = z.object({
  id: z.number(),
  type: z.enum(mediaTypes),
  name: z.string(),
  description: z.string(),
  original_filename: z.string(),
  url: z.string(),
  external_url: z.string().nullable(),
  content_type: z.string(),
  bytes: z.number(),
  /** In pixels; null for documents. */
  width: z.number().nullable(),
  height: z.number().nullable(),
})
export type MediaItem = z.infer<typeof MediaItem>

const Link = z.object({ label: z.string(), url: z.string() })
export type Link = z.infer<typeof Link>

/** Null until answered. */
const answer = z.boolean().nullable()

/** The security and trust questionnaire, as stored (SEC-12 to SEC-32). */
export const Questionnaire = z.object({
  has_mfa_support: answer,
  has_fas_support: answer,
  company_legal_name: z.string(),
  company_headquarters: z.string(),
  headquarters_country_id: z.number().nullable(),
  data_processing_locations: z.string(),
  data_processing_country_ids: z.array(z.number()),
  has_subprocessors: answer,
  subprocessors_details: z.string(),
  has_sensitive_data: answer,
  sensitive_data_handling_details: z.string(),
  has_security_contact: answer,
  security_email: z.string(),
  has_security_audits: answer,
  has_security_standards: answer,
  security_standard_ids: z.array(z.number()),
  other_security_standards: z.string(),
  has_penetration_testing: answer,
  can_notify_procore: answer,
  has_disclosure_program: answer,
  disclosure_program_url: z.string(),
  has_bug_bounty_program: answer,
  has_data_encryption_at_rest: answer,
  has_data_encryption_in_transit: answer,
  has_sso_support: answer,
  sso_providers: z.array(z.string()),
  other_sso_providers: z.string(),
  has_saml_support: answer,
})
export type Questionnaire = z.infer<typeof Questionnaire>

/** The text, number and answer fields of a listing. Its files are separate. */
export const ListingFields = z.object({
  public_name: z.string(),
  tagline: z.string(),
  built_by: z.string(),
  sold_by: z.string(),
  description: z.string(),
  about: z.string(),
  how_it_works: z.string(),
  category_ids: z.array(z.number()),
  app_version_id: z.string().nullable(),
  draft_developer_notes: z.string(),
  installable: z.boolean(),
  beta: z.boolean(),
  security_badge: z.boolean(),
  /** The admin specifications, for staff only. */
  notes: z.string(),
  subscription_required: answer,
  connector_required: answer,
  has_trials: answer,
  pricing_url: z.string(),
  pricing_description: z.string(),
  region_ids: z.array(z.number()),
  country_ids: z.array(z.number()),
  helpful_links: z.array(Link),
  feature_bullets: z.array(z.string()),
  website_link: Link,
  support_email: z.string(),
  product_tool_ids: z.array(z.number()),
  requirements: z.array(z.string()),
  contact_us_email: z.string(),
  learn_how_url: z.string(),
  create_lead: z.boolean(),
  security_questionnaire_visible: z.boolean(),
  security_questionnaire: Questionnaire,
})
export type ListingFields = z.infer<typeof ListingFields>

/** The files of a listing. */
export const ListingMedia = z.object({
  small_logo: MediaItem.nullable(),
  pictures: z.array(MediaItem),
  videos: z.array(MediaItem),
  showcase_video: MediaItem.nullable(),
  security_questionnaire_document: MediaItem.nullable(),
})
export type ListingMedia = z.infer<typeof ListingMedia>

export type ListingContent = ListingFields & ListingMedia

export const NamedCountry = z.object({ id: z.number(), iso_code: z.string(), name: z.string() })
export type NamedCountry = z.infer<typeof NamedCountry>

export const SecurityStandard = z.object({ id: z.number(), standard_name: z.string(), variant: z.string() })

/** The questionnaire in replies, with the names for its ids (SEC-18, SEC-19, SEC-24). */
export const NamedQuestionnaire = Questionnaire.extend({
  headquarters_country: NamedCountry.nullable(),
  data_processing_countries: z.array(NamedCountry),
  security_standards: z.array(SecurityStandard),
})
export type NamedQuestionnaire = z.infer<typeof NamedQuestionnaire>

const present = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/**
 * Returns a listing's fields after a save. Fields that were not sent stay unchanged, including in the questionnaire.
 */
export function savedFields(
  before: ListingFields,
  sent: SentContact & { security_questionnaire?: object | undefined },
): ListingFields {
  const merged = ListingFields.parse({
    ...before,
    ...present(sent),
    security_questionnaire: {
      ...before.security_questionnaire,
      ...present(sent.security_questionnaire ?? {}),
    },
  })
  return normalizeFields({ ...merged, ...contactAfter(before, sent, merged) })
}
