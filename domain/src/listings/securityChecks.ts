import {
  answered,
  broken,
  email,
  toIds,
  known,
  line,
  missing,
  requiredLine,
  requiredText,
  url,
  type Check,
  type Violation,
} from './checking.ts'
import { emptyQuestionnaire } from './emptyContent.ts'
import { isBlank } from '../text/characters.ts'
import type { Questionnaire } from './content.ts'
import { listingLimits, listingMessages } from './limits.ts'
import { securityStandards, ssoProviders } from './lists.ts'
import { isCountryId } from './countries.ts'
import { showsAnswers } from './questionnaire.ts'

const path = (field: keyof Questionnaire) => `security_questionnaire.${field}`

/**
 * Checks the fields that depend on a yes. Without one, they are cleared when the form is saved, so they don't count
 * (SEC-36).
 */
function dependentChecks(questionnaire: Questionnaire): (Violation | null)[] {
  const when = (isYes: boolean | null, checks: () => (Violation | null)[]): (Violation | null)[] =>
    isYes === true ? checks() : []
  return [
    ...when(questionnaire.has_subprocessors, () =>
      requiredText(path('subprocessors_details'), questionnaire.subprocessors_details, listingLimits.details),
    ),
    ...when(questionnaire.has_sensitive_data, () =>
      requiredText(
        path('sensitive_data_handling_details'),
        questionnaire.sensitive_data_handling_details,
        listingLimits.details,
      ),
    ),
    ...when(questionnaire.has_security_contact, () => [
      missing(path('security_email'), isBlank(questionnaire.security_email)),
      ...email(path('security_email'), questionnaire.security_email),
    ]),
    ...when(questionnaire.has_security_standards, () => [
      missing(
        path('security_standard_ids'),
        questionnaire.security_standard_ids.length === 0 && isBlank(questionnaire.other_security_standards),
      ),
      known(path('security_standard_ids'), questionnaire.security_standard_ids, toIds(securityStandards)),
      ...line(path('other_security_standards'), questionnaire.other_security_standards, listingLimits.line),
    ]),
    ...when(questionnaire.has_disclosure_program, () => [
      missing(path('disclosure_program_url'), isBlank(questionnaire.disclosure_program_url)),
      ...url(path('disclosure_program_url'), questionnaire.disclosure_program_url),
    ]),
    ...when(questionnaire.has_sso_support, () => [
      missing(
        path('sso_providers'),
        questionnaire.sso_providers.length === 0 && isBlank(questionnaire.other_sso_providers),
      ),
      known(path('sso_providers'), questionnaire.sso_providers, ssoProviders),
      ...line(path('other_sso_providers'), questionnaire.other_sso_providers, listingLimits.line),
    ]),
  ]
}

/** The yes-or-no questions in the order of the screen: the two on sign-in and files first (SEC-16). */
const securityQuestions = [
  'has_mfa_support',
  'has_fas_support',
  'has_subprocessors',
  'has_sensitive_data',
  'has_security_contact',
  'has_security_audits',
  'has_security_standards',
  'has_penetration_testing',
  'can_notify_procore',
  'has_disclosure_program',
  'has_bug_bounty_program',
  'has_data_encryption_at_rest',
  'has_data_encryption_in_transit',
  'has_sso_support',
  'has_saml_support',
] as const satisfies (keyof Questionnaire)[]

/** In the order of the screen. */
const fieldOrder = Object.keys(emptyQuestionnaire)

const fieldIndex = ({ path }: Violation): number => fieldOrder.indexOf(path.split('.')[1] ?? '')

/** Checks the questionnaire only while it is visible (SEC-35). */
export const securityTab: Check = (content, { securityEnabled }) => {
  if (!showsAnswers(content, securityEnabled)) return []
  const { security_questionnaire: questionnaire } = content
  const found = [
    ...securityQuestions.map((question) => answered(path(question), questionnaire[question])),
    ...requiredLine(path('company_legal_name'), questionnaire.company_legal_name, listingLimits.line),
    ...requiredLine(path('company_headquarters'), questionnaire.company_headquarters, listingLimits.line),
    missing(path('headquarters_country_id'), questionnaire.headquarters_country_id === null),
    broken(
      path('headquarters_country_id'),
      questionnaire.headquarters_country_id !== null && !isCountryId(questionnaire.headquarters_country_id),
      listingMessages.unknownChoice,
    ),
    ...requiredText(
      path('data_processing_locations'),
      questionnaire.data_processing_locations,
      listingLimits.details,
    ),
    missing(path('data_processing_country_ids'), questionnaire.data_processing_country_ids.length === 0),
    broken(
      path('data_processing_country_ids'),
      questionnaire.data_processing_country_ids.some((id) => !isCountryId(id)),
      listingMessages.unknownChoice,
    ),
    ...dependentChecks(questionnaire),
  ]
  return found.filter((each) => each !== null).toSorted((a, b) => fieldIndex(a) - fieldIndex(b))
}
