import type { ListingContent, ListingFields, ListingMedia, Questionnaire } from './content.ts'

const defaultFeatureBullets = 3

export const emptyQuestionnaire: Questionnaire = {
  has_mfa_support: null,
  has_fas_support: null,
  company_legal_name: '',
  company_headquarters: '',
  headquarters_country_id: null,
  data_processing_locations: '',
  data_processing_country_ids: [],
  has_subprocessors: null,
  subprocessors_details: '',
  has_sensitive_data: null,
  sensitive_data_handling_details: '',
  has_security_contact: null,
  security_email: '',
  has_security_audits: null,
  has_security_standards: null,
  security_standard_ids: [],
  other_security_standards: '',
  has_penetration_testing: null,
  can_notify_procore: null,
  has_disclosure_program: null,
  disclosure_program_url: '',
  has_bug_bounty_program: null,
  has_data_encryption_at_rest: null,
  has_data_encryption_in_transit: null,
  has_sso_support: null,
  sso_providers: [],
  other_sso_providers: '',
  has_saml_support: null,
}

/** The fields of a new listing. */
export const emptyFields: ListingFields = {
  public_name: '',
  tagline: '',
  built_by: '',
  sold_by: '',
  description: '',
  about: '',
  how_it_works: '',
  category_ids: [],
  app_version_id: null,
  draft_developer_notes: '',
  installable: true,
  beta: false,
  security_badge: false,
  notes: '',
  subscription_required: null,
  connector_required: null,
  has_trials: null,
  pricing_url: '',
  pricing_description: '',
  region_ids: [],
  country_ids: [],
  helpful_links: [],
  feature_bullets: Array.from({ length: defaultFeatureBullets }, () => ''),
  website_link: { label: '', url: '' },
  support_email: '',
  product_tool_ids: [],
  requirements: [],
  contact_us_email: '',
  learn_how_url: '',
  create_lead: false,
  security_questionnaire_visible: false,
  security_questionnaire: emptyQuestionnaire,
}

export const emptyMedia: ListingMedia = {
  small_logo: null,
  pictures: [],
  videos: [],
  showcase_video: null,
  security_questionnaire_document: null,
}

export const emptyContent: ListingContent = { ...emptyFields, ...emptyMedia }

/** Questions, each with the fields that only apply if the answer is yes (SEC-20 to SEC-31). */
export const dependents = {
  has_subprocessors: ['subprocessors_details'],
  has_sensitive_data: ['sensitive_data_handling_details'],
  has_security_contact: ['security_email'],
  has_security_standards: ['security_standard_ids', 'other_security_standards'],
  has_disclosure_program: ['disclosure_program_url'],
  has_sso_support: ['sso_providers', 'other_sso_providers'],
} as const satisfies Partial<Record<keyof Questionnaire, (keyof Questionnaire)[]>>
