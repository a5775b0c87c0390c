import { type ListingContent } from '../src/listings/content.ts'
import { emptyContent } from '../src/listings/emptyContent.ts'
import { completeFields } from './completeFields.ts'
import { mediaItem } from './mediaItem.ts'

export const key = '3f0c7f5e-4f0a-4c39-9d0f-6a1f0c9f1a11'

export const yesToAll = {
  ...emptyContent.security_questionnaire,
  has_mfa_support: true,
  has_fas_support: false,
  company_legal_name: 'Northgate Software GmbH',
  company_headquarters: 'Hamburg',
  headquarters_country_id: 276,
  data_processing_locations: 'Frankfurt and Dublin',
  data_processing_country_ids: [276, 372],
  has_subprocessors: true,
  subprocessors_details: 'One cloud host',
  has_sensitive_data: true,
  sensitive_data_handling_details: 'Encrypted with keys of their own',
  has_security_contact: true,
  security_email: 'security@northgate.test',
  has_security_audits: true,
  has_security_standards: true,
  security_standard_ids: [4],
  has_penetration_testing: true,
  can_notify_procore: true,
  has_disclosure_program: true,
  disclosure_program_url: 'https://northgate.test/security',
  has_bug_bounty_program: false,
  has_data_encryption_at_rest: true,
  has_data_encryption_in_transit: true,
  has_sso_support: true,
  sso_providers: ['Okta'],
  has_saml_support: true,
}

/** A complete listing without problems. */
export const whole: ListingContent = {
  ...emptyContent,
  ...completeFields,
  app_version_id: key,
  small_logo: mediaItem(1, 'Logo'),
  pictures: [mediaItem(2, 'Picture'), mediaItem(3, 'Picture'), mediaItem(4, 'Picture')],
  security_questionnaire_visible: true,
  security_questionnaire: yesToAll,
}
