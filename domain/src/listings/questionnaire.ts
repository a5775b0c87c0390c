import type { ListingContent, NamedCountry, NamedQuestionnaire, Questionnaire } from './content.ts'
import { securityStandards } from './lists.ts'
import { countries, countryName } from './countries.ts'

export const withName = (country: { id: number; iso_code: string }): NamedCountry => ({
  ...country,
  name: countryName(country.iso_code),
})

/** Returns the entries with these ids, in the order of the ids. */
const withIds = <Entry extends { id: number }>(entries: readonly Entry[], ids: readonly number[]): Entry[] =>
  ids.flatMap((id) => entries.find((entry) => entry.id === id) ?? [])

export function withNames(questionnaire: Questionnaire): NamedQuestionnaire {
  const { headquarters_country_id: headquarters } = questionnaire
  return {
    ...questionnaire,
    headquarters_country:
      withIds(countries, headquarters === null ? [] : [headquarters]).map(withName)[0] ?? null,
    data_processing_countries: withIds(countries, questionnaire.data_processing_country_ids).map(withName),
    security_standards: withIds(securityStandards, questionnaire.security_standard_ids),
  }
}

/**
 * Returns whether the marketplace shows the answers to the questionnaire: the developer must make them public, and
 * the server must enable the questionnaire (SEC-01).
 */
export const showsAnswers = (
  content: Pick<ListingContent, 'security_questionnaire_visible'>,
  securityEnabled: boolean,
): boolean => content.security_questionnaire_visible && securityEnabled

/** Returns whether the marketplace shows the security badge: staff grant it, for answers that everyone can read. */
export const showsSecurityBadge = (
  content: Pick<ListingContent, 'security_badge' | 'security_questionnaire_visible'>,
  securityEnabled: boolean,
): boolean => content.security_badge && showsAnswers(content, securityEnabled)
