import type { NamedCountry, NamedQuestionnaire, Questionnaire } from './content.ts'
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
